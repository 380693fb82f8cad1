package engine

import (
	"regexp"
	"strings"
	"time"
)

// Grain is what the period columns of a dimension hold. Inside the engine a moment is a wall-clock time written as UTC
// for Dates and Timestamps, and an instant in UTC for TimestampsTZ.
type Grain uint8

// The grains of a period.
const (
	Dates        Grain = iota // DATE: a time of day only orders
	Timestamps                // TIMESTAMP: wall-clock times of the dimension's zone
	TimestampsTZ              // TIMESTAMP WITH TIME ZONE: instants
)

// String names the grain as messages do.
func (g Grain) String() string {
	return [...]string{"dates", "timestamps", "timestamps with time zone"}[g]
}

// AsOf is the time that a run stands at (rule 16): what is in force, absent or in the future is judged there.
type AsOf struct {
	Text   string         // as it was given; for now, the moment with its offset
	Moment time.Time      // the instant, in Zone; of a date, its midnight there
	IsDate bool           // given as a date, without a time of day
	Zone   *time.Location // of today, of now, and of timestamps without an offset
}

// asOfShape splits date, time of day, fraction and offset.
var asOfShape = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9}))?\s*([Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$`)

// ParseAsOf reads an --as-of: "" is now, else an ISO date, or a timestamp with T or a space, and optionally seconds,
// a fraction and an offset. Zone is the spec's period.zone, "" the machine's. Fractions beyond a microsecond are cut,
// as no dimension can hold them. Any other text is an *Error of CodeUsage; an unknown zone one of CodeFailed.
func ParseAsOf(text, zone string, now time.Time) (AsOf, error) {
	loc, err := zoneOf(zone)
	if err != nil {
		return AsOf{}, err
	}
	text = strings.TrimSpace(text)
	if text == "" {
		moment := now.In(loc).Truncate(time.Microsecond)
		return AsOf{Text: moment.Format("2006-01-02 15:04:05.999999Z07:00"), Moment: moment, Zone: loc}, nil
	}
	bad := Errorf(CodeUsage, "%q is no date or timestamp to stand at", text).
		Help("write it as 2026-05-31, \"2026-05-31 18:00\" or 2026-05-31T18:00:00+02:00")
	part := asOfShape.FindStringSubmatch(text)
	if part == nil {
		return AsOf{}, bad
	}
	day, clock, fraction, offset := part[1], part[2], part[3], part[4]
	if clock == "" {
		moment, err := time.ParseInLocation(time.DateOnly, day, loc)
		if err != nil {
			return AsOf{}, bad
		}
		return AsOf{Text: day, Moment: moment, IsDate: true, Zone: loc}, nil
	}
	if len(clock) == len("15:04") {
		if fraction != "" {
			return AsOf{}, bad // of a minute: a batch has no such times either
		}
		clock += ":00"
	}
	in := loc
	if offset != "" {
		if in, err = offsetZone(offset); err != nil {
			return AsOf{}, bad
		}
	}
	moment, err := time.ParseInLocation("2006-01-02 15:04:05.999999999", day+" "+clock+"."+(fraction + "000000")[:6], in)
	if err != nil {
		return AsOf{}, bad
	}
	return AsOf{Text: text, Moment: moment.In(loc), Zone: loc}, nil
}

// offsetZone reads Z, +HH, +HHMM or +HH:MM.
func offsetZone(s string) (*time.Location, error) {
	switch len(s) {
	case 1:
		return time.UTC, nil
	case 3:
		s += "00"
	case 6:
		s = s[:3] + s[4:]
	}
	t, err := time.Parse("-0700", s)
	if err != nil {
		return nil, err
	}
	_, seconds := t.Zone()
	return time.FixedZone("", seconds), nil
}

// Judge is the moment at which versions, absence and the future are judged: of a date, in a dimension of timestamps, the
// day's last microsecond; in a dimension of dates always the day.
func (a AsOf) Judge(g Grain) time.Time {
	if !a.IsDate || g == Dates {
		return a.Date(g)
	}
	y, m, d := a.Moment.Date()
	if g == TimestampsTZ {
		// The day ends where the next begins, which is not always 24 hours later.
		return time.Date(y, m, d+1, 0, 0, 0, 0, a.Zone).Add(-time.Microsecond).UTC()
	}
	return time.Date(y, m, d+1, 0, 0, 0, 0, time.UTC).Add(-time.Microsecond)
}

// Date is the moment that a row without an effective time of its own is dated to: of a date, that day's midnight; else
// the moment itself, or in a dimension of dates the day in Zone that it falls on. (Where the version in force at Judge
// began later that day, the row begins at that version's start instead; that is for the one who knows the versions.)
func (a AsOf) Date(g Grain) time.Time {
	switch g {
	case TimestampsTZ:
		return a.Moment.UTC()
	case Dates:
		y, m, d := a.Moment.Date()
		return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	}
	m := a.Moment
	year, month, day := m.Date()
	return time.Date(year, month, day, m.Hour(), m.Minute(), m.Second(), m.Nanosecond(), time.UTC)
}
