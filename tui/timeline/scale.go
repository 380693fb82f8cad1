package timeline

import (
	"math"
	"time"
)

// scale maps moments to columns. Where a version is open-ended, the last bit of the row lies after the last known moment.
type scale struct {
	width       int
	first, last time.Time
	lastCol     int // the column of last
}

// newScale spans all bounds of all lanes; ok is false where there are none, or one is not a time.
func newScale(lanes []Lane, width int) (sc scale, ok bool) {
	sc.width = width
	open := false
	for _, lane := range lanes {
		for _, s := range lane.Spans {
			for _, text := range []string{s.From, s.To} {
				if text == "" {
					continue
				}
				t, valid := moment(text)
				if !valid {
					return sc, false
				}
				if !ok || t.Before(sc.first) {
					sc.first = t
				}
				if !ok || t.After(sc.last) {
					sc.last = t
				}
				ok = true
			}
			open = open || s.To == ""
		}
	}
	sc.lastCol = width - 1
	if open {
		sc.lastCol = max(width-1-max(width/5, 9), 0)
	}
	return sc, ok
}

// col is the column of a moment.
func (sc scale) col(t time.Time) int {
	total := sc.last.Sub(sc.first).Seconds()
	if total <= 0 {
		return 0
	}
	return int(math.Round(t.Sub(sc.first).Seconds() / total * float64(sc.lastCol)))
}

// bounds are the moments of a span; an open end is after all others, a missing start before.
func (sc scale) bounds(s Span) (from, to time.Time) {
	from, to = sc.first, sc.last.AddDate(1, 0, 0)
	if t, ok := moment(s.From); ok {
		from = t
	}
	if t, ok := moment(s.To); ok {
		to = t
	}
	if to.Before(from) {
		to = from
	}
	return from, to
}

func (sc scale) bar(s Span) bar {
	from, to := sc.bounds(s)
	b := bar{from: sc.col(from), span: s, open: s.To == "", empty: s.To != "" && !to.After(from)}
	b.to = sc.width - 1
	if !b.open {
		b.to = sc.col(to)
	}
	return b
}

// step is a distance between ticks: the tick at or before a moment, the one after a tick, and how one is labelled.
type step struct {
	floor  func(time.Time) time.Time
	next   func(time.Time) time.Time
	layout string
}

func everyYears(n int) step {
	return step{
		func(t time.Time) time.Time { return time.Date(t.Year()-t.Year()%n, 1, 1, 0, 0, 0, 0, time.UTC) },
		func(t time.Time) time.Time { return t.AddDate(n, 0, 0) }, "2006",
	}
}

func everyMonths(n int) step {
	return step{
		func(t time.Time) time.Time {
			return time.Date(t.Year(), t.Month()-(t.Month()-1)%time.Month(n), 1, 0, 0, 0, 0, time.UTC)
		},
		func(t time.Time) time.Time { return t.AddDate(0, n, 0) }, "2006-01",
	}
}

func every(d time.Duration, layout string) step {
	return step{
		func(t time.Time) time.Time { return t.Truncate(d) },
		func(t time.Time) time.Time { return t.Add(d) }, layout,
	}
}

// steps from the finest to the coarsest.
var steps = []step{
	every(time.Minute, "15:04"), every(10*time.Minute, "15:04"), every(time.Hour, "01-02 15:04"), every(6*time.Hour, "01-02 15:04"),
	every(24*time.Hour, "2006-01-02"), every(7*24*time.Hour, "2006-01-02"),
	everyMonths(1), everyMonths(3), everyMonths(6),
	everyYears(1), everyYears(2), everyYears(5), everyYears(10), everyYears(20), everyYears(50), everyYears(100), everyYears(500),
}

// tick is a labelled column of the axis.
type tick struct {
	col   int
	label string
}

// ticks are those of the finest step whose labels stand apart.
func (sc scale) ticks() []tick {
	if !sc.last.After(sc.first) {
		layout := "2006-01-02 15:04"
		if sc.first.Equal(sc.first.Truncate(24 * time.Hour)) {
			layout = "2006-01-02"
		}
		return []tick{{0, sc.first.Format(layout)}}
	}
	for _, s := range steps {
		if ticks, ok := sc.ticksOf(s); ok && len(ticks) > 0 {
			return ticks
		}
	}
	return []tick{{0, sc.first.Format("2006-01-02")}}
}

func (sc scale) ticksOf(s step) (ticks []tick, ok bool) {
	end := -2
	for t := s.floor(sc.first); !t.After(sc.last); t = s.next(t) {
		if t.Before(sc.first) {
			continue
		}
		col := sc.col(t)
		if col < end+2 || len(ticks) > sc.width {
			return nil, false
		}
		label := t.Format(s.layout)
		end = col + len(label)
		ticks = append(ticks, tick{col, label})
	}
	return ticks, true
}

// axis is the line of ticks: ╷ stands in the very column of the moment that follows it.
func (sc scale) axis() []glyph {
	row := blank(sc.width)
	for _, t := range sc.ticks() {
		if t.col+1+len(t.label) > sc.width {
			continue
		}
		row[t.col].text = "╷"
		for i, r := range t.label {
			row[t.col+1+i].text = string(r)
		}
	}
	return row
}
