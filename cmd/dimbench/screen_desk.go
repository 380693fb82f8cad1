package main

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"dimdesk/tui/cell"
	"dimdesk/tui/tuitest"
)

// What was promised: the 99th percentile of each is to be within it.
const (
	keyTarget      = 16 * time.Millisecond
	timelineTarget = 50 * time.Millisecond
	decideTarget   = 300 * time.Millisecond
	demoTarget     = 150 * time.Millisecond
)

// patience is how long one thing may take before the run fails.
const patience = 10 * time.Second

// desk is the program on its screen, and the list that is on it.
type desk struct {
	*tuitest.Driver
	changes int64 // rows of the list
	height  int
	at      int64 // where the cursor is, from 1
	total   int64
}

// historyShown is the end of the pane's heading, once it has the member's history.
var historyShown = regexp.MustCompile(`\d versions? → \d+ *(│|$)`)

// row is the line of the list that the cursor is on; "" where there is none, or it is still being read.
func row(lines []string) string {
	for _, l := range lines {
		if rest, ok := strings.CutPrefix(l, "▌"); ok {
			return rest
		}
	}
	return ""
}

func has(lines []string, text string) bool {
	for _, l := range lines {
		if strings.Contains(l, text) {
			return true
		}
	}
	return false
}

// position is how the screen says where the cursor is.
func position(at, total int64) string {
	return " " + cell.Count(at) + " of " + cell.Count(total) + " "
}

// shown waits until the cursor is on a row, with the row on the screen; with its member's history too.
func (d *desk) shown(at int64, history bool) (time.Time, error) {
	want := position(at, d.total)
	return d.Await(strings.TrimSpace(want), patience, func(lines []string) bool {
		if !has(lines, want) || row(lines) == "" {
			return false
		}
		if !history {
			return true
		}
		for _, l := range lines {
			if historyShown.MatchString(l) {
				return true
			}
		}
		return false
	})
}

// see waits until a text is on the screen.
func (d *desk) see(texts ...string) (time.Time, error) {
	return d.Await(strings.Join(texts, " and "), patience, func(lines []string) bool {
		for _, t := range texts {
			if !has(lines, t) {
				return false
			}
		}
		return true
	})
}

// measure presses what a person presses, from the opening to the commit screen.
func (d *desk) measure(began time.Time, runs int, rows []sampleRow, all *figures, talk io.Writer) error {
	d.at, d.total = 1, d.changes
	opened, err := d.shown(1, false)
	if err != nil {
		return err
	}
	all.of("review: from its start to the first rows and counts", 0).add(opened.Sub(began))
	steps := []struct {
		what string
		do   func() error
	}{
		{"moving", func() error { return d.move(runs, all) }},
		{"moving fast", func() error { return d.hold(runs, all) }},
		{"marking single rows", func() error { return d.toggle(runs, all) }},
		{"opening histories", func() error { return d.timelines(rows, false, all) }},
		{"deciding on everything", func() error { return d.decideAll(runs, all) }},
		{"looking at the commit", func() error { return d.commit(all) }},
		{"opening histories of unchanged rows", func() error { return d.timelines(rows, true, all) }},
	}
	for _, step := range steps {
		fmt.Fprintln(talk, step.what)
		if err := step.do(); err != nil {
			return err
		}
	}
	return nil
}

// press presses a key that moves to a position, and notes how long the row and its member's history take.
func (d *desk) press(key string, to int64, all *figures) error {
	began := d.Press(key)
	d.at = to
	row, err := d.shown(to, false)
	if err != nil {
		return err
	}
	all.of("key that moves: its row", keyTarget).add(row.Sub(began))
	history, err := d.shown(to, true)
	all.of("key that moves: the row's history beside it", timelineTarget).add(history.Sub(began))
	return err
}

// move moves through the list as somebody does who reads: by rows, by pages, to the end and back.
func (d *desk) move(runs int, all *figures) error {
	if _, err := d.shown(d.at, true); err != nil {
		return err
	}
	for range runs {
		if err := d.press("end", d.total, all); err != nil {
			return err
		}
		for range 49 {
			if err := d.press("k", d.at-1, all); err != nil {
				return err
			}
		}
		if err := d.press("home", 1, all); err != nil {
			return err
		}
		for range 99 {
			if err := d.press("j", d.at+1, all); err != nil {
				return err
			}
		}
		for range 50 {
			if err := d.page(all); err != nil {
				return err
			}
		}
	}
	return nil
}

// page turns a page. How far that is follows from the height of the list, so it is read off the screen.
func (d *desk) page(all *figures) error {
	began := d.Press("pgdown")
	old := position(d.at, d.total)
	of := " of " + cell.Count(d.total) + " "
	var at int64
	moved := func(lines []string) bool {
		for _, l := range lines {
			before, _, found := strings.Cut(l, of)
			if !found || strings.Contains(l, old) {
				continue
			}
			n := int64(0)
			for _, r := range before[strings.LastIndex(before, " ")+1:] {
				if r >= '0' && r <= '9' {
					n = n*10 + int64(r-'0')
				}
			}
			at = n
		}
		return at > 0 && row(lines) != ""
	}
	rows, err := d.Await("the next page", patience, moved)
	if err != nil {
		return err
	}
	d.at = at
	all.of("key that moves: its row", keyTarget).add(rows.Sub(began))
	history, err := d.shown(at, true)
	all.of("key that moves: the row's history beside it", timelineTarget).add(history.Sub(began))
	return err
}

