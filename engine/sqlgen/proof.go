package sqlgen

import "fmt"

// Check is one check of the proof: what holds, and the query that finds the keys (as text) for which it does not.
type Check struct{ Holds, SQL string }

// PlainProof makes reread, inside the transaction: one row that tells how many versions the members of plain rows have now
// (_seen), and the rows (_place) of those members for which something does not hold. That the ended version ends where the new
// one begins, that every other one lies before it, and that none but the new one is open, is all that can have come of two
// statements that name an end and a flag of given rows and add new ones, when the history was sound before. The new ones are
// looked at in OpenedCheck.
//
// The versions are found where they were seen, by their places. If some is not there any more (an index on what an UPDATE names
// makes DuckDB move the row), moved asks for all of them by their keys.
func (l *Layout) PlainProof(moved bool) string {
	const p = "SELECT p._place, p._rid AS _ended, c._e, c._df, c._dsk FROM " + plainRows
	from := fmt.Sprintf("(SELECT p.*, k._rid FROM (%s) p JOIN look k ON k._place = p._place WHERE %s) p ON d._rid = p._rid", p, filtered("k._rid"))
	fresh, ended := "false", "d._rid IS NOT DISTINCT FROM p._ended"
	if moved {
		from = fmt.Sprintf("(SELECT p.*, %s FROM (%s) p JOIN good g ON g._place = p._place) p ON %s", l.keys("g."), p, l.sameKey("d.", "p."))
		fresh, ended = "d._t IS NULL AND d._f = p._e", "d._f = p._df AND d._sk IS NOT DISTINCT FROM p._dsk"
	}
	flags := "false"
	if l.Current.Name != "" {
		flags = "d._cur IS DISTINCT FROM (d._t IS NULL)"
	}
	if l.Deleted.Name != "" {
		flags += " OR d._t IS NULL AND coalesce(d._dl, false)"
	}
	wrong := func(cond string) string { return "list(_place) FILTER (" + cond + ")" }
	return fmt.Sprintf("CREATE OR REPLACE TEMP TABLE reread AS SELECT count(*) FILTER (NOT _new) AS _seen, count(*) FILTER (_end) AS _ends, %s AS _others, %s AS _ends_elsewhere, %s AS _flags FROM (SELECT p._place, p._e, p._df, d._f, d._t, d._cur, d._dl, coalesce(%s, false) AS _new, coalesce(%s, false) AS _end FROM (%s) d JOIN %s) d",
		wrong("NOT _new AND NOT _end AND NOT coalesce(_t <= _df AND _f <= _t OR _f = _t, false)"), wrong("_end AND (_t IS DISTINCT FROM _e OR _f IS DISTINCT FROM _df)"), wrong(flags),
		fresh, ended, l.rawVersions(), from)
}

// Reread tells whether reread lacks some version, and whether something does not hold in it.
const Reread = "SELECT (SELECT _seen FROM reread) IS DISTINCT FROM (SELECT coalesce(sum(_n), 0) FROM keyfact SEMI JOIN plain USING (_place)) OR (SELECT _ends FROM reread) IS DISTINCT FROM (SELECT count(_rid) FROM plain), (SELECT _ends_elsewhere IS NOT NULL OR _others IS NOT NULL OR _flags IS NOT NULL FROM reread)"

// PlainChecks are the checks of what plain rows did. Of a closed version they look at the end and the flags, which are all that
// its statement names; of an opened one at every column (OpenedCheck).
func (l *Layout) PlainChecks() []Check {
	of := func(places string) string {
		return "SELECT " + each(len(l.Keys), ", ", func(i int) string { return col("k", i) + "::VARCHAR" }) + " FROM good SEMI JOIN (SELECT DISTINCT unnest(" + places + ") AS _place FROM reread) USING (_place) LIMIT 10"
	}
	return []Check{
		{"every closed version ends where the next begins", of("_ends_elsewhere")},
		{"nothing else of those members is open, or overlaps", of("_others")},
		{"flags agree with the periods", of("_flags")},
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
		return fmt.Sprintf("CREATE OR REPLACE TEMP VIEW newrows AS SELECT * REPLACE (_sk::VARCHAR AS _sk), CAST(_sk AS BIGINT) AS _number, CAST(_sk AS BIGINT) - %d - 1 AS _n FROM (%s)", head, l.versionsAs(where, ""))
	}
	if where != "" {
		return "CREATE OR REPLACE TEMP TABLE newrows AS " + l.Versions(where)
	}
	return fmt.Sprintf("CREATE OR REPLACE TEMP TABLE newrows AS SELECT v.* FROM (%s) v SEMI JOIN opens o ON o._from = v._f AND o._to IS NOT DISTINCT FROM v._t AND %s", l.Versions(""),
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
