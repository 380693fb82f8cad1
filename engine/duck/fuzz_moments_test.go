package duck

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// layouts are strptime formats that batches have, and what Go calls the same.
var layouts = map[string]string{
	"%d/%m/%Y": "2/1/2006", "%m-%d-%Y": "1-2-2006", "%Y%m%d": "20060102", "%d %b %Y": "2 Jan 2006", "%d.%m.%Y %H:%M": "2.1.2006 15:04",
	"%Y-%m-%d %H:%M:%S": "2006-1-2 15:04:05", "%d/%m/%Y %I:%M %p": "2/1/2006 3:04 PM", "%Y-%m-%dT%H:%M:%S%z": "2006-1-2T15:04:05-0700",
}

var zones = []string{"UTC", "Europe/London", "America/St_Johns", "Pacific/Apia", "Asia/Kathmandu"}

// momentReader reads texts as a batch's effective column, in one workspace.
type momentReader struct {
	w     *workspace
	reads string // what the view batch_row reads now
}

func newMomentReader(f *testing.F) *momentReader {
	w, err := openWorkspace(context.Background(), Options{StateDir: f.TempDir()})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { w.close() })
	for _, q := range []string{"CREATE TABLE raw (c0 VARCHAR, c1 VARCHAR)", "INSERT INTO raw VALUES ('A', '')"} {
		if _, err := w.exec(context.Background(), q); err != nil {
			f.Fatal(err)
		}
	}
	return &momentReader{w: w}
}

// read gives the moment and why it is none; ok is false where the format itself is refused.
func (m *momentReader) read(t *testing.T, text string, g engine.Grain, zone, format string) (at time.Time, why string, ok bool) {
	t.Helper()
	ctx := context.Background()
	l := &sqlgen.Layout{Spec: engine.Spec{Key: []string{"id"}, Batch: engine.Batch{Effective: "at", Dates: format, Future: "accept", Mode: "delta"}}, Grain: g, Zone: zone,
		Keys: []sqlgen.KeyColumn{{Stored: sqlgen.Stored{Name: "id", Type: "VARCHAR"}}}, Batch: sqlgen.BatchLayout{Columns: []string{"id", "at"}, Effective: 1, Operation: -1}}
	if reads := fmt.Sprint(g, zone, format); reads != m.reads {
		m.reads = ""
		if err := checkSQL(ctx, m.w, l, nil); err != nil {
			if engine.CodeOf(err) != engine.CodeFailed || !strings.Contains(err.Error(), "no format of dates") {
				t.Fatalf("format %q: %v", format, err)
			}
			return at, "", false
		}
		for _, q := range []string{"DROP VIEW IF EXISTS batch_row", l.BatchRows()} {
			if _, err := m.w.exec(ctx, q); err != nil {
				t.Fatalf("format %q: %v", format, err)
			}
		}
		m.reads = reads
	}
	if _, err := m.w.exec(ctx, "UPDATE raw SET c1 = "+sqlgen.Lit(text)); err != nil {
		t.Fatal(err)
	}
	var micros int64
	err := m.w.one(ctx, "SELECT coalesce(CASE WHEN isfinite(_et) THEN epoch_us(_et) END, 0), coalesce(_bad, '') FROM batch_row", &micros, &why)
	if err != nil {
		t.Fatalf("%q read with %q in %s: %v", text, format, zone, err)
	}
	return time.UnixMicro(micros).UTC(), why, true
}

// FuzzMoments: a text is a moment or a rejected row whatever it and the format of dates are, and where the as-of or Go's own
// parser read it too, the moment is the same.
func FuzzMoments(f *testing.F) {
	for i, text := range []string{
		"2024-05-31", "2024-05-31 18:00", "2024-05-31T18:00:00.123456Z", "2024-05-31 18:00:00.1234567", "2024-05-31 18:00+05:30", "2024-05-31 18:00 -0330", "2024-05-31 18:00:00-02", "2024-02-30", "2024-02-29",
		"2024-3-1", "infinity", "-infinity", "epoch", "0000-01-01", "0001-01-01", "9999-12-31", "294247-01-10", "2024-05-31 (BC)", "2024-05-31 24:00", "2024-05-31 23:59:60", "2024-03-31 01:30", "2024-10-27 01:30",
		"2024-05-31T18:00.1", "2024-05-31 18:00 Europe/London", "2024-05-31garbage", "2024-05-31 +99:99", "2024-05-31 12:00 +15:59", " 2024-05-31", "2024-05-31 ", "2024-05-31\n", "２０２４-05-31", "", "'; DROP TABLE raw; --", "2011-12-30 12:00",
	} {
		f.Add(text, byte(i), byte(i/2), "")
	}
	for format := range layouts {
		for _, text := range []string{"31/05/2024", "5-31-2024", "20240531", "31 May 2024", "31.05.2024 18:00", "2024-05-31 18:00:00", "31/05/2024 06:00 PM", "2024-05-31T18:00:00+0530", "29/02/2023", "1/1/1"} {
			f.Add(text, byte(len(text)), byte(0), format)
		}
	}
	for _, format := range []string{"%", "%%", "%Q", "%d%d%d", "%Y-%m-%d %Z", "%s", "%f", "%n", "%-d/%-m/%y", "%a %d %B %Y", "%j %Y", "%H:%M", "'); DROP TABLE raw; --%d", "%c", "%x %X", "%U %w %Y", "%g", "%Y\x00%m"} {
		f.Add("31/05/2024", byte(0), byte(1), format)
	}
	m := newMomentReader(f)
	f.Fuzz(func(t *testing.T, text string, grain, zoneAt byte, format string) {
		if !utf8.ValidString(text) || !utf8.ValidString(format) {
			return // a batch and a spec are text
		}
		m.check(t, text, engine.Grain(grain%3), zones[int(zoneAt)%len(zones)], format)
	})
}

