package model

import (
	"time"

	"dimdesk/engine"
)

// Cell is one value, or NULL.
type Cell = engine.Value

// Version is one row of a dimension, as stored or as it ends up. Its period is half-open whatever the layout says.
type Version struct {
	Line    int       // the caller's own mark on a stored row, handed back as it was; 0 for a version that the batch opened
	SK      string    // "" in a dimension without surrogate keys; "+1", "+2", … for a version that the batch opened
	Key     []Cell    // one for each key column
	NoStart bool      // the stored start is missing; From means nothing then
	From    time.Time //
	To      time.Time // zero: open-ended
	Values  []Cell    // one for each of Input.Attributes
	Current *bool     // the flag; nil where it is NULL or there is no such column
	Deleted *bool     // likewise
}

// Open tells whether the version is open-ended.
func (v *Version) Open() bool { return v.To.IsZero() }

// Empty tells whether the version's period is empty: it is never in force.
func (v *Version) Empty() bool { return !v.NoStart && !v.Open() && v.To.Equal(v.From) }

// Holds tells whether the version is in force at t.
func (v *Version) Holds(t time.Time) bool {
	return !v.NoStart && !t.Before(v.From) && (v.Open() || t.Before(v.To))
}

// Row is one row of the batch after reading.
type Row struct {
	N         int             // the batch's data row from 1
	Key       []Cell          // nil where KeyReadable is false
	Effective *time.Time      // its full moment, also in a dimension of dates; nil where the batch has no effective column
	Sequence  []Seq           // one for each sequence column
	Delete    bool            //
	Values    map[string]Cell // by attribute name; only columns that the batch has
	Rejected  string          // why it could not be read; "" where it could

	// KeyReadable is false where a key column is NULL or the line could not be split: such a row may be anybody's. Rejected
	// then says why.
	KeyReadable bool
	// Parked rows take part in the contest of rule 3, and are judged at their place, but change nothing.
	Parked bool
}

// Input is a dimension, a batch and how they are to be read.
type Input struct {
	Spec       *engine.Spec
	Grain      engine.Grain
	AsOf       engine.AsOf
	Attributes []string  // names of Version.Values: every column that is no key, period, flag or surrogate key
	Versions   []Version // the whole dimension, in its own order
	Rows       []Row     // in the file's order

	// InScope says what a snapshot speaks for, told by the version in force at the as-of; nil is everything.
	InScope func(Version) bool
	// ParkedAbsent holds the KeyText of absent members whose delete is parked.
	ParkedAbsent map[string]bool
}

// Outcome is what became of one row, or of one member that is absent from a snapshot.
type Outcome struct {
	ID         int64 // rows count from 1 in the file's order, absent members follow in the order of their keys
	N          int   // the batch's data row; 0 for an absent member
	Key        []Cell
	Kind       engine.Kind
	Reason     string     // why it is rejected or superseded
	Effective  *time.Time // the moment that it was placed at, in the dimension's grain; nil where it has none
	Columns    []engine.ColumnChange
	Operations []engine.Operation
	Notes      []string
	Parked     bool
}

// Member is one member's history before and after, each in order of start.
type Member struct {
	Key    []Cell
	Fault  string // why its stored history is broken (rule 12)
	Before []Version
	After  []Version
}

// Brake holds the figures of rule 13. Parked deletes and changes do not count.
type Brake struct {
	Deleted int // members that absence deletes
	Changed int // members with a changed row
	Members int // members with a sound history in force at the as-of and in scope
}

// Result is all that a batch means.
type Result struct {
	Rows    []Outcome // in the file's order
	Absent  []Outcome // in the order of their keys
	Members []Member  // in the order of their keys
	Loose   []Version // stored rows with NULL in a key column: nobody's, and left as they are
	Brake   Brake
}
