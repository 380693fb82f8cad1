package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// parkedColumns are what a file of parked rows has beside its batch's columns (RULES.md, "Parked rows").
var parkedColumns = []string{"_operation", "_effective", "_sequence", "_row", "_line", "_by", "_reason"}

// bindBatch finds every column that the spec names in the batch, and says what becomes of the others.
func (s *Spec) bindBatch(dim []ColumnInfo, found names, batch []string) ([]string, error) {
	raw := names{}
	for _, col := range batch {
		if other, ok := raw[FoldName(col)]; ok {
			return nil, Errorf(CodeFailed, "the batch has the columns %q and %q, which differ at most in case", other, col).
				Help("rename one of them in the file: columns match by name without regard to case")
		}
		raw[FoldName(col)] = col
	}
	renamed, err := s.bindRename(found, raw)
	if err != nil {
		return nil, err
	}
	// target is what a batch column is called once it is renamed.
	target := func(col string) string {
		if to, ok := s.Batch.Rename[col]; ok {
			return to
		}
		return col
	}
	read := map[string]bool{}
	for _, ref := range s.batchRefs() {
		spelling, ok := raw[FoldName(*ref.name)]
		if !ok {
			spelling, ok = renamed[FoldName(*ref.name)]
		}
		if !ok {
			err := s.errorAt(ref.path, "the batch has no column %q (%s)", *ref.name, ref.role)
			return nil, nearest(err, *ref.name, batch)
		}
		*ref.name = spelling
		read[FoldName(spelling)] = true
	}
	supplied := names{}
	for _, col := range batch {
		supplied[FoldName(target(col))] = col
	}
	if err := s.keysSupplied(found, supplied, batch); err != nil {
		return nil, err
	}
	return s.batchNotices(dim, found, batch, supplied, read, target), nil
}

// bindRename checks the renames both ways and gives the renamed columns: new folded name → batch column.
func (s *Spec) bindRename(found, raw names) (names, error) {
	out, rename := names{}, map[string]string{}
	roles := names{}
	for _, ref := range s.batchRefs() {
		roles[FoldName(*ref.name)] = *ref.name
	}
	for _, from := range slices.Sorted(maps.Keys(s.Batch.Rename)) {
		to, path := s.Batch.Rename[from], "batch.rename."+from
		source, ok := raw[FoldName(from)]
		if !ok {
			return nil, nearest(s.errorAt(path, "the batch has no column %q to rename to %q", from, to), from, raw.all())
		}
		if spelling, ok := found[FoldName(to)]; ok {
			to = spelling
		} else if _, ok := roles[FoldName(to)]; !ok {
			return nil, nearest(s.errorAt(path, "the dimension has no column %q, which %q is renamed to", to, from), to, found.all())
		}
		other, clash := raw[FoldName(to)]
		if _, away := s.renameOf(other); clash && FoldName(other) != FoldName(source) && !away {
			return nil, s.errorAt(path, "%q is renamed to %q, but the batch has a column %q already", source, to, other).
				Help("rename that one too, or leave this one as it is")
		}
		rename[source], out[FoldName(to)] = to, source
	}
	if len(rename) > 0 {
		s.Batch.Rename = rename
	}
	return out, nil
}

// renameOf is what a batch column is renamed to, whatever the case in which the spec writes it.
func (s *Spec) renameOf(col string) (string, bool) {
	for from, to := range s.Batch.Rename {
		if FoldName(from) == FoldName(col) {
			return to, true
		}
	}
	return "", false
}

// batchRefs lists every place in which the spec names a column of the batch, but for the renames.
func (s *Spec) batchRefs() []columnRef {
	var refs []columnRef
	b := &s.Batch
	if b.Effective != "" {
		refs = append(refs, columnRef{name: &b.Effective, path: "batch.effective", role: "the effective time"})
	}
	for i := range b.Sequence {
		refs = append(refs, columnRef{name: &b.Sequence[i], path: fmt.Sprintf("batch.sequence.%d", i), role: "the sequence"})
	}
	if b.Operation.Column != "" {
		refs = append(refs, columnRef{name: &b.Operation.Column, path: "batch.operation.column", role: "the operation"})
	}
	return refs
}

// keysSupplied makes sure that the batch has every column of the key.
func (s *Spec) keysSupplied(found, supplied names, batch []string) error {
	for _, ref := range s.keys() {
		if _, ok := supplied[FoldName(*ref.name)]; ok {
			continue
		}
		err := s.errorAt(ref.path, "the batch has no column %q, which is the key", *ref.name)
		free := slices.DeleteFunc(slices.Clone(batch), func(col string) bool {
			_, known := found[FoldName(col)]
			return known
		})
		if near, ok := Nearest(*ref.name, free); ok {
			return err.Help("is it %q? then write batch: {rename: {%s: %s}}", near, near, *ref.name)
		}
		return err.Help("the batch has %s; if one of these is the key, write batch: {rename: {THAT: %s}}", listed(batch, "and"), *ref.name)
	}
	return nil
}

// batchNotices says what becomes of the columns that are not simply loaded.
func (s *Spec) batchNotices(dim []ColumnInfo, found names, batch []string, supplied names, read map[string]bool, target func(string) string) []string {
	managed := map[string]bool{}
	for _, name := range s.Managed() {
		managed[FoldName(name)] = true
	}
	parked := IsParked(batch)
	var notLoaded, notRead, carried []string
	for _, col := range batch {
		_, known := found[FoldName(target(col))]
		switch {
		case read[FoldName(col)], parked && slices.Contains(parkedColumns, FoldName(col)):
		case !known:
			notLoaded = append(notLoaded, col)
		case managed[FoldName(target(col))]:
			notRead = append(notRead, col)
		}
	}
	for _, c := range s.Attributes(dim) {
		if _, ok := supplied[FoldName(c.Name)]; !ok {
			carried = append(carried, c.Name)
		}
	}
	var out []string
	for _, n := range []struct {
		about   string
		columns []string
	}{
		{"not loaded, as the dimension has no such column", notLoaded},
		{"not supplied by the batch, carried forward", carried},
		{"managed here, not read from the batch", notRead},
	} {
		if len(n.columns) > 0 {
			out = append(out, n.about+": "+strings.Join(n.columns, ", "))
		}
	}
	return out
}

// IsParked tells by its columns whether a batch is a file of parked rows.
func IsParked(batch []string) bool {
	has := map[string]bool{}
	for _, col := range batch {
		has[FoldName(col)] = true
	}
	return has["_operation"] && has["_row"] && has["_reason"]
}
