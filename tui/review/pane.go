package review

import (
	"strings"
	"time"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/styles"
	"dimdesk/tui/timeline"
)

// pane shows the selected change's member in w×h: what happens, the timeline before and after, and the versions.
func (p *Page) pane(w, h int) []string {
	st := p.env.Styles
	c, ok := p.grid.Selected()
	if !ok {
		return nil
	}
	lines := []string{p.heading(c, w)}
	switch {
	case p.late():
		return append(lines, styles.NewLine(w, nil).Put(st.Quiet, "   reading the history…").String())
	case p.memberOf == 0:
		return lines
	}
	columns := changedColumns(c, p.member)
	var said []string
	if h < roomy {
		columns = columns[:1]
		said = append(remarks(st, c, p.member, w), notTaken(st, c, w)...)
	} else {
		columns = columns[:min(len(columns), 3)]
		said = append(columnLines(st, c, w), remarks(st, c, p.member, w)...)
	}
	// The timeline and a few versions are worth more than the last of many remarks.
	rest := 0
	if n := max(len(p.member.Before), len(p.member.After)); n > 0 {
		rest = 1 + 2*len(columns) + 1 + min(n, 3)
	}
	if most := max(h-1-rest, 1); len(said) > most {
		said = said[:most]
	}
	lines = append(lines, said...)
	lines = append(lines, lanes(st, p.member, columns, w)...)
	table := newVersions(p.info, p.member, c, w, p.paneColumn)
	room := h - len(lines) - 1
	p.paneTop = max(min(p.paneTop, len(table.rows)-room), 0)
	if len(table.rows) > 0 && room > 0 {
		lines = append(lines, table.header(st))
		lines = append(lines, table.body(st, p.paneTop, room)...)
	}
	return lines
}

// lag is how long the pane may show the member before, which avoids flicker while somebody moves through the list. It is less
// than it takes the program to say that it is at work, so that the screen is drawn again by then.
const lag = 250 * time.Millisecond

// late tells whether the member that belongs here is not there yet, though it was asked for a while ago.
func (p *Page) late() bool { return !p.asked.IsZero() && time.Since(p.asked) > lag }

// roomy is the height from which the pane also lists each column, and draws lanes for more than one.
const roomy = 14

// changedColumns are the attributes that a change touches, or the one that tells most where it touches none.
func changedColumns(c engine.Change, m engine.Member) []int {
	changed := map[string]bool{}
	for _, col := range c.Columns {
		changed[col.Name] = changed[col.Name] || col.Taken
	}
	var columns []int
	if c.Kind != engine.New && c.Kind != engine.Returned {
		for i, name := range m.Columns {
			if changed[name] {
				columns = append(columns, i)
			}
		}
	}
	if len(columns) == 0 {
		columns = append(columns, telling(m))
	}
	return columns
}

// heading is the member's name, what the plan does to it, and how many versions it has before and after.
func (p *Page) heading(c engine.Change, w int) string {
	st := p.env.Styles
	l := styles.NewLine(w, nil).Put(st.Plain, " ").Put(st.Strong, cell.Key(c.Key))
	if c.Label != "" {
		l.Put(st.Strong, " "+cell.Cut(cell.Clean(c.Label), w*2/5))
	}
	if c.ID != p.memberOf || p.late() {
		return l.String()
	}
	right := ""
	if p.member.Before != nil || p.member.After != nil || c.Kind == engine.New { // else no history was looked for
		right = cell.Plural(int64(len(p.member.Before)), "version") + " → " + cell.Count(int64(len(p.member.After))) + " "
	}
	room := l.Left() - cell.Width(right) - 5
	summary := summaryOf(c, p.member)
	if cell.Width(summary) > room { // the kind is said by its mark
		summary = strings.TrimPrefix(summary, c.Kind.String()+": ")
	}
	l.Put(st.Plain, "  ").Put(st.Kind(c.Kind), c.Kind.Mark()+" ").Put(st.Plain, cell.Cut(summary, room))
	return l.Right(st.Quiet, right).String()
}

// summaryOf says what the plan does to a member. The engine's word is of a change that is applied; why a row is not stands
// below.
func summaryOf(c engine.Change, m engine.Member) string {
	switch {
	case c.Decision == engine.Parked:
		return c.Kind.String() + ", but parked"
	case c.Kind == engine.Rejected || m.Summary == "":
		return c.Kind.String()
	}
	return cell.Clean(m.Summary)
}

// lanes draws the history before and after for some attributes.
func lanes(st *styles.Styles, m engine.Member, columns []int, w int) []string {
	var all []timeline.Lane
	names := 8
	for _, i := range columns {
		name := ""
		if i >= 0 && i < len(m.Columns) {
			name = cell.Cut(cell.Clean(m.Columns[i]), 14)
		}
		before := timeline.Lane{Name: strings.TrimSpace(name + " before"), Spans: timeline.Of(m.Before, i)}
		for j := range before.Spans {
			before.Spans[j].New = false
		}
		all = append(all, before, timeline.Lane{Name: "after", Spans: timeline.Of(m.After, i)})
		names = max(names, cell.Width(before.Name)+1)
	}
	lines := timeline.Render(st, all, names, w-1)
	for i := range lines {
		lines[i] += " "
	}
	return lines
}

// telling is the attribute whose history tells most of a member: the first of type 2, else the first.
func telling(m engine.Member) int {
	for i, t := range m.Types {
		if t == engine.Type2 {
			return i
		}
	}
	return min(0, len(m.Columns)-1)
}
