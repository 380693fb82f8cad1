package engine

import "context"

// Lab is a small database of a learner's own. Everything in it is made from text, and SQL that a learner writes reaches
// nothing else: no file, no network, no setting. It is safe for one caller at a time.
type Lab interface {
	// Load makes or replaces tables.
	Load(ctx context.Context, tables ...LabTable) error
	// Run runs SQL statement by statement and stops at the first that fails: what came before it stays, as it does in a database
	// without a transaction. There is a result for each statement that ran. An Error of CodeUsage says which line is wrong, and why.
	Run(ctx context.Context, sql string) ([]LabResult, error)
	// Table reads a table or the rows of a query, at most limit (0: all).
	Table(ctx context.Context, query string, limit int) (Table, error)
	// Apply applies a batch with the engine that commits, and gives what is stored then. The Lab's own tables stay as they are.
	// Where the batch is refused, the error says why, and the changes are given besides, if it came to that.
	Apply(ctx context.Context, in LabBatch) (LabApplied, error)
	// Reset drops everything that Load and Run have made.
	Reset(ctx context.Context) error
	Close() error
}

// LabTable is a table as CSV: its header first, an empty field without quotes NULL.
type LabTable struct {
	Name, CSV string
	Types     map[string]string // SQL types of columns whose values do not tell them
}

// LabResult is what one statement did.
type LabResult struct {
	SQL   string
	Line  int    // where it begins in the text, from 1
	Rows  int64  // rows that it touched; -1 where it touches none
	Table *Table // what it selected or returned
	Cut   bool   // there were more rows than Table keeps
}

// Table is rows with names.
type Table struct {
	Columns, Types []string
	Rows           [][]Value
}

// LabBatch is a dimension and a batch as texts: CSV, CSV, and a spec.
type LabBatch struct {
	Dimension, Batch, Spec, AsOf string
	Table                        string // what the dimension is called; "" is "dimension"
	Park                         bool   // rejected rows are parked; without it, a batch that has some is refused
	Script                       bool   // LabApplied.Script is wanted
	Allow                        Allow  // zeroes are "not given"
}

// LabApplied is what came of a batch.
type LabApplied struct {
	Dimension  string // as CSV
	Table      Table
	Changes    []Change // of all rows, unchanged ones too
	Members    []Member // those that changed, before and after
	Statements []Statement
	Script     string // the plan with its values, as `dimdesk sql` prints it, where that was wanted
	Parked     int64
}
