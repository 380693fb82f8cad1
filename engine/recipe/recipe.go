// Package recipe writes a type 2 load in the SQL of other engines, clause by clause, and says of each what was run, and which
// rules of RULES.md it does not keep. It is pure text: it opens and runs nothing.
package recipe

import "dimdesk/engine"

// Recipe is the SQL of a load for one engine.
type Recipe struct {
	Dialect Dialect
	Clauses []Clause
	Breaks  []Break // rules that it does not keep
}

// Dialect is an engine, or a way to write a load for it.
type Dialect struct {
	Name     string // on the command line: "delta", "postgresql"
	Title    string // "Spark with Delta Lake"
	Evidence string // "run on Spark 4.0.1 with Delta 4.0.0", or "follows the vendor's documentation"
	Source   string // the address of that documentation
}

// Clause is a piece of the SQL and what it does. The clauses' texts, one after the other, are the whole statement.
type Clause struct{ SQL, Says string }

// Break is a rule that a recipe does not keep.
type Break struct {
	Rule string // "late rows"
	Says string // what happens instead
}

// Table is what a recipe is written for: a dimension and the staged batch beside it.
type Table struct {
	Name, Staged string
	Spec         engine.Spec         // bound: every attribute has its SCD type
	Columns      []engine.ColumnInfo // all of the dimension's, in its order, with their SQL types in DuckDB
	Supplied     []string            // the staged columns; nil where it has all that the spec speaks of
	AsOf         string              // the day, or moment, that the load runs as of, in ISO; "" is the engine's own clock
}
