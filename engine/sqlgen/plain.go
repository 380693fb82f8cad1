package sqlgen

import (
	"fmt"

	"dimdesk/engine"
)

// PlainPossible tells whether a layout has plain rows at all: ones whose moment does not depend on their member.
func (l *Layout) PlainPossible() bool {
	return !l.dayDated() && !(l.Snapshot() && l.Batch.Effective >= 0)
}

// KeyFacts makes keyfact: for the rows in compared how many versions their keys have (_n), whether more than two of these have
// a period (_many), and whether the history is broken (rule 12), which for _many is told by Overlaps.
func (l *Layout) KeyFacts() Step {
	return Step{"checking the histories of changed members", "CREATE TABLE keyfact AS SELECT _row, " + l.soundness() + " FROM look SEMI JOIN compared USING (_row) GROUP BY _row"}
}

// soundness tells of a group of versions: _n, _many, _fault.
func (l *Layout) soundness() string {
	const whole = "(_t IS NULL OR _t > _f)"
	fault := "count(*) FILTER (_f IS NULL OR _t < _f) > 0 OR count(*) FILTER (_t IS NULL) > 1 OR (count(*) FILTER (" + whole + ") = 2 AND min(coalesce(_t, 'infinity')) FILTER (" + whole + ") > max(_f) FILTER (" + whole + "))"
	if l.Current.Name != "" {
		fault += " OR count(*) FILTER (_cur IS DISTINCT FROM (_t IS NULL)) > 0"
	}
	if l.Deleted.Name != "" {
		fault += " OR count(*) FILTER (_t IS NULL AND coalesce(_dl, false)) > 0"
	}
	return "count(*) AS _n, count(*) FILTER (" + whole + ") > 2 AS _many, coalesce(" + fault + ", false) AS _fault"
}

// Overlaps marks as broken the members of a table of facts (keyfact, or reread_fact), each known by its row, that have more than
// two versions and overlapping ones among them.
func Overlaps(facts, versions string) string {
	return fmt.Sprintf("UPDATE %[1]s AS f SET _fault = true FROM (SELECT DISTINCT _row FROM (SELECT _row, _f, lag(coalesce(_t, 'infinity')) OVER (PARTITION BY _row ORDER BY _f, _t NULLS LAST) AS _pt FROM %[2]s SEMI JOIN (SELECT _row FROM %[1]s WHERE _many) USING (_row) WHERE _t IS NULL OR _t > _f) WHERE _pt > _f) o WHERE f._row = o._row",
		facts, versions)
}

// Plain makes plain: the rows of compared that need no windows, since one look tells what they are. A row is new where its key
// has no version; it is changed where it is later than the start of the one open version of a sound history, and only
// type 2 attributes differ.
func Plain() Step {
	return Step{"telling the plain rows", fmt.Sprintf(`CREATE TABLE plain AS SELECT c._row AS _id, CASE WHEN c._drid IS NULL THEN %s ELSE %s END AS _kind, c._drid AS _rid FROM (SELECT * FROM compared ANTI JOIN special USING (_row)) c LEFT JOIN keyfact f ON f._row = c._row
 WHERE NOT c._del AND CASE WHEN c._drid IS NULL THEN f._n IS NULL ELSE NOT f._fault AND c._e > c._df AND c._d2 AND NOT c._d1 END`,
		Lit(engine.New.String()), Lit(engine.Changed.String()))}
}

// NoPlain makes plain empty.
const NoPlain = "CREATE TABLE plain (_id BIGINT, _kind VARCHAR, _rid BIGINT)"

// Touched makes touched: the rows of compared that are not plain. It is told how many rows
// both have, since most often all are plain or none is.
func (l *Layout) Touched(plain, compared int64) string {
	q := "CREATE TABLE touched AS SELECT " + l.touchedColumns() + " FROM compared"
	switch plain {
	case 0:
		return q
	case compared:
		return q + " LIMIT 0"
	}
	return q + " ANTI JOIN (SELECT _id AS _row FROM plain) USING (_row)"
}

func (l *Layout) touchedColumns() string {
	return list("_row", "_line", l.keys(""), "_e", "_et", each(len(l.Batch.Sequence), ", ", func(i int) string { return col("q", i) }), "_del",
		l.attrs(supplied, func(i int, _ Attr) string { return col("a", i) }))
}

// plainRows is plain with the rows themselves.
const plainRows = "plain p JOIN compared c ON c._row = p._id"

// plainOpens selects the versions that plain rows open, like opens: keys, _from, _to, _dl, v*, w*, and the row (_row).
func (l *Layout) plainOpens() string {
	vals := l.attrs(nil, func(i int, a Attr) string {
		x := "c." + col("a", i)
		switch {
		case !a.Supplied():
			x = "c." + col("da", i)
		case carriesOver(a):
			x = fmt.Sprintf("CASE WHEN p._rid IS NULL THEN c.%s ELSE c.%s END", col("a", i), col("da", i))
		}
		return x + " AS " + col("v", i)
	})
	comps := l.attrs(hasCompanion, func(i int, a Attr) string {
		w := "c." + col("dp", i)
		if a.Type == engine.Type6 && a.Supplied() {
			w = fmt.Sprintf("CASE WHEN p._rid IS NULL THEN c.%s ELSE %s END", col("a", i), w)
		}
		return w + " AS " + col("w", i)
	})
	return "SELECT " + list(l.keys("c."), "c._e AS _from", "NULL::TIMESTAMP AS _to", "false AS _dl", "p._id AS _row", vals, comps) + " FROM " + plainRows
}
