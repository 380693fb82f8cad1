package engine

import (
	"strings"
	"testing"
	"time"
)

func TestAsOf(t *testing.T) {
	now := time.Date(2024, 3, 30, 23, 30, 0, 123456789, time.UTC)
	for _, c := range []struct {
		text, zone                 string
		isDate                     bool
		dates                      string // of Judge and Date alike
		judge, date                string // Timestamps
		judgeInstant, dateInstance string // TimestampsTZ
	}{
		{"2024-05-31", "UTC", true, "2024-05-31", "2024-05-31 23:59:59.999999", "2024-05-31 00:00:00", "2024-05-31 23:59:59.999999", "2024-05-31 00:00:00"},
		{"2024-05-31", "Asia/Tokyo", true, "2024-05-31", "2024-05-31 23:59:59.999999", "2024-05-31 00:00:00", "2024-05-31 14:59:59.999999", "2024-05-30 15:00:00"},
		// The clocks go forward at one in the morning, and that day has 23 hours.
		{"2024-03-31", "Europe/London", true, "2024-03-31", "2024-03-31 23:59:59.999999", "2024-03-31 00:00:00", "2024-03-31 22:59:59.999999", "2024-03-31 00:00:00"},
		{"2024-02-29 18:05", "UTC", false, "2024-02-29", "2024-02-29 18:05:00", "2024-02-29 18:05:00", "2024-02-29 18:05:00", "2024-02-29 18:05:00"},
		{"2024-05-31T18:00:00.1234567", "UTC", false, "2024-05-31", "2024-05-31 18:00:00.123456", "2024-05-31 18:00:00.123456", "2024-05-31 18:00:00.123456", "2024-05-31 18:00:00.123456"},
		{"2024-05-31 18:00:00", "America/New_York", false, "2024-05-31", "2024-05-31 18:00:00", "2024-05-31 18:00:00", "2024-05-31 22:00:00", "2024-05-31 22:00:00"},
		{"2024-05-31T23:30:00Z", "Asia/Tokyo", false, "2024-06-01", "2024-06-01 08:30:00", "2024-06-01 08:30:00", "2024-05-31 23:30:00", "2024-05-31 23:30:00"},
		{"2024-05-31 23:30:00 -05:30", "UTC", false, "2024-06-01", "2024-06-01 05:00:00", "2024-06-01 05:00:00", "2024-06-01 05:00:00", "2024-06-01 05:00:00"},
		{"2024-05-31 12:00+02", "UTC", false, "2024-05-31", "2024-05-31 10:00:00", "2024-05-31 10:00:00", "2024-05-31 10:00:00", "2024-05-31 10:00:00"},
		{"", "Europe/Berlin", false, "2024-03-31", "2024-03-31 00:30:00.123456", "2024-03-31 00:30:00.123456", "2024-03-30 23:30:00.123456", "2024-03-30 23:30:00.123456"},
	} {
		a, err := ParseAsOf(c.text, c.zone, now)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if a.IsDate != c.isDate || a.Zone.String() != c.zone || (c.text != "" && a.Text != c.text) {
			t.Errorf("%q: %+v", c.text, a)
		}
		for _, m := range []struct {
			what string
			got  time.Time
			want string
		}{
			{"dates judge", a.Judge(Dates), c.dates + " 00:00:00"}, {"dates date", a.Date(Dates), c.dates + " 00:00:00"},
			{"timestamps judge", a.Judge(Timestamps), c.judge}, {"timestamps date", a.Date(Timestamps), c.date},
			{"instants judge", a.Judge(TimestampsTZ), c.judgeInstant}, {"instants date", a.Date(TimestampsTZ), c.dateInstance},
		} {
			if got := m.got.Format("2006-01-02 15:04:05.999999999"); got != m.want || m.got.Location() != time.UTC {
				t.Errorf("%q in %s, %s: %s %s, want %s UTC", c.text, c.zone, m.what, got, m.got.Location(), m.want)
			}
		}
	}
}

func TestAsOfNowSaysItsOffset(t *testing.T) {
	a, err := ParseAsOf("", "Europe/Berlin", time.Date(2024, 7, 1, 10, 0, 0, 0, time.UTC))
	if err != nil || a.Text != "2024-07-01 12:00:00+02:00" {
		t.Fatalf("%+v, %v", a, err)
	}
	again, err := ParseAsOf(a.Text, "Europe/Berlin", time.Time{})
	if err != nil || !again.Moment.Equal(a.Moment) {
		t.Errorf("its text reads back as %+v, %v", again, err)
	}
}

func TestAsOfErrors(t *testing.T) {
	for _, text := range []string{"yesterday", "2024-02-30", "31/05/2024", "2024-5-1", "2024-05-31 25:00", "2024-05-31 10:00 +99:99", "2024-05-31T", "2024-05-31T18:00.1", "10:00", "2024-05-31 10:00:00 Europe/London"} {
		_, err := ParseAsOf(text, "UTC", time.Now())
		if CodeOf(err) != CodeUsage || !strings.Contains(err.Error(), "write it as 2026-05-31, ") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := ParseAsOf("", "Mars/Olympus", time.Now()); CodeOf(err) != CodeFailed {
		t.Errorf("an unknown zone: %v", err)
	}
	if a, err := ParseAsOf("2024-01-01", "", time.Now()); err != nil || a.Zone != time.Local {
		t.Errorf("no zone: %+v, %v", a, err)
	}
}
