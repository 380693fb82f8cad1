package learn

import (
	"strings"
	"testing"

	"dimdesk/tui/cell"
	"dimdesk/tui/styles"
	"dimdesk/tui/tuitest"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

func TestAPasteIsText(t *testing.T) {
	e := newEditor("")
	e.Type()
	e.Update(tea.PasteMsg{Content: "SELECT 1,\r\n\t2\x1b[2J;\r\rx\ny"})
	if got, want := e.Text(), "SELECT 1,\n    2␛[2J;\n\nx\ny"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestALongTextScrollsToWhereTextGoes(t *testing.T) {
	st := styles.New(true)
	e := newEditor(strings.Repeat("SELECT a_rather_long_column_name FROM t;\n", 40))
	e.Type()
	e.End()
	e.Update(tuitest.Key("X"))
	lines := e.Lines(&st, 3, 5, 30, 6)
	for _, l := range lines {
		if cell.Width(l) != 30 {
			t.Errorf("%d columns: %q", cell.Width(l), ansi.Strip(l))
		}
	}
	if got := ansi.Strip(strings.Join(lines, "\n")); len(lines) != 6 || !strings.Contains(got, "X") {
		t.Errorf("%d lines:\n%s", len(lines), got)
	}
	if c := e.Cursor(); c == nil || c.Y < 5 || c.Y > 10 || ansi.Cut(ansi.Strip(lines[c.Y-5]), 0, c.X-3)[c.X-4:] != "X" {
		t.Errorf("the cursor is at %+v", c)
	}
	e.Leave()
	if e.Cursor() != nil {
		t.Error("the cursor stays when nobody types")
	}
}

func TestDraftsAreGoneBackTo(t *testing.T) {
	b := newBench("a")
	b.edit()
	b.typing(tuitest.Key("x"))
	b.leave()
	b.set("b")
	for _, step := range []struct {
		by   int
		ok   bool
		text string
	}{{-1, true, "xa"}, {-1, true, "a"}, {-1, false, "a"}, {1, true, "xa"}, {1, true, "b"}, {1, false, "b"}, {-1, true, "xa"}} {
		if ok := b.turn(step.by); ok != step.ok || b.ed.Text() != step.text {
			t.Fatalf("%+d: %v %q, want %v %q", step.by, ok, b.ed.Text(), step.ok, step.text)
		}
	}
	b.set("c") // what was undone is gone then
	if b.turn(1) || b.ed.Text() != "c" {
		t.Errorf("%q after a new text", b.ed.Text())
	}
}

func TestPanesGetWhatTheyNeed(t *testing.T) {
	for _, c := range []struct{ h, text, below, want int }{{20, 5, 0, 20}, {20, 5, 9, 5}, {20, 15, 8, 13}, {20, 15, 30, 13}, {20, 3, 30, 3}} {
		if got := share(c.h, c.text, c.below); got != c.want {
			t.Errorf("%d lines, %d of text and %d below: %d, want %d", c.h, c.text, c.below, got, c.want)
		}
	}
	b := newBench(strings.Repeat("x\n", 30))
	for h := 8; h < 60; h++ {
		for at := range places {
			for _, ran := range []bool{false, true} {
				b.at, b.drafts[0].ran = at, ran
				if text, editor := b.share(h, 30, 50); text < 1 || editor < 2 || h-text-editor < 2 {
					t.Errorf("%d lines, keys in %d: %d for the text, %d for the editor", h, at, text, editor)
				}
			}
		}
	}
}
