package sqlgen

import (
	"fmt"
	"strings"

	"dimdesk/engine"
)

// versions is the table ver: the final versions of the members in pt, empty ones that stay so aside. _i is the number of
// the stored version, NULL for one that opens; _id the row that opened, reopened or joined it; _eid the row at whose moment
// it now ends; v* and w* the values of attributes and companions, o* and oc* the row that each was last set by (NULL: none).
func (l *Layout) versions(todo bool) string {
	hist := stored(todo)
	pre := func(p string) string {
		return l.attrs(nil, func(i int, _ Attr) string { return p + col("a", i) + " AS " + col("a", i) })
	}
	comp := func(p string) string {
		return l.attrs(hasCompanion, func(i int, _ Attr) string { return p + col("p", i) + " AS " + col("p", i) })
	}
	flow := l.attrs(func(a Attr) bool { return a.Supplied() && a.Type == engine.Type1 && !l.all1() }, func(i int, _ Attr) string { return "s." + col("c", i) + " AS " + col("c", i) })
	cols := list("s._m", "s._at", "s._src", "s._live", "s._i", "s._id", "s._bydel", "s._late", "s._ll", "s._opens", "s._g", pre("s."), comp("s."), flow)
	inplace := l.attrs(suppliedOpens, func(i int, _ Attr) string { return "ip." + col("a", i) + " AS " + col("ip", i) })
	noIP := l.attrs(suppliedOpens, func(i int, _ Attr) string { return "NULL AS " + col("ip", i) })
	s := "WITH fin0 AS (SELECT " + list(cols, "ip._id AS _ip", inplace) +
		" FROM pt s LEFT JOIN (SELECT * FROM pt WHERE _inplace) ip ON ip._m = s._m AND ip._at = s._at WHERE s._src = 1 UNION ALL BY NAME SELECT " +
		list(cols, "NULL::BIGINT AS _ip", noIP) + " FROM pt s WHERE s._src = 0 OR s._opens OR s._ends),\n"
	s += "fin1 AS (SELECT z.*, e._ri FROM fin0 z LEFT JOIN (SELECT _m, _f, arg_max(_i, lpad(coalesce(_sk, ''), 40, '0')) AS _ri FROM " + hist + " WHERE _t = _f GROUP BY ALL) e ON e._m = z._m AND e._f = CASE WHEN z._opens THEN z._at END),\n"
	// fin: the number of the version that values are carried from; a reopened version carries from itself.
	w := "OVER (PARTITION BY _m ORDER BY _at, _src)"
	s += "fin AS (SELECT z.*, last_value(CASE WHEN _src = 1 THEN _i ELSE _ri END IGNORE NULLS) OVER " + before + " AS _fi, coalesce(_ri, last_value(CASE WHEN _src = 1 THEN _i ELSE _ri END IGNORE NULLS) OVER " + before + ", f._first_i, (SELECT max(h._i) FROM " + hist + " h WHERE h._m = z._m AND h._f <= z._at), CASE WHEN f._n > 0 THEN 1 END) AS _bi, f._newest_i, lead(_at) " + w + " AS _to, lead(_id) " + w + " AS _nid, lead(_bydel AND NOT _live) " + w + " AS _nbydel FROM fin1 z JOIN fact f USING (_m)),\n"
	// A "nothing" that a row ends at the very moment at which it begins separates no versions.
	s += "eq AS (SELECT z.*" + l.opening() + " FROM fin z LEFT JOIN " + hist + " b ON b._m = z._m AND b._i = CASE WHEN z._opens THEN z._bi END WHERE NOT coalesce(z._src = 0 AND z._to = z._at, false)),\n"
	s += "gone AS (SELECT *, coalesce(_opens AND _ri IS NULL AND (lead(_src = 1) " + w + " OR lead(_ri IS NOT NULL) " + w + ") AND " + l.alike(w) + ", false) AS _gone FROM eq),\n"
	s += "kept AS (SELECT *, coalesce((_src = 1 OR _ri IS NOT NULL) AND lag(_gone) " + w + ", false) AS _joined FROM gone),\n"
	s += "one AS (SELECT *, CASE WHEN _opens THEN _id END AS _opener, coalesce(_opens AND _late, false) AS _late_opens, CASE WHEN _opens THEN _at ELSE '-infinity'::TIMESTAMP END AS _floor, coalesce(_to = _at AND NOT _joined, false) AS _emptied FROM kept),\n"
	s += "val AS (SELECT z._m, z._at, z._src, z._live, z._i, z._id, z._opens, z._ri, z._to, z._nid, z._nbydel, z._ip, z._late, z._gone, z._joined" + l.values() + " FROM one z LEFT JOIN mf ON mf._m = z._m LEFT JOIN mo ON mo._m = z._m AND mo._cut IS NOT DISTINCT FROM CASE WHEN z._emptied THEN z._at END LEFT JOIN gf ON gf._m = z._m AND gf._g = z._g LEFT JOIN " + hist + " b ON b._m = z._m AND b._i = CASE WHEN z._opens THEN z._bi END LEFT JOIN " + hist + " nw ON nw._m = z._m AND nw._i = CASE WHEN z._opens AND z._late THEN z._newest_i END LEFT JOIN " + hist + " fo ON fo._m = z._m AND fo._i = CASE WHEN z._ri IS NOT NULL AND NOT z._late THEN z._fi END),\n"
	s += "jn AS (SELECT *, lag(_at) " + w + " AS _pat, lag(_id) " + w + " AS _pid" + l.passed(w) + " FROM val)\n"
	s += "SELECT " + list("_m", "coalesce(_ri, _i) AS _i", "CASE WHEN _joined THEN _pat ELSE _at END AS _from", "_to",
		"CASE WHEN _joined THEN _pid ELSE _id END AS _id", "_nid AS _eid", "coalesce(_nbydel, false) AS _bydel",
		l.attrs(nil, func(i int, a Attr) string { return l.joinedOr(i, a, "v", "v") }), l.attrs(hasCompanion, func(i int, a Attr) string { return l.joinedPrevious(i, a) }),
		l.attrs(supplied, func(i int, a Attr) string { return l.joinedOr(i, a, "o", "id") }),
		l.attrs(current6, func(i int, _ Attr) string { return col("oc", i) }),
	) + " FROM jn WHERE _live AND NOT _gone"
	return s
}

