package sqlgen

import (
	"fmt"
	"strings"

	"dimdesk/engine"
)

// Changes makes change: one row for each batch row that is not plainly unchanged, and one for each absent member. b* are
// the values that the row was compared with, _note tells what else is to be said of it.
func (l *Layout) Changes() []Step {
	good := list("c._id", "c._row", "c._line", "c._m", "coalesce(c._verdict, p._kind) AS _kind", "false AS _parked", "NULL::VARCHAR AS _reason", l.why()+" AS _why", "c._e AS _at", "c._del", "c._claims", "c._since", l.keys("m."),
		l.label("c.")+" AS _label", l.attrs(supplied, func(i int, _ Attr) string { return "c." + col("a", i) }), l.before("p."), "p._ll AS _compared", "p._late")
	return []Step{{"listing the changes", "CREATE TABLE change AS SELECT " + good + " FROM cand c JOIN member m USING (_m) JOIN fact f USING (_m) LEFT JOIN (SELECT * FROM pt WHERE _src = 2) p ON p._id = c._id" + newestOf + " UNION ALL BY NAME " + l.unreadableRows() + " ORDER BY _id"},
		{"", "CREATE TABLE after AS SELECT * FROM ver"}}
}

// UnreadableChanges is Changes where every other row is plain or plainly unchanged; without unreadable rows it is empty.
func (l *Layout) UnreadableChanges(unreadable bool) Step {
	limit := ""
	if !unreadable {
		limit = " LIMIT 0" // saves reading the batch
	}
	return Step{"listing the changes", "CREATE TABLE change AS SELECT *, " + list("NULL::BOOLEAN AS _compared", "NULL::BOOLEAN AS _late", l.attrs(supplied, func(i int, _ Attr) string { return col("a", i) + " AS " + col("b", i) })) +
		" FROM (" + l.unreadableRows() + limit + ") ORDER BY _id"}
}

func (l *Layout) unreadableRows() string {
	return "SELECT " + list("_row AS _id", "_row", "_line", "NULL::BIGINT AS _m", "'rejected' AS _kind", "false AS _parked", "NULL::VARCHAR AS _reason", "_bad AS _why", "_e AS _at", "_del", "NULL::TIMESTAMP AS _claims", "NULL::TIMESTAMP AS _since", l.keys(""),
		"NULL::VARCHAR AS _label", l.attrs(supplied, func(i int, _ Attr) string { return col("a", i) })) + " FROM batch_row WHERE _bad IS NOT NULL"
}

func (l *Layout) why() string {
	return "coalesce(c._why, CASE WHEN p._kind = 'rejected' THEN " + reason("delete_unknown", "'a delete for a key that the dimension does not have'") + " END)"
}

func (l *Layout) label(p string) string {
	for i, a := range l.Attrs {
		if a.Name == l.Spec.Label && a.Supplied() {
			return fmt.Sprintf("coalesce(CASE WHEN NOT %s_del THEN %s%s::VARCHAR END, f._label)", p, p, col("a", i))
		}
	}
	return "f._label"
}

// newestOf joins the newest version (nw) of a late row's member.
const newestOf = " LEFT JOIN hist nw ON nw._m = p._m AND nw._i = CASE WHEN p._late THEN f._newest_i END"

// before is what a row was compared with: a late row in a gap, in its type 1 and 3 values, with the newest version (nw).
func (l *Layout) before(p string) string {
	return l.attrs(supplied, func(i int, a Attr) string {
		b := p + col("b", i)
		if a.Overwrites() && l.all1() {
			return fmt.Sprintf("CASE WHEN %s_late AND %s_ll IS NOT TRUE THEN nw.%s ELSE %s END AS %s", p, p, col("a", i), b, col("b", i))
		}
		return b
	})
}

