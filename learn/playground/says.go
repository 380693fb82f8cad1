package playground

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"dimdesk/engine"
)

// says is what the type did in the moment: what became of each staged row, and what that did to figures that had been reported.
func (t teller) says(moved []Differs) string {
	s, name := t.a.Story, fmt.Sprintf("Type %d", t.a.Type)
	if t.out.Batch == "" {
		return fmt.Sprintf("Nothing was staged in %s: %s leaves its rows as they are.%s", s.Moments[t.a.Moment-1].Name, strings.ToLower(name[:1])+name[1:], t.ordered())
	}
	var parts []string
	for _, c := range t.out.Applied.Changes {
		if part := t.did(c); part != "" && !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		parts = []string{"found nothing to change"}
	}
	text := name + " " + strings.Join(parts, ", then ") + "."
	if how := t.how(); how != "" {
		text += " " + how
	}
	if t.takenForNews() {
		text += " The row is late, but a row without history cannot tell: what comes last wins."
	}
	if len(moved) > 0 {
		return text + " " + s.shifted(moved)
	}
	if t.a.Moment > 1 && s.HasOrders() && t.a.Type != 0 && slices.ContainsFunc(t.out.Applied.Changes, func(c engine.Change) bool { return c.Kind == engine.Changed }) {
		text += " What was reported before stays."
	}
	return text
}

// ordered says which orders came in a moment in which nothing else did.
func (t teller) ordered() string {
	var amounts []string
	for _, e := range t.a.Story.Events {
		if e.Kind == Order && e.Arrives == t.a.Moment {
			amounts = append(amounts, t.a.Story.Currency+e.Amount)
		}
	}
	switch len(amounts) {
	case 0:
		return ""
	case 1:
		return " One order came, of " + amounts[0] + "."
	}
	if len(amounts) > 5 {
		return " " + strconv.Itoa(len(amounts)) + " orders came."
	}
	return " Orders came, of " + strings.Join(amounts[:len(amounts)-1], ", ") + " and " + amounts[len(amounts)-1] + "."
}

// did says what became of one staged row.
func (t teller) did(c engine.Change) string {
	typ := t.a.Type.stored()
	switch c.Kind {
	case engine.New:
		return "opened the first row, with " + values(c.Columns)
	case engine.Changed:
		text := fmt.Sprintf("ended the row with %s at %s and opened one with %s", olds(c.Columns), c.Effective, news(c.Columns))
		if typ == 6 {
			text += ", which every row now holds as its current value"
		}
		return text
	case engine.Corrected:
		switch typ {
		case 3:
			return fmt.Sprintf("overwrote %s, and kept the old value beside it", pairs(c.Columns))
		case 1:
			return fmt.Sprintf("overwrote %s in %s", pairs(c.Columns), rowCount(len(t.out.Tables[0].Table.Rows)))
		}
		return fmt.Sprintf("overwrote %s in place, as the row is dated on the very start of a version", pairs(c.Columns))
	case engine.Late:
		if len(c.Columns) == 0 {
			return "deleted late: what was in force ends at " + c.Effective
		}
		return fmt.Sprintf("placed a late row at %s: %s; the rows after it stand as they are", c.Effective, pairs(c.Columns))
	case engine.Deleted:
		return fmt.Sprintf("ended the open row at %s: nothing is in force after it", c.Effective)
	case engine.Returned:
		return fmt.Sprintf("opened a row at %s with %s: the customer is back", c.Effective, values(c.Columns))
	case engine.Rejected:
		return "rejected a row: " + c.Reason
	case engine.Unchanged:
		return untaken(c)
	}
	return ""
}

// untaken says why an unchanged row that differs changes nothing.
func untaken(c engine.Change) string {
	for _, col := range c.Columns {
		if !col.Taken && col.Note != "" {
			return fmt.Sprintf("keeps %s %s and not %s: %s", col.Name, col.Before.Show(), col.After.Show(), col.Note)
		}
	}
	return ""
}

// takenForNews tells whether a row that is late overwrote what is newer, for want of a version that began after it.
func (t teller) takenForNews() bool {
	s := t.a.Story
	if t.a.Type != 1 && t.a.Type != 3 {
		return false
	}
	late := slices.ContainsFunc(s.Events, func(e Event) bool { return e.Arrives == t.a.Moment && e.Kind == Move && s.Late(e) })
	return late && slices.ContainsFunc(t.out.Applied.Changes, func(c engine.Change) bool { return c.Kind == engine.Corrected })
}

// how says what composes a type's tables from that.
func (t teller) how() string {
	switch t.a.Type {
	case 4:
		return "Here SQL puts its values into a profile of the mini-dimension; the orders hold the profile's key."
	case 5:
		return "Here SQL makes a profile of it, to which orders point, and sets the customer's current profile."
	case 7:
		return "Here orders hold the row's key and the customer's; a view shows the current row."
	}
	return ""
}

// shifted says which figures that had been reported are others now, column by column.
func (s Story) shifted(moved []Differs) string {
	var parts []string
	for i := 0; i < len(moved); {
		var lost, won []Differs
		for column := moved[i].Column; i < len(moved) && moved[i].Column == column; i++ {
			if moved[i].Printed == "" {
				won = append(won, moved[i])
			} else {
				lost = append(lost, moved[i])
			}
		}
		if len(lost) == 1 && len(won) == 1 && lost[0].Printed == won[0].Now {
			parts = append(parts, fmt.Sprintf("%s%s that was reported for %s is %s's now", s.Currency, won[0].Now, lost[0].Value.Show(), won[0].Value.Show()))
			continue
		}
		for _, d := range lost {
			now := "gone"
			if d.Now != "" {
				now = s.Currency + d.Now + " now"
			}
			parts = append(parts, fmt.Sprintf("%s's reported %s%s is %s", d.Value.Show(), s.Currency, d.Printed, now))
		}
		for _, d := range won {
			parts = append(parts, fmt.Sprintf("%s%s of it is %s's", s.Currency, d.Now, d.Value.Show()))
		}
	}
	text := strings.Join(parts, ", ")
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:] + "."
}

func rowCount(n int) string {
	if n == 1 {
		return "the one row"
	}
	return fmt.Sprintf("all %d rows", n)
}

func taken(columns []engine.ColumnChange) []engine.ColumnChange {
	return slices.DeleteFunc(slices.Clone(columns), func(c engine.ColumnChange) bool { return !c.Taken })
}

// each lists something of the columns that are taken.
func each(columns []engine.ColumnChange, say func(engine.ColumnChange) string) string {
	var out []string
	for _, c := range taken(columns) {
		out = append(out, say(c))
	}
	if n := len(out); n > 1 {
		return strings.Join(out[:n-1], ", ") + " and " + out[n-1]
	}
	return strings.Join(out, "")
}

func values(columns []engine.ColumnChange) string {
	return each(columns, func(c engine.ColumnChange) string { return c.Name + " " + c.After.Show() })
}

func olds(columns []engine.ColumnChange) string {
	return each(columns, func(c engine.ColumnChange) string { return c.Name + " " + c.Before.Show() })
}

func news(columns []engine.ColumnChange) string {
	return each(columns, func(c engine.ColumnChange) string { return c.After.Show() })
}

func pairs(columns []engine.ColumnChange) string {
	return each(columns, func(c engine.ColumnChange) string {
		return c.Name + " " + c.Before.Show() + " with " + c.After.Show()
	})
}
