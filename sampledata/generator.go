package sampledata

import (
	"fmt"
	"strings"
)

// Generator describes a made-up dimension of any size and a batch for it. The same generator gives the same rows with
// the same release of DuckDB, whose hash function they come from.
type Generator struct {
	Members int64 // at least 10
	Seed    int64 // 0 is as good as any other
	TextKey bool  // customer_id is text (C0000000042) instead of an integer
	Rows    int64 // rows of the batch; 0 is a tenth of the members
	Same    int64 // of a hundred rows of the batch so many are as stored, at most 90; 0 is 70
}

// What every generated dimension and batch is called and as of which day the batch is meant; it has no effective column.
const (
	GeneratedTable = "dim_customer"
	GeneratedAsOf  = "2026-06-01"
)

// Column is one column of the generated tables, with its SQL type.
type Column struct{ Name, Type string }

// Attributes are the seven attributes, all type 2.
var Attributes = []Column{
	{"name", "VARCHAR"}, {"email", "VARCHAR"}, {"city", "VARCHAR"}, {"segment", "VARCHAR"},
	{"country", "VARCHAR"}, {"tier", "INTEGER"}, {"phone", "VARCHAR"},
}

// Key is the business key's column.
func (g Generator) Key() Column {
	if g.TextKey {
		return Column{"customer_id", "VARCHAR"}
	}
	return Column{"customer_id", "BIGINT"}
}

// DimensionSQL makes the table in the current schema: 1.5 versions a member (each second member moved once), dates,
// open ends NULL, surrogate keys from 1 without a gap.
func (g Generator) DimensionSQL() []string {
	return []string{fmt.Sprintf(`CREATE TABLE %s AS
SELECT CAST(row_number() OVER (ORDER BY valid_from, n) AS BIGINT) AS customer_sk, %s AS customer_id, %s,
       valid_from, valid_to, valid_to IS NULL AS is_current
FROM (
  SELECT n, 1 AS moved, DATE '2020-01-01' + CAST(%s AS INTEGER) AS valid_from, DATE '2022-01-01' + CAST(%s AS INTEGER) AS valid_to
  FROM range(1, %d) AS old(n) WHERE n %% 2 = 0
  UNION ALL
  SELECT n, 0, CASE WHEN n %% 2 = 0 THEN DATE '2022-01-01' + CAST(%s AS INTEGER) ELSE DATE '2020-01-01' + CAST(%s AS INTEGER) END, NULL
  FROM range(1, %d) AS open(n)
) ORDER BY customer_sk`,
		GeneratedTable, g.key(), g.attributes("moved"),
		g.pick(1, 700), g.pick(2, 700), g.Members+1,
		g.pick(2, 700), g.pick(1, 700), g.Members+1)}
}

// Batch tells how many rows the batch has, how many of these are as stored, and how many are of members that the
// dimension has: a tenth are new, and the rest have moved.
func (g Generator) Batch() (rows, same, known int64) {
	rows = g.Rows
	if rows == 0 {
		rows = g.Members / 10
	}
	share := g.Same
	if share == 0 {
		share = 70
	}
	return rows, rows * share / 100, rows * 9 / 10
}

// BatchSQL writes the batch as a CSV to path: one row for each of so many members. Half of those that have moved are in
// another segment too. The dimension must be in the current schema.
func (g Generator) BatchSQL(path string) []string {
	rows, same, known := g.Batch()
	names := columnNames(Attributes)
	stored := strings.NewReplacer(
		"city", fmt.Sprintf("CASE WHEN place <= %d THEN city ELSE 'Moved ' || city END AS city", same),
		"segment", fmt.Sprintf("CASE WHEN place <= %d OR place %% 2 = 0 THEN segment ELSE segment || ' plus' END AS segment", same),
	).Replace(names)
	return []string{fmt.Sprintf(`COPY (
  SELECT customer_id, %s FROM (
    SELECT customer_id, %s, %s AS shuffled
    FROM (SELECT *, row_number() OVER (ORDER BY hash(customer_sk * 31 + %d), customer_sk) AS place FROM %s WHERE is_current)
    WHERE place <= %d
    UNION ALL
    SELECT %s, %s, %s FROM (SELECT n, 0 AS moved FROM range(%d, %d) AS added(n))
  ) ORDER BY shuffled, customer_id
) TO '%s' (FORMAT csv, HEADER)`,
		names, stored, fmt.Sprintf("hash(customer_sk * 41 + %d)", g.Seed), g.Seed, GeneratedTable, known,
		g.key(), g.attributes("moved"), fmt.Sprintf("hash(n * 43 + %d)", g.Seed), g.Members+1, g.Members+1+rows-known,
		strings.ReplaceAll(path, "'", "''"))}
}

// Spec is the spec of the generated dimension.
func (g Generator) Spec() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "table: %s\nkey: %s\nsurrogate_key: customer_sk\nperiod: {from: valid_from, to: valid_to}\ncurrent: is_current\ncolumns:\n", GeneratedTable, g.Key().Name)
	for _, a := range Attributes {
		fmt.Fprintf(&b, "  %s: 2\n", a.Name)
	}
	b.WriteString("batch:\n  mode: delta\n")
	return []byte(b.String())
}

func (g Generator) key() string {
	if g.TextKey {
		return "'C' || lpad(CAST(n AS VARCHAR), 10, '0')"
	}
	return "CAST(n AS BIGINT)"
}

// attributes are the expressions of the seven attributes of member n; those of a version before the move differ in the
// city always, and often in the segment. One phone of sixteen is NULL.
func (g Generator) attributes(moved string) string {
	return strings.Join([]string{
		"'Customer ' || lpad(CAST(n AS VARCHAR), 9, '0') AS name",
		fmt.Sprintf("'user' || CAST(n AS VARCHAR) || '@mail' || CAST(%s AS VARCHAR) || '.example.com' AS email", g.pick(3, 50)),
		fmt.Sprintf("'City ' || CAST((%s + %s) %% 5000 AS VARCHAR) AS city", g.pick(4, 5000), moved),
		fmt.Sprintf("['Retail', 'Business', 'Enterprise', 'Public'][CAST((%s + %s * %s) %% 4 AS INTEGER) + 1] AS segment", g.pick(5, 4), moved, g.pick(6, 4)),
		fmt.Sprintf("['DE', 'FR', 'US', 'GB', 'NL', 'ES', 'IT', 'PL'][CAST(%s AS INTEGER) + 1] AS country", g.pick(7, 8)),
		fmt.Sprintf("CAST(%s AS INTEGER) + 1 AS tier", g.pick(8, 5)),
		fmt.Sprintf("CASE WHEN %s > 0 THEN '+' || CAST(%s + 10000000 AS VARCHAR) END AS phone", g.pick(9, 16), g.pick(10, 80000000)),
	}, ", ")
}

// pick is a number from 0 to below that follows from the member n, the seed and what it is for.
func (g Generator) pick(purpose, below int64) string {
	return fmt.Sprintf("hash(n * 101 + %d, %d) %% %d", purpose, g.Seed, below)
}

func columnNames(columns []Column) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}
