package sqlgen

import (
	"fmt"
)

// Absent makes absent: the keys of the members that are in force at the as-of, in scope, not protected (a key of several columns is where
// each of them is) and in no row whose key can be read (rule 10). It is empty for a delta.
func (l *Layout) Absent() Step {
	if !l.Snapshot() {
		return Step{"", fmt.Sprintf("CREATE TABLE absent AS SELECT %s FROM batch_row LIMIT 0", l.keys(""))}
	}
	protect := ""
	if p := l.Spec.Batch.Protect; len(p) > 0 {
		protect = " AND NOT (" + each(len(l.Keys), " AND ", func(k int) string {
			// As the key's own type: -1 protects -1.0 too.
			in := each(len(p), ", ", func(i int) string { return fmt.Sprintf("TRY_CAST(%s AS %s)", Lit(p[i]), l.Keys[k].compared()) })
			return fmt.Sprintf("coalesce(%s IN (%s), false)", col("k", k), in)
		}) + ")"
	}
	return Step{"looking for absent members", fmt.Sprintf(
		"CREATE TABLE absent AS SELECT DISTINCT %s FROM (%s) d ANTI JOIN (SELECT %s FROM batch_row WHERE NOT _nokey) USING %s WHERE %s%s AND %s",
		l.keys(""), l.Versions(l.Spec.Batch.Scope), l.keys(""), l.using(), l.inForce("d", l.judge()), protect,
		each(len(l.Keys), " AND ", func(i int) string { return col("k", i) + " IS NOT NULL" }))}
}

// InForceMembers counts the members with a sound history that are in force at the as-of and in scope: what the brake's shares
// are of (rule 13).
func (l *Layout) InForceMembers() string {
	return fmt.Sprintf(`WITH f AS (SELECT %[1]s, %[2]s FROM (%[3]s) GROUP BY ALL), o AS (SELECT DISTINCT %[1]s FROM (SELECT %[1]s, _f, lag(coalesce(_t, 'infinity')) OVER (PARTITION BY %[1]s ORDER BY _f, _t NULLS LAST) AS _pt FROM (%[3]s) SEMI JOIN (SELECT * FROM f WHERE _many) USING %[4]s WHERE _t IS NULL OR _t > _f) WHERE _pt > _f)
SELECT count(*) FROM (SELECT DISTINCT %[1]s FROM (%[5]s) d WHERE %[6]s) SEMI JOIN (SELECT * FROM f WHERE NOT _fault) USING %[4]s ANTI JOIN o USING %[4]s`,
		l.keys(""), l.soundness(), l.Versions(""), l.using(), l.Versions(l.Spec.Batch.Scope), l.inForce("d", l.judge()))
}

// inForce is the condition that a version is in force at a moment.
func (l *Layout) inForce(v, at string) string {
	return fmt.Sprintf("(%[1]s._f <= %[2]s AND (%[1]s._t IS NULL OR %[1]s._t > %[2]s))", v, at)
}

// Members makes member (_m, k*) and hist: every version of the members that the batch touches, numbered _i within its
// member by content, so that the same history is numbered alike whenever it is read. Members are numbered in the order of their
// keys, as numbers where numeric says that all read so. With the members of plain rows (listed), each of these has the place of
// its row (_place); placed are the histories of the others.
func (l *Layout) Members(numeric []bool, listed bool) []Step {
	from := fmt.Sprintf("SELECT *, NULL::BIGINT AS _place FROM (SELECT DISTINCT %[1]s FROM touched UNION SELECT %[1]s FROM absent)", l.keys(""))
	if listed {
		from += fmt.Sprintf(" UNION ALL SELECT %s, _place FROM good SEMI JOIN plain USING (_place)", l.keys(""))
	}
	return []Step{{"numbering the members", fmt.Sprintf("CREATE TABLE member AS SELECT row_number() OVER (ORDER BY %s) AS _m, * FROM (%s)", l.keyOrder("", numeric), from)},
		{"reading their histories", "CREATE TABLE hist AS " + l.histories("member")},
		{"", "CREATE VIEW placed AS SELECT * FROM hist SEMI JOIN (SELECT _m FROM member WHERE _place IS NULL) USING (_m)"}}
}

