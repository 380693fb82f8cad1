package learn

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dimdesk/engine"
)

// who names a row's member: by its label, or else by its business key.
func (d *diagnosis) who(t engine.Table, row []engine.Value) string {
	if i := column(t, d.spec.Label); i >= 0 && !row[i].Null {
		return row[i].Text
	}
	return d.key(t, row)
}

func (d *diagnosis) key(t engine.Table, row []engine.Value) string {
	var parts []string
	for _, k := range d.spec.Key {
		if i := column(t, k); i >= 0 {
			parts = append(parts, shown(row[i]))
		}
	}
	return strings.Join(parts, " ")
}

// start is a row's start; "" where the table has none.
func (d *diagnosis) start(t engine.Table, row []engine.Value) string {
	if i := column(t, d.spec.Period.From); i >= 0 {
		return strings.TrimSuffix(shown(row[i]), midnight)
	}
	return ""
}

// end is a row's end; "" is open.
func (d *diagnosis) end(t engine.Table, row []engine.Value) string {
	i := column(t, d.spec.Period.To)
	if i < 0 || open(row[i], d.spec.Period) {
		return ""
	}
	return strings.TrimSuffix(row[i].Text, midnight)
}

// history says what is wrong with a member's versions: first what no history may be, then what differs from the wanted one.
func (d *diagnosis) history() string {
	for _, key := range d.members() {
		got, want := d.versions(d.got, key), d.versions(d.want, key)
		for _, says := range []func(got, want [][]engine.Value) string{d.missingMember, d.open, d.overlap, d.version} {
			if s := says(got, want); s != "" {
				return s
			}
		}
	}
	return ""
}

// members are the keys of both tables whose rows differ, in order.
func (d *diagnosis) members() (out []string) {
	add := func(t engine.Table, rows []int) {
		for _, i := range rows {
			if k := d.key(t, t.Rows[i]); !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
	}
	add(d.want, d.missing)
	add(d.got, d.extra)
	return out
}

func (d *diagnosis) versions(t engine.Table, key string) (out [][]engine.Value) {
	for _, row := range t.Rows {
		if d.key(t, row) == key {
			out = append(out, row)
		}
	}
	slices.SortStableFunc(out, func(a, b []engine.Value) int { // an empty version comes before one that begins where it did
		return cmp.Or(strings.Compare(d.start(t, a), d.start(t, b)), strings.Compare(cmp.Or(d.end(t, a), "open"), cmp.Or(d.end(t, b), "open")))
	})
	return out
}

func (d *diagnosis) missingMember(got, want [][]engine.Value) string {
	switch {
	case len(got) == 0:
		return fmt.Sprintf("%s is not in the table; there should be %s, the first from %s.", d.who(d.want, want[0]), versionsCount(len(want)), d.start(d.want, want[0]))
	case len(want) == 0:
		return fmt.Sprintf("%s should not be in the table; yours has a version from %s.", d.who(d.got, got[0]), d.start(d.got, got[0]))
	}
	return ""
}

func (d *diagnosis) open(got, want [][]engine.Value) string {
	still := func(t engine.Table, rows [][]engine.Value) (out [][]engine.Value) {
		for _, r := range rows {
			if d.end(t, r) == "" {
				out = append(out, r)
			}
		}
		return out
	}
	g, w := still(d.got, got), still(d.want, want)
	switch {
	case len(g) > 1 && len(w) <= 1:
		starts := make([]string, len(g))
		for i, r := range g {
			starts[i] = d.start(d.got, r)
		}
		return fmt.Sprintf("%s has %d open versions, from %s: the earlier one was not closed.", d.who(d.got, g[0]), len(g), strings.Join(starts, " and "))
	case len(g) == 0 && len(w) == 1:
		return fmt.Sprintf("%s has no open version; the one from %s should be.", d.who(d.want, w[0]), d.start(d.want, w[0]))
	}
	return ""
}

// overlap says of two versions that hold at the same time, unless the wanted history has such too.
func (d *diagnosis) overlap(got, want [][]engine.Value) string {
	find := func(t engine.Table, rows [][]engine.Value) (a, b []engine.Value) {
		for i := 1; i < len(rows); i++ {
			if end := d.end(t, rows[i-1]); end == "" || end > d.start(t, rows[i]) {
				return rows[i-1], rows[i]
			}
		}
		return nil, nil
	}
	if a, _ := find(d.want, want); a != nil {
		return ""
	}
	a, b := find(d.got, got)
	if a == nil {
		return ""
	}
	end := d.end(d.got, a)
	if end == "" {
		end = "open"
	}
	return fmt.Sprintf("%s has two versions for the same days: the one from %s ends %s, and the next begins on %s.", d.who(d.got, a), d.start(d.got, a), on(end), d.start(d.got, b))
}

func on(end string) string {
	if end == "open" {
		return "nowhere"
	}
	return "on " + end
}

// version says what is wrong with the first version that differs; versions are told by their start.
func (d *diagnosis) version(got, want [][]engine.Value) string {
	at := func(t engine.Table, rows [][]engine.Value, start string) (out [][]engine.Value) {
		for _, r := range rows {
			if d.start(t, r) == start {
				out = append(out, r)
			}
		}
		return out
	}
	for _, w := range want {
		start := d.start(d.want, w)
		switch same, wanted := at(d.got, got, start), at(d.want, want, start); {
		case len(same) == 0:
			return fmt.Sprintf("%s: a version from %s is missing; yours are from %s.", d.who(d.want, w), start, d.starts(got))
		case len(same) > len(wanted):
			return fmt.Sprintf("%s: the version from %s is there %d times.", d.who(d.want, w), start, len(same))
		case len(same) == 1 && len(wanted) == 1:
			if s := d.cells(same[0], w); s != "" {
				return s
			}
		}
	}
	for _, g := range got {
		if start := d.start(d.got, g); len(at(d.want, want, start)) == 0 {
			return fmt.Sprintf("%s: the version from %s should not be there.", d.who(d.got, g), start)
		}
	}
	return ""
}

func (d *diagnosis) starts(rows [][]engine.Value) string {
	var out []string
	for _, r := range rows {
		out = append(out, d.start(d.got, r))
	}
	return strings.Join(out, " and ")
}

// cells says which value of a version is wrong: its end first, since the rest follows from it more often than it causes it.
func (d *diagnosis) cells(got, want []engine.Value) string {
	head := fmt.Sprintf("%s: the version from %s", d.who(d.want, want), d.start(d.want, want))
	says := ""
	for k := range d.g {
		g, w, name := got[d.g[k]], want[d.w[k]], d.want.Columns[d.w[k]]
		if equal(g, w) {
			continue
		}
		if engine.FoldName(name) == engine.FoldName(d.spec.Period.To) {
			switch ge, we := d.end(d.got, got), d.end(d.want, want); {
			case we == "":
				return fmt.Sprintf("%s should be open (%s), yours ends on %s.", head, shown(w), shown(g))
			case ge == "":
				return fmt.Sprintf("%s should end on %s, yours is open.", head, we)
			default:
				return fmt.Sprintf("%s should end on %s, yours ends on %s.", head, we, ge)
			}
		}
		if says == "" {
			says = fmt.Sprintf("%s should have %s %s, yours has %s.", head, name, shown(w), shown(g))
		}
	}
	return says
}

func versionsCount(n int) string {
	if n == 1 {
		return "1 version"
	}
	return fmt.Sprintf("%d versions", n)
}
