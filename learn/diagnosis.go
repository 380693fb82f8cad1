package learn

import (
	"fmt"
	"slices"
	"strings"

	"dimdesk/engine"
)

// diagnosis compares what an answer came to with what the solution came to, and says where they part.
type diagnosis struct {
	task              *Task
	table             string
	before, got, want engine.Table
	g, w              []int // the columns that are compared, in got and in want
	spec              *engine.Spec
	extra, missing    []int // rows of got and of want without a partner
}

func newDiagnosis(t *Task, scene Scene, before, got, want engine.Table) *diagnosis {
	d := &diagnosis{task: t, table: scene.Table, before: before, got: got, want: want}
	if spec, err := engine.ParseSpec([]byte(scene.Spec), "spec"); err == nil && t.Judge == JudgeTable {
		d.spec = spec
	}
	for i, c := range want.Columns {
		ignored := slices.ContainsFunc(t.Ignore, func(name string) bool { return engine.FoldName(name) == engine.FoldName(c) })
		if at := column(got, c); at >= 0 && !ignored {
			d.g, d.w = append(d.g, at), append(d.w, i)
		}
	}
	d.extra, d.missing = pairing(got, want, d.g, d.w, t.Ordered && t.Judge == JudgeResult)
	return d
}

// alike tells whether nothing parts the two tables.
func (d *diagnosis) alike() bool {
	return len(d.extra) == 0 && len(d.missing) == 0 && d.columns() == "" && d.keys() == ""
}

// says is one sentence or two on the first thing that is wrong.
func (d *diagnosis) says() string {
	if s := d.columns(); s != "" {
		return s
	}
	if d.task.Judge == JudgeResult {
		return d.result()
	}
	if d.spec != nil && column(d.got, d.spec.Period.From) >= 0 && column(d.got, d.spec.Period.To) >= 0 {
		if s := d.history(); s != "" {
			return d.unchanged() + s
		}
	}
	if s := d.keys(); s != "" {
		return s
	}
	return d.unchanged() + d.rows(d.table)
}

// columns says which columns are missing or too many; the order of columns does not count.
func (d *diagnosis) columns() string {
	var missing, extra []string
	for _, c := range d.want.Columns {
		if column(d.got, c) < 0 {
			missing = append(missing, c)
		}
	}
	for _, c := range d.got.Columns {
		if column(d.want, c) < 0 {
			extra = append(extra, c)
		}
	}
	switch {
	case len(missing) > 0 && len(extra) > 0:
		return fmt.Sprintf("%s wanted; yours %s called %s.", columnsAre(missing), are(extra), strings.Join(extra, ", "))
	case len(missing) > 0:
		return columnsAre(missing) + " missing."
	case len(extra) > 0:
		return columnsAre(extra) + " not wanted."
	}
	return ""
}

func columnsAre(names []string) string {
	word := "column"
	if len(names) > 1 {
		word = "columns"
	}
	return fmt.Sprintf("The %s %s %s", word, strings.Join(names, ", "), are(names))
}

func are(names []string) string {
	if len(names) > 1 {
		return "are"
	}
	return "is"
}

// unchanged begins a sentence where nothing was done at all.
func (d *diagnosis) unchanged() string {
	if len(d.before.Rows) != len(d.got.Rows) || len(d.before.Columns) != len(d.got.Columns) {
		return ""
	}
	all := make([]int, len(d.got.Columns))
	for i := range all {
		all[i] = i
	}
	if extra, _ := pairing(d.got, d.before, all, all, false); len(extra) > 0 {
		return ""
	}
	return fmt.Sprintf("Nothing has changed: %s is as it was. ", d.table)
}

// keys says what is wrong with the surrogate keys, whether or not they are compared.
func (d *diagnosis) keys() string {
	if d.spec == nil {
		return ""
	}
	sk := column(d.got, d.spec.SurrogateKey.Column)
	if sk < 0 {
		return ""
	}
	seen := map[string]int{}
	for i, row := range d.got.Rows {
		if row[sk].Null {
			if !slices.ContainsFunc(d.want.Rows, func(w []engine.Value) bool { return w[column(d.want, d.spec.SurrogateKey.Column)].Null }) {
				return fmt.Sprintf("%s, from %s: the version has no surrogate key.", d.who(d.got, row), d.start(d.got, row))
			}
			continue
		}
		if first, twice := seen[row[sk].Text]; twice {
			return fmt.Sprintf("The surrogate key %s is there twice: %s from %s, and %s from %s. Facts with it would join to both.", row[sk].Text,
				d.who(d.got, d.got.Rows[first]), d.start(d.got, d.got.Rows[first]), d.who(d.got, row), d.start(d.got, row))
		}
		seen[row[sk].Text] = i
	}
	return d.changedKeys()
}

