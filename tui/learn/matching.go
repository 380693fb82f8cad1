package learn

import (
	"slices"
	"strings"

	"dimdesk/engine"
	"dimdesk/learn"
)

// matching are the columns by which rows of two tables are held against each other: whose version it is, and when it begins. Surrogate
// keys are not among them: a learner's may be numbered otherwise.
func matching(task *learn.Task, scene learn.Scene) []string {
	spec, err := engine.ParseSpec([]byte(scene.Spec), "spec")
	if err != nil {
		return nil
	}
	by := append(append([]string(nil), spec.Key...), spec.Period.From)
	return slices.DeleteFunc(by, func(name string) bool { return name == "" || among(task.Ignore, name) })
}

// without leaves columns out.
func without(t engine.Table, columns []string) engine.Table {
	if len(columns) == 0 {
		return t
	}
	var out engine.Table
	var kept []int
	for i, name := range t.Columns {
		if !among(columns, name) {
			kept, out.Columns, out.Types = append(kept, i), append(out.Columns, name), append(out.Types, t.Types[i])
		}
	}
	for _, row := range t.Rows {
		var cells []engine.Value
		for _, i := range kept {
			cells = append(cells, row[i])
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

func among(names []string, name string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}
