package playground

import (
	"slices"
	"strconv"

	"dimdesk/engine"
)

// A staged row is what the source sends for an event.
type staged struct {
	date   string
	values []engine.Value // of all of the story's columns
	gone   bool           // the row deletes
}

// load is staged rows that supply the same columns: one batch.
type load struct {
	columns []string
	rows    []staged
}

// arrived are the events that are known at the end of a moment, in the order in which they became so.
func (s Story) arrived(moment int) []Event {
	known := slices.DeleteFunc(slices.Clone(s.Events), func(e Event) bool { return e.Arrives > moment })
	slices.SortStableFunc(known, func(a, b Event) int { return a.Arrives - b.Arrives })
	return known
}

// loads are the batches that arrive in a moment. A row supplies the columns that its event speaks of, as the source knows of no change
// to others: rows of different columns come in batches of their own, one after the other. A delete supplies none, and a return by
// default none: these go with any.
func (s Story) loads(moment int) []load {
	var out []load
	var known []Event
	for _, e := range s.arrived(moment) {
		if e.Kind == Order {
			continue
		}
		known = append(known, e)
		if _, there := s.there(); e.Arrives != moment || there && len(known) == 1 {
			continue
		}
		if n := len(out); n == 0 || len(e.Columns) > 0 && len(out[n-1].columns) > 0 && !slices.Equal(out[n-1].columns, e.Columns) {
			out = append(out, load{columns: e.Columns})
		}
		last := &out[len(out)-1]
		if len(last.columns) == 0 {
			last.columns = e.Columns
		}
		last.rows = append(last.rows, s.sent(known, e)...)
	}
	return out
}

// rows are all rows that arrive in a moment.
func (s Story) rows(moment int) []staged {
	var out []staged
	for _, l := range s.loads(moment) {
		out = append(out, l.rows...)
	}
	return out
}

// sent are the rows that the source sends for the event that it knows last. A correction is sent for each later date too on which
// the value that was wrong is repeated.
func (s Story) sent(known []Event, e Event) []staged {
	if e.Kind == Delete {
		return []staged{{date: e.Date, values: s.held(known, e.Date), gone: true}}
	}
	rows := []staged{{date: e.Date, values: s.held(known, e.Date)}}
	if e.Kind != Correct {
		return rows
	}
	later := slices.DeleteFunc(slices.Clone(known[:len(known)-1]), func(k Event) bool { return k.Date <= e.Date || k.Kind == Delete })
	slices.SortStableFunc(later, byDate)
	for _, k := range later {
		if slices.ContainsFunc(k.Columns, func(c string) bool { return slices.Contains(e.Columns, c) }) {
			break
		}
		rows = append(rows, staged{date: k.Date, values: s.held(known, k.Date)})
	}
	return rows
}

// batches are what arrives in a moment, as CSVs.
func (s Story) batches(moment int) []string {
	var out []string
	for _, l := range s.loads(moment) {
		out = append(out, s.staged(l.columns, l.rows))
	}
	return out
}

// whole is all that has arrived by a moment as one CSV with all columns.
func (s Story) whole(moment int) string {
	var rows []staged
	for m := 1; m <= moment; m++ {
		rows = append(rows, s.rows(m)...)
	}
	return s.staged(s.Columns, rows)
}

// inOrder tells whether all that has arrived by a moment came in the order in which it became true, each moment's after the last's.
func (s Story) inOrder(moment int) bool {
	last := ""
	for m := 1; m <= moment; m++ {
		rows := s.rows(m)
		for _, r := range rows {
			if r.date <= last {
				return false
			}
		}
		for _, r := range rows {
			last = max(last, r.date)
		}
	}
	return true
}

// staged writes rows that supply some of the columns.
func (s Story) staged(columns []string, rows []staged) string {
	lines := [][]engine.Value{texts(slices.Concat(s.Key, columns, []string{"updated_at", "seq", "op"})...)}
	for i, r := range rows {
		op := "U"
		if r.gone {
			op = "D"
		}
		line := slices.Clone(s.Member)
		for _, c := range columns {
			line = append(line, r.values[slices.Index(s.Columns, c)])
		}
		lines = append(lines, append(line, texts(r.date, strconv.Itoa(i+1), op)...))
	}
	return text(lines)
}

// orders are the orders that are known at the end of a moment, as a CSV.
func (s Story) orders(moment int) string {
	lines := [][]engine.Value{texts(slices.Concat([]string{"order_id"}, s.Key, []string{"order_date", "amount"})...)}
	for _, e := range s.arrived(moment) {
		if e.Kind == Order {
			lines = append(lines, slices.Concat(texts(strconv.Itoa(len(lines))), s.Member, texts(e.Date, e.Amount)))
		}
	}
	return text(lines)
}

// HasOrders tells whether there is anything to report.
func (s Story) HasOrders() bool {
	return slices.ContainsFunc(s.Events, func(e Event) bool { return e.Kind == Order })
}
