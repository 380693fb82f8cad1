package learn

import (
	"dimdesk/tui/dialog"
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
	left int  // columns that are scrolled out of its tables at the left
	tail bool // its end is seen, until somebody scrolls
}

// draw is the heading and what fits of the lines, together w×h.
func (p *pane) draw(st *styles.Styles, title string, lines []string, w, h int, focus bool) []string {
	if h < 1 {
		return nil
	}
	if p.tail {
		p.at.Fit(lines, h-1)
		p.at.End()
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
		p.tail = false
		return keys.Move(msg, &p.at)
	}
	return true
}

// top goes back to the beginning: something else is seen.
func (p *pane) top() { p.at.Home(); p.left, p.tail = 0, false }

// wheel scrolls by a turn of it.
func (p *pane) wheel(msg tea.MouseWheelMsg) {
	p.tail = false
	p.at.Move(dialog.Wheel(msg))
}

// to goes to a line, where not all of the n lines fit in h with the heading.
func (p *pane) to(line, n, h int) {
	p.top()
	p.at.Fit(make([]string, n), h-1)
	p.at.Move(int64(line))
}

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

// needs is how many lines something has, its heading included, and how many of them are to be seen before all.
type needs struct{ all, first int }

// share divides h lines between a text and what stands below it: each gets what it needs, and where that is too much, the text gets
// what the tables leave, but at least the greater part of the room: what is to be read first. Of that it gives away what its first
// lines leave, as long as the first ones below need it.
func share(h int, text, below needs) int {
	switch {
	case below.all == 0:
		return h
	case text.all+below.all <= h:
		return text.all
	}
	return min(text.all, max(h-below.all, min(h*2/3, max(h-below.first, text.first))))
}
