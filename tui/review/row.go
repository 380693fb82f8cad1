package review

import (
	"image/color"
	"strconv"
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/styles"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// widths are those of the list's columns. They grow with what has been seen, so that the list does not jump about while
// it is scrolled, and stay within a part of the screen.
type widths struct{ key, label, effective int }

func (w *widths) widen(rows []engine.Change, screen int) {
	for _, c := range rows {
		w.key = max(w.key, cell.Width(cell.Key(c.Key)))
		w.label = max(w.label, cell.Width(cell.Clean(c.Label)))
		w.effective = max(w.effective, cell.Width(when(c)))
	}
	w.key = min(w.key, max(screen/5, 8))
	w.label = min(w.label, max(screen/5, 8))
}

// when is what stands at the right of a row: its effective time, or the line of one that could not be read.
func when(c engine.Change) string {
	switch {
	case c.Effective != "":
		return strings.TrimSuffix(cell.Clean(c.Effective), " 00:00:00") // a day says as much
	case c.Line > 0:
		return "line " + strconv.FormatInt(c.Line, 10)
	}
	return ""
}

// row renders one change as a line of the list.
func (p *Page) row(c engine.Change, ok, selected bool) string {
	st := p.env.Styles
	var back color.Color
	if selected {
		back = st.SelectedRow
	}
	l := styles.NewLine(p.lay.listW, back)
	if !ok {
		return l.Put(st.Quiet, "  …").String()
	}
	cursor, key := " ", st.Plain
	if selected {
		cursor, key = "▌", st.Strong
	}
	sign, style := st.Decision(c.Decision)
	l.Put(st.Cursor, cursor).Put(style, sign).Put(st.Plain, " ").Put(st.Kind(c.Kind), c.Kind.Mark()).Put(st.Plain, " ")
	mark(st, l, key, cell.Fit(cell.Key(c.Key), p.widths.key), p.text)
	l.Put(st.Plain, "  ")
	if p.widths.label > 0 && !p.needsRoom(c, l.Left()) {
		mark(st, l, st.Plain, cell.Fit(cell.Clean(c.Label), p.widths.label), p.text)
		l.Put(st.Plain, "  ")
	}
	if room := l.Left() - p.widths.effective - 3; room > 0 {
		what := styles.NewLine(room+p.shift, back)
		p.what(what, c)
		l.Raw(ansi.Cut(what.String(), p.shift, p.shift+room), room)
	}
	return l.Right(st.Quiet, when(c)+" ").String()
}

// needsRoom tells whether a row without a label has a reason that is only read whole where the label would stand.
func (p *Page) needsRoom(c engine.Change, left int) bool {
	return c.Label == "" && (c.Kind == engine.Rejected || c.Kind == engine.Superseded) &&
		cell.Width(cell.Clean(c.Reason)) > left-p.widths.label-2-p.widths.effective-3
}

// what says what the change does: its columns from old to new, or a reason.
func (p *Page) what(l *styles.Line, c engine.Change) {
	st := p.env.Styles
	switch {
	case c.Kind == engine.Rejected:
		mark(st, l, st.Bad, cell.Clean(c.Reason), p.text)
		return
	case c.Kind == engine.Superseded:
		mark(st, l, st.Quiet, cell.Clean(c.Reason), p.text)
		return
	case c.Kind == engine.Deleted && c.Row == 0:
		l.Put(st.Quiet, "absent from the snapshot")
	case c.Kind == engine.Deleted:
		l.Put(st.Quiet, "deleted by the batch")
	}
	columns, afresh := cell.InOrder(c, p.info.Label), cell.Afresh(c)
	if len(columns) == 0 && c.Kind == engine.Unchanged {
		l.Put(st.Quiet, "already so")
	}
	reason := ""
	if c.Decision == engine.Parked && c.Reason != "" {
		reason = "  “" + cell.Clean(c.Reason) + "”"
	}
	keep := min(cell.Width(reason), l.Left()/2) // for the reason
	for i, col := range columns {
		text := columnText(afresh, col)
		reserve := keep
		if rest := len(columns) - i - 1; rest > 0 {
			reserve += 4
		}
		if i > 0 && cell.Width(text)+2+reserve > l.Left() {
			l.Put(st.Quiet, "  +"+strconv.Itoa(len(columns)-i))
			break
		}
		if i > 0 {
			l.Put(st.Plain, "  ")
		}
		room := 0
		if p.shift == 0 {
			room = l.Left() - reserve
		}
		writeColumn(st, l, afresh, col, p.text, room)
	}
	mark(st, l, st.Quiet, reason, p.text)
}

// widest is the width of the longest description among the rows that are held.
func (p *Page) widest() int {
	most := 0
	for _, c := range p.grid.Rows() {
		w := cell.Width(cell.Clean(c.Reason))
		for _, col := range c.Columns {
			w += cell.Width(columnText(cell.Afresh(c), col)) + 2
		}
		most = max(most, w)
	}
	return most
}

// writeColumn writes "city² Mumbai → Bangalore", in room columns where that isn't 0; a difference that is not taken stands in
// brackets.
func writeColumn(st *styles.Styles, l *styles.Line, afresh bool, c engine.ColumnChange, find string, room int) {
	old, now, name := st.Old, st.New, st.Quiet
	if !c.Taken {
		old, now, name = st.NotTaken, st.NotTaken, st.NotTaken
		l.Put(name, "(")
	}
	l.Put(name, cell.Clean(c.Name)+cell.Sup(c.Type)+" ")
	before, after := cell.Value(c.Before), cell.Value(c.After)
	if !afresh {
		if rest := room - cell.Width(columnText(afresh, c)) + cell.Width(before) + cell.Width(after); rest > 0 {
			before, after = cell.Pair(before, after, rest)
		}
		mark(st, l, old, before, find)
		l.Put(name, " → ")
	}
	mark(st, l, now, after, find)
	if !c.Taken {
		l.Put(name, ")")
	}
}

// columnText is what writeColumn writes, to measure and to copy it.
func columnText(afresh bool, c engine.ColumnChange) string {
	text := cell.Clean(c.Name) + cell.Sup(c.Type) + " "
	if !afresh {
		text += cell.Value(c.Before) + " → "
	}
	text += cell.Value(c.After)
	if !c.Taken {
		return "(" + text + ")"
	}
	return text
}

// mark writes text with what was searched standing out.
func mark(st *styles.Styles, l *styles.Line, style lipgloss.Style, text, find string) {
	low, find := strings.ToLower(text), strings.ToLower(find)
	for find != "" && len(low) == len(text) {
		i := strings.Index(low, find)
		if i < 0 {
			break
		}
		l.Put(style, text[:i]).Put(st.Match, text[i:i+len(find)])
		text, low = text[i+len(find):], low[i+len(find):]
	}
	l.Put(style, text)
}
