package learn

import (
	"fmt"
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/sheet"
	"dimdesk/tui/styles"
	"dimdesk/tui/timeline"
)

// exhibit is what is to be seen beside a text: tables, timelines, and what statements did, one below the other.
type exhibit []part

// part is one thing of an exhibit.
type part struct {
	title string
	sheet *sheet.Sheet
	was   *part // the same table before: at its left where there is room, else at the end of all
	lanes []timeline.Lane
	words []word
	code  string // SQL
}

// word is a line of an exhibit that says something.
type word struct {
	mark, text string
	look       func(*styles.Styles) style
}

// spoken is what is said in lines of their own: the mark stands before the first, and what follows it is of less weight.
func spoken(mark, text string, look func(*styles.Styles) style) []word {
	var words []word
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		if words = append(words, word{mark, line, look}); len(words) == 1 {
			mark, look = strings.Repeat(" ", cell.Width(mark)), quiet
		}
	}
	return words
}

// most is how many rows of a table are shown; lessons have a dozen, and a learner's own SELECT may have a million.
const most = 200

// tablePart shows a table.
func tablePart(title string, t engine.Table) part { return sheetPart(title, sheet.Of(t)) }

// sheetPart shows a table with marks.
func sheetPart(title string, s sheet.Sheet) part {
	n := len(s.Table.Rows)
	there := n
	for _, m := range s.Marks {
		if m == sheet.Removed {
			there--
		}
	}
	title += "  " + cell.Plural(int64(there), "row")
	if n > most {
		s.Table.Rows = s.Table.Rows[:most]
		title += fmt.Sprintf(", the first %d", most)
	}
	return part{title: title, sheet: &s}
}

// lines draws it, each line w columns wide; the tables are scrolled sideways by left columns, as far as there is anything. Tables that
// fit stand beside each other.
func (e exhibit) lines(st *styles.Styles, w int, left *int) []string {
	var lines []string
	furthest := 0
	for i, row := range e.rows(w) {
		if i > 0 {
			lines = append(lines, styles.NewLine(w, nil).String())
		}
		var block []string
		for _, p := range row {
			width := w
			if len(row) > 1 {
				width = p.width()
			}
			drawn, scrolled := p.lines(st, width, *left)
			furthest = max(furthest, scrolled)
			block = aside(block, drawn)
		}
		for _, l := range block {
			lines = append(lines, cell.Fit(l, w))
		}
	}
	*left = min(*left, furthest)
	return lines
}

// first is how many lines there are to the end of its first table: what a learner looks for.
func (e exhibit) first(st *styles.Styles, w int) (n int) {
	for i, row := range e.rows(w) {
		if i > 0 {
			n++
		}
		most := 0
		for _, p := range row {
			lines, _ := p.lines(st, w, 0)
			most = max(most, len(lines))
		}
		if n += most; row[0].sheet != nil {
			break
		}
	}
	return n
}

// rows are the parts that stand beside each other.
func (e exhibit) rows(w int) [][]part {
	var rows [][]part
	var end []part
	taken := 0
	add := func(p part, fresh bool) {
		if n := p.width(); !fresh && p.sheet != nil && taken > 0 && taken+n <= w {
			rows[len(rows)-1] = append(rows[len(rows)-1], p)
			taken += n
			return
		}
		if rows, taken = append(rows, []part{p}), p.width(); p.sheet == nil {
			taken = 0 // nothing stands beside it
		}
	}
	for _, p := range e {
		switch {
		case p.was == nil:
			add(p, false)
		case p.was.width()+p.width() <= w:
			add(*p.was, true)
			add(p, false)
			taken = 0
		default:
			add(p, false)
			end = append(end, *p.was)
		}
	}
	for _, p := range end {
		add(p, true)
	}
	return rows
}

// width is what a table needs, with a margin at both sides.
func (p part) width() int {
	if p.sheet == nil {
		return 0
	}
	return max(p.sheet.Width(), cell.Width(p.title)) + 3
}

// lines draws a part, and says how far its table is scrolled sideways.
func (p part) lines(st *styles.Styles, w, left int) (lines []string, scrolled int) {
	if p.title != "" {
		lines = append(lines, styles.NewLine(w, nil).Put(st.Plain, " ").Put(st.Strong, p.title).String())
	}
	if p.sheet != nil {
		s := *p.sheet
		for range left {
			s.Scroll(1, w-2)
		}
		scrolled = s.Left
		for _, l := range s.Lines(st, w-2) {
			lines = append(lines, " "+l+" ")
		}
	}
	lines = append(lines, lanes(st, p.lanes, w)...)
	for _, word := range p.words {
		lines = append(lines, word.lines(st, w)...)
	}
	for _, l := range code(st, p.code, false, w) {
		lines = append(lines, cell.Fit(l, w))
	}
	return lines, scrolled
}

// aside sets lines at the right of others.
func aside(left, right []string) []string {
	if len(left) == 0 {
		return right
	}
	w, r := cell.Width(left[0]), cell.Width(right[0])
	for len(left) < len(right) {
		left = append(left, cell.Fit("", w))
	}
	for len(right) < len(left) {
		right = append(right, cell.Fit("", r))
	}
	out := make([]string, len(left))
	for i := range left {
		out[i] = left[i] + right[i]
	}
	return out
}

// lines wraps what is said, the mark before its first line.
func (d word) lines(st *styles.Styles, w int) []string {
	style := st.Plain
	if d.look != nil {
		style = d.look(st)
	}
	indent := cell.Width(d.mark) + 2
	var lines []string
	for i, text := range cell.Wrap(cell.Clean(d.text), w-indent-1) {
		l := styles.NewLine(w, nil).Put(st.Plain, " ")
		if i == 0 {
			l.Put(style, d.mark)
		}
		lines = append(lines, l.To(indent).Put(style, text).String())
	}
	return lines
}

// lanes draws histories to scale.
func lanes(st *styles.Styles, all []timeline.Lane, w int) []string {
	names := 0
	for _, l := range all {
		names = max(names, cell.Width(l.Name)+1)
	}
	return timeline.Render(st, all, min(names, w/3), w)
}