// opening settles e*: the values that make a version, of types 2 and 6.
func (l *Layout) opening() string {
	return l.more(Attr.Opens, func(i int, a Attr) string { return ", " + l.settle(i, a).value + " AS " + col("e", i) })
}

// alike is the condition that a point's version equals the one of the next point (rule 4).
func (l *Layout) alike(w string) string {
	c := l.conds(Attr.Opens, func(i int, a Attr) string {
		return "NOT (" + a.Differs(col("e", i), fmt.Sprintf("lead(%s) %s", col("e", i), w)) + ")"
	})
	if len(c) == 0 {
		return "true"
	}
	return strings.Join(c, " AND ")
}

// passes tells whether a version that vanishes by joining the next hands it the attribute's value: where the row that had
// opened it, or one in its period, overwrote values, and so the one that it joined too.
func (l *Layout) passes(a Attr) bool {
	return a.Supplied() && (a.Type == engine.Ignore || a.Overwrites() && !l.all1())
}

func (l *Layout) passed(w string) string {
	return l.more(l.passes, func(i int, _ Attr) string { return fmt.Sprintf(", lag(%s) %s AS %s", col("jz", i), w, col("pz", i)) })
}

func (l *Layout) joinedOr(i int, a Attr, prefix, field string) string {
	c := col(prefix, i)
	if !l.passes(a) {
		return c
	}
	if a.Type == engine.Type3 {
		return fmt.Sprintf("CASE WHEN _joined AND %[1]s IS NULL AND len(%[2]s) > 0 THEN %[2]s[-1].%[3]s ELSE %[4]s END AS %[4]s", col("jy", i), col("pz", i), field, c)
	}
	return fmt.Sprintf("CASE WHEN _joined AND %[1]s IS NULL AND %[2]s IS NOT NULL THEN %[2]s.%[3]s ELSE %[4]s END AS %[4]s", col("jy", i), col("pz", i), field, c)
}

// joinedPrevious is joinedOr for a companion: of type 3, the value before the one that was handed over.
func (l *Layout) joinedPrevious(i int, a Attr) string {
	w := col("w", i)
	if a.Type != engine.Type3 || !l.passes(a) {
		return w
	}
	z := col("pz", i)
	return fmt.Sprintf("CASE WHEN _joined AND %[1]s IS NULL AND len(%[2]s) > 0 THEN CASE WHEN len(%[2]s) > 1 THEN %[2]s[-2].v WHEN %[3]s THEN %[4]s ELSE %[5]s END ELSE %[5]s END AS %[5]s",
		col("jy", i), z, a.Differs(col("v", i), z+"[1].v"), col("v", i), w)
}
