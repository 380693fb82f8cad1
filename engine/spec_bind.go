package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Bind checks a spec against the columns of its dimension and of a batch (nil where there is none), and rewrites every
// name to the spelling found there. An error is an *Error of CodeFailed with the spec's line and the nearest name. The
// notices say what rules 1 and 8 want said before anything is applied: columns that are type 2 for want of a rule, and
// those that are not loaded, carried forward, or managed here. An error leaves the spec partly rewritten.
func (s *Spec) Bind(dim []ColumnInfo, batch []string) (notices []string, err error) {
	found, err := s.bindDimension(dim)
	if err != nil {
		return nil, err
	}
	s.findHashes(dim)
	if unnamed := s.unnamed(dim); len(s.Columns) > 0 && len(unnamed) > 0 {
		notices = append(notices, fmt.Sprintf("%s not in the spec's columns: treated as type 2", areOrIs(unnamed)))
	}
	if batch == nil {
		return notices, nil
	}
	more, err := s.bindBatch(dim, found, batch)
	if err != nil {
		return nil, err
	}
	return append(notices, more...), nil
}

// names finds columns by their folded names.
type names map[string]string

// all lists the spellings, in order, for a search of the nearest.
func (n names) all() []string { return slices.Sorted(maps.Values(n)) }

// bindDimension finds every column that the spec names in the dimension.
func (s *Spec) bindDimension(dim []ColumnInfo) (names, error) {
	found, types := names{}, map[string]string{}
	for _, col := range dim {
		if other, ok := found[FoldName(col.Name)]; ok {
			return nil, Errorf(CodeFailed, "the dimension has the columns %q and %q, which differ only in case", other, col.Name).
				Help("rename one of them: columns are told apart without regard to case")
		}
		found[FoldName(col.Name)] = col.Name
		types[FoldName(col.Name)] = col.Type
	}
	for _, ref := range s.dimensionRefs() {
		spelling, ok := found[FoldName(*ref.name)]
		if !ok {
			err := s.errorAt(ref.path, "the dimension has no column %q (%s)", *ref.name, ref.role)
			if has, ok := companionOf(ref.of, ref.field, found.all()); ok {
				return nil, err.Help("did you mean %q?", has)
			}
			return nil, nearest(err, *ref.name, found.all())
		}
		*ref.name = spelling
	}
	if kind := types[FoldName(s.Period.To)]; s.Period.Bounds == "[]" && strings.HasPrefix(strings.ToUpper(kind), "TIMESTAMP") {
		return nil, s.errorAt("period.bounds", "bounds \"[]\" are for dates, and %s is a %s", s.Period.To, kind).
			Help("a timestamp has no last moment to be inclusive of; use bounds: \"[)\"")
	}
	return found, nil
}

// dimensionRefs lists every place in which the spec names a column of the dimension.
func (s *Spec) dimensionRefs() []columnRef {
	refs := append(s.keys(), s.managed()...)
	if s.Label != "" {
		refs = append(refs, columnRef{name: &s.Label, path: "label", role: "the label"})
	}
	for i := range s.Columns {
		c := &s.Columns[i]
		refs = append(refs, columnRef{name: &c.Name, path: "columns." + FoldName(c.Name), role: "in columns"})
	}
	if s.Facts != nil {
		for i := range s.Facts.By {
			refs = append(refs, columnRef{name: &s.Facts.By[i], path: fmt.Sprintf("facts.by.%d", i), role: "in facts.by"})
		}
	}
	return refs
}

// unnamed lists the attributes without a rule of their own.
func (s *Spec) unnamed(dim []ColumnInfo) []string {
	ruled := map[string]bool{}
	for _, c := range s.Columns {
		ruled[FoldName(c.Name)] = true
	}
	var out []string
	for _, c := range s.Attributes(dim) {
		if !ruled[FoldName(c.Name)] {
			out = append(out, c.Name)
		}
	}
	return out
}

// nearest gives an error about a name that was not found its hint.
func nearest(err *Error, name string, among []string) *Error {
	if near, ok := Nearest(name, among); ok {
		return err.Help("did you mean %q?", near)
	}
	return err.Help("it has %s", listed(among, "and"))
}

// areOrIs is the subject of a notice: "city is", "city, name are".
func areOrIs(columns []string) string {
	if len(columns) == 1 {
		return columns[0] + " is"
	}
	return strings.Join(columns, ", ") + " are"
}
