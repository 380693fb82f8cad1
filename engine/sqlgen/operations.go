package sqlgen

import (
	"fmt"
	"strings"

	"dimdesk/engine"
)

// shortens is the condition that only a version's end moved, and earlier: a close. Every other move of bounds is a redate.
const shortens = "v._from = h._f AND v._to IS NOT NULL AND (h._t IS NULL OR v._to < h._t)"

// moves is the condition that a version's bounds differ.
const moves = "(v._from IS DISTINCT FROM h._f OR v._to IS DISTINCT FROM h._t)"

// starts is the condition that a version's start differs.
const starts = "(v._from IS DISTINCT FROM h._f)"

// numbered is the condition on a version v of after and a number n of newkey that v opens with it. It compares and does nothing
// else: with another condition beside, DuckDB holds every row against every other.
const numbered = "n._m = v._m AND n._id = CASE WHEN v._i IS NULL THEN v._id END"

// Rewritten selects, of the stored versions that are in after, how each differs afterwards, as upd has it.
func (l *Layout) Rewritten() string {
	return "(SELECT (" + shortens + ") AS _closes, " + moves + " AS _moves, " + starts + " AS _starts, " + l.Overwritten() + " AS _writes FROM after v JOIN hist h ON h._m = v._m AND h._i = v._i)"
}

// Histories names the members whose versions are read: the final ones, the stored ones, and the numbers of those that open.
// with stands before a query of them.
type Histories struct{ with, after, hist, newkey string }

// EveryHistory is that of every member; all that open are numbered.
func EveryHistory() Histories { return Histories{after: "after", hist: "hist", newkey: "newkey"} }

// HistoryOf is that of a member of which some row is taken. Every table is looked through once, for that member alone; before
// is how many versions open before its own (NewBefore), so that no other member's need to be numbered.
func (l *Layout) HistoryOf(m, before int64) Histories {
	one := func(name, table string) string {
		return fmt.Sprintf("%s AS MATERIALIZED (SELECT * FROM %s WHERE _m = %d)", name, table, m)
	}
	return Histories{
		with: "WITH " + list(one("_change", "change"), one("_hist", "hist"), one("_final", "final"), "_after AS MATERIALIZED ("+l.after("_final", "_change", "_hist")+")",
			fmt.Sprintf("_new AS (SELECT _m, _id, %d + row_number() OVER (ORDER BY _from) AS _n FROM _after WHERE _i IS NULL)", before)) + " ",
		after: "_after", hist: "_hist", newkey: "_new"}
}

// Operations selects the row operations of members: _id, _op, _m, _i, _n (the number of a new version), _sk, and the bounds
// before (_f0, _t0) and after (_f1, _t1). Overwrites are in Cells.
func (l *Layout) Operations(of Histories) string {
	return of.with + fmt.Sprintf(`SELECT coalesce(CASE WHEN v._i IS NULL OR NOT (%[1]s) THEN v._id ELSE v._eid END, v._id, v._eid) AS _id,
 CASE WHEN v._i IS NULL THEN 'open' WHEN %[1]s THEN 'close' ELSE 'redate' END AS _op, v._m, v._i, n._n, h._sk, h._f AS _f0, h._t AS _t0, v._from AS _f1, v._to AS _t1
FROM %[3]s v LEFT JOIN %[4]s h ON h._m = v._m AND h._i = v._i LEFT JOIN %[5]s n ON %[6]s
WHERE v._i IS NULL OR %[2]s`, shortens, moves, of.after, of.hist, of.newkey, numbered)
}

// Cells selects the overwritten values of members: _id (the row that set it), _m, _i, _sk, _attr (the
// attribute's number), _companion, and the texts _b and _a.
func (l *Layout) Cells(of Histories) string {
	var cells []string
	for i, a := range l.Attrs {
		one := func(old, new, owner string, companion bool) {
			cells = append(cells, fmt.Sprintf("CASE WHEN h.%[1]s IS DISTINCT FROM v.%[2]s THEN {'id': %[3]s, 'attr': %[4]d, 'companion': %[5]t, 'b': h.%[1]s::VARCHAR, 'a': v.%[2]s::VARCHAR} END", old, new, owner, i, companion))
		}
		if !a.Supplied() {
			continue
		}
		one(col("a", i), col("v", i), "v."+col("o", i), false)
		if hasCompanion(a) {
			owner := "v." + col("o", i)
			if a.Type == engine.Type6 {
				owner = "v." + col("oc", i)
			}
			one(col("p", i), col("w", i), owner, true)
		}
	}
	if len(cells) == 0 {
		return "SELECT 0::BIGINT AS _id, 0::BIGINT AS _m, 0::BIGINT AS _i, '' AS _sk, 0 AS _attr, false AS _companion, '' AS _b, '' AS _a LIMIT 0"
	}
	return of.with + fmt.Sprintf("SELECT x.id AS _id, _m, _i, _sk, x.attr AS _attr, x.companion AS _companion, x.b AS _b, x.a AS _a FROM (SELECT v._m, v._i, h._sk, unnest([%s]) AS x FROM %s v JOIN %s h ON h._m = v._m AND h._i = v._i WHERE %s) WHERE x IS NOT NULL",
		strings.Join(cells, ", "), of.after, of.hist, l.Overwritten())
}

