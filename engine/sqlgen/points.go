package sqlgen

import (
	"fmt"

	"dimdesk/engine"
)

// Resolution places the rows of the members in todo (or of all members) and leaves their final versions in ver.
//
// A member's life is a list of points in time, in this order at one moment: "nothing", where a stored version ends and none
// starts (_src 0), a stored version's start (1), and a batch row (2). What a row means follows from the point before it.
//
// It reads the histories of these members only, from placed, or from those of todo in again.
func (l *Layout) Resolution(todo bool) []Step {
	var steps []Step
	if todo {
		steps = append(steps, Step{SQL: "CREATE OR REPLACE TABLE again AS SELECT * FROM hist SEMI JOIN todo USING (_m)"})
	}
	return append(steps, []Step{
		{"placing the rows in their histories", "CREATE OR REPLACE TABLE pt AS " + l.points(todo)},
		{"settling values that have no history", "CREATE OR REPLACE TABLE mf AS " + l.memberFinals()},
		{"", "CREATE OR REPLACE TABLE mo AS " + l.memberOverwrites()},
		{"settling the values of each version", "CREATE OR REPLACE TABLE gf AS " + l.groupFinals()},
		{"drawing the histories afterwards", "CREATE OR REPLACE TABLE ver AS " + l.versions(todo)},
	}...)
}

// stored are the histories of the members that are placed: at first, or again.
func stored(todo bool) string {
	if todo {
		return "again"
	}
	return "placed"
}

func (l *Layout) all1() bool { return l.Spec.Type1 != "current" }

func semi(todo bool, alias string) string {
	if todo {
		return " SEMI JOIN todo td ON td._m = " + alias + "._m"
	}
	return ""
}

// notParked leaves the parked rows of the members in todo out. In a new plan nothing is parked.
func (l *Layout) notParked(todo bool) string {
	if !todo {
		return ""
	}
	return " ANTI JOIN (SELECT x._id FROM change x SEMI JOIN todo USING (_m) WHERE x._parked) k ON k._id = c._id"
}

// valued wraps a value so that IGNORE NULLS and list() keep a NULL value apart from no value.
func valued(x string) string { return "{'v': " + x + "}" }

const (
	before = "(PARTITION BY _m ORDER BY _at, _src ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)"
	upto   = "(PARTITION BY _m ORDER BY _at, _src ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)"
)

// What depends on the point alone is told once, in a column of its own, and not in the expressions of each attribute: DuckDB takes
// the square of the time to find that a thousand of them share it. placed tells that the point is a row that brings values, and
// is not late.
const placed = "_placed"

