package sqlgen

import (
	"fmt"
	"slices"
	"strings"

	"dimdesk/engine"
)

// Done makes done: the versions that a commit in the journal touched, with their keys. narrow tells whether the journal has the
// table plain; what that leaves out is read from the stored row, whose seal tells whether it still says so, and which it is where
// several rows have one surrogate key. Where that is gone, key is NULL.
func (l *Layout) Done(journal string, commit int64, narrow bool) string {
	q := fmt.Sprintf("CREATE OR REPLACE TEMP TABLE done AS SELECT * EXCLUDE (commit_id) FROM %s.versions WHERE commit_id = %d", journal, commit)
	if narrow {
		q += l.donePlain(journal, commit)
	}
	// A key may be written in two ways, as 1 month and 30 days, and is one.
	once := "first_value(key) OVER (PARTITION BY " + each(len(l.Keys), ", ", l.keyFromText) + ")"
	if slices.ContainsFunc(l.Keys, func(k KeyColumn) bool { return !k.oneText() }) {
		q = strings.Replace(q, " AS SELECT ", " AS SELECT * REPLACE ("+once+" AS key) FROM (SELECT ", 1) + ")"
	}
	return q
}

// keyFromText is a column of a key in the journal, as what it compares as.
func (l *Layout) keyFromText(i int) string {
	return fmt.Sprintf("CAST(key[%d] AS %s)", i+1, l.Keys[i].compared())
}

// oneText tells whether equal values of a key column's type are always written alike.
func (k KeyColumn) oneText() bool {
	typ := k.compared()
	return !slices.ContainsFunc([]string{"INTERVAL", "DOUBLE", "FLOAT", "TIME WITH TIME ZONE", "("}, func(s string) bool { return strings.Contains(typ, s) }) || strings.HasPrefix(typ, "DECIMAL(")
}

// donePlain are the versions of a commit in the table plain. Surrogate keys may be of another type by now, or be none any more.
func (l *Layout) donePlain(journal string, commit int64) string {
	plain := fmt.Sprintf("(SELECT *, row_number() OVER (PARTITION BY sk, new_seal) AS _alike FROM %s.plain WHERE commit_id = %d)", journal, commit)
	const made = "CASE WHEN p.opened THEN xor(p.new_seal, s._keyed) ELSE p.new_seal END"
	seal := sealed(l.Contents("d.", "a", "p", "d._sk::VARCHAR", "d._f"), "d._t", "d._cur", "d._dl")
	stored, sk := "", "TRY_CAST(d._sk AS BIGINT)"
	if l.whole() {
		sk = "d._sk"
	}
	stored = fmt.Sprintf("(SELECT *, count(*) OVER (PARTITION BY sk) AS _shared, row_number() OVER (PARTITION BY sk, _seal) AS _alike FROM (SELECT %[1]s AS sk, %[2]s AS key, %[3]s AS _keyed, d._f, d._t, %[4]s AS _seal FROM (%[5]s) d SEMI JOIN %[6]s p ON p.sk = %[1]s))", sk, l.keyTexts("d."), l.keyed("d."), seal, l.rawVersions(), plain)
	return fmt.Sprintf(" UNION ALL BY NAME SELECT CASE WHEN p.opened THEN 'open' ELSE 'close' END AS op, p.sk::VARCHAR AS sk, s.key, NOT p.opened AS moved, s._f AS old_from, p.old_null, p.old_deleted, s._f AS new_from, s._t AS new_to, []::VARCHAR[] AS columns, []::VARCHAR[] AS old, []::VARCHAR[] AS new, p.old_seal, "+made+" AS new_seal FROM %s p LEFT JOIN %s s ON s.sk = p.sk AND (s._shared = 1 OR s._seal = "+made+" AND s._alike = p._alike)",
		plain, stored)
}

// keyed is a number for a business key. The seal of a version in the table plain that was opened has it in it (xor), as the key
// is read from the stored row then, and may be another by now.
func (l *Layout) keyed(prefix string) string { return "hash(" + l.keys(prefix) + ")" }

// keyTexts is a business key as a list of texts.
func (l *Layout) keyTexts(prefix string) string {
	return "[" + each(len(l.Keys), ", ", func(i int) string { return prefix + col("k", i) + "::VARCHAR" }) + "]"
}

// UndoMembers makes live_member from the members in done.
func (l *Layout) UndoMembers() string {
	return fmt.Sprintf("CREATE OR REPLACE TEMP TABLE live_member AS SELECT row_number() OVER () AS _m, key, %s FROM (SELECT DISTINCT key FROM done WHERE key IS NOT NULL)",
		each(len(l.Keys), ", ", func(i int) string {
			return l.keyFromText(i) + " AS " + col("k", i)
		}))
}

