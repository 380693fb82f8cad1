package engine

// Change is one classified row of a batch, or one member that is absent from a snapshot.
type Change struct {
	ID        int64    // 1, 2, … in row order; absent members follow. Stable within a review.
	Row       int64    // the batch's data row from 1; 0 for an absent member
	Line      int64    // the line of the file where the row begins, the header being line 1; 0 where there is none
	Key       []Value  // one for each key column, in the spec's order
	Label     string   // what people call the member; "" without a label column
	Kind      Kind     //
	Decision  Decision // NoDecision for rejected and quiet rows
	Effective string   // when the row became true, in the dimension's own grain; "" where it could not be read
	Columns   []ColumnChange
	Reason    string // why it was rejected or superseded, or the reason it was parked with; "" otherwise
	Hint      string // what would help a rejected row
	Notes     []string
}

// ColumnChange is one column whose value in the row differs from the version that it was compared with. A row that opens
// a member's first version, or brings it back, lists all the columns it supplies, with Before NULL.
type ColumnChange struct {
	Name   string
	Type   SCDType
	Before Value
	After  Value
	Taken  bool   // false where the difference is shown but not applied
	Note   string // why it is not taken: "type 0 keeps the original", "a late row never overwrites type 1"
}

// Op names a row operation.
type Op string

// The row operations. OpClose moves a version's end earlier and leaves its start; OpRedate moves its bounds in any other
// way (a start that moves back, a version that is reopened); OpRemove occurs only when a commit is undone.
const (
	OpOpen      Op = "open"
	OpClose     Op = "close"
	OpOverwrite Op = "overwrite"
	OpRedate    Op = "redate"
	OpRemove    Op = "remove"
)

// Operation is one row operation of a change. Periods are half-open whatever the stored layout says.
type Operation struct {
	Op           Op
	Change       int64  // the ID of the change that it follows from
	SurrogateKey string // an existing key, or "+1", "+2", … for one that the commit will give; "" in a dimension without
	From, To     string // open, close: the period afterwards; To "" is open
	Before       Bounds // redate
	After        Bounds // redate
	Columns      []ColumnChange
}

// Bounds is a half-open period [From, To) as text in the dimension's grain; To "" is open-ended.
type Bounds struct{ From, To string }

// Version is one row of a member's history.
type Version struct {
	SurrogateKey string // as in Operation
	Bounds              //
	Empty        bool   // To = From: left by a delete at its very start; never in force
	Current      bool   // open-ended
	Deleted      bool   // a delete ended it; always false in a dimension without a deleted flag
	Values       []Value
	// What the plan does to it; only in histories "after".
	Opens  bool     // this row is new
	Was    *Bounds  // its bounds before, where they moved
	Edited []string // names of the columns that are overwritten
}

// Member is one member's history before and after the taken changes of a plan.
type Member struct {
	Key     []Value
	Label   string
	Fault   string   // why its stored history is broken; "" if it is sound
	Columns []string // the attributes that Version.Values holds, in the dimension's order
	Types   []SCDType
	Before  []Version
	After   []Version
	Changes []Change // the batch's rows for this member, in order of effective time
	Summary string   // "late: splits the version of 2024-03-01"
}
