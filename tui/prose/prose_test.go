package prose

import (
	"strings"
	"testing"

	"dimdesk/tui/cell"
	"dimdesk/tui/styles"

	"github.com/charmbracelet/x/ansi"
)

func TestTextIsBrokenToItsWidth(t *testing.T) {
	const text = "A **late** row, with `valid_from` before\nthe newest.\n\n- one\n- two words that go on\n\n```\nSELECT 1\n  FROM t;\n```\n\nAveryverylongwordthatnolineholds, end"
	const want = `A late row, with
valid_from before
the newest.

• one
• two words that go
  on

│ SELECT 1
│   FROM t;

Averyverylongwordtha
tnolineholds, end`
	st := styles.New(true)
	lines := Lines(&st, text, 20)
	if got := ansi.Strip(strings.Join(lines, "\n")); got != want {
		t.Errorf("drawn:\n%s\nwant:\n%s", got, want)
	}
	for w := 1; w < 40; w++ {
		for _, l := range Lines(&st, text, w) {
			if cell.Width(l) > max(w, 3) { // a mark, a space, and something
				t.Errorf("%d columns, not %d: %q", cell.Width(l), w, ansi.Strip(l))
			}
		}
	}
}

func TestCodeIsMarkedWithoutColours(t *testing.T) {
	st := styles.New(true)
	st.Colourless = true
	if got, want := ansi.Strip(strings.Join(Lines(&st, "Set `valid_to` to `NULL OR 1`, and **run**.", 20), "\n")), "Set `valid_to` to\n`NULL OR 1`, and\nrun."; got != want {
		t.Errorf("%s\nwant:\n%s", got, want)
	}
}

func TestTextCannotActOnTheTerminal(t *testing.T) {
	st := styles.New(true)
	got := ansi.Strip(strings.Join(Lines(&st, "a\x1b[2J `b\x1b[2J`\n\n```\nc\x1b[2J\n```", 40), "\n"))
	for _, want := range []string{"a␛[2J", "b␛[2J", "c␛[2J"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
}