// Again brings change and after up to date for the members in todo, whose rows have been placed again. A parked row keeps
// the kind that it had.
func (l *Layout) Again() []Step {
	set := l.attrs(supplied, func(i int, _ Attr) string { return fmt.Sprintf("%[1]s = p.%[1]s", col("b", i)) })
	return []Step{
		{"", "UPDATE change AS c SET " + list("_kind = p._kind", "_compared = p._ll", "_late = p._late", set) + " FROM (SELECT " + list("p._id", "p._kind", "p._ll", "p._late", l.before("p.")) + " FROM (SELECT * FROM pt WHERE _src = 2) p JOIN fact f ON f._m = p._m" + newestOf + ") p WHERE c._id = p._id"},
		{"", "DELETE FROM after WHERE _m IN (SELECT _m FROM todo)"},
		{"", "INSERT INTO after SELECT * FROM ver"},
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

// ChangeColumns selects, for a change c of the table change, whether each supplied attribute is listed, and its values as
// text: d*, tb*, ta*.
func (l *Layout) ChangeColumns() string {
	return l.attrs(supplied, func(i int, _ Attr) string {
		return fmt.Sprintf("%s AS %s, c.%s::VARCHAR AS %s, c.%s::VARCHAR AS %s", l.Listed(i), col("d", i), col("b", i), col("tb", i), col("a", i), col("ta", i))
	})
}

// Listed is the condition that a change c lists an attribute: its value differs from what it was compared with. A row that
// opens a version where nothing is in force lists all that it gives it.
func (l *Layout) Listed(i int) string {
	a := l.Attrs[i]
	d := "false"
	if a.Type != engine.Ignore {
		d = "coalesce(" + a.Differs("c."+col("a", i), "c."+col("b", i)) + ", false)"
	}
	// Where nothing is in force, what is not taken is listed only if it differs from what the version carries instead.
	opened := "c._kind IN ('new', 'returned', 'late')"
	switch {
	case a.Type == engine.Type0:
		opened = "(c._kind = 'new' OR (c._kind IN ('returned', 'late') AND " + d + "))"
	case a.Overwrites():
		opened = "(c._kind IN ('new', 'returned') OR (c._kind = 'late' AND " + d + "))"
	case a.Type == engine.Ignore:
		opened = "false"
	}
	return fmt.Sprintf("CASE WHEN c._del OR c._m IS NULL OR c._kind IN ('superseded', 'rejected') THEN false WHEN c._compared IS NOT TRUE THEN %s ELSE %s END", opened, d)
}

// Mentions is the condition that a change c holds a text, without regard to case: in its key, label, reason, or values old
// or new.
func (l *Layout) Mentions(text string) string {
	parts := []string{"c._label", "split_part(c._why, chr(31), 2)", "c._reason"}
	for i := range l.Keys {
		parts = append(parts, "c."+col("k", i)+"::VARCHAR")
	}
	for i, a := range l.Attrs {
		if a.Supplied() {
			parts = append(parts, "c."+col("a", i)+"::VARCHAR", "CASE WHEN "+l.Listed(i)+" THEN c."+col("b", i)+"::VARCHAR END")
		}
	}
	return "contains(lower(concat_ws(chr(31), " + list(parts...) + ")), lower(" + Lit(text) + "))"
}

// UnchangedRows are the rows of the batch that are plainly unchanged, shaped like change.
func (l *Layout) UnchangedRows() string {
	return "SELECT " + list("_row AS _id", "_row", "_line", "'unchanged' AS _kind", "false AS _parked", "_e AS _at", "_del", "true AS _compared", l.keys(""),
		l.attrs(supplied, func(i int, _ Attr) string { return col("a", i) }), l.attrs(supplied, func(i int, _ Attr) string { return col("a", i) + " AS " + col("b", i) }),
		l.unchangedLabel()) + " FROM batch_row p ANTI JOIN change x ON x._id = p._row"
}

func (l *Layout) unchangedLabel() string {
	for i, a := range l.Attrs {
		if a.Name == l.Spec.Label && a.Supplied() {
			return col("a", i) + "::VARCHAR AS _label"
		}
	}
	return "NULL::VARCHAR AS _label"
}

// SuppliedAttrs are the numbers of the attributes that ChangeColumns lists, in its order.
func (l *Layout) SuppliedAttrs() []int {
	var out []int
	for i, a := range l.Attrs {
		if a.Supplied() {
			out = append(out, i)
		}
	}
	return out
}

// NewKeys makes newkey: a number for each version that opens, in the order in which the commit gives surrogate keys
// (rule 14). numeric tells for each key column whether every one of them reads as a number.
func (l *Layout) NewKeys(numeric []bool) string {
	return fmt.Sprintf("CREATE OR REPLACE TABLE newkey AS SELECT v._m, v._id, row_number() OVER (ORDER BY %s, v._from) AS _n FROM after v JOIN member m USING (_m) WHERE v._i IS NULL", l.keyOrder("m.", numeric))
}
