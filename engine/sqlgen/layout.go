package sqlgen

import (
	"strings"

	"dimdesk/engine"
)

// Layout is all that the SQL of one plan depends on: the spec, bound to the columns of the dimension and of the batch.
type Layout struct {
	Spec  engine.Spec
	Grain engine.Grain
	Unit  string // what a coarse TIMESTAMP of the period holds no part of: "second", "millisecond"; "" for one of microseconds
	Zone  string // an IANA name
	AsOf  engine.AsOf

	Home    string // the dimension's relation, quoted
	Text    bool   // the dimension is text (a CSV)
	Collate bool   // some column has a collation, under which unlike texts may pass as equal
	Keys    []KeyColumn
	Attrs   []Attr
	SK      Stored // Name "" in a dimension without a surrogate key
	From    Stored
	To      Stored
	Current Stored
	Deleted Stored
	Styles  Styles

	Batch BatchLayout
}

// Stored is a column of the dimension and its SQL type.
type Stored struct{ Name, Type string }

// KeyColumn is one column of the business key. As is the type that a text key compares as, "" for text.
type KeyColumn struct {
	Stored
	As    string
	Batch int // the batch column that holds it
}

// compared is the type that the key compares as.
func (k KeyColumn) compared() string {
	if k.As != "" {
		return k.As
	}
	return k.Type
}

// Attr is one attribute: its rule, its column, and its companion's.
type Attr struct {
	engine.Column
	Stored    string // its SQL type where it is stored
	Companion Stored // type 3: previous; type 6: current; Name "" for the others
	Batch     int    // the batch column that supplies it; -1 where the batch lacks it
}

// Supplied tells whether the batch has the attribute.
func (a Attr) Supplied() bool { return a.Batch >= 0 }

// Opens tells whether a difference in it makes a version (types 2 and 6).
func (a Attr) Opens() bool { return a.Type == engine.Type2 || a.Type == engine.Type6 }

// Overwrites tells whether a difference in it is written over what is stored (types 1 and 3).
func (a Attr) Overwrites() bool { return a.Type == engine.Type1 || a.Type == engine.Type3 }

// Styles are the spellings in which a text dimension stores what is not text.
type Styles struct {
	Moment           string    // a strftime format of the period columns; "" is ISO
	OpenText         string    // how an open end is written; "" with OpenNull
	Current, Deleted [2]string // the flag's texts for false and true; both "" for a BOOLEAN column
}

// BatchLayout is how the staged batch is laid out in the table raw.
type BatchLayout struct {
	Columns   []string // the batch's column names, in order: c0, c1, …
	Typed     []string // SQL types where the file has them (Parquet); "" is text
	Numbered  bool     // raw has _row, _line, _bad and _raw of its own; else they follow from its rowid
	Effective int      // -1: dated by the as-of
	Claimed   int      // in a parked file: the batch's own effective column, for a row that _effective leaves open; else unused
	Sequence  []SequenceColumn
	Operation int // -1: no delete rows
	Parked    bool
}

// SequenceColumn orders rows of one moment. Type is "DECIMAL(38,9)", "TIMESTAMP" or "VARCHAR", from its first value.
type SequenceColumn struct {
	Batch int
	Type  string
}

// Snapshot tells whether the batch says everything that holds, so that absence is a delete.
func (l *Layout) Snapshot() bool { return l.Spec.Batch.Mode == "snapshot" && !l.Batch.Parked }

// Inclusive tells whether the stored end is the last day rather than the first day after.
func (l *Layout) Inclusive() bool { return l.Spec.Period.Bounds == "[]" }

// judge is the moment at which versions, absence and the future are judged (rule 16).
func (l *Layout) judge() string { return Moment(l.AsOf.Judge(l.Grain)) }

// dating is the moment at which a row without an effective time begins (rule 16).
func (l *Layout) dating() string { return Moment(l.AsOf.Date(l.Grain)) }

// dayDated tells whether an as-of that is a date dates rows in a dimension that is finer (rule 16).
func (l *Layout) dayDated() bool { return l.AsOf.IsDate && l.Grain != engine.Dates }

func (l *Layout) keys(prefix string) string {
	return each(len(l.Keys), ", ", func(i int) string { return prefix + col("k", i) })
}

// using is the column list of a join on the business key.
func (l *Layout) using() string { return "(" + l.keys("") + ")" }

// attrs lists x_i for the attributes that pass, each as f gives it.
func (l *Layout) attrs(pass func(Attr) bool, f func(i int, a Attr) string) string {
	var out []string
	for i, a := range l.Attrs {
		if pass == nil || pass(a) {
			out = append(out, f(i, a))
		}
	}
	return strings.Join(out, ", ")
}

// more joins what f adds to a list for the attributes that pass; each part begins with its comma.
func (l *Layout) more(pass func(Attr) bool, f func(i int, a Attr) string) string {
	var b strings.Builder
	for i, a := range l.Attrs {
		if pass == nil || pass(a) {
			b.WriteString(f(i, a))
		}
	}
	return b.String()
}

func (l *Layout) conds(pass func(Attr) bool, f func(i int, a Attr) string) []string {
	var out []string
	for i, a := range l.Attrs {
		if pass == nil || pass(a) {
			if s := f(i, a); s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

func supplied(a Attr) bool     { return a.Supplied() }
func hasCompanion(a Attr) bool { return a.Companion.Name != "" }
func suppliedOpens(a Attr) bool {
	return a.Supplied() && a.Opens()
}
func suppliedOverwrites(a Attr) bool { return a.Supplied() && a.Overwrites() }
