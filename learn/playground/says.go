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
func (t teller) says(before, now engine.Table, moved []Differs) string {
	s := t.a.Story
	who := fmt.Sprintf("Type %d", t.a.Type)
	if _, there := s.there(); there && t.a.Moment == 1 && len(t.out.Batches) == 0 {
		return fmt.Sprintf("Here the story begins, with the row that is stored first.%s", t.ordered())
	}
	if len(t.out.Batches) == 0 {
		return fmt.Sprintf("Nothing was staged in %s: %s leaves its rows as they are.%s", s.Moments[t.a.Moment-1].Name, small(who), t.ordered())
	}
	if t.a.Type.Composed() {
		who = "Beneath, type 2"
	}
	d := done{teller: t, before: before, now: now}
	var parts []string
	changed := false
	for i, applied := range t.out.Applied {
		d.rows = s.loads(t.a.Moment)[i].rows
		for _, c := range applied.Changes {
			if part := d.says(c); part != "" && !slices.Contains(parts, part) {
				parts = append(parts, part)
			}
			changed = changed || c.Kind != engine.Unchanged && c.Kind != engine.Rejected && c.Kind != engine.Superseded
		}
	}
	if len(parts) == 0 {
		parts = []string{"found nothing to change"}
	}
	text := who + " " + strings.Join(parts, ", then ") + "."
	if changed {
		text += t.how()
	}
	switch {
	case t.takenForNews():
		text += " The row is late, but a row without history cannot tell: what comes last wins."
	case len(moved) == 0 && changed && t.a.Moment > 1 && s.HasOrders():
		text += " What was reported before stays."
	}
	if len(moved) > 0 {
		text += " " + capital(s.Until(t.a.Moment-1)) + ": " + s.shifted(moved)
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

// how says what composes a type's tables from what type 2 did.
func (t teller) how() string {
	switch t.a.Type {
	case 4:
		return " Type 4 has that as a profile, whose key the orders hold."
	case 5:
		return " Type 5 has that as a profile, whose key the orders hold; the customer points at its profile of now."
	case 7:
		return " Type 7's orders hold two keys: the row's, and the customer's for a view of the current row."
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
	return late && slices.ContainsFunc(t.out.Applied, func(a engine.LabApplied) bool {
		return slices.ContainsFunc(a.Changes, func(c engine.Change) bool { return c.Kind == engine.Corrected })
	})
}

// Until names the time from the beginning to the end of a moment: that of a report which is printed then. Such a report is of less than
// what the bars of a later moment show, so that whoever speaks of its figures says so.
func (s Story) Until(moment int) string {
	switch at := s.Moments[moment-1]; {
	case s.Own || !strings.HasPrefix(at.Name, "month "):
		return "until " + at.AsOf
	case moment == 1:
		return "of month 1"
	}
	return "of months 1–" + strconv.Itoa(moment)
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
		if len(lost) == 1 && len(won) == 1 && lost[0].Printed == won[0].Now && !won[0].Value.Null {
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
			whose := "is " + d.Value.Show() + "'s"
			if d.Value.Null {
				whose = "finds no row in force"
			}
			parts = append(parts, fmt.Sprintf("%s%s of it %s", s.Currency, d.Now, whose))
		}
	}
	if more := len(parts) - figuresAtMost; more > 0 {
		parts = append(parts[:figuresAtMost], fmt.Sprintf("and so on (%d more)", more))
	}
	return strings.Join(parts, ", ") + "."
}

// figuresAtMost is how many figures are spoken of in a sentence.
const figuresAtMost = 4

func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

func small(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(first)) + text[size:]
}
