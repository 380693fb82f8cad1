package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"dimdesk/engine"
	"dimdesk/sampledata"
)

// peersReport prints the table, and below it what is to be known of it: how it was measured, what differs, what was left
// out and why, the versions, and the machine and the day.
func peersReport(out io.Writer, format string, g sampledata.Generator, all []*entrant, today time.Time) error {
	hand := all[0]
	rows := [][]string{{"program", "wall s", "least–most", "user+sys s", "peak MB", "empty batch s", "versions", "× hand-written"}}
	notes := []string{
		fmt.Sprintf("%d members, a batch of %d rows; medians of the rounds, in turns, of which there were %d.", g.Members, g.Members/10, len(hand.full.measured)),
		"Whole processes, their start included; the empty batch is the same command with a batch of no rows. Peak is that of the largest process.",
	}
	for _, e := range all {
		rows = append(rows, e.cells(hand))
		if e.failed != nil {
			notes = append(notes, fmt.Sprintf("%s was not measured: %s", e.name, brief(e.failed)))
		} else if e.kept != "" {
			notes = append(notes, fmt.Sprintf("%s keeps %s.", e.name, e.kept))
		}
	}
	notes = append(notes, versionsOf(all), machine()+", "+today.Format(time.DateOnly)+".")
	if format == "markdown" {
		return markdown(out, rows, notes)
	}
	return plain(out, rows, notes)
}

// cells are an entrant's row; of one that was not measured, its name and dashes.
func (e *entrant) cells(hand *entrant) []string {
	if e.failed != nil {
		return []string{e.name, "–", "–", "–", "–", "–", "–", "–"}
	}
	wall, empty := spreadOf(each(e.full, seconds)), spreadOf(each(e.empty, seconds))
	peak := "–"
	if m := spreadOf(each(e.full, megabytes)); m.median > 0 {
		peak = fmt.Sprintf("%.0f", m.median)
	}
	ratio := fmt.Sprintf("%.2f", wall.median/spreadOf(each(hand.full, seconds)).median)
	return []string{
		e.name, fmt.Sprintf("%.2f", wall.median), fmt.Sprintf("%.2f–%.2f", wall.least, wall.greatest),
		fmt.Sprintf("%.2f", spreadOf(each(e.full, processor)).median), peak, fmt.Sprintf("%.2f", empty.median), e.outcome.says(), ratio,
	}
}

// brief is an error without the output of the program that failed, which was shown when it did.
func brief(err error) string {
	first, _, _ := strings.Cut(err.Error(), "\n")
	if e, ok := errors.AsType[*engine.Error](err); ok && e.Hint != "" {
		first += ". " + e.Hint
	}
	return first
}

func processor(m measurement) float64 { return m.cpu.Seconds() }

// says whether the versions are those of the hand-written SQL.
func (o outcome) says() string {
	if o.same() {
		return fmt.Sprintf("%d, same", o.other)
	}
	text := fmt.Sprintf("%d, %d missing, %d other", o.other, o.missing, o.added)
	if o.twice > 0 {
		text += fmt.Sprintf(", %d surrogate keys used again", o.twice)
	}
	return text
}

// versionsOf names what each entrant was made of; what several are made of is said once.
func versionsOf(all []*entrant) string {
	var kinds []string
	names := map[string][]string{}
	for _, e := range all {
		if e.has == "" {
			continue
		}
		if names[e.has] == nil {
			kinds = append(kinds, e.has)
		}
		names[e.has] = append(names[e.has], e.name)
	}
	for i, has := range kinds {
		kinds[i] = strings.Join(names[has], " and ") + ": " + has
	}
	return strings.Join(kinds, "; ") + "."
}

// plain sets the names to the left of their column, and the figures to the right of theirs.
func plain(out io.Writer, rows [][]string, notes []string) error {
	widths := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, r := range rows {
		line := fmt.Sprintf("%-*s", widths[0], r[0])
		for i, cell := range r[1:] {
			line += fmt.Sprintf("   %*s", widths[i+1], cell)
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(out, "\n"+strings.Join(notes, "\n"))
	return err
}

func markdown(out io.Writer, rows [][]string, notes []string) error {
	for i, r := range rows {
		if _, err := fmt.Fprintln(out, "| "+strings.Join(r, " | ")+" |"); err != nil {
			return err
		}
		if i == 0 {
			fmt.Fprintln(out, "| --- |"+strings.Repeat(" ---: |", len(r)-1))
		}
	}
	_, err := fmt.Fprintln(out, "\n- "+strings.Join(notes, "\n- "))
	return err
}
