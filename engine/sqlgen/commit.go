package sqlgen

import (
	"fmt"
)

// LiveMembers makes live_member: the members that some taken change belongs to. Their histories are read again at commit.
func (l *Layout) LiveMembers() string {
	return "CREATE OR REPLACE TEMP TABLE live_member AS SELECT * FROM member SEMI JOIN (SELECT _m FROM change WHERE _kind NOT IN ('unchanged', 'superseded', 'rejected') AND NOT _parked) c USING (_m)"
}

// Fresh reads the histories of live_member as they stand now into the TEMP table of that name.
func (l *Layout) Fresh(name string) string {
	return "CREATE OR REPLACE TEMP TABLE " + name + " AS " + l.histories("live_member")
}

// Moved selects the keys (as text) of the members whose history is not what the plan was made from.
func (l *Layout) Moved() string {
	diff := []string{"h._m IS NULL", "f._m IS NULL"}
	for _, c := range append([]string{"_sk", "_f", "_t", "_cur", "_dl"}, l.valueColumns()...) {
		diff = append(diff, fmt.Sprintf("h.%[1]s IS DISTINCT FROM f.%[1]s", c))
	}
	return fmt.Sprintf("SELECT DISTINCT %s FROM (SELECT * FROM hist SEMI JOIN live_member USING (_m)) h FULL JOIN fresh f ON f._m = h._m AND f._i = h._i JOIN live_member m ON m._m = coalesce(h._m, f._m) WHERE %s ORDER BY ALL",
		l.memberText(), anyOf(diff))
}

func (l *Layout) valueColumns() []string {
	var out []string
	for i, a := range l.Attrs {
		out = append(out, col("a", i))
		if hasCompanion(a) {
			out = append(out, col("p", i))
		}
	}
	return out
}

// Highest is the highest surrogate key that is stored, 0 where there is none; an error where one is no whole number.
func (l *Layout) Highest() string {
	return fmt.Sprintf("SELECT coalesce(max(CAST(%s AS BIGINT)), 0) FROM %s", Ident(l.SK.Name), l.Home)
}

// Expected makes the TEMP table expected: every version that the members in live_member must have after the commit, numbered
// by content like a history (_i), with the number that it had before (_o; NULL where it opens).
func (l *Layout) Expected() string {
	kept := list("_i AS _o", "_m", "_sk", "_f", "_t", "_cur", "_dl", l.attrs(nil, func(i int, _ Attr) string { return col("a", i) }), l.attrs(hasCompanion, func(i int, _ Attr) string { return col("p", i) }))
	// Flags are written only with an end: a version that is only overwritten keeps the one that it has.
	deleted := l.flagValue("CASE WHEN _moves THEN _dl ELSE (SELECT f._dl FROM fresh f WHERE f._m = u._m AND f._i = u._i) END", l.Deleted)
	return "CREATE OR REPLACE TEMP TABLE expected AS SELECT row_number() OVER (PARTITION BY _m ORDER BY " + l.contentOrder("") + ") AS _i, * FROM (SELECT " + kept +
		" FROM fresh f ANTI JOIN upd u ON u._m = f._m AND u._i = f._i UNION ALL SELECT _i, " + l.expectedFrom(deleted) + " FROM upd u UNION ALL SELECT NULL, " + l.expectedFrom(l.flagValue("_dl", l.Deleted)) + " FROM opens WHERE _m IS NOT NULL)"
}

// expectedFrom reads a version that is written as it will be read: values and companions from v* and w*.
func (l *Layout) expectedFrom(deleted string) string {
	return list("_m", "_sk", "_from AS _f", "_to AS _t", l.flagValue("(_to IS NULL)", l.Current)+" AS _cur", deleted+" AS _dl",
		l.attrs(nil, func(i int, _ Attr) string { return col("v", i) + " AS " + col("a", i) }), l.attrs(hasCompanion, func(i int, _ Attr) string { return col("w", i) + " AS " + col("p", i) }))
}

// Proof are the checks before COMMIT, each a query that selects the keys of the members for which it fails (as text) from
// the TEMP table proof, the histories as they stand after the statements.
func (l *Layout) Proof() []Check {
	key := l.memberText()
	from := func(sub string) string {
		return "SELECT DISTINCT " + key + " FROM (" + sub + ") x JOIN live_member m USING (_m) ORDER BY ALL LIMIT 10"
	}
	cols := list("_m", "_sk", "_f", "_t", "_cur", "_dl", l.attrs(nil, func(i int, _ Attr) string { return col("a", i) }), l.attrs(hasCompanion, func(i int, _ Attr) string { return col("p", i) }))
	whole := "(_t IS NULL OR _t > _f)"
	out := []Check{
		{"no version ends before it begins", from("SELECT _m FROM proof WHERE _t < _f OR _f IS NULL")},
		{"at most one version of a member is open", from("SELECT _m FROM proof WHERE _t IS NULL GROUP BY _m HAVING count(*) > 1")},
		{"no versions overlap", from("SELECT _m FROM (SELECT _m, _f, lag(coalesce(_t, 'infinity')) OVER (PARTITION BY _m ORDER BY _f, _t NULLS LAST) AS _pt FROM proof WHERE " + whole + ") WHERE _pt > _f")},
		{"every stored row of these members is what the plan says, in every column", from("(SELECT " + cols + " FROM proof EXCEPT ALL SELECT " + cols + " FROM expected) UNION ALL (SELECT " + cols + " FROM expected EXCEPT ALL SELECT " + cols + " FROM proof)")},
	}
	if l.Current.Name != "" || l.Deleted.Name != "" {
		cond := "_cur IS DISTINCT FROM (_t IS NULL)"
		if l.Current.Name == "" {
			cond = "_t IS NULL AND coalesce(_dl, false)"
		} else if l.Deleted.Name != "" {
			cond += " OR (_t IS NULL AND coalesce(_dl, false))"
		}
		out = append(out, Check{"flags agree with the periods", from("SELECT _m FROM proof WHERE " + cond)})
	}
	return out
}
