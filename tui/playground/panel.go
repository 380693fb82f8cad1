package playground

import (
	"strconv"
	"strings"

	"dimdesk/engine"
	"dimdesk/learn/playground"
	"dimdesk/tui/cell"
	"dimdesk/tui/page"
	"dimdesk/tui/styles"
	"dimdesk/tui/timeline"

	"github.com/charmbracelet/x/ansi"
)

// panel is one type in parts, each so many lines high.
type panel struct {
	out                      playground.Outcome
	ready                    bool
	t                        playground.Type
	w                        int
	says, rows, lanes, money []string
	taller                   bool // there is no room for the timeline
}

// heights are how many lines the parts of a panel take.
type heights struct{ says, rows, lanes, money int }

func (p *Page) parts(t playground.Type, w int) panel {
	out, ok := p.seen[t]
	if !ok {
		return panel{t: t, w: w}
	}
	return panel{out: out, ready: true, t: t, w: w, says: p.says(out, w), rows: p.rows(out, w), lanes: p.lanes(out, w, true), money: p.money(out, w, false)}
}

// rowsLeast is how many lines of rows are kept free, so that what is below stays where it is when a row is added.
const rowsLeast = 7

// fitPanels makes panels that stand beside one another fit in h lines and line up. What there is no room for is left out in this order:
// lanes of what really was, words, bars, the timeline; rows that do not fit are scrolled to.
func (p *Page) fitPanels(all []panel, h int) heights {
	room := h - 1 // for the heading
	need := func() (n heights) {
		for _, a := range all {
			n.says, n.rows = max(n.says, len(a.says), 2), max(n.rows, len(a.rows))
			n.lanes, n.money = max(n.lanes, len(a.lanes)), max(n.money, len(a.money))
		}
		return n
	}
	each := func(change func(*panel)) {
		for i := range all {
			if all[i].ready {
				change(&all[i])
			}
		}
	}
	few := func(n heights) int { return n.says + min(n.rows, rowsLeast) + n.lanes + n.money }
	n := need()
	if few(n) > room {
		each(func(a *panel) { a.lanes = p.lanes(a.out, a.w, false) })
		n = need()
	}
	if few(n) > room {
		each(func(a *panel) { a.money = p.money(a.out, a.w, true) })
		n = need()
	}
	if few(n) > room {
		each(func(a *panel) { a.says = cutLines(a.says, 2, a.w) })
		n = need()
	}
	if n.says+min(n.rows, 4)+n.lanes+n.money > room {
		each(func(a *panel) { a.money = p.moneyShort(a.out, a.w) })
		n = need()
	}
	if n.says+min(n.rows, 4)+n.lanes+n.money > room {
		each(func(a *panel) { a.lanes = p.laneShort(a.out, a.w) })
		n = need()
	}
	if n.says+min(n.rows, 4)+n.lanes+n.money > room {
		each(func(a *panel) { a.says = cutLines(a.says, 1, a.w) })
		n = need()
		n.says = 1
	}
	if n.says+min(n.rows, 4)+n.lanes+n.money > room {
		each(func(a *panel) { a.taller, a.lanes = a.out.Versions != nil, nil })
		n.lanes = 0
	}
	n.rows = max(min(max(n.rows, rowsLeast), room-n.says-n.lanes-n.money), 0)
	return n
}

// cutLines keeps the first lines of a text, and shows that it goes on.
func cutLines(lines []string, n, w int) []string {
	if len(lines) <= n {
		return lines
	}
	lines = append([]string(nil), lines[:n]...)
	lines[n-1] = cell.Fit(strings.TrimRight(ansi.Cut(lines[n-1], 0, w-2), " ")+"…", w)
	return lines
}

// draw puts the parts of a panel below one another.
func (p *Page) draw(a panel, n heights, h int, alone bool) []string {
	st := p.env.Styles
	right := ""
	switch {
	case a.t.Composed():
		right = "composed by SQL: Tab"
	case a.taller:
		right = "timeline: in a larger window"
	}
	lines := []string{page.Rule(st, a.w, "type "+strconv.Itoa(int(a.t))+" "+a.t.Idea(), right, alone)}
	if !a.ready {
		return page.Fill(append(lines, styles.NewLine(a.w, nil).Put(st.Quiet, " computing…").String()), a.w, h)
	}
	lines = append(lines, page.Fill(a.says, a.w, n.says)...)
	lines = append(lines, p.scrolled(a.rows, a.w, n.rows)...)
	if n.lanes > 0 && len(lines)+n.lanes+n.money < h {
		lines = append(lines, page.Fill(nil, a.w, 1)...)
	}
	lines = append(lines, page.Fill(a.lanes, a.w, n.lanes)...)
	return page.Fill(append(lines, a.money...), a.w, h)
}

