package plain

import (
	"strings"

	"dimdesk/tui/cell"
)

// Lines makes text of several lines safe to print, as cell.Clean does for one; line ends stay.
func Lines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = cell.Clean(strings.TrimSuffix(lines[i], "\r"))
	}
	return strings.Join(lines, "\n")
}

// Wrapped breaks a long line between words for a terminal of this width, and indents what follows; 0 breaks nothing.
func Wrapped(line string, width int) string {
	if width == 0 || cell.Width(line) <= width {
		return line
	}
	const indent = "    "
	return strings.Join(cell.Wrap(line, width-len(indent)), "\n"+indent)
}

// List is cell.Clean for each of several texts.
func List(texts []string) []string {
	clean := make([]string, len(texts))
	for i, s := range texts {
		clean[i] = cell.Clean(s)
	}
	return clean
}