func (l *Layout) histories(members string) string {
	return fmt.Sprintf("SELECT m._m, row_number() OVER (PARTITION BY m._m ORDER BY %s) AS _i, d.* EXCLUDE (%s) FROM (%s) d JOIN %s m ON %s",
		l.contentOrder("d."), l.keys(""), l.Versions(""), members,
		each(len(l.Keys), " AND ", func(i int) string { return fmt.Sprintf("d.%[1]s = m.%[1]s", col("k", i)) }))
}

func (l *Layout) contentOrder(p string) string {
	return list(p+"_f NULLS FIRST", p+"_t NULLS LAST", "length("+p+"_sk)", p+"_sk",
		l.attrs(nil, func(i int, _ Attr) string { return p + col("a", i) }),
		l.attrs(hasCompanion, func(i int, _ Attr) string { return p + col("p", i) }))
}

// Facts makes fact: what the rules ask of a member as a whole, but of those of plain rows, which are sound. _n versions, _newest (the newest version's start) and
// _newest_i, _if and _if_i (start and number of the version in force at the as-of), _last (the end of the last version that
// began by then), _first_i, _fault (rule 12; NULL if it is sound), _label, _planned (start of the first version after the as-of).
func (l *Layout) Facts() Step {
	asof := l.judge()
	label := "NULL::VARCHAR"
	for i, a := range l.Attrs {
		if a.Name == l.Spec.Label {
			label = fmt.Sprintf("arg_max(%s::VARCHAR, coalesce(_f, '-infinity'))", col("a", i))
		}
	}
	flag := ""
	if l.Current.Name != "" {
		flag += fmt.Sprintf(" WHEN count(*) FILTER (_cur IS DISTINCT FROM (_t IS NULL)) > 0 THEN %s || coalesce(string_agg(coalesce(_sk, _f::VARCHAR), ', ' ORDER BY _i) FILTER (_cur IS DISTINCT FROM (_t IS NULL)), '')",
			Lit(l.Current.Name+" contradicts the period of version "))
	}
	if l.Deleted.Name != "" {
		flag += " WHEN count(*) FILTER (_t IS NULL AND coalesce(_dl, false)) > 0 THEN " + Lit(l.Deleted.Name+" is set on an open version")
	}
	whole := "(_t IS NULL OR _t > _f)"
	sks := func(cond string) string {
		return fmt.Sprintf("coalesce(string_agg(coalesce(_sk, _f::VARCHAR), ' and ' ORDER BY _i) FILTER (%s), '')", cond)
	}
	return Step{"checking their histories", fmt.Sprintf(`CREATE TABLE fact AS SELECT m._m, count(h._i) AS _n,
 coalesce(max(_f) FILTER (%[1]s AND _f <= %[2]s), min(_f) FILTER (%[1]s)) AS _newest,
 coalesce(arg_max(_i, _f) FILTER (%[1]s AND _f <= %[2]s), arg_min(_i, _f) FILTER (%[1]s)) AS _newest_i,
 max(_f) FILTER (%[1]s AND _f <= %[2]s AND (_t IS NULL OR _t > %[2]s)) AS _if, max(_i) FILTER (%[1]s AND _f <= %[2]s AND (_t IS NULL OR _t > %[2]s)) AS _if_i,
 max(_t) FILTER (_f <= %[2]s) AS _last, min(_i) FILTER (%[1]s) AS _first_i, min(_f) FILTER (%[1]s AND _f > %[2]s) AS _planned,
 CASE WHEN count(h._i) = 0 THEN NULL WHEN count(*) FILTER (_f IS NULL) > 0 THEN 'a version has no start'
 WHEN count(*) FILTER (_t < _f) > 0 THEN 'version ' || %[3]s || ' ends before it begins'
 WHEN count(*) FILTER (_t IS NULL) > 1 THEN 'two open versions, ' || %[4]s
 WHEN count(*) FILTER (_overlaps) > 0 THEN 'versions overlap at ' || %[5]s%[6]s END AS _fault,
 %[7]s AS _label
FROM (SELECT _m FROM member WHERE _place IS NULL) m LEFT JOIN (SELECT *, coalesce(lag(coalesce(_t, 'infinity')) OVER (PARTITION BY _m, %[1]s ORDER BY _f, _t NULLS LAST) > _f AND %[1]s, false) AS _overlaps FROM placed) h ON h._m = m._m GROUP BY m._m`,
		whole, asof, sks("_t < _f"), sks("_t IS NULL"), "coalesce(min(_f) FILTER (_overlaps), NULL)::VARCHAR", flag, label)}
}
