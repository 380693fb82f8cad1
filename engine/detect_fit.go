package engine

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// Of a right key hardly any row overlaps another version of its member, or is NULL; of a column that is too coarse most
// rows do. Between them the name decides.
const (
	soundShare = 0.25
	brokeShare = 0.6
)

// span is one version's period. A faulty bound is as good as none.
type span struct{ from, to time.Time }

// fit is how well columns serve as the key.
type fit struct {
	members, keyed   int     // members, and rows that have a key
	overlap, keyless float64 // shares: of these rows, whose member has overlapping versions; of all rows, without a key
}

func (f fit) sound() bool { return f.overlap <= soundShare && f.keyless <= soundShare }

// together is sound for columns that are a key only together, any of which may be NULL by mistake.
func (f fit) together() bool { return f.overlap <= soundShare && f.keyless <= brokeShare }

// fit takes columns for the key.
func (d *detector) fit(key ...int) fit {
	lives, keyless := d.lives(key)
	bad := 0
	for _, spans := range lives {
		var end time.Time
		for at, s := range spans {
			if at > 0 && s.from.Before(end) {
				bad += len(spans)
				break
			}
			if s.to.After(end) {
				end = s.to
			}
		}
	}
	rows := len(d.sample)
	return fit{len(lives), rows - keyless, float64(bad) / float64(max(1, rows-keyless)), float64(keyless) / float64(max(1, rows))}
}

// lives are the members' versions that are not empty, in order; keyless counts the rows without a key.
func (d *detector) lives(key []int) (lives map[string][]span, keyless int) {
	lives = map[string][]span{}
	for _, row := range d.sample {
		var name strings.Builder
		null := false
		for _, i := range key {
			null = null || row[i].Null
			name.WriteString(strconv.Quote(row[i].Text))
		}
		if null {
			keyless++
			continue
		}
		s := span{}
		s.from, _ = d.form.parse(row[d.from].Text)
		if d.isOpen(row) {
			s.to, _ = d.form.parse("infinity")
		} else {
			s.to, _ = d.form.parse(row[d.to].Text)
		}
		spans := lives[name.String()]
		if s.from.Before(s.to) {
			spans = append(spans, s)
		}
		lives[name.String()] = spans
	}
	for _, spans := range lives {
		slices.SortFunc(spans, func(a, b span) int { return a.from.Compare(b.from) })
	}
	return lives, keyless
}

// findBounds finds that the end is a version's last day: where most versions that follow another begin the day after.
func (d *detector) findBounds() {
	var key []int
	for i, c := range d.cols {
		if slices.Contains(d.spec.Key, c.Name) {
			key = append(key, i)
		}
	}
	if strings.HasPrefix(strings.ToUpper(d.cols[d.to].Type), "TIMESTAMP") {
		return
	}
	touching, dayAfter := 0, 0
	lives, _ := d.lives(key)
	for _, spans := range lives {
		for i := 1; i < len(spans); i++ {
			switch spans[i].from.Sub(spans[i-1].to) {
			case 0:
				touching++
			case 24 * time.Hour:
				dayAfter++
			}
		}
	}
	if dayAfter > touching {
		d.spec.Period.Bounds = "[]"
		d.say("bounds []: ", d.spec.Period.To, " is a version's last day, as the next begins the day after")
	}
}
