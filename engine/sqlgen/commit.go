package sqlgen

import (
	"fmt"
	"strings"

	"dimdesk/engine"
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
		each(len(l.Keys), ", ", func(i int) string { return "m." + col("k", i) + "::VARCHAR" }), anyOf(diff))
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

// Writes makes the TEMP tables that the statements read: upd, the stored versions that differ afterwards (_rid, _from, _to,
// _dl, v*, w*, _closes, _moves, _writes), and opens, the new versions in the order of their keys (_sk).
func (l *Layout) Writes(head int64) []string {
	sk := "NULL::VARCHAR"
	switch {
	case l.SK.Name != "" && l.Spec.SurrogateKey.Make == "uuid":
		sk = "uuid()::VARCHAR"
	case l.SK.Name != "":
		sk = fmt.Sprintf("(%d + n._n)::VARCHAR", head)
	}
	vals := list(l.attrs(nil, func(i int, _ Attr) string { return "v." + col("v", i) }), l.attrs(hasCompanion, func(i int, _ Attr) string { return "v." + col("w", i) }))
	return []string{
		"CREATE OR REPLACE TEMP TABLE upd AS SELECT " + list("h._m", "h._i", "h._rid", "h._sk", "v._from", "v._to", l.deletedAfter()+" AS _dl",
			"("+shortens+") AS _closes", moves+" AS _moves", l.Overwritten()+" AS _writes", vals) +
			" FROM after v JOIN fresh h ON h._m = v._m AND h._i = v._i WHERE " + moves + " OR " + l.Overwritten(),
		"CREATE OR REPLACE TEMP TABLE opens AS SELECT " + list("v._m", sk+" AS _sk", "v._from", "v._to", "v._bydel AS _dl", "n._n", l.keys("m."), vals) +
			" FROM after v JOIN member m USING (_m) JOIN newkey n ON n._m = v._m AND n._id = v._id WHERE v._i IS NULL ORDER BY n._n",
	}
}

// Statements are what the commit runs on the dimension, in order. counts are the rows that each must touch.
func (l *Layout) Statements(closes, redates, overwrites, opens int64) []engine.Statement {
	end := []string{Ident(l.To.Name) + " = " + l.WriteEnd("o._to")}
	if l.Current.Name != "" {
		end = append(end, Ident(l.Current.Name)+" = "+l.WriteFlag("(o._to IS NULL)", l.Current, l.Styles.Current))
	}
	if l.Deleted.Name != "" {
		end = append(end, Ident(l.Deleted.Name)+" = "+l.WriteFlag("o._dl", l.Deleted, l.Styles.Deleted))
	}
	start := Ident(l.From.Name) + " = CASE WHEN o._from = " + l.readStart() + " THEN " + Ident(l.From.Name) + " ELSE " + l.WriteMoment("o._from", l.From) + " END"
	var set []string
	for i, a := range l.Attrs {
		if a.Supplied() {
			set = append(set, Ident(a.Name)+" = o."+col("v", i))
			if hasCompanion(a) {
				set = append(set, Ident(a.Companion.Name)+" = o."+col("w", i))
			}
		}
	}
	update := func(sets []string, cond string) string {
		return "UPDATE " + l.Home + " AS d SET " + strings.Join(sets, ", ") + " FROM upd o WHERE d.rowid = o._rid AND o." + cond
	}
	var out []engine.Statement
	add := func(op engine.Op, n int64, comment, sql string) {
		if n > 0 {
			out = append(out, engine.Statement{Op: op, Comment: comment, SQL: sql, Rows: n})
		}
	}
	add(engine.OpClose, closes, "end the versions that something follows, or that are deleted", update(end, "_closes"))
	add(engine.OpRedate, redates, "move the bounds of versions that begin earlier, or that are reopened", update(append([]string{start}, end...), "_moves AND NOT o._closes"))
	if len(set) > 0 {
		add(engine.OpOverwrite, overwrites, "overwrite values that have no history", update(set, "_writes"))
	}
	add(engine.OpOpen, opens, "open the new versions", l.insert())
	return out
}