// points is the table pt: one row for each point, with what the point before it says (_ll, _la, _ls, l*), the kind of a
// batch row, what it does (_opens, _inplace, _ends), and for each type 1 or 3 attribute whether the row triggers an
// overwrite (t*), for each type 6 attribute whether it becomes current (t*). b* are the values that the row was compared with.
func (l *Layout) points(todo bool) string {
	own := l.attrs(nil, func(i int, _ Attr) string { return col("a", i) })
	comp := l.attrs(hasCompanion, func(i int, _ Attr) string { return col("p", i) })
	none := l.attrs(nil, func(int, Attr) string { return "NULL" })
	noComp := l.attrs(hasCompanion, func(int, Attr) string { return "NULL" })
	rows := l.attrs(nil, func(i int, a Attr) string {
		if a.Supplied() {
			return col("a", i)
		}
		return "NULL"
	})
	w := "(PARTITION BY _m ORDER BY _at, _src)"
	s := "WITH st AS (SELECT h.*, lead(h._f) OVER (PARTITION BY h._m ORDER BY h._i) AS _nf FROM " + stored(todo) + " h JOIN fact f ON f._m = h._m AND f._fault IS NULL WHERE h._t IS NULL OR h._t > h._f),\np AS (SELECT " +
		list("_m", "_f AS _at", "1 AS _src", "true AS _live", "_i", "NULL::BIGINT AS _id", "false AS _del", "false AS _bydel", own, comp) + " FROM st UNION ALL SELECT " +
		list("_m", "_t", "0", "false", "_i", "NULL", "false", "coalesce(_dl, false)", none, noComp) + " FROM st WHERE _t IS NOT NULL AND _nf IS DISTINCT FROM _t UNION ALL SELECT " +
		list("c._m", "c._e", "2", "NOT c._del", "NULL", "c._id", "c._del", "c._del", rows, noComp) +
		" FROM cand c" + l.notParked(todo) + semi(todo, "c") + " WHERE c._verdict IS NULL),\n"
	s += "l AS (SELECT p.*, lag(_live) OVER " + w + " AS _ll, lag(_at) OVER " + w + " AS _la, lag(_src) OVER " + w + " AS _ls, count(*) FILTER (_src = 2 AND _live) OVER " + before + " AS _ups" +
		l.more(supplied, func(i int, _ Attr) string { return fmt.Sprintf(", lag(%s) OVER %s AS %s", col("a", i), w, col("l", i)) }) + " FROM p),\n"
	s += "k AS (SELECT l.*, f._n, f._newest, coalesce(_at < f._newest, false) AS _late, coalesce(_src = 2 AND _live AND NOT coalesce(_at < f._newest, false), false) AS _placed, coalesce(_src = 2 AND _live AND _ll AND " + l.differs(suppliedOpens, "a", "l") + ", false) AS _d2 FROM l JOIN fact f USING (_m)),\n"
	s += "n AS (SELECT k.*" + l.naive() + " FROM k),\n"
	s += "t AS (SELECT n.*" + l.running() + " FROM n),\n"
	s += "u AS (SELECT t.*" + l.triggers() + " FROM t),\n"
	s += "v AS (SELECT u.*, " +
		"coalesce(_src = 2 AND _live AND (_ll IS NOT TRUE OR (_d2 AND NOT (_ls = 1 AND _la = _at))), false) AS _opens, " +
		"coalesce(_src = 2 AND _live AND _ll AND _d2 AND _ls = 1 AND _la = _at, false) AS _inplace, coalesce(_del AND _ll, false) AS _ends, " +
		"coalesce(_src = 2 AND _live AND _ll AND NOT _late AND " + anyOf(l.conds(suppliedOverwrites, func(i int, _ Attr) string { return col("t", i) })) + ", false) AS _d1 FROM u),\n"
	s += "x AS (SELECT v.*" + l.stateBefore() + " FROM v)\n"
	s += "SELECT x.*, " + l.kind() + " AS _kind, sum(CASE WHEN _src = 1 OR _opens THEN 1 ELSE 0 END) OVER " + upto + " AS _g" + l.carried() + " FROM x"
	return s
}

// naive tells for each type 1 or 3 attribute whether the row differs from the point before it. The first such difference
// of a member is a true one, so whether any came before is known without following the chain.
func (l *Layout) naive() string {
	return l.more(suppliedOverwrites, func(i int, a Attr) string {
		return fmt.Sprintf(", coalesce(%s AND (_ll IS NOT TRUE OR %s), false) AS %s", placed, a.Differs(col("a", i), col("l", i)), col("n", i))
	})
}

// running gathers what earlier points of the member say: g* whether any earlier row differed, x* the last row's value (it is
// everywhere by then), s* the value in force whatever made it, o* the original of a type 0 attribute.
func (l *Layout) running() string {
	return l.more(supplied, func(i int, a Attr) string {
		v := valued(col("a", i))
		switch {
		case a.Overwrites() && l.all1():
			return fmt.Sprintf(", coalesce(bool_or(%s) OVER %s, false) AS %s, last_value(CASE WHEN %s THEN %s END IGNORE NULLS) OVER %s AS %s",
				col("n", i), before, col("g", i), placed, v, before, col("x", i))
		case a.Type == engine.Type3:
			return fmt.Sprintf(", last_value(CASE WHEN _src = 1 OR (%s) THEN %s END IGNORE NULLS) OVER %s AS %s", placed, v, before, col("s", i))
		case a.Type == engine.Type0:
			return fmt.Sprintf(", coalesce(last_value(CASE WHEN _src = 1 THEN %[1]s END IGNORE NULLS) OVER %[2]s, first_value(CASE WHEN _src = 1 THEN %[1]s END IGNORE NULLS) OVER (PARTITION BY _m ORDER BY _at, _src ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING), first_value(CASE WHEN _src = 2 AND _live THEN %[1]s END IGNORE NULLS) OVER %[2]s) AS %[3]s",
				v, before, col("o", i))
		}
		return ""
	})
}

