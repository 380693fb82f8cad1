package cell

import (
	"slices"

	"dimdesk/engine"
)

// InOrder puts the columns of a change that say most first: those that are applied before those that are only shown, what
// makes history before what does not, and audit columns last. A label that stands before them already is left out where
// the change begins afresh.
func InOrder(c engine.Change, label string) []engine.ColumnChange {
	weight := func(c engine.ColumnChange) int {
		w := 1
		switch c.Type {
		case engine.Type2, engine.Type6:
			w = 0
		case engine.Ignore:
			w = 2
		}
		if !c.Taken {
			w += 3
		}
		return w
	}
	out := slices.Clone(c.Columns)
	if Afresh(c) {
		out = slices.DeleteFunc(out, func(col engine.ColumnChange) bool { return label != "" && col.Name == label })
	}
	slices.SortStableFunc(out, func(a, b engine.ColumnChange) int { return weight(a) - weight(b) })
	return out
}

// Afresh tells whether a change begins where nothing was in force, so that no column has a value before that a person would
// want to see.
func Afresh(c engine.Change) bool {
	switch c.Kind {
	case engine.New, engine.Returned:
		return true
	case engine.Late:
		return len(c.Columns) > 1 && !slices.ContainsFunc(c.Columns, func(col engine.ColumnChange) bool { return !col.Before.Null })
	}
	return false
}
