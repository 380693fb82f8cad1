package sqlgen

import "fmt"

// Check is one check of the proof: what holds, and the query that finds the keys (as text) for which it does not.
type Check struct{ Holds, SQL string }

// PlainProof makes what the checks of plain rows read, inside the transaction: reread, the bounds and flags of every version of
// the members that they touched, each known by its row, and reread_fact, whether each history is sound. _wrong marks a closed
// version that is not the one that was to be closed, or does not end where the next begins.
//
// The stored versions are found where they were seen, by their places; Reread tells whether all of them are still there. An
// index on what an UPDATE names makes DuckDB move the row, and then moved asks for them by their keys.
func (l *Layout) PlainProof(moved bool) []string {
	const closed = "d._rid = p._rid AND (d._t IS DISTINCT FROM c._e OR d._f IS DISTINCT FROM c._df OR d._sk::VARCHAR IS DISTINCT FROM c._dsk)"
	stored := fmt.Sprintf("SELECT p._id AS _row, d._rid, d._f, d._t, d._cur, d._dl, coalesce(%s, false) AS _wrong FROM (%s) d JOIN (%s JOIN look k ON k._row = p._id) ON k._rid = d._rid", closed, l.rawVersions(), plainRows)
	opened := "SELECT o._row, n._rid, n._f, n._t, n._cur, n._dl, false FROM newrows n JOIN opens o ON " + l.sameVersion() + " WHERE o._row IS NOT NULL"
	all := stored + " UNION ALL " + opened
	if moved {
		const end = "d._f = c._df AND d._sk::VARCHAR IS NOT DISTINCT FROM c._dsk AND d._t IS DISTINCT FROM c._e"
		all = fmt.Sprintf("SELECT p._id AS _row, d._rid, d._f, d._t, d._cur, d._dl, coalesce(%s, false) AS _wrong FROM (%s) d JOIN (%s) ON %s", end, l.rawVersions(), plainRows, l.sameKey("c.", "d."))
	}
	return []string{
		"CREATE OR REPLACE TEMP TABLE reread AS " + all,
		"CREATE OR REPLACE TEMP TABLE reread_fact AS SELECT _row, " + l.soundness() + ", bool_or(_wrong) AS _wrong FROM reread GROUP BY _row",
	}
}

// Reread tells whether reread lacks some version.
const Reread = "SELECT (SELECT count(*) FROM reread) <> (SELECT count(*) FROM look SEMI JOIN (SELECT _id AS _row FROM plain) USING (_row)) + (SELECT count(_row) FROM opened)"

// PlainChecks are the checks of what plain rows did. Of a closed version they look at the end and the flags, which are all that
// its statement names; of an opened one at every column (OpenedCheck).
func (l *Layout) PlainChecks() []Check {
	from := func(cond string) string {
		return "SELECT " + each(len(l.Keys), ", ", func(i int) string { return "c." + col("k", i) + "::VARCHAR" }) + " FROM (SELECT _row FROM reread_fact WHERE " + cond + " LIMIT 10) JOIN compared c USING (_row)"
	}
	return []Check{
		{"the histories of changed members are sound", from("_fault")},
		{"every closed version ends where the next begins", from("_wrong")},
	}
}

// NewRows makes newrows, inside the transaction: the versions that the commit opened, as they are stored now.
func (l *Layout) NewRows(head int64) string {
	where := ""
	switch {
	case l.SK.Name != "" && l.Spec.SurrogateKey.Make == "uuid":
		where = fmt.Sprintf("%s::VARCHAR IN (SELECT _sk FROM opens)", Ident(l.SK.Name))
	case l.SK.Name != "" && l.SK.Type == "VARCHAR":
		where = fmt.Sprintf("TRY_CAST(%s AS BIGINT) > %d", Ident(l.SK.Name), head)
	case l.SK.Name != "":
		where = fmt.Sprintf("%s > %d", Ident(l.SK.Name), head)
	}
	if l.whole() {
		return fmt.Sprintf("CREATE OR REPLACE TEMP TABLE newrows AS SELECT * REPLACE (_sk::VARCHAR AS _sk), CAST(_sk AS BIGINT) AS _number, CAST(_sk AS BIGINT) - %d - 1 AS _n FROM (%s)", head, l.versionsAs(where, ""))
	}
	if where != "" {
		return "CREATE OR REPLACE TEMP TABLE newrows AS " + l.Versions(where)
	}
	return fmt.Sprintf("CREATE OR REPLACE TEMP TABLE newrows AS SELECT v.* FROM (%s) v SEMI JOIN opened o ON o._from = v._f AND o._to IS NOT DISTINCT FROM v._t AND %s", l.Versions(""),
		each(len(l.Keys), " AND ", func(i int) string { return fmt.Sprintf("o.%[1]s = v.%[1]s", col("k", i)) }))
}

// sameVersion is the condition that a stored row n of newrows is the version o of opens.
func (l *Layout) sameVersion() string {
	switch {
	case l.SK.Name == "":
		return "n._f = o._from AND " + l.sameKey("n.", "o.")
	case l.whole():
		return "n._n = o._n"
	}
	return "n._sk = o._sk"
}

// OpenedCheck compares each opened version with the plan in every column.
func (l *Layout) OpenedCheck() Check {
	text := each(len(l.Keys), ", ", func(i int) string { return "o." + col("k", i) + "::VARCHAR" })
	diff := []string{"n._rid IS NULL", "n._f IS DISTINCT FROM o._from", "n._t IS DISTINCT FROM o._to"}
	for i := range l.Keys {
		diff = append(diff, fmt.Sprintf("n.%[1]s IS DISTINCT FROM o.%[1]s", col("k", i)))
	}
	for i, a := range l.Attrs {
		diff = append(diff, fmt.Sprintf("n.%s IS DISTINCT FROM o.%s", col("a", i), col("v", i)))
		if hasCompanion(a) {
			diff = append(diff, fmt.Sprintf("n.%s IS DISTINCT FROM o.%s", col("p", i), col("w", i)))
		}
	}
	if l.Current.Name != "" {
		diff = append(diff, "n._cur IS DISTINCT FROM (o._to IS NULL)")
	}
	if l.Deleted.Name != "" {
		diff = append(diff, "n._dl IS DISTINCT FROM o._dl")
	}
	return Check{"every opened version is what the plan says, in every column", "SELECT " + text + " FROM opens o LEFT JOIN newrows n ON " + l.sameVersion() + " WHERE " + anyOf(diff) + " LIMIT 10"}
}
