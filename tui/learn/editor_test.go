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

// TestNothingIsHiddenWhereThereIsRoom gives the editor more room than it had, after the cursor was at the end.
func TestNothingIsHiddenWhereThereIsRoom(t *testing.T) {
	st := styles.New(true)
	e := newEditor("a\nb\nc\nd\ne\nf")
	e.Type()
	e.End()
	e.Lines(&st, 0, 0, 20, 3)
	for h, want := range map[int]string{4: "3 c", 6: "1 a", 9: "1 a"} {
		if got := e.Lines(&st, 0, 0, 20, h); !strings.Contains(ansi.Strip(got[0]), want) {
			t.Errorf("%d lines begin with %q, want %q", h, ansi.Strip(got[0]), want)
		}
	}
	if e.area.Line() != 5 || e.area.Column() != 1 {
		t.Errorf("the cursor is at line %d, column %d", e.area.Line(), e.area.Column())
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
	for _, c := range []struct {
		h           int
		text, below needs
		want        int
	}{
		{20, needs{5, 5}, needs{}, 20}, {20, needs{5, 5}, needs{9, 4}, 5}, {20, needs{15, 15}, needs{8, 4}, 13}, {20, needs{15, 15}, needs{30, 5}, 13},
		{20, needs{3, 3}, needs{30, 5}, 3}, {20, needs{15, 8}, needs{30, 11}, 9}, {20, needs{15, 8}, needs{30, 15}, 8},
	} {
		if got := share(c.h, c.text, c.below); got != c.want {
			t.Errorf("%d lines, %v of text and %v below: %d, want %d", c.h, c.text, c.below, got, c.want)
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