func (l *Layout) triggers() string {
	return l.more(supplied, func(i int, a Attr) string {
		x, lv := col("a", i), col("l", i)
		t, b := "", fmt.Sprintf("CASE WHEN _ll THEN %s END", lv)
		switch {
		case a.Overwrites() && l.all1():
			t = fmt.Sprintf("CASE WHEN _ll IS NOT TRUE AND %[4]t THEN true WHEN %[1]s THEN %[2]s WHEN _ll THEN %[3]s ELSE true END", col("g", i), a.Differs(x, col("x", i)+".v"), a.Differs(x, lv), a.Type == engine.Type1)
			b = fmt.Sprintf("CASE WHEN _ll AND NOT _late AND %s THEN %s.v WHEN _ll THEN %s END", col("g", i), col("x", i), lv)
		case a.Type == engine.Type3:
			t = fmt.Sprintf("%s IS NOT NULL AND %s", col("s", i), a.Differs(x, col("s", i)+".v"))
		case a.Type == engine.Type1:
			t = "_ll IS NOT TRUE OR " + a.Differs(x, lv)
		case a.Type == engine.Type6:
			t = fmt.Sprintf("_ll IS NOT TRUE OR %s", a.Differs(x, lv))
		case a.Type == engine.Type0:
			b = col("o", i) + ".v"
		}
		s := ""
		if t != "" {
			s = fmt.Sprintf(", coalesce(%s AND (%s), false) AS %s", placed, t, col("t", i))
		}
		return s + ", " + b + " AS " + col("b", i)
	})
}

func (l *Layout) kind() string {
	k := func(k engine.Kind) string { return Lit(k.String()) }
	return fmt.Sprintf(`CASE WHEN _src < 2 THEN NULL
 WHEN _del THEN CASE WHEN _ll THEN CASE WHEN _late THEN %[1]s ELSE %[2]s END WHEN _n > 0 OR _ups > 0 OR _m IN (SELECT _m FROM brought) THEN %[3]s ELSE %[4]s END
 WHEN _ll IS NOT TRUE THEN CASE WHEN _late THEN %[1]s WHEN _n > 0 OR _ups > 0 THEN %[5]s ELSE %[6]s END
 WHEN _d2 THEN CASE WHEN _late THEN %[1]s WHEN _inplace THEN %[7]s ELSE %[8]s END
 WHEN _d1 THEN %[7]s ELSE %[3]s END`,
		k(engine.Late), k(engine.Deleted), k(engine.Unchanged), k(engine.Rejected), k(engine.Returned), k(engine.New), k(engine.Corrected), k(engine.Changed))
}

// Brought makes brought: the members that a row which is no delete brings (rule 9).
func (l *Layout) Brought() Step {
	return Step{"", "CREATE TABLE brought AS SELECT DISTINCT _m FROM cand WHERE NOT _del AND _verdict IS DISTINCT FROM 'rejected'"}
}

// carried follows values along the chain for `type1: current`: c* what a late version takes from the one it splits, and for
// type 3 the state (rv*, rp*) at each point.
func (l *Layout) carried() string {
	if l.all1() {
		return ""
	}
	return l.more(suppliedOverwrites, func(i int, a Attr) string {
		v := valued(col("a", i))
		if a.Type == engine.Type1 {
			return fmt.Sprintf(", last_value(CASE WHEN _src = 1 OR (_opens AND (NOT _late OR _ll IS NOT TRUE)) THEN %s END IGNORE NULLS) OVER %s AS %s", v, upto, col("c", i))
		}
		return fmt.Sprintf(", %s AS %s, last_value(CASE WHEN _src = 1 THEN {'v': %s} WHEN %s THEN {'v': %s.v} END IGNORE NULLS) OVER %s AS %s",
			l.state3(i, upto), col("rv", i), col("p", i), col("t", i), col("sb", i), upto, col("rp", i))
	})
}

// state3 is a type 3 value as the member's rows leave it, over a window.
func (l *Layout) state3(i int, over string) string {
	return fmt.Sprintf("last_value(CASE WHEN _src = 1 OR (%s AND (%s OR %s IS NULL OR _ll IS NOT TRUE)) THEN %s END IGNORE NULLS) OVER %s", placed, col("t", i), col("s", i), valued(col("a", i)), over)
}

// stateBefore is that state before each point (sb*): what a trigger moves to previous, to the letter. s* is the same but for
// texts that pass as equal.
func (l *Layout) stateBefore() string {
	shifts := func(a Attr) bool { return a.Supplied() && a.Type == engine.Type3 && !l.all1() }
	return l.more(shifts, func(i int, _ Attr) string { return ", " + l.state3(i, before) + " AS " + col("sb", i) })
}

