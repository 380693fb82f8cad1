package duck

import (
	"context"
	"slices"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// setBatch adds the staged batch to a layout: which column of it is what.
func setBatch(ctx context.Context, w *workspace, l *sqlgen.Layout, b *batchFile) error {
	target := func(name string) string {
		for from, to := range l.Spec.Batch.Rename {
			if strings.EqualFold(from, name) {
				return to
			}
		}
		return name
	}
	find := func(name string) int {
		return slices.IndexFunc(b.columns, func(c string) bool { return strings.EqualFold(target(c), name) })
	}
	source := func(name string) int {
		if name == "" {
			return -1
		}
		if i := slices.IndexFunc(b.columns, func(c string) bool { return strings.EqualFold(c, name) }); i >= 0 {
			return i
		}
		return find(name)
	}
	for i := range l.Keys {
		l.Keys[i].Batch = find(l.Keys[i].Name)
	}
	for i := range l.Attrs {
		l.Attrs[i].Batch = find(l.Attrs[i].Name)
	}
	l.Batch = sqlgen.BatchLayout{Columns: b.columns, Typed: b.typed, Numbered: b.numbered, Effective: source(l.Spec.Batch.Effective),
		Operation: source(l.Spec.Batch.Operation.Column), Parked: engine.IsParked(b.columns), Empty: b.rows == 0}
	var seq []int
	for _, s := range l.Spec.Batch.Sequence {
		if i := source(s); i >= 0 {
			seq = append(seq, i)
		}
	}
	if l.Batch.Parked {
		l.Batch.Claimed, l.Batch.Effective, l.Batch.Operation = l.Batch.Effective, source("_effective"), source("_operation")
		l.Spec.Batch.Operation = engine.Operations{Column: "_operation", Delete: []string{"delete"}}
		if len(seq) == 0 { // the batch's own sequence columns are in the file too, and order better
			seq = append(seq, source("_sequence"))
		}
	}
	var err error
	l.Batch.Sequence, err = b.sequenceTypes(ctx, w, seq)
	return err
}
