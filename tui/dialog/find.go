package dialog

import (
	"strings"

	"dimdesk/tui/cell"
	"dimdesk/tui/keys"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// finder looks for a text in lines that were drawn.
type finder struct {
	input  textinput.Model
	typing bool
	text   string   // what is looked for, in lower case; "" for nothing
	lines  []string // as drawn last, in lower case and without styles
	hit    int      // the line that it was found in; -1 for none
}

// pressed takes the keys of finding, and tells whether it was one, and the line to go to; -1 for none.
func (f *finder) pressed(msg tea.KeyPressMsg) (to int, ok bool) {
	switch {
	case f.typing && key.Matches(msg, keys.Enter, keys.Back):
		f.typing = false
		return -1, true
	case f.typing:
		f.input, _ = f.input.Update(msg)
		f.text = strings.ToLower(cell.Clean(f.input.Value()))
		f.hit = f.best()
		return f.hit, true
	case key.Matches(msg, keys.Find):
		f.input, f.typing, f.text, f.hit = Input(), true, "", -1
		return -1, true
	case key.Matches(msg, keys.FindNext) && f.text != "":
		f.hit = f.next(1)
		return f.hit, true
	case key.Matches(msg, keys.FindPrev) && f.text != "":
		f.hit = f.next(-1)
		return f.hit, true
	}
	return -1, false
}

// best is the first line that begins with the text, as the heading of an entry does, or else the first that has it.
func (f *finder) best() int {
	if f.text == "" {
		return -1
	}
	first := -1
	for i, l := range f.lines {
		switch {
		case strings.HasPrefix(l, f.text):
			return i
		case first < 0 && strings.Contains(l, f.text):
			first = i
		}
	}
	return first
}

// next is the next line with the text, from the other end where there is none any more.
func (f *finder) next(by int) int {
	n := len(f.lines)
	for i := 1; i <= n; i++ {
		if at := ((max(f.hit, 0)+i*by)%n + n) % n; strings.Contains(f.lines[at], f.text) {
			return at
		}
	}
	return -1
}

// drawn remembers lines, and marks in them what was found.
func (f *finder) drawn(st *styles.Styles, lines []string) []string {
	f.lines = make([]string, len(lines))
	for i, l := range lines {
		f.lines[i] = strings.ToLower(ansi.Strip(l))
	}
	if f.text == "" || f.hit < 0 || f.hit >= len(lines) {
		return lines
	}
	plain := f.lines[f.hit]
	at := strings.Index(plain, f.text)
	if at < 0 {
		return lines
	}
	from, line := cell.Width(plain[:at]), lines[f.hit]
	to := from + cell.Width(f.text)
	out := append([]string(nil), lines...)
	out[f.hit] = ansi.Cut(line, 0, from) + st.Match.Render(ansi.Strip(ansi.Cut(line, from, to))) + ansi.Cut(line, to, cell.Width(line))
	return out
}

// footer is what is typed, and what it came to.
func (f *finder) footer(st *styles.Styles, width int) string {
	said := ""
	if f.text != "" && f.hit < 0 {
		said = "nowhere"
	}
	f.input.SetWidth(max(width-28, 8))
	return st.Key.Render("/") + f.input.View() + "  " + st.Warn.Render(said) + "  " + Keys(st, "Enter", "stay there")
}
