package engine

import (
	"fmt"
	"maps"
	"slices"
)

// columnRef is one place in which a spec names a column. Name can be written through, to take over another spelling.
type columnRef struct {
	name *string
	path string // in places
	role string // "the start of the period"

	of, field string // of the companion of an attribute: which attribute, and "previous" or "current"
}

// managed lists the dimension's columns that have one role and no other: the key, and what the engine writes itself.
func (s *Spec) managed() []columnRef {
	var refs []columnRef
	add := func(name *string, path, role string) {
		if *name != "" {
			refs = append(refs, columnRef{name: name, path: path, role: role})
		}
	}
	add(&s.SurrogateKey.Column, s.longPath("surrogate_key"), "the surrogate key")
	add(&s.Period.From, "period.from", "the start of the period")
	add(&s.Period.To, "period.to", "the end of the period")
	add(&s.Current.Column, s.longPath("current"), "the current flag")
	add(&s.Deleted, "deleted", "the deleted flag")
	for i := range s.Columns {
		c := &s.Columns[i]
		path := "columns." + FoldName(c.Name)
		for _, f := range []struct {
			field string
			name  *string
		}{{"previous", &c.Previous}, {"current", &c.Current}} {
			if *f.name != "" {
				refs = append(refs, columnRef{name: f.name, path: path + "." + f.field, role: "the " + f.field + " value of " + c.Name, of: c.Name, field: f.field})
			}
		}
	}
	return refs
}

// longPath is where a column stands that may be written as x, or as {column: x}.
func (s *Spec) longPath(path string) string {
	if s.places != nil {
		if _, ok := s.places.at[path+".column"]; ok {
			return path + ".column"
		}
	}
	return path
}

// keys lists the columns of the business key.
func (s *Spec) keys() []columnRef {
	refs := make([]columnRef, len(s.Key))
	for i := range s.Key {
		refs[i] = columnRef{name: &s.Key[i], path: fmt.Sprintf("key.%d", i), role: "the key"}
	}
	return refs
}

// checkRoles makes sure that no column has two roles that exclude each other.
func (s *Spec) checkRoles() *Error {
	taken := map[string]columnRef{}
	for _, ref := range append(s.keys(), s.managed()...) {
		if other, ok := taken[FoldName(*ref.name)]; ok {
			return s.errorAt(ref.path, "column %q is %s, so it cannot be %s as well", *ref.name, other.role, ref.role)
		}
		taken[FoldName(*ref.name)] = ref
	}
	for i := range s.Columns {
		if err := s.checkRule(&s.Columns[i], taken); err != nil {
			return err
		}
	}
	return s.checkBatchRoles(taken)
}

// checkRule makes sure that a column with a rule is an attribute, or a key column of which only the comparison is told.
func (s *Spec) checkRule(c *Column, taken map[string]columnRef) *Error {
	path := "columns." + FoldName(c.Name)
	ref, ok := taken[FoldName(c.Name)]
	switch {
	case !ok:
		return nil
	case ref.role != "the key":
		return s.errorAt(path, "column %q is %s, which has no type of its own", c.Name, ref.role).Help("leave it out of columns")
	case c.TypeGiven:
		return s.errorAt(path, "column %q is part of the key, which has no type", c.Name).
			Help("leave it out of columns, or give only compare or as")
	case c.Compare.Tolerance != "":
		return s.errorAt(path, "column %q is part of the key, and keys are equal or not: a tolerance would make A equal B, and B equal C, but not A equal C", c.Name)
	}
	return nil
}

// checkBatchRoles makes sure that the batch's columns can be told apart.
func (s *Spec) checkBatchRoles(taken map[string]columnRef) *Error {
	b := &s.Batch
	times := map[string]string{}
	seen := map[string]bool{}
	for i, name := range b.Sequence {
		if seen[FoldName(name)] {
			return s.errorAt(fmt.Sprintf("batch.sequence.%d", i), "column %q is in the sequence twice", name)
		}
		seen[FoldName(name)] = true
		times[FoldName(name)] = "the sequence"
	}
	if b.Effective != "" {
		times[FoldName(b.Effective)] = "the effective time"
	}
	if op := b.Operation.Column; op != "" {
		if role, ok := times[FoldName(op)]; ok {
			return s.errorAt("batch.operation.column", "column %q is %s, so it cannot be the operation as well", op, role)
		}
		if ref, ok := taken[FoldName(op)]; ok && ref.role == "the key" {
			return s.errorAt("batch.operation.column", "column %q is the key, so it cannot be the operation as well", op)
		}
	}
	for _, from := range slices.Sorted(maps.Keys(b.Rename)) {
		to := b.Rename[from]
		ref, ok := taken[FoldName(to)]
		if _, read := times[FoldName(to)]; ok && ref.role != "the key" && !read {
			return s.errorAt("batch.rename."+from, "batch.rename makes %s the column %q, which is %s and is not read from a batch", from, to, ref.role)
		}
	}
	return nil
}
