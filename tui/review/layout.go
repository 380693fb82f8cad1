package review

// layout says where the parts of the page are: the list above the member's pane, or beside it on a wide screen.
type layout struct {
	wide         bool
	listW, listH int
	paneW, paneH int
	namedCounts  bool
	listTop      int // the screen line of the first row
	paneX, paneY int // where the pane begins
}

// Lines that are always there: title, counts, rule, rule, footer; and, where the pane is below, the rule above it.
const (
	above      = 3
	below      = 2
	wideFrom   = 150
	namedFrom  = 130
	paneLeast  = 8
	paneAtMost = 18
)

func arrange(w, h int) layout {
	body := max(h-above-below, 2)
	l := layout{listTop: above, namedCounts: w >= namedFrom}
	if w >= wideFrom {
		l.wide = true
		l.listW = w * 11 / 20
		l.paneW = w - l.listW - 1
		l.listH, l.paneH = body, body
		l.paneX, l.paneY = l.listW+1, above
		return l
	}
	l.listW, l.paneW = w, w
	body-- // the rule above the pane
	l.paneH = min(max(body*11/20, paneLeast), paneAtMost, body-1)
	l.listH = body - l.paneH
	l.paneY = above + l.listH + 1
	return l
}
