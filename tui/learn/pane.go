package learn

import (
	"dimdesk/tui/grid"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// pane is lines below a heading. What does not fit scrolls, and the heading says so.
type pane struct {
	at   grid.Scroll
	left int // columns that are scrolled out of its tables at the left
}

// draw is the heading and what fits of the lines, together w×h.
func (p *pane) draw(st *styles.Styles, title string, lines []string, w, h int, focus bool) []string {
	if h < 1 {
		return nil
	}
	body := page.Fill(p.at.Fit(lines, h-1), w, h-1)
	right := page.Range(&p.at)
	if _, last, total, all := p.at.Range(); !all && last < total {
		right += " ↓"
	}
	return append([]string{page.Rule(st, w, title, right, focus)}, body...)
}

// pressed scrolls, and tells whether that was what the key is for.
func (p *pane) pressed(msg tea.KeyPressMsg, sideways bool) bool {
	switch {
	case sideways && key.Matches(msg, keys.Right):
		p.left++
	case sideways && key.Matches(msg, keys.Left):
		p.left = max(p.left-1, 0)
	default:
		return keys.Move(msg, &p.at)
	}
	return true
}

// top goes back to the beginning: something else is seen.
func (p *pane) top() { p.at.Home(); p.left = 0 }

// beside sets two blocks of equally many lines beside each other, with a line between them.
func beside(st *styles.Styles, left, right []string) []string {
	out := make([]string, len(left))
	for i := range left {
		out[i] = left[i] + st.Rule.Render("│") + right[i]
	}
	return out
}

// wide is the width from which tables stand beside the text instead of below it, and textMost how wide a text gets.
const (
	wide     = 140
	textMost = 88
)

// textWidth is how wide the text is on a screen of w columns.
func textWidth(w int) int {
	if w >= wide {
		return min(w*45/100, textMost)
	}
	return w
}

// share divides h lines between a text and what stands below it: each gets what it needs, and where that is too much, the text gets
// what the tables leave, but at least the greater part of the room: what is to be read first.
func share(h, text, below int) int {
	switch {
	case below == 0:
		return h
	case text+below <= h:
		return text
	}
	return min(text, max(h-below, h*2/3))
}
