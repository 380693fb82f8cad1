package engine

// SCDType says what a change to a column does (rules 5 to 8).
type SCDType uint8

// The types of a column. Ignore is written only with a version that something else opens or overwrites.
const (
	Type0  SCDType = 0
	Type1  SCDType = 1
	Type2  SCDType = 2
	Type3  SCDType = 3
	Type6  SCDType = 6
	Ignore SCDType = 9
)

// String is the type as the spec file writes it.
func (t SCDType) String() string {
	if t == Ignore {
		return "ignore"
	}
	return string('0' + rune(t))
}

// Spec describes a dimension and what its batches mean. A parsed Spec has every default filled in, so that the
// engine never asks whether a field was given: Mode, SameKey, SameMoment, Late, Future, Type1 and Bounds are never "".
type Spec struct {
	Table        string // for a database
	Key          []string
	Label        string
	SurrogateKey SurrogateKey
	Period       Period
	Current      Flag
	Deleted      string
	Columns      []Column // in the order in which they are written; those left out are type 2
	Type1        string   // "all" | "current"
	Batch        Batch
	Limits       Limits
	Facts        *Facts

	places   *places // where a parsed spec says what; nil for any other
	readOnly string  // why the dimension is not written; "" if it is
}

// SurrogateKey is the column that is unique for each version. Column is "" in a dimension without one.
type SurrogateKey struct {
	Column string
	Make   string // "integer" | "uuid"
}

// Period says where a version's bounds are stored and how.
type Period struct {
	From, To string
	Open     string // the sentinel that an open end is written as; "" is NULL
	Bounds   string // "[)" | "[]": To is the last day
	Dates    string // a strptime format of the period columns; "" is ISO. For a dimension that is text.
	Zone     string // the zone of timestamps without an offset and of today; "" is the machine's
}

// Flag is the column that marks the open version. Column is "" in a dimension without one. Open and Closed are the texts
// that it holds; both are "" where the spec gives only the name: then it is a boolean in whatever spelling is stored.
type Flag struct{ Column, Open, Closed string }

// Column is the rule for one attribute.
type Column struct {
	Name      string
	Type      SCDType
	Previous  string // type 3: where the old value goes
	Current   string // type 6: the column that is kept at the newest value
	As        string // the SQL type to compare as, in a dimension that is text; "" is text
	Compare   Compare
	TypeGiven bool // false where only compare or as was written (a key column may have just that)
}

// Compare widens what counts as equal. Tolerance is a decimal number, "" for none.
type Compare struct {
	IgnoreCase, Trim bool
	Tolerance        string
}

// Batch says how a batch is read and what its rows mean.
type Batch struct {
	Mode       string // "delta" | "snapshot"
	Effective  string
	Sequence   []string
	Operation  Operations
	Rename     map[string]string // batch column → dimension column
	Dates      string
	Nulls      []string
	SameKey    string // "in_order" | "latest" | "reject"
	SameMoment string // "replace" | "reject"
	Late       string // "split" | "reject"
	Future     string // "reject" | "accept"
	Protect    []string
	Scope      string // a SQL condition on the dimension's columns
}

// Operations is the batch column that says what a row is, and the texts in it that mean a delete. Column "" is none.
type Operations struct {
	Column string
	Delete []string
}

// Limits are the brake's (rule 13): a share of the members in force. Negative is off.
type Limits struct{ Deleted, Changed float64 }

// Facts names a table of facts that refer to the dimension.
type Facts struct {
	File, Table, Key, Time string
	Measures, By           []string
}
