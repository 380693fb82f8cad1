package playground

import (
	"slices"

	"dimdesk/engine"
	"dimdesk/engine/recipe"
	"dimdesk/learn/playground"
)

// elsewhere is the same load in the SQL of other engines: what a type stores is made by a load like that anywhere. Types 4, 5 and 7 are
// composed from what type 2 stores, so that the load is that of type 2.
func elsewhere(s playground.Story, out playground.Outcome) []recipe.Recipe {
	t := out.Type
	if t.Composed() {
		t = 2
	}
	spec, err := engine.ParseSpec([]byte(s.Spec(t)), "the playground's spec")
	if err != nil {
		return nil
	}
	columns := s.Layout(t)
	if _, err := spec.Bind(columns, nil); err != nil {
		return nil
	}
	table := recipe.Table{Name: s.Table, Staged: "staged", Spec: *spec, Columns: columns, AsOf: s.Moments[out.Moment-1].AsOf,
		Supplied: slices.Concat(s.Key, s.Columns, []string{"updated_at", "seq", "op"})}
	var all []recipe.Recipe
	for _, d := range recipe.Dialects() {
		if r, err := recipe.For(d.Name, table); err == nil {
			all = append(all, r)
		}
	}
	return all
}
