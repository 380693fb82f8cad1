package review

import (
	"strconv"
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/styles"

	"charm.land/lipgloss/v2"
)

// columnLines are the columns of a change, one a line, from old to new.
func columnLines(st *styles.Styles, c engine.Change, w int) []string {
	var lines []string
	for _, col := range cell.InOrder(c, "") {
		l := styles.NewLine(w, nil).Put(st.Plain, "   ")
		writeColumn(st, l, cell.Afresh(c), col, "", l.Left())
		why := "  not taken: " + cell.Clean(col.Note)
		switch {
		case col.Taken:
			lines = append(lines, l.String())
		case l.Left() >= cell.Width(why):
			lines = append(lines, l.Put(st.Quiet, why).String())
		default:
			lines = append(append(lines, l.String()), remark(st.Quiet, why, w)...)
		}
	}
	return lines
}

// notTaken says why differences are not applied, where there is no room for all columns.
func notTaken(st *styles.Styles, c engine.Change, w int) []string {
	var lines []string
	for _, col := range c.Columns {
		if !col.Taken {
			lines = append(lines, remark(st.Quiet, "· "+columnText(cell.Afresh(c), col)+" is not taken: "+col.Note, w)...)
		}
	}
	return lines
}

// remark is a text in indented lines.
func remark(style lipgloss.Style, text string, w int) []string {
	var lines []string
	indent := "   "
	for _, line := range cell.Wrap(cell.Clean(text), w-5) {
		lines = append(lines, styles.NewLine(w, nil).Put(style, indent+line).String())
		indent = "     "
	}
	return lines
}

// remarks are what must be known about a change beyond its columns: why it is rejected and what would help, and its notes.
func remarks(st *styles.Styles, c engine.Change, m engine.Member, w int) []string {
	var lines []string
	add := func(strong bool, text string) {
		style := st.Quiet
		if strong {
			style = st.Bad
		}
		lines = append(lines, remark(style, text, w)...)
	}
	if m.Fault != "" && !strings.Contains(c.Reason, m.Fault) {
		add(true, "! the stored history is broken: "+m.Fault)
	}
	if c.Kind == engine.Rejected {
		add(true, "! "+c.Reason)
		if c.Hint != "" {
			add(false, "what would help: "+c.Hint)
		}
		add(false, "It goes to the parked file with the commit, so that it is not lost.")
	}
	if c.Kind == engine.Unchanged && m.Before == nil {
		add(false, "· nothing follows from this row; Enter reads the member's history")
	}
	if c.Kind == engine.Superseded {
		add(false, "» "+c.Reason)
	}
	if c.Decision == engine.Parked {
		text := "⏸ not applied now, but kept in a file with the commit"
		if c.Reason != "" {
			text = "⏸ why: “" + c.Reason + "”"
		}
		add(false, text)
	}
	for _, note := range c.Notes {
		add(false, "· "+note)
	}
	if n := len(m.Changes); n > 1 {
		for i, other := range m.Changes {
			if other.ID == c.ID {
				add(false, "· row "+strconv.Itoa(i+1)+" of "+strconv.Itoa(n)+" that the batch has for this member")
			}
		}
	}
	return lines
}
