package engine

import (
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// located is how an error about a spec begins.
var located = regexp.MustCompile(`^f:(\d+):(\d+): `)

// FuzzParseSpec: any text is a spec or an error with a place in it; and what parses, written as YAML, parses to the same.
func FuzzParseSpec(f *testing.F) {
	f.Add(fullSpec)
	for _, text := range []string{
		"", "key: a", "key: a\nperiod: {from: x, to: y}\ncolumns: {a: {compare: {trim: true}}}", "key: &a [*a]\n<<: *a\nperiod: !!str |\n  x", "? - a\n: - b\n",
		"key: a\r\nperiod:\r\n  from: x\r\n  to: y\r\n# end", "key: [a, \"b\\x07\\u202e\"]\nperiod: {from: \"\\e[2J\", to: \"two\\nlines\"}\nbatch: {nulls: [\"\", ~, null]}",
		"key: a\nperiod: {from: x, to: y}\nbatch:\n  scope: |\n    a = 1\n    AND b = 2\n", "key: a\nperiod: {from: x, to: y}\nbatch: {scope: >-\n  a\n  b}\n",
		"key: a\nperiod: {from: x, to: y, open: infinity, bounds: \"[]\"}\nlimits: {deleted: 1e-300, changed: 33.3%}", "key: a\x00", "\xef\xbb\xbfkey: a\nperiod: {from: x, to: y}\n",
		"key: 日本\nperiod: {from: x, to: y, zone: Europe/London}\n", "key: a\n---\nkey: b\n", "%YAML 1.2\n---\nkey: a\n", "key: 'it''s'\nperiod: {from: x, to: y}\nlabel: \"a\\\"b\\\\\"\n", "key: \xff",
		"key: a\nperiod: {from: x, to: y}\nfacts: {file: f, key: k, time: t, measures: [m], by: [b]}\n", "{", "[", "\"", "'", "key: |", "key: a\nperiod: {from: x, to: y}\ncurrent: {column: c, open: \"\", closed: x}\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSpec([]byte(text), "f")
		if (s == nil) == (err == nil) {
			t.Fatalf("spec %v with error %v", s, err)
		}
		if err != nil {
			place := located.FindStringSubmatch(err.Error())
			if CodeOf(err) != CodeFailed || place == nil {
				t.Fatalf("code %d: %q", CodeOf(err), err)
			}
			line, _ := strconv.Atoi(place[1])
			column, _ := strconv.Atoi(place[2])
			if lines := strings.Count(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n") + 1; line < 1 || line > lines || column < 1 {
				t.Fatalf("%q, in a text of %d lines", err, lines)
			}
			return
		}
		written := s.YAML()
		again, err := ParseSpec(written, "f")
		if err != nil {
			t.Fatalf("%v\nin\n%s", err, written)
		}
		s.places, again.places = nil, nil
		if !reflect.DeepEqual(s, again) || s.Hash() != again.Hash() {
			t.Fatalf("%+v\nis written\n%s\nand reads\n%+v", s, written, again)
		}
	})
}

// FuzzAsOf: a text is a moment or a usage error; its own text means the same moment again; and what it judges is not before
// what it dates, by less than a day.
func FuzzAsOf(f *testing.F) {
	for _, text := range []string{"", "2024-05-31", "2024-05-31 18:00", "2024-05-31T18:00:00.1234567Z", "2024-05-31 18:00 +05:30", "2024-02-30", "0000-01-01", "9999-12-31 23:59:59,999999999-2359", "2024-03-31 01:30", "2024-05-31 24:00", " 2024-05-31 ", "2024-05-31 10:00 +99:99"} {
		for _, zone := range []string{"UTC", "Europe/London", "America/St_Johns", "Pacific/Apia"} {
			f.Add(text, zone)
		}
	}
	f.Add("2024-05-31", "../../etc/passwd")
	f.Add("", "Local")
	now := time.Date(2024, 3, 30, 23, 30, 0, 123456789, time.UTC)
	f.Fuzz(func(t *testing.T, text, zone string) {
		a, err := ParseAsOf(text, zone, now)
		if err != nil {
			if code := CodeOf(err); code != CodeUsage && (code != CodeFailed || knownZone(zone)) {
				t.Fatalf("%q in %q: code %d, %v", text, zone, code, err)
			}
			return
		}
		again, err := ParseAsOf(a.Text, zone, time.Time{})
		if err != nil || !again.Moment.Equal(a.Moment) || again.IsDate != a.IsDate {
			t.Fatalf("%q in %q is %v, and %q is %v, %v", text, zone, a.Moment, a.Text, again.Moment, err)
		}
		for _, g := range []Grain{Dates, Timestamps, TimestampsTZ} {
			judged, dated := a.Judge(g), a.Date(g)
			if later := judged.Sub(dated); later < 0 || later > 26*time.Hour || !a.IsDate && later != 0 || judged.Location() != time.UTC {
				t.Fatalf("%q in %q, %s: judged at %v, dated %v", text, zone, g, judged, dated)
			}
		}
	})
}