// UndoWrites makes back: the versions in done, found where they are now (_rid) if they are as the commit left them. What an
// undo removed has no place now, and is put back from the journal. Versions that are alike in everything, as an emptied one and
// one that was empty before may be without surrogate keys, are told apart by their places (_alike).
func (l *Layout) UndoWrites() string {
	seal := l.Fingerprint("f.")
	return "CREATE OR REPLACE TEMP TABLE back AS SELECT f._rid, f._m, v.* EXCLUDE (_alike) FROM (SELECT *, row_number() OVER (PARTITION BY key, new_from, sk, new_seal ORDER BY record) AS _alike FROM done WHERE op <> 'remove') v JOIN live_member m ON m.key = v.key" +
		" JOIN (SELECT f.*, " + seal + " AS _seal, row_number() OVER (PARTITION BY f._m, f._f, f._sk, " + seal + " ORDER BY f._rid NOT IN (SELECT record FROM done WHERE record IS NOT NULL), f._rid) AS _alike FROM fresh f) f ON f._m = m._m AND f._f = v.new_from AND f._sk IS NOT DISTINCT FROM v.sk AND f._seal = v.new_seal AND f._alike = v._alike" +
		" UNION ALL SELECT NULL, m._m, v.* FROM done v JOIN live_member m ON m.key = v.key WHERE v.op = 'remove'"
}

// UndoMoved selects the keys of the members with a version that is not as the commit left it. One that is gone, and whose key
// the journal does not have, is named by its surrogate key.
func (l *Layout) UndoMoved() string {
	gone := "'surrogate key ' || v.sk" + strings.Repeat(", NULL", len(l.Keys)-1)
	return fmt.Sprintf("SELECT DISTINCT %s FROM done v JOIN live_member m ON m.key = v.key ANTI JOIN back b ON b._m = m._m AND b.new_from = v.new_from AND b.sk IS NOT DISTINCT FROM v.sk AND b.new_seal = v.new_seal AND b.record IS NOT DISTINCT FROM v.record WHERE v.op <> 'remove' UNION ALL SELECT %s FROM done v WHERE v.key IS NULL ORDER BY ALL",
		l.memberText(), gone)
}

// memberText lists a member's key as text, for naming it.
func (l *Layout) memberText() string {
	return each(len(l.Keys), ", ", func(i int) string { return "m." + col("k", i) + "::VARCHAR" })
}

// UndoChecks are the proof of an undo, on proof, the histories afterwards: every version that was not opened is what it was
// before the commit, in every column, and the histories are sound.
func (l *Layout) UndoChecks() []Check {
	return []Check{
		{"every version is as it was before the commit, in every column", "SELECT DISTINCT " + l.memberText() + " FROM (SELECT * FROM back WHERE op <> 'open') b JOIN live_member m USING (_m) ANTI JOIN proof p ON p._m = b._m AND p._f = b.old_from AND p._sk IS NOT DISTINCT FROM b.sk AND " + l.Fingerprint("p.") + " = b.old_seal LIMIT 10"},
		{"the histories are sound", "SELECT " + l.memberText() + " FROM (SELECT _m, " + l.soundness() + " FROM proof GROUP BY _m) s JOIN live_member m USING (_m) WHERE s._fault LIMIT 10"},
		{"no versions overlap", "SELECT DISTINCT " + l.memberText() + " FROM (SELECT _m, _f, lag(coalesce(_t, 'infinity')) OVER (PARTITION BY _m ORDER BY _f, _t NULLS LAST) AS _pt FROM proof WHERE _t IS NULL OR _t > _f) x JOIN live_member m USING (_m) WHERE _pt > _f LIMIT 10"},
	}
}

// UndoTally is how many rows each statement of an undo must touch.
type UndoTally struct {
	Ended, EndedWritten, Moved, MovedWritten, Written int64
	Removed, Opened                                   int64
}

// Into are the places where the counts that UndoCounted selects go.
func (n *UndoTally) Into() []any {
	return []any{&n.Ended, &n.EndedWritten, &n.Moved, &n.MovedWritten, &n.Written, &n.Removed, &n.Opened}
}

// The parts of back, each of which one statement puts back (as touches says of a commit's).
const (
	endedOnly    = stands + " AND o.moved AND o.old_from IS NOT DISTINCT FROM o.new_from AND len(o.columns) = 0"
	endedWritten = stands + " AND o.moved AND o.old_from IS NOT DISTINCT FROM o.new_from AND len(o.columns) > 0"
	movedOnly    = stands + " AND o.moved AND o.old_from IS DISTINCT FROM o.new_from AND len(o.columns) = 0"
	movedWritten = stands + " AND o.moved AND o.old_from IS DISTINCT FROM o.new_from AND len(o.columns) > 0"
	writtenOnly  = stands + " AND NOT o.moved AND len(o.columns) > 0"
)

// UndoCounted counts them.
func UndoCounted() string {
	parts := []string{endedOnly, endedWritten, movedOnly, movedWritten, writtenOnly, "o.op = 'remove'", "o.op = 'open'"}
	return "SELECT " + each(len(parts), ", ", func(i int) string { return "count(*) FILTER (" + parts[i] + ")" }) + " FROM back o"
}

