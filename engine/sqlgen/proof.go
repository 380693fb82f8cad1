package sqlgen

import "fmt"

// Check is one check of the proof: what holds, and the query that finds the keys (as text) for which it does not.
type Check struct{ Holds, SQL string }

// PlainProof makes what the checks of plain rows read, inside the transaction: reread, the bounds and flags of every member
// that they touched, and reread_fact, whether each is sound.
func (l *Layout) PlainProof() []string {
	keys := "SELECT DISTINCT " + l.keys("c.") + " FROM " + plainRows
	return []string{
		fmt.Sprintf("CREATE OR REPLACE TEMP TABLE reread AS SELECT %s, _sk::VARCHAR AS _sk, _f, _t, _cur, _dl FROM (%s) v SEMI JOIN (%s) USING %s", l.keys(""), l.rawVersions(), keys, l.using()),
		fmt.Sprintf("CREATE OR REPLACE TEMP TABLE reread_fact AS SELECT %s, %s FROM reread GROUP BY ALL", l.keys(""), l.soundness()),
		l.Overlaps("reread_fact", "SELECT * FROM reread"),
	}
}

// PlainChecks are the checks of what plain rows did. Of a closed version they look at the end and the flags, which are all that
// its statement names; of an opened one at every column (OpenedCheck).
func (l *Layout) PlainChecks() []Check {
	text := each(len(l.Keys), ", ", func(i int) string { return "x." + col("k", i) + "::VARCHAR" })
	on := each(len(l.Keys), " AND ", func(i int) string { return fmt.Sprintf("r.%[1]s = x.%[1]s", col("k", i)) })
	return []Check{
		{"the histories of changed members are sound", "SELECT " + text + " FROM reread_fact x WHERE x._fault LIMIT 10"},
		{"every closed version ends where the next begins", "SELECT " + text + " FROM (SELECT " + list(l.keys("c."), "c._dsk", "c._df", "c._e") + " FROM " + plainRows + " WHERE p._rid IS NOT NULL) x ANTI JOIN reread r ON " + on +
			" AND r._f = x._df AND r._t = x._e AND r._sk IS NOT DISTINCT FROM x._dsk LIMIT 10"},
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
	if where != "" {
		return "CREATE OR REPLACE TEMP TABLE newrows AS " + l.Versions(where)
	}
	return fmt.Sprintf("CREATE OR REPLACE TEMP TABLE newrows AS SELECT v.* FROM (%s) v SEMI JOIN opened o ON o._from = v._f AND o._to IS NOT DISTINCT FROM v._t AND %s", l.Versions(""),
		each(len(l.Keys), " AND ", func(i int) string { return fmt.Sprintf("o.%[1]s = v.%[1]s", col("k", i)) }))
}

// OpenedCheck compares each opened version with the plan in every column.
func (l *Layout) OpenedCheck() Check {
	text := each(len(l.Keys), ", ", func(i int) string { return "o." + col("k", i) + "::VARCHAR" })
	on := "n._sk = o._sk"
	if l.SK.Name == "" {
		on = "n._f = o._from AND " + each(len(l.Keys), " AND ", func(i int) string { return fmt.Sprintf("n.%[1]s = o.%[1]s", col("k", i)) })
	}
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
	return Check{"every opened version is what the plan says, in every column", "SELECT " + text + " FROM opens o LEFT JOIN newrows n ON " + on + " WHERE " + anyOf(diff) + " LIMIT 10"}
}