// hold holds a key down: thirty presses a second, whether the histories keep up or not.
func (d *desk) hold(runs int, all *figures) error {
	for range runs * 50 {
		next := time.Now().Add(33 * time.Millisecond)
		began := d.Press("j")
		d.at++
		row, err := d.shown(d.at, false)
		if err != nil {
			return err
		}
		all.of("key held down: its row", keyTarget).add(row.Sub(began))
		time.Sleep(time.Until(next))
	}
	_, err := d.shown(d.at, true)
	return err
}

// toggle parks a row, and takes it again.
func (d *desk) toggle(runs int, all *figures) error {
	for range runs * 5 {
		for _, parked := range []int64{1, 0} {
			mark := map[int64]string{1: "⏸", 0: "✓"}[parked]
			began := d.Press("space")
			row, err := d.Await("the mark "+mark, patience, func(lines []string) bool { return strings.HasPrefix(row(lines), mark) })
			if err != nil {
				return err
			}
			all.of("one row parked or taken: its mark", keyTarget).add(row.Sub(began))
			counted, err := d.see(cell.Count(d.changes-parked)+" taken", cell.Count(parked)+" parked")
			if err != nil {
				return err
			}
			all.of("one row parked or taken: in the counts", 0).add(counted.Sub(began))
			if _, err := d.shown(d.at, true); err != nil {
				return err
			}
		}
		if err := d.press("j", d.at+1, all); err != nil {
			return err
		}
	}
	return nil
}

// timelines opens the timelines of members all over the batch.
func (d *desk) timelines(rows []sampleRow, same bool, all *figures) error {
	what := "timeline of a member that changes"
	if same {
		what = "timeline of a member whose row is unchanged"
		d.total = d.changes * 100 / (100 - sameShare)
		if _, err := d.to("U", position(1, d.total)); err != nil {
			return err
		}
	}
	for _, r := range rows {
		if r.same != same {
			continue
		}
		if err := d.find(r); err != nil {
			return err
		}
		began := d.Press("t")
		opened, err := d.Await("the timeline of "+r.key, patience, func(lines []string) bool {
			return has(lines, "timeline: every attribute") && !has(lines, "reading…") && has(lines, "phone before") && has(lines[:1], " "+r.key+" ")
		})
		if err != nil {
			return err
		}
		all.of(what, timelineTarget).add(opened.Sub(began))
		if _, err := d.to("esc", " of "+cell.Count(d.total)+" "); err != nil {
			return err
		}
	}
	return nil
}

// to presses a key and waits for a text.
func (d *desk) to(key, text string) (took time.Duration, err error) {
	began := d.Press(key)
	seen, err := d.see(text)
	return seen.Sub(began), err
}

// find moves to a row by a text which no other row holds.
func (d *desk) find(r sampleRow) error {
	d.Press("/")
	if _, err := d.see("Enter finds"); err != nil {
		return err
	}
	d.Press(r.email)
	if _, err := d.see(r.email); err != nil {
		return err
	}
	d.Press("enter")
	_, err := d.Await("the row of "+r.key, patience, func(lines []string) bool {
		return !has(lines, "Enter finds") && strings.Contains(row(lines), " "+r.key+" ")
	})
	return err
}

// decideAll parks everything in the list, takes it back, and takes and parks again.
func (d *desk) decideAll(runs int, all *figures) error {
	none, whole := cell.Count(0), cell.Count(d.changes)
	parked := []string{none + " taken", whole + " parked"}
	taken := []string{whole + " taken", none + " parked"}
	for range runs {
		for _, step := range []struct {
			what  string
			first string // opens the question
			key   string
			want  []string
		}{
			{"everything parked", "a", "p", parked},
			{"everything taken", "a", "t", taken},
			{"that undone", "", "u", parked},
			{"that undone", "", "u", taken},
			{"that done again", "", "ctrl+r", parked},
			{"everything taken", "a", "t", taken},
		} {
			if step.first != "" {
				took, err := d.to(step.first, "▸Go back")
				if err != nil {
					return err
				}
				all.of("everything: the question", decideTarget).add(took)
			}
			began := d.Press(step.key)
			done, err := d.see(step.want...)
			if err != nil {
				return err
			}
			all.of(step.what, decideTarget).add(done.Sub(began))
			history, err := d.shownHistory()
			if err != nil {
				return err
			}
			all.of("everything: the history of the row beside it", 0).add(history.Sub(began))
		}
	}
	return nil
}

func (d *desk) shownHistory() (time.Time, error) {
	return d.Await("a history", patience, func(lines []string) bool {
		for _, l := range lines {
			if historyShown.MatchString(l) {
				return true
			}
		}
		return false
	})
}

// commit looks at what a commit would do, with everything taken and with everything parked.
func (d *desk) commit(all *figures) error {
	for _, what := range []string{"commit screen", "commit screen, again"} {
		took, err := d.to("c", "The proof")
		if err != nil {
			return err
		}
		all.of(what, 0).add(took)
		if _, err := d.to("esc", " of "+cell.Count(d.total)+" "); err != nil {
			return err
		}
	}
	return nil
}
