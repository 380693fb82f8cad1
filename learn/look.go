package learn

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"dimdesk/engine"
)

// Looked is what a step shows.
type Looked struct {
	Tables  []Named
	Members []engine.Member // histories to draw, as they are stored; none where the step draws none
}

// Named is a table with a heading.
type Named struct {
	Name  string
	Table engine.Table
}

// Look reads what a step shows of a scene.
func Look(ctx context.Context, lab engine.Lab, scene Scene, show *Show) (out Looked, err error) {
	if err := Stage(ctx, lab, scene); err != nil {
		return out, err
	}
	read := func(name, query string) error {
		t, err := lab.Table(ctx, query, 0)
		out.Tables = append(out.Tables, Named{Name: name, Table: t})
		return err
	}
	for _, t := range show.Tables {
		name := map[string]string{"dimension": scene.Table, "batch": staged, "facts": orders}[t]
		if err := read(name, rowsOf(name)); err != nil {
			return out, err
		}
	}
	if show.Query != "" {
		if err := read("query", show.Query); err != nil {
			return out, err
		}
	}
	if show.Timeline {
		t, err := lab.Table(ctx, rowsOf(scene.Table), 0)
		if err != nil {
			return out, err
		}
		out.Members, err = Members(scene, t)
		return out, err
	}
	return out, nil
}

// Ident is a name in SQL.
func Ident(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// Members reads the histories off a dimension's rows, by the scene's spec.
func Members(scene Scene, t engine.Table) ([]engine.Member, error) {
	spec, err := engine.ParseSpec([]byte(scene.Spec), "spec")
	if err != nil {
		return nil, err
	}
	at := func(name string) int {
		return slices.IndexFunc(t.Columns, func(c string) bool { return engine.FoldName(c) == engine.FoldName(name) })
	}
	from, to, sk, label := at(spec.Period.From), at(spec.Period.To), at(spec.SurrogateKey.Column), at(spec.Label)
	if from < 0 || to < 0 {
		return nil, engine.Errorf(engine.CodeFailed, "the dimension has no columns %s and %s", spec.Period.From, spec.Period.To)
	}
	roles := []int{from, to, sk, at(spec.Current.Column), at(spec.Deleted)}
	var keys, attributes []int
	for _, k := range spec.Key {
		if i := at(k); i >= 0 {
			keys = append(keys, i)
		}
	}
	m := engine.Member{}
	for i, c := range t.Columns {
		if !slices.Contains(roles, i) && !slices.Contains(keys, i) && i != label {
			attributes = append(attributes, i)
			m.Columns, m.Types = append(m.Columns, c), append(m.Types, typeOf(spec, c))
		}
	}
	pick := func(row []engine.Value, columns []int) (out []engine.Value) {
		for _, i := range columns {
			out = append(out, row[i])
		}
		return out
	}
	var out []engine.Member
	for _, row := range t.Rows {
		key := pick(row, keys)
		i := slices.IndexFunc(out, func(o engine.Member) bool { return slices.Equal(o.Key, key) })
		if i < 0 {
			out = append(out, engine.Member{Key: key, Columns: m.Columns, Types: m.Types})
			i = len(out) - 1
		}
		v := engine.Version{Bounds: engine.Bounds{From: row[from].Text, To: row[to].Text}, Values: pick(row, attributes)}
		if open(row[to], spec.Period) {
			v.To = ""
		}
		v.Current, v.Empty = v.To == "", v.To == v.From
		if sk >= 0 {
			v.SurrogateKey = row[sk].Text
		}
		if label >= 0 && !slices.ContainsFunc(out[i].Before, func(o engine.Version) bool { return o.From > v.From }) {
			out[i].Label = row[label].Text // the newest version's
		}
		out[i].Before = append(out[i].Before, v)
	}
	for _, m := range out {
		slices.SortStableFunc(m.Before, func(a, b engine.Version) int {
			return cmp.Or(strings.Compare(a.From, b.From), strings.Compare(cmp.Or(a.To, "open"), cmp.Or(b.To, "open")))
		})
	}
	return out, nil
}

// typeOf is the SCD type of an attribute. Columns that are kept for another one have no history of their own.
func typeOf(spec *engine.Spec, column string) engine.SCDType {
	for _, c := range spec.Columns {
		if name := engine.FoldName(column); name == engine.FoldName(c.Previous) || name == engine.FoldName(c.Current) {
			return engine.Ignore
		}
	}
	return spec.Rule(column).Type
}

func rowsOf(table string) string { return "SELECT * FROM " + Ident(table) }