// changedKeys says of a version that was there before, and has another surrogate key now, though the solution leaves it alone.
func (d *diagnosis) changedKeys() string {
	column := func(t engine.Table) int { return column(t, d.spec.SurrogateKey.Column) }
	of := func(t engine.Table, row []engine.Value) (out []string) { // the keys of the versions with a row's key and start
		for _, r := range t.Rows {
			if column(t) >= 0 && d.key(t, r) == d.key(d.before, row) && d.start(t, r) == d.start(d.before, row) {
				out = append(out, shown(r[column(t)]))
			}
		}
		return out
	}
	for _, row := range d.before.Rows {
		was, now := of(d.before, row), of(d.got, row)
		if len(was) == 1 && len(now) == 1 && was[0] != now[0] && slices.Equal(of(d.want, row), was) {
			return fmt.Sprintf("%s: the version from %s had the surrogate key %s, and has %s now. Facts that refer to %s would lose it.",
				d.who(d.before, row), d.start(d.before, row), was[0], now[0], was[0])
		}
	}
	return ""
}

// result says what is wrong with selected rows.
func (d *diagnosis) result() string {
	if len(d.extra) > 0 && len(d.extra) == len(d.missing) && d.task.Ordered {
		if extra, _ := pairing(d.got, d.want, d.g, d.w, false); len(extra) == 0 {
			return fmt.Sprintf("The rows are right, but not in order: row %d should be %s.", d.missing[0]+1, line(d.want.Rows[d.missing[0]], d.w))
		}
	}
	return d.rows("the result")
}

// rows says what is wrong in terms of whole rows: a value where a row has a likeness on the other side, or a row that is too many or
// missing.
func (d *diagnosis) rows(where string) string {
	if len(d.missing) > 0 && len(d.extra) > 0 {
		w := d.want.Rows[d.missing[0]]
		best, most := -1, 0
		for _, i := range d.extra {
			n := 0
			for k := range d.g {
				if equal(d.got.Rows[i][d.g[k]], w[d.w[k]]) {
					n++
				}
			}
			if n > most {
				best, most = i, n
			}
		}
		if best >= 0 {
			var same, differ []string
			for k := range d.g {
				got, want := d.got.Rows[best][d.g[k]], w[d.w[k]]
				if equal(got, want) {
					same = append(same, shown(want))
				} else {
					differ = append(differ, fmt.Sprintf("%s should be %s, yours is %s", d.want.Columns[d.w[k]], shown(want), shown(got)))
				}
			}
			return fmt.Sprintf("In the row of %s, %s.", strings.Join(same[:min(len(same), 3)], ", "), strings.Join(differ, "; "))
		}
		return fmt.Sprintf("%s should have the row %s; yours has %s.", upper(where), line(w, d.w), line(d.got.Rows[d.extra[0]], d.g))
	}
	if len(d.missing) > 0 {
		return fmt.Sprintf("%s should have %s, yours %d: %s is missing.", upper(where), rowsCount(len(d.want.Rows)), len(d.got.Rows), line(d.want.Rows[d.missing[0]], d.w))
	}
	return fmt.Sprintf("%s should have %s, yours %d: %s is too many.", upper(where), rowsCount(len(d.want.Rows)), len(d.got.Rows), line(d.got.Rows[d.extra[0]], d.g))
}

func rowsCount(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}

func line(row []engine.Value, columns []int) string {
	cells := make([]string, len(columns))
	for i, c := range columns {
		cells[i] = shown(row[c])
	}
	return "(" + strings.Join(cells, ", ") + ")"
}

func upper(s string) string {
	if strings.HasPrefix(s, "the ") {
		return "T" + s[1:]
	}
	return s
}