func (l *Layout) insert() string {
	var names, vals []string
	put := func(name, val string) {
		if name != "" {
			names, vals = append(names, Ident(name)), append(vals, val)
		}
	}
	if l.SK.Name != "" {
		v := "_sk"
		if l.SK.Type != "VARCHAR" {
			v = "CAST(_sk AS " + l.SK.Type + ")"
		}
		put(l.SK.Name, v)
	}
	for i, k := range l.Keys {
		v := col("k", i)
		if k.As != "" {
			v = "CAST(" + v + " AS VARCHAR)"
		}
		put(k.Name, v)
	}
	for i, a := range l.Attrs {
		put(a.Name, col("v", i))
		if hasCompanion(a) {
			put(a.Companion.Name, col("w", i))
		}
	}
	put(l.From.Name, l.WriteMoment("_from", l.From))
	put(l.To.Name, l.WriteEnd("_to"))
	if l.Current.Name != "" {
		put(l.Current.Name, l.WriteFlag("(_to IS NULL)", l.Current, l.Styles.Current))
	}
	if l.Deleted.Name != "" {
		put(l.Deleted.Name, l.WriteFlag("_dl", l.Deleted, l.Styles.Deleted))
	}
	return "INSERT INTO " + l.Home + " (" + strings.Join(names, ", ") + ") SELECT " + strings.Join(vals, ", ") + " FROM opens ORDER BY _n"
}

// Expected makes the TEMP table expected: every version that the members in live_member must have after the commit, numbered
// by content like a history (_i), with the number that it had before (_o; NULL where it opens).
func (l *Layout) Expected() string {
	cur := "NULL::BOOLEAN"
	if l.Current.Name != "" {
		cur = "(%s IS NULL)"
	}
	flag := func(to string) string {
		if strings.Contains(cur, "%s") {
			return fmt.Sprintf(cur, to)
		}
		return cur
	}
	del := func(x string) string {
		if l.Deleted.Name == "" {
			return "NULL::BOOLEAN"
		}
		return x
	}
	updated := list("_m", "_sk", "_from AS _f", "_to AS _t", flag("_to")+" AS _cur", del("_dl")+" AS _dl",
		l.attrs(nil, func(i int, _ Attr) string { return col("v", i) + " AS " + col("a", i) }), l.attrs(hasCompanion, func(i int, _ Attr) string { return col("w", i) + " AS " + col("p", i) }))
	kept := list("_i AS _o", "_m", "_sk", "_f", "_t", "_cur", "_dl", l.attrs(nil, func(i int, _ Attr) string { return col("a", i) }), l.attrs(hasCompanion, func(i int, _ Attr) string { return col("p", i) }))
	// Flags are written only with an end: a version that is only overwritten keeps the flags that it has.
	written := strings.Replace(updated, del("_dl")+" AS _dl", "CASE WHEN _moves THEN "+del("_dl")+" ELSE (SELECT f._dl FROM fresh f WHERE f._m = u._m AND f._i = u._i) END AS _dl", 1)
	return "CREATE OR REPLACE TEMP TABLE expected AS SELECT row_number() OVER (PARTITION BY _m ORDER BY " + l.contentOrder("") + ") AS _i, * FROM (SELECT " + kept + " FROM fresh f ANTI JOIN upd u ON u._m = f._m AND u._i = f._i UNION ALL SELECT _i, " + written + " FROM upd u UNION ALL SELECT NULL, " + updated + " FROM opens)"
}

// Proof are the checks before COMMIT, each a query that selects the keys of the members for which it fails (as text) from
// the TEMP table proof, the histories as they stand after the statements.
func (l *Layout) Proof() []Check {
	key := each(len(l.Keys), ", ", func(i int) string { return "m." + col("k", i) + "::VARCHAR" })
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
	if l.SK.Name != "" {
		out = append(out, Check{"no new surrogate key had been used", from("SELECT p._m FROM proof p JOIN opens o ON o._sk = p._sk AND o._m <> p._m UNION ALL SELECT f._m FROM fresh f JOIN opens o ON o._sk = f._sk")})
	}
	return out
}

// Check is one check of the proof: what holds, and the query that finds where it does not.
type Check struct{ Holds, SQL string }

// Fingerprints selects for each member (_m) a number, _fp, for a member's whole history: it changes when any cell does. versions is a table of histories.
func (l *Layout) Fingerprints(versions string) string {
	cols := append([]string{"_sk", "_f", "_t", "_cur", "_dl"}, l.valueColumns()...)
	return "SELECT _m, hash(list(hash(" + strings.Join(cols, ", ") + ") ORDER BY _i)) AS _fp FROM " + versions + " GROUP BY _m"
}
