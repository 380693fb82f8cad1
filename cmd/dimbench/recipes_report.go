package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"dimdesk/engine"
)

// recipesReport is a table of cases and engines, and below it what differs.
type recipesReport struct {
	cases   []recipeCase
	names   []string
	has     []string
	cells   [][]string // by engine, by case: "same", "differs", "error"
	details []string
	left    []string
}

func newRecipesReport(cases []recipeCase) *recipesReport { return &recipesReport{cases: cases} }

func (r *recipesReport) leftOut(name string, err error) {
	r.left = append(r.left, name+": "+oneLine(err.Error()))
}

func (r *recipesReport) add(name, has string, ours, theirs []dish) {
	var cells []string
	for i, c := range r.cases {
		verdict, how := judged(ours[i], theirs[i], c)
		cells = append(cells, verdict)
		if how != "" {
			r.details = append(r.details, fmt.Sprintf("%s, %s: %s", c.name, name, how))
		}
	}
	r.names, r.has, r.cells = append(r.names, name), append(r.has, has), append(r.cells, cells)
}

// judged compares a table with ours in all columns that it has, surrogate keys aside, which only need to be different.
func judged(ours, theirs dish, c recipeCase) (verdict, how string) {
	if theirs.failed != "" {
		return "error", theirs.failed
	}
	sk := slices.IndexFunc(theirs.columns, isSurrogate)
	var shared []string
	for _, name := range ours.columns {
		if slices.Contains(theirs.columns, name) && !isSurrogate(name) {
			shared = append(shared, name)
		}
	}
	want, got := ours.only(shared), theirs.only(shared)
	var told []string
	if lacks := without(want, got); len(lacks) > 0 {
		told = append(told, "lacks "+strings.Join(lacks, " and "))
	}
	if more := without(got, want); len(more) > 0 {
		told = append(told, "has "+strings.Join(more, " and "))
	}
	if sk >= 0 {
		seen := map[string]bool{}
		for _, row := range theirs.rows {
			if seen[row[sk]] || row[sk] == "" {
				told = append(told, "a surrogate key twice, or none: "+strings.Join(row, ","))
			}
			seen[row[sk]] = true
		}
	}
	if len(told) > 0 {
		return "differs", strings.Join(told, "; ")
	}
	return "same", ""
}

func isSurrogate(column string) bool {
	return column == "surrogate_key" || strings.HasSuffix(column, "_sk")
}

// only gives the rows with some columns, as texts.
func (d dish) only(columns []string) []string {
	var out []string
	for _, row := range d.rows {
		var cells []string
		for _, name := range columns {
			cells = append(cells, row[slices.Index(d.columns, name)])
		}
		out = append(out, strings.Join(cells, ","))
	}
	slices.Sort(out)
	return out
}

// without is what a has more than b, repeats counted.
func without(a, b []string) []string {
	left := map[string]int{}
	for _, x := range b {
		left[x]++
	}
	var out []string
	for _, x := range a {
		if left[x] > 0 {
			left[x]--
		} else {
			out = append(out, x)
		}
	}
	return out
}

func (r *recipesReport) print(out io.Writer) error {
	var b strings.Builder
	b.WriteString("| case | " + strings.Join(r.names, " | ") + " |\n| --- |" + strings.Repeat(" --- |", len(r.names)) + "\n")
	for i, c := range r.cases {
		b.WriteString("| " + c.name + ": " + c.About)
		for _, cells := range r.cells {
			b.WriteString(" | " + cells[i])
		}
		b.WriteString(" |\n")
	}
	b.WriteString("\n")
	slices.Sort(r.details)
	for _, d := range r.details {
		b.WriteString(d + "\n")
	}
	b.WriteString("\n")
	for i, name := range r.names {
		b.WriteString(name + ": " + r.has[i] + "\n")
	}
	for _, l := range r.left {
		b.WriteString("left out: " + l + "\n")
	}
	if _, err := io.WriteString(out, b.String()); err != nil {
		return err
	}
	if len(r.names) == 0 {
		return engine.Errorf(engine.CodeFailed, "no recipe could be run")
	}
	return nil
}

// oneLine is the first line of a message that says something.
func oneLine(s string) string {
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}
