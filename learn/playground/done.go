package playground

import (
	"fmt"
	"slices"
	"strings"

	"dimdesk/engine"
)

// done says what became of staged rows.
type done struct {
	teller
	before, now engine.Table // what was stored, and is
	rows        []staged     // of the batch that is spoken of
}

// says what became of one row.
func (d done) says(c engine.Change) string {
	switch c.Kind {
	case engine.New:
		return "opened the first row" + with(c.Columns)
	case engine.Changed:
		text := fmt.Sprintf("ended the row with %s at %s and opened one with %s", each(c.Columns, before), c.Effective, each(c.Columns, after))
		if d.a.Type == 6 {
			text += ", which every row now holds as its current value"
		}
		return text
	case engine.Corrected:
		return d.corrected(c)
	case engine.Late:
		return d.late(c)
	case engine.Deleted:
		return fmt.Sprintf("ended the open row at %s: nothing is in force after it", c.Effective)
	case engine.Returned:
		return fmt.Sprintf("opened a row at %s%s: it is back", c.Effective, with(c.Columns))
	case engine.Rejected:
		return "rejected a row: " + c.Reason
	case engine.Unchanged:
		return untaken(c)
	}
	return ""
}

func (d done) corrected(c engine.Change) string {
	switch d.a.Type.stored() {
	case 3:
		return fmt.Sprintf("overwrote %s, and kept the old value beside it", each(c.Columns, pair))
	case 1:
		rows := "the one row"
		if n := len(d.now.Rows); n > 1 {
			rows = fmt.Sprintf("all %d rows", n)
		}
		return fmt.Sprintf("overwrote %s in %s", each(c.Columns, pair), rows)
	}
	return fmt.Sprintf("overwrote %s in place, as the row is dated on the very start of a version", each(c.Columns, pair))
}

// late says what a late row did to history, told from the rows before and after.
func (d done) late(c engine.Change) string {
	s := d.a.Story
	if at := int(c.Row) - 1; at >= 0 && at < len(d.rows) && d.rows[at].gone {
		return "ended late what was in force at " + c.Effective + "; the rows after it stand as they are"
	}
	var started *Version // what begins where the row is dated
	for _, v := range s.versions(2, d.before, d.now) {
		if v.From == c.Effective {
			started = &v
		}
	}
	if started == nil {
		return "placed a late row at " + c.Effective
	}
	stays := "; the rows after it stand as they are"
	for _, old := range s.versions(2, engine.Table{}, d.before) {
		switch {
		case old.Key == started.Key && old.From == started.From:
			return fmt.Sprintf("overwrote %s in the row of %s, late%s", each(c.Columns, pair), old.From, stays)
		case old.Key == started.Key:
			return fmt.Sprintf("moved the start of the row of %s back to %s", old.From, started.From)
		case old.From < c.Effective && (old.To == "" || old.To > c.Effective):
			return fmt.Sprintf("split the row of %s at %s, late: from there %s%s", old.From, c.Effective, each(c.Columns, instead), stays)
		}
	}
	return fmt.Sprintf("opened a row at %s, where there was none%s", c.Effective, stays)
}

// untaken says why an unchanged row that differs changes nothing.
func untaken(c engine.Change) string {
	var parts []string
	note := ""
	for _, col := range c.Columns {
		if !col.Taken && col.Note != "" {
			parts = append(parts, fmt.Sprintf("%s %s and not %s", col.Name, col.Before.Show(), col.After.Show()))
			note = col.Note
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "keeps " + strings.Join(parts, ", ") + ": " + note
}

// each lists something of the columns that are taken.
func each(columns []engine.ColumnChange, say func(engine.ColumnChange) string) string {
	var out []string
	for _, c := range columns {
		if c.Taken {
			out = append(out, say(c))
		}
	}
	if n := len(out); n > 1 {
		return strings.Join(out[:n-1], ", ") + " and " + out[n-1]
	}
	return strings.Join(out, "")
}

// with lists the values that a row opens with.
func with(columns []engine.ColumnChange) string {
	if !slices.ContainsFunc(columns, func(c engine.ColumnChange) bool { return c.Taken }) {
		return ""
	}
	return ", with " + each(columns, func(c engine.ColumnChange) string { return c.Name + " " + c.After.Show() })
}

func before(c engine.ColumnChange) string { return c.Name + " " + c.Before.Show() }

func after(c engine.ColumnChange) string { return c.After.Show() }

func pair(c engine.ColumnChange) string {
	return c.Name + " " + c.Before.Show() + " with " + c.After.Show()
}

func instead(c engine.ColumnChange) string {
	return c.Name + " is " + c.After.Show() + " and not " + c.Before.Show()
}
