package engine

// Kind says what the batch means for one row. Every batch row has exactly one.
type Kind uint8

// The nine kinds, in the order in which screens and counts list them.
const (
	New        Kind = iota + 1 // the member has no version at all
	Changed                    // a type 2 attribute differs from the version in force
	Corrected                  // overwritten in place
	Late                       // effective before the newest version's start, and changes history there
	Returned                   // the member exists, but no version of it is in force then
	Deleted                    // its version in force is closed
	Rejected                   // it cannot be applied
	Superseded                 // another row speaks for this key
	Unchanged                  // no row operation follows from it
)

// Kinds lists all nine in display order.
var Kinds = []Kind{New, Changed, Corrected, Late, Returned, Deleted, Rejected, Superseded, Unchanged}

var kindNames = [...]string{"", "new", "changed", "corrected", "late", "returned", "deleted", "rejected", "superseded", "unchanged"}
var kindMarks = [...]string{"", "+", "~", "=", "↶", "↻", "-", "!", "»", "·"}

// String is the kind's name as the command line and the journal write it.
func (k Kind) String() string { return kindNames[k] }

// Mark is the one-column sign that stands before a row of this kind, so that colour never carries it alone.
func (k Kind) Mark() string { return kindMarks[k] }

// ParseKind is the inverse of String; it returns 0 for any other text.
func ParseKind(s string) Kind {
	for i, n := range kindNames {
		if i > 0 && n == s {
			return Kind(i)
		}
	}
	return 0
}

// Quiet tells whether a row of this kind asks nothing of anybody: it changes nothing and can neither be taken nor parked.
func (k Kind) Quiet() bool { return k == Unchanged || k == Superseded }

// Decision is a person's word on one change.
type Decision uint8

// A change that is not rejected starts as Taken. Rejected, superseded and unchanged rows have no decision.
const (
	NoDecision Decision = iota
	Taken
	Parked
)

// String is the decision's name.
func (d Decision) String() string { return [...]string{"", "taken", "parked"}[d] }
