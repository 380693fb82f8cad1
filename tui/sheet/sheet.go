// Package sheet draws a small table as lines of text: whole tables of a lesson or the playground, not windows of a list. Rows
// and cells that differ from another table are marked, by signs as well as by colour.
package sheet

import (
	"slices"
	"strconv"
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/styles"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Mark is what has become of a row.
type Mark string

// The marks that stand before a row. A version that was ended is one whose end has changed.
const (
	None    Mark = " "
	Opened  Mark = "+"
	Changed Mark = "~"
	Removed Mark = "-"
	Wrong   Mark = "!"
)

// changed stands after the text of a cell that has changed.
const changed = "◂"

// gap is between columns.
const gap = 2

// longest is how many bytes of a value are drawn: more than any window is wide. All values are gone through with each key.
const longest = 800

// Sheet is a table with its marks.
type Sheet struct {
	Table engine.Table
	Marks []Mark  // of the rows; those beyond have none
	Cells [][]int // of the rows, the columns whose values have changed
	Left  int     // columns that are scrolled out at the left
}

// Of is a table without marks.
func Of(t engine.Table) Sheet { return Sheet{Table: t} }

// Lines draws the header and all rows, each exactly w columns wide. Where that is too narrow, names of columns are cut first, then
// values (no numbers, dates and times), and where even that does not do, columns are left out at the right: the header says how many.
func (s Sheet) Lines(st *styles.Styles, w int) []string {
	l := s.layout(w)
	lines := []string{s.header(st, l, w)}
	for r := range s.Table.Rows {
		lines = append(lines, s.row(st, l, r, w))
	}
	return lines
}

// Scroll moves sideways by columns; as long as there is something to be seen at the right for a width.
func (s *Sheet) Scroll(by, w int) {
	left := max(min(s.Left+by, len(s.Table.Columns)-1), 0)
	if by > 0 && s.layout(w).right == 0 {
		return
	}
	s.Left = left
}

// Width is how wide the table is where nothing is cut.
func (s Sheet) Width() int {
	w := 2
	for c := range s.Table.Columns {
		name, value := s.widths(c)
		w += max(name, value) + gap
	}
	return w - gap
}

// Without leaves out columns by their names.
func (s Sheet) Without(names ...string) Sheet {
	out := Sheet{Marks: s.Marks, Left: s.Left, Cells: make([][]int, len(s.Cells))}
	out.Table.Rows = make([][]engine.Value, len(s.Table.Rows))
	for c, name := range s.Table.Columns {
		if slices.Contains(names, name) {
			continue
		}
		at := len(out.Table.Columns)
		out.Table.Columns = append(out.Table.Columns, name)
		if c < len(s.Table.Types) {
			out.Table.Types = append(out.Table.Types, s.Table.Types[c])
		}
		for r, row := range s.Table.Rows {
			out.Table.Rows[r] = append(out.Table.Rows[r], row[c])
			if s.edited(r, c) {
				out.Cells[r] = append(out.Cells[r], at)
			}
		}
	}
	return out
}

// layout is which columns are seen, and how wide.
type layout struct {
	columns, widths []int
	right           int // columns that are left out at the right
}

// A cut name or value has at least so many columns.
const (
	nameLeast  = 4
	valueLeast = 8
)

func (s Sheet) layout(w int) layout {
	var l layout
	var least []int // without cutting a value
	room := w - 2
	if s.Left > 0 {
		room -= 2
	}
	for c := s.Left; c < len(s.Table.Columns); c++ {
		name, value := s.widths(c)
		l.columns = append(l.columns, c)
		l.widths = append(l.widths, max(name, value))
		least = append(least, max(value, min(name, nameLeast)))
	}
	l.shrink(least, room)
	for i, c := range l.columns {
		if !s.whole(c) {
			least[i] = min(least[i], valueLeast)
		}
	}
	l.shrink(least, room)
	for len(l.columns) > 1 && l.total() > room-5 {
		if l.right == 0 && l.total() <= room {
			break
		}
		l.columns, l.widths = l.columns[:len(l.columns)-1], l.widths[:len(l.widths)-1]
		l.right++
	}
	return l
}

func (l *layout) total() int {
	n := 0
	for _, w := range l.widths {
		n += w + gap
	}
	return n - gap
}

// shrink narrows columns, always the one that gives up most, until all fit or none may be narrower.
func (l *layout) shrink(least []int, room int) {
	for over := l.total() - room; over > 0; over-- {
		at := -1
		for i, w := range l.widths {
			if w > least[i] && (at < 0 || w-least[i] > l.widths[at]-least[at]) {
				at = i
			}
		}
		if at < 0 {
			return
		}
		l.widths[at]--
	}
}

// whole tells whether a column's values are worth nothing where they are cut: numbers, dates and times.
func (s Sheet) whole(c int) bool {
	if c >= len(s.Table.Types) {
		return false
	}
	t := strings.ToUpper(s.Table.Types[c])
	return numeric(t) || strings.HasPrefix(t, "DATE") || strings.HasPrefix(t, "TIME")
}

// widths are how wide a column's name and its widest value are.
func (s Sheet) widths(c int) (name, value int) {
	name = cell.Width(cell.Clean(s.Table.Columns[c]))
	for r, row := range s.Table.Rows {
		text := s.text(r, c, row)
		value = max(value, cell.Width(text))
	}
	return name, value
}

// text is a cell with its mark.
func (s Sheet) text(r, c int, row []engine.Value) string {
	if c >= len(row) {
		return ""
	}
	v := row[c]
	if len(v.Text) > longest {
		v.Text = strings.ToValidUTF8(v.Text[:longest], "") + "…"
	}
	text := cell.Value(v)
	if s.edited(r, c) {
		text += changed
	}
	return text
}

func (s Sheet) edited(r, c int) bool { return r < len(s.Cells) && slices.Contains(s.Cells[r], c) }

func (s Sheet) header(st *styles.Styles, l layout, w int) string {
	line := styles.NewLine(w, nil).Put(st.Plain, "  ")
	if s.Left > 0 {
		line.Put(st.Quiet, "‹ ")
	}
	for i, c := range l.columns {
		if i > 0 {
			line.Put(st.Plain, "  ")
		}
		line.Put(st.Quiet, s.fit(c, middle(cell.Clean(s.Table.Columns[c]), l.widths[i]), l.widths[i]))
	}
	if l.right > 0 {
		line.Put(st.Quiet, " +"+strconv.Itoa(l.right)+" ›")
	}
	return line.String()
}

// middle cuts a name that is too long in its middle: names of columns are told apart by both ends, as current_city and current_segment.
func middle(name string, w int) string {
	n := cell.Width(name)
	if n <= w || w < nameLeast {
		return name
	}
	end := w / 2
	return ansi.Cut(name, 0, w-1-end) + "…" + ansi.Cut(name, n-end, n)
}

func (s Sheet) row(st *styles.Styles, l layout, r, w int) string {
	mark := None
	if r < len(s.Marks) && s.Marks[r] != "" {
		mark = s.Marks[r]
	}
	style := look(st, mark)
	line := styles.NewLine(w, nil).Put(style, string(mark)).Put(st.Plain, " ")
	if mark == Changed {
		style = st.Plain
	}
	if s.Left > 0 {
		line.Put(st.Plain, "  ")
	}
	for i, c := range l.columns {
		if i > 0 {
			line.Put(st.Plain, "  ")
		}
		value := style
		if s.edited(r, c) {
			value = look(st, Changed)
		}
		line.Put(value, s.fit(c, s.text(r, c, s.Table.Rows[r]), l.widths[i]))
	}
	return line.String()
}

// fit puts numbers at the right of their column, and anything else at the left. A cut cell keeps its mark.
func (s Sheet) fit(c int, text string, w int) string {
	if cell.Width(text) > w && len(text) > len(changed) && text[len(text)-len(changed):] == changed {
		text = cell.Cut(text[:len(text)-len(changed)], w-1) + changed
	}
	if c < len(s.Table.Types) && numeric(s.Table.Types[c]) {
		return cell.FitRight(text, w)
	}
	return cell.Fit(text, w)
}

func look(st *styles.Styles, m Mark) lipgloss.Style {
	switch m {
	case Opened:
		return st.LaneNew
	case Changed:
		return st.Kind(engine.Changed).Bold(true)
	case Removed:
		return st.Kind(engine.Deleted)
	case Wrong:
		return st.Bad
	}
	return st.Plain
}
