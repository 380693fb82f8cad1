package learn

import (
	"fmt"
	"strings"

	"dimdesk/learn"
	"dimdesk/tui/cell"
	"dimdesk/tui/prose"
	"dimdesk/tui/styles"
)

// question is what is asked, with the answers to choose from; once one was chosen, what whoever chose it is told: that begins in the
// line that is given besides, else 0.
func question(st *styles.Styles, q *learn.Question, chosen, w int) (lines []string, answer int) {
	lines = append(indent(prose.Lines(st, q.Ask, w-2)), "")
	if chosen == 0 {
		for i, c := range q.Choices {
			lines = append(lines, choice(st, st.Key, fmt.Sprint(i+1), c.Answer, w)...)
		}
		return lines, 0
	}
	answer = len(lines)
	lines = append(lines, told(st, q, chosen-1, w)...)
	if q.Choices[chosen-1].Right {
		return lines, answer
	}
	for i, c := range q.Choices {
		if c.Right {
			lines = append(append(lines, ""), told(st, q, i, w)...)
		}
	}
	return lines, answer
}

// told is an answer with what is said of it.
func told(st *styles.Styles, q *learn.Question, i, w int) []string {
	c := q.Choices[i]
	mark, style := "✗", st.Bad
	if c.Right {
		mark, style = "✓", st.Good
	}
	lines := choice(st, style, fmt.Sprintf("%s %d", mark, i+1), c.Answer, w)
	for _, l := range prose.Lines(st, c.Says, w-7) {
		lines = append(lines, "      "+l)
	}
	return lines
}

// choice is a number and an answer.
func choice(st *styles.Styles, mark style, number, answer string, w int) []string {
	var lines []string
	width := cell.Width(number) + 3
	for i, l := range prose.Lines(st, answer, w-width-1) {
		before := strings.Repeat(" ", width)
		if i == 0 {
			before = " " + mark.Render(number) + "  "
		}
		lines = append(lines, before+l)
	}
	return lines
}