// UndoStatements put the touched versions back, each in one statement: bounds, flags and values; then what an undo removed, and last
// the removal of what was opened.
func (l *Layout) UndoStatements(n UndoTally) []engine.Statement {
	var out []engine.Statement
	add := func(op, also engine.Op, n int64, comment, sql string) {
		if n > 0 {
			out = append(out, engine.Statement{Op: op, Also: also, Comment: comment, SQL: sql, Rows: n})
		}
	}
	start := []string{l.setStart("o.old_from")}
	end := []string{l.setEnd("o.old_to", " WHEN o.old_null THEN NULL")}
	if l.Current.Name != "" {
		end = append(end, Ident(l.Current.Name)+" = "+l.WriteFlag("(o.old_to IS NULL)", l.Current, l.Styles.Current))
	}
	if l.Deleted.Name != "" {
		end = append(end, Ident(l.Deleted.Name)+" = CASE WHEN o.old_deleted IS NULL THEN NULL ELSE "+l.WriteFlag("o.old_deleted", l.Deleted, l.Styles.Deleted)+" END")
	}
	var vals []string
	value := func(name, typ string) {
		cell := fmt.Sprintf("o.old[list_position(o.columns, %s)]", Lit(name))
		if typ != "VARCHAR" {
			cell = "CAST(" + cell + " AS " + typ + ")"
		}
		vals = append(vals, fmt.Sprintf("%s = CASE WHEN list_contains(o.columns, %s) THEN %s ELSE d.%s END", Ident(name), Lit(name), cell, Ident(name)))
	}
	for _, a := range l.Attrs {
		value(a.Name, a.Stored)
		if hasCompanion(a) {
			value(a.Companion.Name, a.Companion.Type)
		}
	}
	put := func(op, also engine.Op, n int64, comment, part string, sets ...[]string) {
		add(op, also, n, comment, "UPDATE "+l.Home+" AS d SET "+strings.Join(slices.Concat(sets...), ", ")+" FROM back o WHERE d.rowid = o._rid AND "+part)
	}
	put(engine.OpRedate, "", n.Ended, "put back the ends that moved", endedOnly, end)
	put(engine.OpRedate, engine.OpOverwrite, n.EndedWritten, "put back ends, and the values that were overwritten", endedWritten, end, vals)
	put(engine.OpRedate, "", n.Moved, "put back the bounds that moved", movedOnly, start, end)
	put(engine.OpRedate, engine.OpOverwrite, n.MovedWritten, "put back bounds, and the values that were overwritten", movedWritten, start, end, vals)
	put(engine.OpOverwrite, "", n.Written, "put back the values that were overwritten", writtenOnly, vals)
	add(engine.OpOpen, "", n.Removed, "put back the versions that were removed", l.insertRemoved())
	add(engine.OpRemove, "", n.Opened, "remove the versions that were opened", "DELETE FROM "+l.Home+" AS d USING back o WHERE d.rowid = o._rid AND o.op = 'open'")
	return out
}

// stands is the condition on a row o of back that its version was there before the commit and after it.
const stands = "o.op NOT IN ('open', 'remove')"

// insertRemoved opens again what an undo removed: its surrogate key, its key, its period, and its values from the journal.
func (l *Layout) insertRemoved() string {
	var names, vals []string
	put := func(name, val string) {
		if name != "" {
			names, vals = append(names, Ident(name)), append(vals, val)
		}
	}
	cast := func(x, typ string) string {
		if typ == "VARCHAR" {
			return x
		}
		return "CAST(" + x + " AS " + typ + ")"
	}
	value := func(c Stored) {
		put(c.Name, cast(fmt.Sprintf("o.old[list_position(o.columns, %s)]", Lit(c.Name)), c.Type))
	}
	put(l.SK.Name, cast("o.sk", l.SK.Type))
	for i, k := range l.Keys {
		put(k.Name, cast(fmt.Sprintf("o.key[%d]", i+1), k.Type))
	}
	for _, a := range l.Attrs {
		value(Stored{a.Name, a.Stored})
		value(a.Companion)
	}
	put(l.From.Name, l.WriteMoment("o.old_from", l.From))
	put(l.To.Name, "CASE WHEN o.old_null THEN NULL ELSE "+l.WriteEnd("o.old_to")+" END")
	if l.Current.Name != "" {
		put(l.Current.Name, l.WriteFlag("(o.old_to IS NULL)", l.Current, l.Styles.Current))
	}
	if l.Deleted.Name != "" {
		put(l.Deleted.Name, "CASE WHEN o.old_deleted IS NULL THEN NULL ELSE "+l.WriteFlag("o.old_deleted", l.Deleted, l.Styles.Deleted)+" END")
	}
	return "INSERT INTO " + l.Home + " (" + strings.Join(names, ", ") + ") SELECT " + strings.Join(vals, ", ") + " FROM back o WHERE o.op = 'remove' ORDER BY o.record"
}
