package sqlgen

import (
	"fmt"

	"dimdesk/engine"
)

// PlainPossible tells whether a layout has plain rows at all: ones whose moment does not depend on their member.
func (l *Layout) PlainPossible() bool {
	return !l.dayDated() && !(l.Snapshot() && l.Batch.Effective >= 0)
}

// KeyFacts makes keyfact: for the rows in compared how many versions their keys have (_n), whether one of these is empty, which
// the row may reopen (_emptied), whether more than two have a period (_many), and whether the history is broken (rule 12), which
// for _many is told by Overlaps.
func (l *Layout) KeyFacts() Step {
	return Step{"checking the histories of changed members", "CREATE TABLE keyfact AS SELECT _place, coalesce(bool_or(_t = _f), false) AS _emptied, " + l.soundness() + " FROM look SEMI JOIN compared USING (_place) GROUP BY _place"}
}

// Overlaps marks as broken the members in keyfact that have more than two versions and overlapping ones among them.
const Overlaps = "UPDATE keyfact AS f SET _fault = true FROM (SELECT DISTINCT _place FROM (SELECT _place, _f, lag(coalesce(_t, 'infinity')) OVER (PARTITION BY _place ORDER BY _f, _t NULLS LAST) AS _pt FROM look SEMI JOIN (SELECT _place FROM keyfact WHERE _many) USING (_place) WHERE _t IS NULL OR _t > _f) WHERE _pt > _f) o WHERE f._place = o._place"

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

// Plain makes plain: the rows of compared that need no windows, since one look tells what they are (_place, _kind, and in _rid the
// version that they end). A row is new where its key has no version; it is changed where it is later than the start of the one
// open version of a sound history without empty versions, and only type 2 attributes differ.
func Plain() Step {
	return Step{"telling the plain rows", fmt.Sprintf(`CREATE TABLE plain AS SELECT c._place, CASE WHEN c._drid IS NULL THEN %s ELSE %s END AS _kind, c._drid AS _rid FROM (SELECT * FROM compared ANTI JOIN special USING (_place) WHERE _ahead) c LEFT JOIN keyfact f USING (_place)
 WHERE CASE WHEN c._drid IS NULL THEN f._n IS NULL ELSE NOT f._fault AND NOT f._emptied END`,
		Lit(engine.New.String()), Lit(engine.Changed.String()))}
}

// NoPlain makes plain empty.
const NoPlain = "CREATE TABLE plain (_place BIGINT, _kind VARCHAR, _rid BIGINT)"

// Touched makes touched: the rows of compared that are not plain, with all that the batch says. It is told how many rows both
// have, since most often all are plain or none is.
func (l *Layout) Touched(plain, compared int64) Step {
	q := "CREATE TABLE touched AS SELECT " + list("_row", "_line", l.keys(""), "_e", "_et", each(len(l.Batch.Sequence), ", ", func(i int) string { return col("q", i) }), "_del",
		l.attrs(supplied, func(i int, _ Attr) string { return col("a", i) })) + " FROM batch_row"
	switch plain {
	case 0:
		return Step{SQL: q + " SEMI JOIN compared USING (_place)"}
	case compared:
		return Step{SQL: q + " LIMIT 0"}
	}
	return Step{SQL: q + " SEMI JOIN (SELECT _place FROM compared ANTI JOIN plain USING (_place)) USING (_place)"}
}

// plainRows is plain with what was found of the rows.
const plainRows = "plain p JOIN compared c ON c._place = p._place"

// plainOpens selects the versions that plain rows open: keys, _from, the row that opens each (_place), v*, w*.
func (l *Layout) plainOpens() string {
	var carried []string
	vals := l.attrs(nil, func(i int, a Attr) string {
		x := "r." + col("a", i)
		if carriesOver(a) {
			carried = append(carried, "c."+col("da", i))
			was := "p." + col("da", i)
			if x = was; a.Supplied() {
				x = fmt.Sprintf("CASE WHEN p._rid IS NULL THEN r.%s ELSE %s END", col("a", i), was)
			}
		}
		return x + " AS " + col("v", i)
	})
	comps := l.attrs(hasCompanion, func(i int, a Attr) string {
		carried = append(carried, "c."+col("dp", i))
		w := "p." + col("dp", i)
		if a.Type == engine.Type6 && a.Supplied() {
			w = fmt.Sprintf("CASE WHEN p._rid IS NULL THEN r.%s ELSE %s END", col("a", i), w)
		}
		return w + " AS " + col("w", i)
	})
	found := "plain p"
	if len(carried) > 0 {
		found = plainRows
	}
	return fmt.Sprintf("SELECT %s FROM batch_row r JOIN (SELECT %s FROM %s WHERE %s) p ON p._place = r._place",
		list(l.keys("r."), "r._e AS _from", "p._place", vals, comps), list("p._place", "p._rid", list(carried...)), found, filtered("p._place"))
}
