package sqlgen

import (
	"fmt"

	"dimdesk/engine"
)

// Changes makes change: one row for each batch row that is not plainly unchanged, and one for each absent member; plain rows
// are among them where they are listed. b* are the values that the row was compared with; _opens tells whether it opens a
// version, if it is taken.
func (l *Layout) Changes(listed bool) []Step {
	good := list("c._id", "c._row", "c._line", "c._m", "coalesce(c._verdict, p._kind) AS _kind", "false AS _parked", "NULL::VARCHAR AS _reason", l.why()+" AS _why", "c._e AS _at", "c._del", "c._claims", "c._since",
		"o._id IS NOT NULL AS _opens", "false AS _plain", "NULL::BIGINT AS _ends", l.keys("m."),
		l.label("c.")+" AS _label", l.attrs(supplied, func(i int, _ Attr) string { return "c." + col("a", i) }), l.before("p."), "p._ll AS _compared", "p._late")
	q := "SELECT " + good + " FROM cand c JOIN member m USING (_m) JOIN fact f USING (_m) LEFT JOIN (SELECT * FROM pt WHERE _src = 2) p ON p._id = c._id" + newestOf(false) + openedFor("c") + " UNION ALL BY NAME " + l.unreadableRows()
	if listed {
		q += " UNION ALL BY NAME " + l.plainChanges()
	}
	steps := []Step{{"listing the changes", "CREATE TABLE change AS " + q + " ORDER BY _id"},
		{"", "ALTER TABLE ver RENAME TO final"},
		{"", "DROP TABLE pt"}, {"", "DROP TABLE mf"}, {"", "DROP TABLE mo"}, {"", "DROP TABLE gf"},
		{"", "CREATE TABLE chained AS SELECT _m FROM cand SEMI JOIN (SELECT _m FROM member SEMI JOIN dup USING " + l.using() + ") USING (_m) WHERE _verdict IS NULL GROUP BY _m HAVING count(*) > 1"},
		{"", "CREATE VIEW after AS " + l.after("final ANTI JOIN (SELECT c._m FROM change c ANTI JOIN chained USING (_m) WHERE c._parked) USING (_m)", "change", "hist")},
	}
	if listed {
		steps = append(steps, Step{SQL: "DELETE FROM plain"})
	}
	return steps
}

