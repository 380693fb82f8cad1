package sqlgen

import (
	"fmt"
	"strings"

	"dimdesk/engine"
)

// UndoMembers makes live_member from the members of a commit in the journal.
func (l *Layout) UndoMembers(journal string, commit int64) string {
	return fmt.Sprintf("CREATE OR REPLACE TEMP TABLE live_member AS SELECT member AS _m, %s, before AS _before, after AS _after FROM %s.members WHERE commit_id = %d",
		each(len(l.Keys), ", ", func(i int) string {
			typ := l.Keys[i].Type
			if l.Keys[i].As != "" {
				typ = l.Keys[i].As
			}
			return fmt.Sprintf("CAST(key[%d] AS %s) AS %s", i+1, typ, col("k", i))
		}), journal, commit)
}

// UndoMoved selects the keys of the members that are not as the commit left them.
func (l *Layout) UndoMoved() string {
	return "SELECT " + each(len(l.Keys), ", ", func(i int) string { return "m." + col("k", i) + "::VARCHAR" }) +
		" FROM live_member m LEFT JOIN (" + l.Fingerprints("fresh") + ") f USING (_m) WHERE f._fp IS DISTINCT FROM m._after ORDER BY ALL"
}

// UndoUnproven selects the keys of the members that are not as they were before the commit.
func (l *Layout) UndoUnproven() string {
	return "SELECT " + each(len(l.Keys), ", ", func(i int) string { return "m." + col("k", i) + "::VARCHAR" }) +
		" FROM live_member m LEFT JOIN (" + l.Fingerprints("proof") + ") f USING (_m) WHERE f._fp IS DISTINCT FROM m._before ORDER BY ALL LIMIT 10"
}

// UndoWrites makes back: the versions that the commit touched, found where they are now (_rid), with what they were.
func (l *Layout) UndoWrites(journal string, commit int64) string {
	return fmt.Sprintf("CREATE OR REPLACE TEMP TABLE back AS SELECT f._rid, f._m, f._i, v.* EXCLUDE (commit_id, member, version) FROM %s.versions v JOIN fresh f ON f._m = v.member AND f._i = v.version WHERE v.commit_id = %d", journal, commit)
}

// UndoStatements put the touched versions back: bounds and flags, values, and last the removal of what was opened.
func (l *Layout) UndoStatements(moved, written, opened int64) []engine.Statement {
	var out []engine.Statement
	add := func(op engine.Op, n int64, comment, sql string) {
		if n > 0 {
			out = append(out, engine.Statement{Op: op, Comment: comment, SQL: sql, Rows: n})
		}
	}
	sets := []string{
		Ident(l.From.Name) + " = CASE WHEN o.old_from = " + l.readStart() + " THEN " + Ident(l.From.Name) + " ELSE " + l.WriteMoment("o.old_from", l.From) + " END",
		Ident(l.To.Name) + " = " + l.WriteEnd("o.old_to"),
	}
	if l.Current.Name != "" {
		sets = append(sets, Ident(l.Current.Name)+" = "+l.WriteFlag("(o.old_to IS NULL)", l.Current, l.Styles.Current))
	}
	if l.Deleted.Name != "" {
		sets = append(sets, Ident(l.Deleted.Name)+" = CASE WHEN o.old_deleted IS NULL THEN NULL ELSE "+l.WriteFlag("o.old_deleted", l.Deleted, l.Styles.Deleted)+" END")
	}
	add(engine.OpRedate, moved, "put back the bounds that moved", "UPDATE "+l.Home+" AS d SET "+strings.Join(sets, ", ")+" FROM back o WHERE d.rowid = o._rid AND o.op <> 'open' AND o.moved")
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
	if len(vals) > 0 {
		add(engine.OpOverwrite, written, "put back the values that were overwritten", "UPDATE "+l.Home+" AS d SET "+strings.Join(vals, ", ")+" FROM back o WHERE d.rowid = o._rid AND o.op <> 'open' AND len(o.columns) > 0")
	}
	add(engine.OpRemove, opened, "remove the versions that were opened", "DELETE FROM "+l.Home+" AS d USING back o WHERE d.rowid = o._rid AND o.op = 'open'")
	return out
}
