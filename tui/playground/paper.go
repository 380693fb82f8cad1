package playground

import (
	"strings"

	"dimdesk/learn/playground"
	"dimdesk/tui/cell"
	"dimdesk/tui/styles"

	"charm.land/lipgloss/v2"
)

// checks say of each printed report whether the table still gives it: the last ones.
func (p *Page) checks(out playground.Outcome, w int) []string {
	var lines []string
	for _, c := range out.Checks[max(len(out.Checks)-papersAtMost, 0):] {
		lines = append(lines, p.check(c, w)...)
	}
	return lines
}

// checksShort is that of the last report, in a line and one more for each reading by which it is gone.
func (p *Page) checksShort(out playground.Outcome, w int) []string {
	st := p.env.Styles
	if len(out.Checks) == 0 {
		return nil
	}
	c := out.Checks[len(out.Checks)-1]
	first := styles.NewLine(w, nil).Put(st.Quiet, " Printed, "+p.story().Moments[c.Paper.Moment-1].Name+": ").Put(st.Plain, p.printed(c.Paper))
	lines := []string{""}
	for _, h := range c.Readings {
		if len(h.Differs) == 0 {
			first.Put(st.Good, "  ✓ ").Put(st.Plain, alone(c, h.Name, "still so"))
			continue
		}
		lines = append(lines, p.marked(st.Bad, "✗", p.gone(c, h), w)...)
	}
	lines[0] = first.String()
	return lines
}

// alone is a reading's name, or other words where there is only one.
func alone(c playground.Check, name, only string) string {
	if len(c.Readings) == 1 {
		return only
	}
	return name
}

// printed is what a report says.
func (p *Page) printed(paper playground.Paper) string {
	var printed []string
	for _, f := range paper.By {
		for _, b := range f.Bars {
			printed = append(printed, shownValue(b)+" "+p.amountOf(b.Amount))
		}
	}
	return strings.Join(printed, " · ")
}

// differsAtMost is how many lines there are of what a reading says otherwise.
const differsAtMost = 3

// papersAtMost is how many reports are spoken of.
const papersAtMost = 2

// check is one printed report: what it says, and a line for each reading.
func (p *Page) check(c playground.Check, w int) []string {
	st := p.env.Styles
	m := p.story().Moments[c.Paper.Moment-1]
	head := " Printed at the end of " + m.Name + ": "
	switch {
	case p.story().Own:
		head = " Printed at " + cell.Clean(m.AsOf) + ": "
	case w < 78:
		head = " Printed, " + m.Name + ": "
	}
	l := styles.NewLine(w, nil).Put(st.Quiet, head).Put(st.Plain, cell.Cut(p.printed(c.Paper), w-cell.Width(head)))
	lines := []string{l.String()}
	for _, h := range c.Readings {
		if len(h.Differs) > 0 {
			lines = append(lines, p.marked(st.Bad, "✗", p.gone(c, h), w)...)
			continue
		}
		name := ""
		if len(c.Readings) > 1 {
			name = h.Name + ": "
		}
		lines = append(lines, p.marked(st.Good, "✓", name+"the table still gives that", w)...)
	}
	return lines
}

// marked is a text below its report, in as many lines as it may have.
func (p *Page) marked(style lipgloss.Style, mark, text string, w int) []string {
	st := p.env.Styles
	var lines []string
	for _, part := range cutLines(cell.Wrap(text, w-6), differsAtMost, w-6) {
		lines = append(lines, styles.NewLine(w, nil).Put(style, "   "+mark+" ").Put(st.Plain, part).String())
		mark = " "
	}
	return lines
}

// gone says what a reading gives instead of what was printed, and of which time: the bars are of a longer one.
func (p *Page) gone(c playground.Check, h playground.Held) string {
	name := ""
	if len(c.Readings) > 1 {
		name = h.Name + ", "
	}
	return name + strings.TrimPrefix(p.story().Until(c.Paper.Moment), "of ") + ": " + p.differs(h.Differs)
}

// differs says which figures are gone, and what there is instead: column by column.
func (p *Page) differs(all []playground.Differs) string {
	var parts []string
	for i := 0; i < len(all); {
		column := all[i].Column
		var lost, won []string
		for ; i < len(all) && all[i].Column == column; i++ {
			d := all[i]
			name := cell.Value(d.Value)
			if d.Value.Null {
				name = "no version in force"
			}
			switch {
			case d.Now == "":
				lost = append(lost, "the "+p.amountOf(d.Printed)+" of "+name+" is gone")
			case d.Printed == "":
				won = append(won, name+" "+p.amountOf(d.Now))
			default:
				lost = append(lost, name+" is "+p.amountOf(d.Now)+", not "+p.amountOf(d.Printed))
			}
		}
		text := strings.Join(lost, ", ")
		if len(won) > 0 {
			text = strings.TrimSpace(text + " (" + strings.Join(won, ", ") + ")")
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}