// openedFor joins what ver has opened for a row.
func openedFor(row string) string {
	return " LEFT JOIN (SELECT _id FROM ver WHERE _i IS NULL) o ON o._id = " + row + "._id"
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
func newestOf(todo bool) string {
	return " LEFT JOIN " + stored(todo) + " nw ON nw._m = p._m AND nw._i = CASE WHEN p._late THEN f._newest_i END"
}

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

// ChangeColumns selects, for a change c of Listing, whether each supplied attribute is listed, and if so its values as text:
// d*, tb*, ta*.
func (l *Layout) ChangeColumns() string {
	return l.attrs(supplied, func(i int, _ Attr) string {
		d := "c." + col("d", i)
		value := func(x string) string { return fmt.Sprintf("CASE WHEN %s THEN c.%s::VARCHAR END AS t%s", d, x, x) }
		return list(d, value(col("b", i)), value(col("a", i)))
	})
}

// Listing selects the changes c of a FROM clause, with whether each lists each supplied attribute (d*). What a change lists of
// each kind of attributes, those that differ (_lists_*) or all (_lists_all_*), is told once for it, and not once more for each
// attribute: DuckDB takes time that grows with the square of what thousands of expressions have in common.
func (l *Layout) Listing(from string) string {
	var flags []string
	for _, n := range []string{"kept", "over", "opens"} {
		differing, all := listing(n)
		flags = append(flags, differing+" AS _lists_"+n, all+" AS _lists_all_"+n)
	}
	listed := l.attrs(supplied, func(i int, a Attr) string {
		n, d := listingOf(a), "false"
		if n != "" {
			d = fmt.Sprintf("CASE WHEN c._lists_%s THEN coalesce(%s, false) ELSE c._lists_all_%[1]s END", n, a.Differs("c."+col("a", i), "c."+col("b", i)))
		}
		return d + " AS " + col("d", i)
	})
	return "SELECT " + list("c.*", listed) + " FROM (SELECT *, " + list(flags...) + " FROM " + from + ") c"
}

// listingOf names the kind of attributes to which an attribute belongs, as far as listing goes; an `ignore` one is never listed.
func listingOf(a Attr) string {
	switch {
	case a.Type == engine.Ignore:
		return ""
	case a.Type == engine.Type0:
		return "kept"
	case a.Overwrites():
		return "over"
	}
	return "opens"
}

// listing are the conditions on a change c that it lists those attributes of a kind whose values differ from what it was
// compared with, and that it lists all of them. A row that opens a version where nothing is in force lists all that it gives
// it; what is not taken only if it differs from what the version carries instead.
func listing(kind string) (differing, all string) {
	differ, every := "false", "c._kind IN ('new', 'returned', 'late')"
	switch kind {
	case "kept":
		differ, every = "c._kind IN ('returned', 'late')", "c._kind = 'new'"
	case "over":
		differ, every = "c._kind = 'late'", "c._kind IN ('new', 'returned')"
	}
	const lists = "NOT (c._del OR c._m IS NULL OR c._kind IN ('superseded', 'rejected'))"
	return fmt.Sprintf("(%s AND (c._compared IS TRUE OR %s))", lists, differ), fmt.Sprintf("(%s AND c._compared IS NOT TRUE AND %s)", lists, every)
}

// Listed is the condition that a change c lists an attribute.
func (l *Layout) Listed(i int) string {
	a := l.Attrs[i]
	n := listingOf(a)
	if n == "" {
		return "false"
	}
	differing, all := listing(n)
	return fmt.Sprintf("CASE WHEN %s THEN coalesce(%s, false) ELSE %s END", differing, a.Differs("c."+col("a", i), "c."+col("b", i)), all)
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
	return l.unchanged("batch_row p ANTI JOIN change x ON x._id = p._row")
}

// UnchangedBetween are those from one number to another.
func (l *Layout) UnchangedBetween(first, last int64) string {
	rows, _, _ := l.rowsBetween(first, last)
	return l.unchanged(rows + fmt.Sprintf(" p ANTI JOIN (SELECT _id FROM change WHERE _id BETWEEN %d AND %d) x ON x._id = p._row", first, last))
}

// UnchangedAt are those with numbers (n) that are known to be of such rows, from the first to the last.
func (l *Layout) UnchangedAt(first, last int64, numbers string) string {
	rows, row, place := l.rowsBetween(first, last)
	return l.unchanged(fmt.Sprintf("%s p SEMI JOIN (SELECT n%s AS n FROM %s) u ON u.n = p.%s", rows, place, numbers, row))
}

// rowsBetween are the batch's rows from one number to another, the column that they are found by, and what is added to a number
// to tell it: a row's place is told from its number, and rows are found by their places.
func (l *Layout) rowsBetween(first, last int64) (rows, row, place string) {
	if row = "_row"; !l.Batch.Numbered {
		row, place = "_place", " - 1"
	}
	return fmt.Sprintf("(SELECT * FROM batch_row WHERE %[1]s BETWEEN %[2]d%[4]s AND %[3]d%[4]s)", row, first, last, place), row, place
}

func (l *Layout) unchanged(from string) string {
	return "SELECT " + list("_row AS _id", "_row", "_line", "'unchanged' AS _kind", "false AS _parked", "_e AS _at", "_del", "true AS _compared", l.keys(""),
		l.attrs(supplied, func(i int, _ Attr) string { return col("a", i) }), l.attrs(supplied, func(i int, _ Attr) string { return col("a", i) + " AS " + col("b", i) }),
		l.unchangedLabel(), "NULL::VARCHAR AS _reason", "NULL::VARCHAR AS _why", "NULL::BIGINT AS _m", "NULL::TIMESTAMP AS _claims", "NULL::TIMESTAMP AS _since", "false AS _late", "false AS _plain") + " FROM " + from
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
