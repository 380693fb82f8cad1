package styles

import (
	"image/color"
	"strings"

	"dimdesk/tui/cell"

	"charm.land/lipgloss/v2"
)

// Line composes one screen line of a fixed width from styled pieces. What does not fit is cut with …, so that a piece of
// data can never push the frame apart.
type Line struct {
	b       strings.Builder
	at, max int
	back    color.Color
}

// NewLine begins a line of w columns; back, if not nil, lies behind all of it.
func NewLine(w int, back color.Color) *Line { return &Line{max: w, back: back} }

// Put adds text, which must be free of control characters, in a style.
func (l *Line) Put(st lipgloss.Style, text string) *Line {
	if text == "" || l.at >= l.max {
		return l
	}
	text = cell.Cut(text, l.max-l.at)
	l.at += cell.Width(text)
	if l.back != nil {
		st = st.Background(l.back)
	}
	l.b.WriteString(st.Render(text))
	return l
}

// Raw adds text that is styled already and takes w columns, which must fit.
func (l *Line) Raw(text string, w int) *Line {
	l.b.WriteString(text)
	l.at += w
	return l
}

// To moves to column x with spaces; it does nothing where the line is already there.
func (l *Line) To(x int) *Line {
	if x > l.at {
		l.Put(lipgloss.NewStyle(), strings.Repeat(" ", x-l.at))
	}
	return l
}

// Right puts text so that it ends at the end of the line, or right after what is there.
func (l *Line) Right(st lipgloss.Style, text string) *Line {
	return l.To(l.max-cell.Width(text)).Put(st, text)
}

// At is the column that the next piece goes to.
func (l *Line) At() int { return l.at }

// Left is the number of columns that are left.
func (l *Line) Left() int { return l.max - l.at }

// String is the whole line, filled to its width.
func (l *Line) String() string {
	l.To(l.max)
	return l.b.String()
}
