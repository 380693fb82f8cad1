package duck

import (
	"context"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// setBatch adds the staged batch to a layout: which column of it is what. from gives its rows in their order.
func setBatch(ctx context.Context, w *workspace, l *sqlgen.Layout, b *batchFile, from inOrder) error {
	seq, err := setColumns(l, b)
	if err != nil {
		return err
	}
	l.Batch.Sequence, err = sequenceTypes(ctx, w, from, seq)
	return err
}

// setColumns is setBatch but for the types of the sequence columns, which it gives: these are told from the rows.
func setColumns(l *sqlgen.Layout, b *batchFile) ([]int, error) {
	renamed := map[string]string{}
	for from, to := range l.Spec.Batch.Rename {
		renamed[engine.FoldName(from)] = to
	}
	own, target := map[string]int{}, map[string]int{} // the batch's columns by their own names, and as they are renamed
	for i, c := range b.columns {
		own[engine.FoldName(c)] = i
		if to, ok := renamed[engine.FoldName(c)]; ok {
			c = to
		}
		target[engine.FoldName(c)] = i
	}
	find := func(name string) int {
		if i, ok := target[engine.FoldName(name)]; ok {
			return i
		}
		return -1
	}
	source := func(name string) int {
		if i, ok := own[engine.FoldName(name)]; ok {
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
		Operation: source(l.Spec.Batch.Operation.Column), Parked: engine.IsParked(b.columns)}
	var seq []int
	for _, s := range l.Spec.Batch.Sequence {
		if i := source(s); i >= 0 {
			seq = append(seq, i)
		}
	}
	if l.Batch.Parked {
		for _, c := range sqlgen.ParkColumns {
			if source(c) < 0 {
				return nil, engine.Errorf(engine.CodeFailed, "%s looks like a file of parked rows, but has no column %s", b.path, c).
					Help("put it back as it was written, or rename its columns _operation, _row and _reason if it is a batch like any other")
			}
		}
		l.Batch.Claimed, l.Batch.Effective, l.Batch.Operation = l.Batch.Effective, source("_effective"), source("_operation")
		l.Spec.Batch.Operation = engine.Operations{Column: "_operation", Delete: []string{"delete"}}
		if len(seq) == 0 { // the batch's own sequence columns are in the file too, and order better
			seq = append(seq, source("_sequence"))
		}
	}
	return seq, nil
}
