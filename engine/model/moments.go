package model

import (
	"time"

	"dimdesk/engine"
)

// momentOf is t in the grain: its day in a dimension of dates, where a time of day only orders.
func momentOf(g engine.Grain, t time.Time) time.Time {
	if g != engine.Dates {
		return t
	}
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// Format writes a moment as a dimension of the grain does; "" for the zero time.
func Format(g engine.Grain, t time.Time) string {
	switch {
	case t.IsZero():
		return ""
	case g == engine.Dates:
		return t.Format(time.DateOnly)
	}
	return t.Format("2006-01-02 15:04:05.999999")
}

// dating is the moment of a row that has no time of its own (rule 16): the as-of's. Where the as-of is a date and the
// dimension holds timestamps, that is the day's midnight, or the start of the version in force at the day's last moment
// where that began later in the day, or, with nothing in force then, the last end where that fell later in the day.
func dating(asOf engine.AsOf, g engine.Grain, stored []Version) time.Time {
	day := asOf.Date(g)
	if !asOf.IsDate || g == engine.Dates {
		return day
	}
	judged := asOf.Judge(g)
	var began, ended time.Time
	for i := range stored {
		v := &stored[i]
		switch {
		case v.Holds(judged):
			if v.From.After(began) {
				began = v.From
			}
		case !v.NoStart && !v.From.After(judged) && v.To.After(ended):
			ended = v.To
		}
	}
	if began.IsZero() {
		began = ended
	}
	if began.After(day) {
		return began
	}
	return day
}
