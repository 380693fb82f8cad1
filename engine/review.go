package engine

import "context"

// Review is one batch under review: a plan, the decisions on it, and the commit. Every method that may take long has a
// context that cancels it, and leaves the review usable. It is safe for one caller at a time.
type Review interface {
	Info() Info
	// Counts counts all changes of the batch, whatever the filter.
	Counts(ctx context.Context) (Counts, error)
	// Select makes the list of changes that pass the filter, in its order. It stays as it is until Close or until it is
	// dropped by selecting again with the same slot (0 is the screen's main list).
	Select(ctx context.Context, slot int, f Filter) (List, error)
	// Count counts the changes that pass the filter.
	Count(ctx context.Context, f Filter) (int64, error)
	// Window reads n changes of a list from position from (0 is the first).
	Window(ctx context.Context, l List, from, n int64) ([]Change, error)
	// Find is the position of the first change at or after from (before it, if back) that holds text; -1 if there is none.
	Find(ctx context.Context, l List, text string, from int64, back bool) (int64, error)
	// Seek is the position of the first change at or after from (before it, if back) whose kind differs from the one at
	// from; -1 if there is none.
	Seek(ctx context.Context, l List, from int64, back bool) (int64, error)
	// Member reads the history before and after of the member that a change belongs to.
	Member(ctx context.Context, change int64) (Member, error)
	// History is Member for a screen of its own. Where the review keeps no history, since the row changes none, it is read from
	// the dimension, which is opened for just that long.
	History(ctx context.Context, change int64) (Member, error)
	// Operations are the row operations that follow from one change.
	Operations(ctx context.Context, change int64) ([]Operation, error)
	// Groups lists alike changes under a filter, most rows first, at most limit groups.
	Groups(ctx context.Context, f Filter, limit int) ([]Group, error)
	// Decide sets the decision of every change in the selection that can have one.
	Decide(ctx context.Context, s Selection, d Decision, reason string) (Decided, error)
	// Undo takes back the last decision, Redo repeats it; Decided.Rows is 0 where there is none.
	Undo(ctx context.Context) (Decided, error)
	Redo(ctx context.Context) (Decided, error)
	// Preview is what Commit would do now: counts, statements, the checks of the proof, and what would stop it.
	Preview(ctx context.Context) (Preview, error)
	// Commit applies the plan in one transaction. An Error of CodeMoved names the members that moved; all decisions stay.
	Commit(ctx context.Context, req CommitRequest, progress func(Progress)) (Committed, error)
	// Replan reads the dimension afresh and keeps the decisions on all rows.
	Replan(ctx context.Context, progress func(Progress)) error
	Close() error
}

// Info is what a review is of, for headings.
type Info struct {
	Dimension string // "dim_customer"
	Home      string // the path of the file where the dimension lives
	Batch     string // the batch's file name
	AsOf      string
	Mode      string // "delta" | "snapshot"
	Key       []string
	Label     string
	Columns   []Column // every attribute with its type, in the dimension's order
	Notices   []string // what was detected or is to be mentioned before anything is applied
	Already   int64    // the commit that applied this very batch before, and stands; 0 for none
	News      []string // of these, what became of commits whose programs were killed: nobody may have been told of it
	Spec      Spec
}

// Counts counts changes by kind; each includes parked ones.
type Counts struct {
	Kinds  map[Kind]int64
	Taken  int64
	Parked int64
	Rows   int64 // data rows of the batch
	Absent int64 // members absent from a snapshot
}

// Filter selects changes. The zero Filter is everything but unchanged and superseded rows, in row order.
type Filter struct {
	Kinds    []Kind   // empty: all kinds but the quiet ones
	Decision Decision // 0: any
	Text     string   // in key, label, values old or new, or reason; without regard to case
	Column   string   // only changes to this column …
	Before   *Value   // … from this value …
	After    *Value   // … to this value
	Opened   bool     // only changes that are compared with nothing: what opens or closes with nothing in force
	Sort     string   // "row" (default) | "key" | "kind" | "effective"
	Desc     bool
}

// List is a selected list of changes.
type List struct {
	Slot   int
	Filter Filter
	Total  int64
}

// Group is a set of alike changes: one column from one value to another, or a kind without columns.
type Group struct {
	Kind   Kind // 0 where kinds are mixed
	Column string
	Type   SCDType
	Before Value
	After  Value
	Rows   int64
	Late   int64
	Parked int64
	Filter Filter // selects its rows
}

// Selection names changes by ID or by filter; IDs win.
type Selection struct {
	IDs    []int64
	Filter *Filter
}

// Decided says what a decision, its undo or its redo did.
type Decided struct {
	Rows     int64 // changes whose decision differs now
	Members  int64 // the members that these are of
	Decision Decision
	What     string // "parked 2 rows"
}

// Progress is one report of long work: Step of Steps, and Done of Total rows (Total 0: not known).
type Progress struct {
	What        string
	Step, Steps int
	Done, Total int64
}

// Preview is what a commit would do.
type Preview struct {
	Counts     Counts
	Operations map[Op]int64
	Statements []Statement
	Checks     []string // what the proof will check, in sentences
	Parked     int64    // rows that go to the parked file: parked and rejected
	ParkFile   string   // its proposed path
	Stops      []Stop   // what stops the commit, and what lifts it
	Word       string   // what must be typed: "commit", or the number of members deleted
	Notices    []string
}

// Stop is something that stops a commit (rule 13), and the flag that lifts it.
type Stop struct {
	Why  string
	Lift string // "--allow deleted=11", "--again"
	Rows int64
}

// Statement is one step of a plan that documents itself: preview, JSON, tests and execution read the same value.
type Statement struct {
	Op      Op
	Also    Op // what it does besides, to each of the same rows; "" for nothing
	Comment string
	SQL     string
	Args    []any
	Rows    int64 // rows that it must touch; -1 where it isn't known
}

// OperationsOf counts the row operations of statements.
func OperationsOf(statements []Statement) map[Op]int64 {
	n := map[Op]int64{}
	for _, s := range statements {
		if n[s.Op] += s.Rows; s.Also != "" {
			n[s.Also] += s.Rows
		}
	}
	return n
}

// CommitRequest carries what a person adds to a plan.
type CommitRequest struct {
	As, Reason string
	ParkFile   string // where parked and rejected rows go; "" where there must be none
	Allow      Allow
	Again      bool
}

// Allow names exactly how many deletes and changes may pass the brake; -1 is not given.
type Allow struct{ Deleted, Changed int64 }

// Committed is what a commit did.
type Committed struct {
	ID         int64 // the commit's number; 0 where the batch had been applied before
	Already    int64 // the earlier commit, where the journal knew the batch
	Operations map[Op]int64
	Parked     int64
	ParkFile   string
	Notices    []string
}
