package sqlgen

import (
	"fmt"
	"strings"

	"dimdesk/engine"
)

// What decisions read and write, once the rows are placed:
//
//   - A plain row does what it does whatever becomes of other rows. Its versions are written nowhere: after reads them off
//     the row, if it is taken.
//   - chained are the members with several placed rows, which depend on one another. A decision on one of these has its
//     member resolved again.
//   - final holds the final versions of all members but those of plain rows: of a chained member as its decisions have it, of
//     any other as if its one row were taken.
//   - after are the versions of the plan as its decisions have it. Members whose one row is parked have none in it. Whatever
//     stored version isn't in it stays as it is stored.

// after selects them from what is left of final, and from the rows of change and hist that are named.
func (l *Layout) after(final, change, hist string) string {
	own := func(i int, a Attr) string { return "c." + col("a", i) }
	opens := "SELECT " + list("c._m", "NULL AS _i", "c._at AS _from", "NULL AS _to", "c._id", "NULL AS _eid", "false AS _bydel",
		l.attrs(nil, func(i int, a Attr) string {
			x := "h." + col("a", i)
			switch {
			case a.Supplied() && carriesOver(a):
				x = fmt.Sprintf("CASE WHEN c._ends IS NULL THEN %s ELSE %s END", own(i, a), x)
			case a.Supplied():
				x = own(i, a)
			}
			return x + " AS " + col("v", i)
		}),
		l.attrs(hasCompanion, func(i int, a Attr) string {
			w := "h." + col("p", i)
			if a.Type == engine.Type6 && a.Supplied() {
				w = fmt.Sprintf("CASE WHEN c._ends IS NULL THEN %s ELSE %s END", own(i, a), w)
			}
			return w + " AS " + col("w", i)
		}),
		l.attrs(supplied, func(i int, _ Attr) string { return "c._id AS " + col("o", i) }), l.attrs(current6, func(i int, _ Attr) string { return "c._id AS " + col("oc", i) }))
	closes := "SELECT " + list("h._m", "h._i", "h._f AS _from", "c._at AS _to", "NULL AS _id", "c._id AS _eid", "false AS _bydel",
		l.attrs(nil, func(i int, _ Attr) string { return "h." + col("a", i) + " AS " + col("v", i) }), l.attrs(hasCompanion, func(i int, _ Attr) string { return "h." + col("p", i) + " AS " + col("w", i) }))
	taken := " JOIN " + hist + " h ON h._m = c._m AND h._i = c._ends WHERE c._plain AND NOT c._parked"
	return "SELECT * FROM " + final + " UNION ALL BY NAME " + opens + " FROM " + change + " c LEFT" + taken + " UNION ALL BY NAME " + closes + " FROM " + change + " c" + taken
}

// current6 are the attributes with a current value on every version.
func current6(a Attr) bool { return a.Supplied() && a.Type == engine.Type6 }

// plainChanges selects the plain rows, shaped like change. _ends is the version that each ends, NULL where its member is new.
func (l *Layout) plainChanges() string {
	label, named := "NULL::VARCHAR", ""
	for i, a := range l.Attrs {
		if a.Name == l.Spec.Label {
			named = fmt.Sprintf(" LEFT JOIN (SELECT _m, arg_max(%s::VARCHAR, coalesce(_f, '-infinity')) AS _label FROM hist GROUP BY _m) f ON f._m = m._m", col("a", i))
			label = l.label("r.")
		}
	}
	return "SELECT " + list("r._row AS _id", "r._row", "r._line", "m._m", "p._kind", "false AS _parked", "NULL::VARCHAR AS _reason", "NULL::VARCHAR AS _why", "r._e AS _at", "r._del",
		"NULL::TIMESTAMP AS _claims", "NULL::TIMESTAMP AS _since", "true AS _opens", "true AS _plain", "h._i AS _ends", l.keys("m."), label+" AS _label",
		l.attrs(supplied, func(i int, _ Attr) string { return "r." + col("a", i) }), l.attrs(supplied, func(i int, _ Attr) string { return "h." + col("a", i) + " AS " + col("b", i) }),
		"CASE WHEN p._rid IS NOT NULL THEN true END AS _compared", "false AS _late") +
		" FROM batch_row r JOIN plain p USING (_place) JOIN (SELECT * FROM member WHERE _place IS NOT NULL) m ON m._place = r._place LEFT JOIN hist h ON h._m = m._m AND h._rid = p._rid" + named
}

// Again brings change and final up to date for the members in todo, whose rows have been placed again. A parked row keeps
// the kind that it had.
func (l *Layout) Again() []Step {
	set := l.attrs(supplied, func(i int, _ Attr) string { return fmt.Sprintf("%[1]s = p.%[1]s", col("b", i)) })
	return []Step{
		{"", "UPDATE change AS c SET " + list("_kind = p._kind", "_compared = p._ll", "_late = p._late", "_opens = p._opens", set) + " FROM (SELECT " + list("p._id", "p._kind", "p._ll", "p._late", "o._id IS NOT NULL AS _opens", l.before("p.")) +
			" FROM (SELECT * FROM pt WHERE _src = 2) p JOIN fact f ON f._m = p._m" + newestOf(true) + openedFor("p") + ") p WHERE c._id = p._id"},
		{"", "DELETE FROM final WHERE _m IN (SELECT _m FROM todo)"},
		{"", "INSERT INTO final SELECT * FROM ver"},
		{"", "DROP TABLE again"},
	}
}

// decided are the columns of change that a decision may change. A parked row keeps what it was, so undoing has to put that back.
func (l *Layout) decided() []string {
	return append([]string{"_parked", "_reason", "_kind", "_compared", "_late"}, l.conds(supplied, func(i int, _ Attr) string { return col("b", i) })...)
}

// Decided lists what a decision may change, of a row of change.
func (l *Layout) Decided(row string) string {
	return row + strings.Join(l.decided(), ", "+row)
}

// DecidedAgain assigns what Decided listed.
func (l *Layout) DecidedAgain(from string) string {
	var set []string
	for _, c := range l.decided() {
		set = append(set, c+" = "+from+c)
	}
	return strings.Join(set, ", ")
}
