package playground

import (
	"slices"
	"strings"
	"time"

	"dimdesk/engine"
)

// moments are the dates of the stored events, and the one in which the batch arrives.
func (t *ownTeller) moments(asOf string, stored int) {
	s := t.story
	var dates []string
	last := asOf
	for i, e := range s.Events {
		if i < stored && !slices.Contains(dates, e.Date) {
			dates = append(dates, e.Date)
		}
		last = max(last, e.Date)
	}
	for i, d := range dates {
		m := Moment{Name: d, From: d, AsOf: last}
		if i+1 < len(dates) {
			m.AsOf = s.justBefore(dates[i+1])
		}
		s.Moments = append(s.Moments, m)
	}
	if stored < len(s.Events) || stored == 0 {
		from := last
		if stored == 0 {
			from = s.Events[0].Date
		}
		s.Moments = append(s.Moments, Moment{Name: "the batch", From: from, AsOf: last})
		if n := len(s.Moments); n > 1 {
			s.Moments[n-2].AsOf = max(s.Moments[n-2].From, s.justBefore(from))
		}
	}
	for i := range s.Events {
		e := &s.Events[i]
		e.Arrives = len(s.Moments)
		if i < stored {
			e.Arrives = slices.Index(dates, e.Date) + 1
		}
	}
}

// justBefore is the last day, or microsecond, before a moment.
func (s Story) justBefore(text string) string {
	at, ok := moment(text)
	switch {
	case !ok:
		return text
	case s.Grain == "DATE":
		return at.AddDate(0, 0, -1).Format(day)
	case s.Grain == "TIMESTAMPTZ":
		return at.Add(-time.Microsecond).Format("2006-01-02 15:04:05.999999Z07:00")
	}
	return at.Add(-time.Microsecond).Format("2006-01-02 15:04:05.999999")
}

// grain is the SQL type of the dates of events.
func grain(events []Event) string {
	out := "DATE"
	for _, e := range events {
		if _, clock, ok := strings.Cut(e.Date, ":"); ok {
			if out == "DATE" {
				out = "TIMESTAMP"
			}
			if strings.ContainsAny(clock, "+-Z") {
				out = "TIMESTAMPTZ"
			}
		}
	}
	return out
}

// facts are the member's facts as orders: each arrives in the moment in which it happened.
func (t *ownTeller) facts(facts engine.Table) {
	s := t.story
	for _, row := range facts.Rows {
		if len(row) < 2 || row[0].Null || row[1].Null {
			continue
		}
		e := Event{Kind: Order, Date: row[0].Text, Amount: row[1].Text, Arrives: 1}
		if s.Grain == "DATE" && len(e.Date) > len(day) {
			e.Date = e.Date[:len(day)]
		}
		for i, m := range s.Moments {
			if e.Date >= m.From {
				e.Arrives = i + 1
			}
		}
		t.add(e)
	}
}