// check reads a text and compares.
func (m *momentReader) check(t *testing.T, text string, g engine.Grain, zone, format string) {
	t.Helper()
	at, why, ok := m.read(t, text, g, zone, format)
	if !ok {
		return
	}
	want, how := otherwise(text, g, zone, format)
	if how == "" || why == "" && want.Equal(at) {
		return
	}
	if clock := clockOf(text, format); why == "" && !clock.IsZero() && unclear(clock, zone) {
		return
	}
	if why != "" && format != "" {
		return // Go is laxer than strptime in places
	}
	t.Fatalf("%q, %q, %s in %s: %s (%q) here, %s by %s", text, format, g, zone, at, why, want, how)
}

// otherwise is the moment as the as-of reads it, or as Go does for a format that it has too; how is "" where neither does.
func otherwise(text string, g engine.Grain, zone, format string) (want time.Time, how string) {
	clock := engine.Timestamps // in a dimension of dates the time of day orders
	if g == engine.TimestampsTZ {
		clock = g
	}
	if format == "" {
		if strings.TrimSpace(text) != text || text == "" || strings.ContainsAny(text, "t,") {
			return want, "" // what is typed may be laxer than what is sent
		}
		if a, err := engine.ParseAsOf(text, zone, time.Time{}); err == nil {
			return a.Date(clock), "the as-of"
		}
		return want, ""
	}
	layout, known := layouts[format]
	loc, err := time.LoadLocation(zone)
	if !known || err != nil {
		return want, ""
	}
	read, err := time.ParseInLocation(layout, text, loc)
	if err != nil {
		return want, ""
	}
	return engine.AsOf{Moment: read.In(loc), Zone: loc}.Date(clock), "Go"
}

// unclear tells whether a clock showed a time twice or not at all, as one does on the days when it is moved: readers differ there.
func unclear(clock time.Time, zone string) bool {
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return false
	}
	const shown = "2006-01-02 15:04:05.999999"
	instants := map[int64]bool{}
	for hours := -48; hours <= 48; hours++ {
		_, offset := clock.Add(time.Duration(hours) * time.Hour).In(loc).Zone()
		if at := clock.Add(-time.Duration(offset) * time.Second); at.In(loc).Format(shown) == clock.Format(shown) {
			instants[at.UnixMicro()] = true
		}
	}
	return len(instants) != 1
}

// clockOf is the wall clock that a text without an offset shows; zero where it has one, and means an instant.
func clockOf(text, format string) time.Time {
	layout := layouts[format]
	if format == "" {
		a, err := engine.ParseAsOf(text, "UTC", time.Time{})
		b, again := engine.ParseAsOf(text, "Asia/Tokyo", time.Time{})
		if err == nil && again == nil && !a.Moment.Equal(b.Moment) {
			return a.Moment
		}
		return time.Time{}
	}
	if strings.Contains(format, "%z") {
		return time.Time{}
	}
	at, err := time.Parse(layout, text)
	if err != nil {
		return time.Time{}
	}
	return at
}

// FuzzClocks is FuzzMoments on texts that mostly are moments, made of numbers.
func FuzzClocks(f *testing.F) {
	f.Add(2024, 5, 31, 18, 0, 0, 123456, 330, byte(0), byte(0), byte(0))
	f.Add(2024, 3, 31, 1, 30, 0, 0, 0, byte(1), byte(1), byte(1))
	f.Add(2024, 10, 27, 1, 30, 0, 0, 0, byte(2), byte(1), byte(1))
	f.Add(2011, 12, 30, 12, 0, 0, 0, -600, byte(2), byte(3), byte(3))
	f.Add(1850, 1, 1, 0, 0, 0, 999999, 0, byte(2), byte(2), byte(4))
	f.Add(9999, 12, 31, 23, 59, 59, 999999, -1439, byte(2), byte(4), byte(5))
	f.Add(0, 1, 1, 0, 0, 0, 1, 1439, byte(1), byte(0), byte(6))
	m := newMomentReader(f)
	f.Fuzz(func(t *testing.T, year, month, day, hour, minute, second, micro, offset int, grain, zoneAt, shape byte) {
		mod := func(n, of int) int { return (n%of + of) % of }
		date := fmt.Sprintf("%04d-%02d-%02d", mod(year, 10000), mod(month, 13), mod(day, 32))
		clock := fmt.Sprintf("%02d:%02d", mod(hour, 25), mod(minute, 61))
		if shape&1 > 0 {
			clock += fmt.Sprintf(":%02d", mod(second, 61))
			if shape&2 > 0 {
				clock += fmt.Sprintf(".%06d", mod(micro, 1000000))
			}
		}
		text := date + []string{" ", "T"}[shape>>2&1] + clock
		minutes := mod(offset, 1440)
		text += []string{"", "", "Z", fmt.Sprintf("+%02d:%02d", minutes/60, minutes%60), fmt.Sprintf("-%02d%02d", minutes/60, minutes%60), fmt.Sprintf("+%02d", minutes/60), " -" + fmt.Sprintf("%02d:%02d", minutes/60, minutes%60), "z"}[shape>>3&7]
		if shape>>6 == 3 {
			text = date
		}
		m.check(t, text, engine.Grain(grain%3), zones[int(zoneAt)%len(zones)], "")
	})
}
