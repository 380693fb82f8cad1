package playground

import (
	"slices"
	"strings"

	"dimdesk/engine"
)

// held are the values that hold at a date, by what is known: the last word on a column is that of the latest date, and on that of what
// became known last.
func (s Story) held(known []Event, date string) []engine.Value {
	values := make([]engine.Value, len(s.Columns))
	for i := range values {
		values[i] = engine.Null
	}
	in := slices.Clone(known)
	slices.SortStableFunc(in, byDate)
	said := func(e Event) {
		for i, name := range e.Columns {
			if at := slices.Index(s.Columns, name); at >= 0 {
				values[at] = e.Values[i]
			}
		}
	}
	for _, e := range in { // before its beginning, a member is taken to have been what it was then
		if e.Kind == Start {
			said(e)
		}
	}
	for _, e := range in {
		if e.Date <= date {
			said(e)
		}
	}
	return values
}

func byDate(a, b Event) int { return strings.Compare(a.Date, b.Date) }

// Holds is what a column holds at a date, by what is known at a moment.
func (s Story) Holds(column, date string, moment int) engine.Value {
	at := slices.Index(s.Columns, column)
	if at < 0 {
		return engine.Null
	}
	known := slices.DeleteFunc(s.arrived(moment), func(e Event) bool { return e.Kind == Order })
	return s.held(known, date)[at]
}

// Since is the date from which a column holds what it holds at a moment, by what is known then.
func (s Story) Since(column string, moment int) string {
	since := s.Moments[0].From
	for _, e := range s.arrived(moment) {
		if slices.Contains(e.Columns, column) && (e.Kind == Start || e.Date >= since) {
			since = e.Date
		}
	}
	return since
}

// Truth is what really was, as far as it is known at a moment: the periods in which the columns held the same.
func (s Story) Truth(moment int) []Version {
	known := slices.DeleteFunc(s.arrived(moment), func(e Event) bool { return e.Kind == Order })
	in := slices.Clone(known)
	slices.SortStableFunc(in, byDate)
	var out []Version
	for i, e := range in {
		if n := len(out); n > 0 && out[n-1].To == "" {
			out[n-1].To = e.Date
		}
		if e.Kind == Delete || i+1 < len(in) && in[i+1].Date == e.Date {
			continue
		}
		out = append(out, Version{From: e.Date, Values: s.held(known, e.Date)})
	}
	return out
}
