package learn

import (
	"fmt"

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
	lanes []timeline.Lane
	words []word
}

// word is a line of an exhibit that says something.
type word struct {
	mark, text string
	look       func(*styles.Styles) look
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

// lines draws it, each line w columns wide; the tables are scrolled sideways by left columns, as far as there is anything.
func (e exhibit) lines(st *styles.Styles, w int, left *int) []string {
	var lines []string
	furthest := 0
	for i, p := range e {
		if i > 0 {
			lines = append(lines, styles.NewLine(w, nil).String())
		}
		if p.title != "" {
			lines = append(lines, styles.NewLine(w, nil).Put(st.Plain, " ").Put(st.Strong, p.title).String())
		}
		if p.sheet != nil {
			s := *p.sheet
			for range *left {
				s.Scroll(1, w-2)
			}
			furthest = max(furthest, s.Left)
			for _, l := range s.Lines(st, w-2) {
				lines = append(lines, " "+l+" ")
			}
		}
		lines = append(lines, lanes(st, p.lanes, w)...)
		for _, word := range p.words {
			lines = append(lines, word.lines(st, w)...)
		}
	}
	*left = min(*left, furthest)
	return lines
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
