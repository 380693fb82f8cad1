// Package prose draws the texts of lessons: paragraphs, lists and code, broken to a width.
package prose

import (
	"strings"

	"dimdesk/learn"
	"dimdesk/tui/cell"
	"dimdesk/tui/styles"
)

// Lines are a text in lines of at most w columns, with an empty one between its blocks.
func Lines(st *styles.Styles, text string, w int) []string {
	var lines []string
	item := false
	for i, b := range learn.Blocks(text) {
		if i > 0 && !(b.Item && item) {
			lines = append(lines, "")
		}
		item = b.Item
		switch {
		case b.Code:
			for _, l := range b.Lines {
				lines = append(lines, st.Rule.Render("│ ")+cell.Cut(cell.Clean(strings.ReplaceAll(l, "\t", "    ")), w-2))
			}
		case b.Item:
			for j, l := range wrap(st, b.Spans, w-2) {
				mark := "  "
				if j == 0 {
					mark = "• "
				}
				lines = append(lines, st.Quiet.Render(mark)+l)
			}
		default:
			lines = append(lines, wrap(st, b.Spans, w)...)
		}
	}
	return lines
}