// gathered lists what the rows of a group say where cond holds, in order of time. An aggregate with FILTER or ORDER BY would do the
// same, but DuckDB gives each of those buffers for every column that is read: with a thousand attributes these are gigabytes.
func gathered(cond, fields string) string {
	return fmt.Sprintf("list_sort(list_filter(list(CASE WHEN %s THEN {'at': _at, %s} END), lambda x: x IS NOT NULL))", cond, fields)
}

// memberFinals is mf: for each member the first row that opened a version (fo*, what a new member's other versions carry), and
// of type 3 under `type1: all` the values that overwrite all of its versions, in order, with the row that brought each (y*).
func (l *Layout) memberFinals() string {
	return "SELECT _m" + l.more(supplied, func(i int, a Attr) (s string) {
		if a.Type == engine.Type3 && l.all1() {
			// A returned row sets the value again without shifting it (_t: it shifts).
			s += fmt.Sprintf(", %s AS %s", gathered(fmt.Sprintf("%s OR (%s AND _ll IS NOT TRUE)", col("t", i), placed), fmt.Sprintf("'v': %s, 'id': _id, 't': %s", col("a", i), col("t", i))), col("y", i))
		}
		if a.Type == engine.Type0 || a.Type == engine.Type3 {
			s += fmt.Sprintf(", arg_min(CASE WHEN _opens THEN %s END, _at) AS %s", valued(col("a", i)), col("fo", i))
		}
		return s
	}) + " FROM pt GROUP BY _m"
}

// lastSpeaks tells whether the last value of a member's rows goes to all of its versions, in the attribute or its companion.
func (l *Layout) lastSpeaks(a Attr) bool {
	return a.Supplied() && (a.Type == engine.Type1 && l.all1() || a.Type == engine.Type6)
}

// memberOverwrites is mo: the last value that overwrites all versions of a member, with its moment and the row that brought it
// (y*), where _cut is NULL; and the last one before a moment (_cut) at which a delete may empty a version, which later ones
// leave alone.
func (l *Layout) memberOverwrites() string {
	return "SELECT _m, _cut" + l.more(l.lastSpeaks, func(i int, _ Attr) string {
		return fmt.Sprintf(", arg_max(CASE WHEN %s THEN {'at': _at, 'v': %s, 'id': _id} END, _at) AS %s", col("t", i), col("a", i), col("y", i))
	}) + " FROM (SELECT *, NULL::TIMESTAMP AS _cut FROM pt UNION ALL SELECT p.*, e._at FROM pt p JOIN (SELECT DISTINCT _m, _at FROM pt WHERE _ends) e ON e._m = p._m AND p._at < e._at) GROUP BY _m, _cut"
}

// groupFinals is gf: for each version (_g counts them along the member's points) the values that later rows in its period
// give it: `ignore` attributes, and under `type1: current` types 1 and 3. _over tells of a point whether it overwrites something.
func (l *Layout) groupFinals() string {
	overwrites := anyOf(l.conds(suppliedOverwrites, func(i int, _ Attr) string { return col("t", i) }))
	return "SELECT _m, _g" + l.more(supplied, func(i int, a Attr) string {
		said := fmt.Sprintf("'v': %s, 'id': _id", col("a", i))
		latest := func(cond string) string {
			return fmt.Sprintf("arg_max(CASE WHEN %s THEN {%s} END, _at)", cond, said)
		}
		switch {
		case a.Type == engine.Ignore:
			return fmt.Sprintf(", %s AS %s, %s AS %s", latest("_inplace OR _d1"), col("y", i), latest("_inplace OR _d1 OR (_opens AND _over)"), col("z", i))
		case a.Type == engine.Type1 && !l.all1():
			return fmt.Sprintf(", %s AS %s", latest(col("t", i)), col("y", i))
		case a.Type == engine.Type3 && !l.all1():
			sets := col("t", i) + " OR (_opens AND NOT _late AND _ll IS NOT TRUE)"
			last := func(x string) string {
				return fmt.Sprintf("arg_max({'x': %[1]s}, {'at': _at, 'src': _src}).x AS %[1]s", x)
			}
			return fmt.Sprintf(", %s, %s, arg_max(CASE WHEN %s THEN _id END, _at) AS %s, %s AS %s", last(col("rv", i)), last(col("rp", i)), sets, col("ri", i), gathered(sets, said), col("z", i))
		}
		return ""
	}) + " FROM (SELECT *, " + overwrites + " AS _over FROM pt) GROUP BY _m, _g"
}