// Overwritten is the condition that a version's values differ from the stored ones.
func (l *Layout) Overwritten() string {
	var c []string
	for i, a := range l.Attrs {
		if a.Supplied() {
			c = append(c, fmt.Sprintf("v.%s IS DISTINCT FROM h.%s", col("v", i), col("a", i)))
			if hasCompanion(a) {
				c = append(c, fmt.Sprintf("v.%s IS DISTINCT FROM h.%s", col("w", i), col("p", i)))
			}
		}
	}
	return anyOf(c)
}

// StoredVersions selects the stored versions that cond names (a condition on h), for readVersions: the surrogate key, the
// bounds as text, whether it is empty, current, deleted, opens, moved, the bounds before, the names of the overwritten
// columns, and the attributes as text.
func (l *Layout) StoredVersions(cond string) string {
	return "SELECT " + list("coalesce(h._sk, '')", "coalesce("+l.ShowMoment("h._f")+", '')", "coalesce("+l.ShowMoment("h._t")+", '')",
		"coalesce(h._t = h._f, false)", "h._t IS NULL", "coalesce(h._dl, false)", "false", "false", "''", "''", "''",
		l.attrs(nil, func(i int, _ Attr) string { return "h." + col("a", i) + "::VARCHAR" })) + " FROM hist h WHERE " + cond + " ORDER BY h._f NULLS FIRST, h._t NULLS LAST, h._i"
}

// FinalVersions selects the versions of a member after the plan, as StoredVersions does: those in after, and stored ones that
// stay as they are.
func (l *Layout) FinalVersions(of Histories) string {
	edited := "''"
	var names []string
	for i, a := range l.Attrs {
		if a.Supplied() {
			names = append(names, fmt.Sprintf("CASE WHEN v._i IS NOT NULL AND v.%s IS DISTINCT FROM h.%s THEN %s END", col("v", i), col("a", i), Lit(a.Name)))
		}
	}
	if len(names) > 0 {
		edited = "concat_ws(chr(31), " + strings.Join(names, ", ") + ")"
	}
	sk := "coalesce(h._sk, '')"
	if l.SK.Name != "" {
		sk = "coalesce(h._sk, '+' || n._n, '')"
	}
	moved := "(v._i IS NOT NULL AND " + moves + ")"
	after := "SELECT " + list("v._from AS _o", "v._to AS _o2", sk+" AS s", l.ShowMoment("v._from")+" AS f", "coalesce("+l.ShowMoment("v._to")+", '') AS t",
		"coalesce(v._to = v._from, false) AS em", "v._to IS NULL AS cu", l.deletedAfter()+" AS de", "v._i IS NULL AS op", moved+" AS mv",
		"coalesce("+l.ShowMoment("h._f")+", '') AS f0", "coalesce("+l.ShowMoment("h._t")+", '') AS t0", edited+" AS ed",
		l.attrs(nil, func(i int, _ Attr) string { return "v." + col("v", i) + "::VARCHAR AS " + col("x", i) })) +
		fmt.Sprintf(" FROM %s v LEFT JOIN %s h ON h._m = v._m AND h._i = v._i LEFT JOIN %s n ON %s", of.after, of.hist, of.newkey, numbered)
	kept := "SELECT " + list("h._f", "h._t", "coalesce(h._sk, '')", l.ShowMoment("h._f"), "coalesce("+l.ShowMoment("h._t")+", '')", "coalesce(h._t = h._f, false)", "h._t IS NULL", "coalesce(h._dl, false)", "false", "false", "''", "''", "''",
		l.attrs(nil, func(i int, _ Attr) string { return "h." + col("a", i) + "::VARCHAR" })) +
		fmt.Sprintf(" FROM %s h ANTI JOIN %s v ON v._m = h._m AND v._i = h._i", of.hist, of.after)
	return of.with + "SELECT * EXCLUDE (_o, _o2) FROM (" + after + " UNION ALL " + kept + ") ORDER BY _o, _o2 NULLS LAST, s"
}

// deletedAfter is the deleted flag of a version v of after, h being the stored one: kept where its bounds stay.
func (l *Layout) deletedAfter() string {
	if l.Deleted.Name == "" {
		return "false"
	}
	return "CASE WHEN v._i IS NOT NULL AND NOT " + moves + " THEN coalesce(h._dl, false) ELSE v._bydel END"
}