// says is what the type did, in lines.
func (p *Page) says(out playground.Outcome, w int) []string {
	st := p.env.Styles
	var lines []string
	for _, text := range cell.Wrap(cell.Clean(out.Says), w-2) {
		lines = append(lines, styles.NewLine(w, nil).Put(st.Plain, " ").Put(st.Strong, text).String())
	}
	return lines
}

// scrolled is as much of the rows as there is room for. The header of a single table stays.
func (p *Page) scrolled(rows []string, w, room int) []string {
	st := p.env.Styles
	if room < 1 {
		return nil
	}
	if len(rows) <= room {
		return page.Fill(rows, w, room)
	}
	hidden := len(rows) - room
	p.hidden = max(p.hidden, hidden)
	top := min(p.top, hidden)
	lines := append([]string(nil), rows[top:top+room]...)
	if top < hidden {
		lines[room-1] = styles.NewLine(w, nil).Put(st.Quiet, "   … "+cell.Plural(int64(hidden-top+1), "more line")+": j").String()
	}
	return lines
}

// lanes is the timeline of the rows, and beside it what really was, where that is wanted and another.
func (p *Page) lanes(out playground.Outcome, w int, truth bool) []string {
	st := p.env.Styles
	s := p.story()
	if out.Versions == nil {
		return []string{styles.NewLine(w, nil).Put(st.Quiet, " No row has a period here: when it was is told by the orders' keys alone.").String()}
	}
	name := 9
	for _, c := range s.Columns {
		name = min(max(name, cell.Width(cell.Clean(c))+1), 16)
	}
	var all []timeline.Lane
	for i, c := range s.Columns {
		if i == lanesAtMost {
			break
		}
		stored := timeline.Lane{Name: cell.Cut(cell.Clean(c), name-1), Spans: spans(out.Versions, i)}
		all = append(all, stored)
		if was := (timeline.Lane{Name: "really", Spans: spans(s.Truth(out.Moment), i)}); truth && !alike(was, stored) {
			all = append(all, was)
		}
	}
	from, to := s.Moments[0].From, s.Moments[len(s.Moments)-1].From
	lines := timeline.RenderWithin(st, all, from, to, name, w-1)
	for i := range lines {
		lines[i] += " "
	}
	return lines
}

// laneShort is the timeline in one line, without its axis: the lane of the column that moved last.
func (p *Page) laneShort(out playground.Outcome, w int) []string {
	lines := p.lanes(out, w, false)
	if out.Versions == nil {
		return lines
	}
	s, column := p.story(), 0
	for i := 1; i < len(out.Versions); i++ {
		for c := range min(len(s.Columns), lanesAtMost) {
			if was, is := out.Versions[i-1].Values, out.Versions[i].Values; was[c] != is[c] {
				column = c
			}
		}
	}
	if column+1 >= len(lines) {
		return nil
	}
	return lines[column+1 : column+2]
}

// lanesAtMost is how many attributes have lanes.
const lanesAtMost = 3

// spans are the versions with one of their values; neighbours that hold the same there are one.
func spans(versions []playground.Version, column int) []timeline.Span {
	var out []timeline.Span
	for _, v := range versions {
		value := engine.Null
		if column < len(v.Values) {
			value = v.Values[column]
		}
		span := timeline.Span{From: v.From, To: v.To, Text: cell.Value(value), New: v.Fresh}
		out = append(out, span)
	}
	return out
}

// alike tells whether two lanes say the same of every time, however many versions they need for it.
func alike(a, b timeline.Lane) bool { return merged(a.Spans) == merged(b.Spans) }

func merged(spans []timeline.Span) string {
	var b strings.Builder
	last := timeline.Span{}
	for i, s := range spans {
		if i > 0 && last.Text == s.Text && last.To == s.From {
			last.To = s.To
			continue
		}
		b.WriteString(last.From + "|" + last.To + "|" + last.Text + "\n")
		last = s
	}
	b.WriteString(last.From + "|" + last.To + "|" + last.Text)
	return b.String()
}
