package dialog

import (
	"strings"

	"dimdesk/tui/cell"
	"dimdesk/tui/styles"

	tea "charm.land/bubbletea/v2"
)

// InsetX and InsetY are where text begins inside a box: after the border and the padding.
const (
	InsetX = 3
	InsetY = 1
	chrome = 2 * InsetX
)

// inner is the width for text in a box that would like want columns, on a screen of w.
func inner(want, w int) int { return max(min(want, w-chrome-2), 10) }

// Frame draws a box with a title, text of the given width, and a line that says which keys do what.
func Frame(st *styles.Styles, width int, title string, body []string, footer string) string {
	lines := []string{st.BoxTitle.Render(cell.Cut(title, width)), ""}
	lines = append(lines, body...)
	if footer != "" {
		lines = append(lines, "", footer)
	}
	return st.Box.Width(width + chrome).Render(strings.Join(lines, "\n"))
}

// wrapped breaks paragraphs to a width and cleans them.
func wrapped(paragraphs []string, width int) []string {
	var lines []string
	for _, p := range paragraphs {
		for _, l := range strings.Split(p, "\n") {
			lines = append(lines, cell.Wrap(cell.Clean(l), width)...)
		}
	}
	return lines
}

// widest is the greatest width of some lines, and at least least.
func widest(least int, lines ...string) int {
	for _, l := range lines {
		least = max(least, cell.Width(l))
	}
	return least
}

// pressed is the text of a key press, "" for any other message.
func pressed(msg tea.Msg) string {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		return k.String()
	}
	return ""
}
