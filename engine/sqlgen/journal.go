package sqlgen

import (
	"fmt"
	"strings"
)

// JournalDDL makes the journal's tables in a schema, where they are not there yet.
//
// commits has a row for each commit. versions has each version that a commit touched: whose it is, the row's place then
// (record), what it was, and fingerprints of it before and after (NULL: it was not there). Most versions are only opened, or
// only ended where the next begins: where surrogate keys are whole numbers, plain has these, by that key alone, since the
// stored row says the rest for as long as its seal fits. cells has, for a CSV, the bytes of each field that was replaced, so that undo gives
// back the very bytes. parked has what is needed to write a commit's parked file again from the same batch.
func JournalDDL(schema string) []string {
	return []string{
		"CREATE SCHEMA IF NOT EXISTS " + schema,
		"CREATE TABLE IF NOT EXISTS " + schema + `.commits (id BIGINT, dimension VARCHAR, kind VARCHAR, made_at TIMESTAMP, made_by VARCHAR, reason VARCHAR, batch VARCHAR, batch_sha VARCHAR,
 spec_hash VARCHAR, spec VARCHAR, as_of VARCHAR, as_of_day VARCHAR, judged TIMESTAMP, mode VARCHAR, dated BOOLEAN, newest TIMESTAMP, kinds VARCHAR, operations VARCHAR, head BIGINT, park_file VARCHAR, parked BIGINT, park_sha VARCHAR,
 undoes BIGINT, undone_by BIGINT, sha_before VARCHAR, sha_after VARCHAR, settled BOOLEAN, final_eol BOOLEAN)`,
		"CREATE TABLE IF NOT EXISTS " + schema + ".versions (commit_id BIGINT, op VARCHAR, sk VARCHAR, key VARCHAR[], moved BOOLEAN, old_from TIMESTAMP, old_to TIMESTAMP, old_null BOOLEAN, old_deleted BOOLEAN, new_from TIMESTAMP, new_to TIMESTAMP, columns VARCHAR[], old VARCHAR[], new VARCHAR[], record BIGINT, old_seal UBIGINT, new_seal UBIGINT)",
		"CREATE TABLE IF NOT EXISTS " + schema + ".plain (commit_id BIGINT, opened BOOLEAN, sk BIGINT, old_null BOOLEAN, old_deleted BOOLEAN, old_seal UBIGINT, new_seal UBIGINT)",
		"CREATE TABLE IF NOT EXISTS " + schema + ".parked (commit_id BIGINT, ord BIGINT, row BIGINT, key VARCHAR[], operation VARCHAR, effective VARCHAR, sequence VARCHAR, line VARCHAR, reason VARCHAR)",
		"CREATE TABLE IF NOT EXISTS " + schema + ".cells (commit_id BIGINT, record BIGINT, field INTEGER, raw BLOB)",
	}
}

// JournalVersions records the versions that a commit touched, from upd with fresh and expected, from plain,
// and from newrows.
func (l *Layout) JournalVersions(schema string, commit int64, placed bool) []string {
	var names, olds, news []string
	cell := func(name, old, new string) {
		d := fmt.Sprintf("f.%s IS DISTINCT FROM u.%s", old, new)
		names = append(names, "CASE WHEN "+d+" THEN ["+Lit(name)+"] ELSE [] END")
		olds = append(olds, fmt.Sprintf("CASE WHEN %s THEN [f.%s::VARCHAR] ELSE [] END", d, old))
		news = append(news, fmt.Sprintf("CASE WHEN %s THEN [u.%s::VARCHAR] ELSE [] END", d, new))
	}
	for i, a := range l.Attrs {
		if a.Supplied() {
			cell(a.Name, col("a", i), col("v", i))
			if hasCompanion(a) {
				cell(a.Companion.Name, col("p", i), col("w", i))
			}
		}
	}
	lists := func(parts []string) string {
		if len(parts) == 0 {
			return "[]::VARCHAR[]"
		}
		return "list_concat([]::VARCHAR[], " + strings.Join(parts, ", ") + ")"
	}
	var out []string
	if placed {
		out = append(out, fmt.Sprintf(`INSERT INTO %[1]s.versions SELECT %[2]d, CASE WHEN u._closes THEN 'close' WHEN u._moves THEN 'redate' ELSE 'overwrite' END, e._sk, %[3]s, u._moves, f._f, f._t, f._tn, f._dl, e._f, e._t, %[4]s, %[5]s, %[6]s, u._rid, %[7]s, %[8]s
 FROM upd u JOIN fresh f ON f._m = u._m AND f._i = u._i JOIN expected e ON e._m = u._m AND e._o = u._i JOIN live_member m ON m._m = u._m`,
			schema, commit, l.keyTexts("m."), lists(names), lists(olds), lists(news), l.Fingerprint("f."), l.Fingerprint("e.")))
	}
	before := sealed("c._dh", "NULL::TIMESTAMP", l.flagValue("true", l.Current), "c._ddl")
	after := sealed("c._dh", "c._e", l.flagValue("false", l.Current), l.flagValue("false", l.Deleted))
	ends := func(which string) string {
		return fmt.Sprintf(`INSERT INTO %[1]s.versions SELECT %[2]d, 'close', c._dsk::VARCHAR, %[3]s, true, c._df, NULL, c._dtn, c._ddl, c._df, c._e, [], [], [], p._rid, %[4]s, %[5]s FROM %[6]s JOIN good g ON g._place = p._place WHERE p._rid IS NOT NULL%[7]s`,
			schema, commit, l.keyTexts("g."), before, after, plainRows, which)
	}
	if l.whole() {
		return append(out,
			ends(" AND c._drid IS NOT NULL AND c._dsk IS NULL"), // one without that key is named by its member
			fmt.Sprintf("INSERT INTO %s.plain SELECT %d, false, CAST(c._dsk AS BIGINT), c._dtn, c._ddl, %s, %s FROM %s WHERE p._rid IS NOT NULL AND c._dsk IS NOT NULL", schema, commit, before, after, plainRows),
			fmt.Sprintf("INSERT INTO %s.plain SELECT %d, true, n._number, NULL, NULL, NULL, xor(%s, %s) FROM newrows n ORDER BY n._n", schema, commit, l.Fingerprint("n."), l.keyed("n.")))
	}
	return append(out, ends(""),
		fmt.Sprintf(`INSERT INTO %[1]s.versions SELECT %[2]d, 'open', n._sk, %[3]s, false, NULL, NULL, NULL, NULL, n._f, n._t, [], [], [], NULL, NULL, %[4]s FROM newrows n`, schema, commit, l.keyTexts("n."), l.Fingerprint("n.")))
}

// flagValue is a flag as Versions reads it after it was written: NULL in a dimension without that column.
func (l *Layout) flagValue(x string, c Stored) string {
	if c.Name == "" {
		return "NULL::BOOLEAN"
	}
	return x
}

// UndoJournalVersions records what an undo did, from back, fresh and proof; a removed version with all of its values.
func (l *Layout) UndoJournalVersions(schema string, commit int64) []string {
	var names, vals []string
	for i, a := range l.Attrs {
		names, vals = append(names, Lit(a.Name)), append(vals, "f."+col("a", i)+"::VARCHAR")
		if hasCompanion(a) {
			names, vals = append(names, Lit(a.Companion.Name)), append(vals, "f."+col("p", i)+"::VARCHAR")
		}
	}
	again := fmt.Sprintf("INSERT INTO %s.versions SELECT %d, 'open', p._sk, o.key, false, NULL, NULL, NULL, NULL, p._f, p._t, [], [], [], NULL, NULL, o.old_seal FROM back o JOIN proof p ON p._m = o._m AND p._f = o.old_from AND p._sk IS NOT DISTINCT FROM o.sk AND %s = o.old_seal WHERE o.op = 'remove'",
		schema, commit, l.Fingerprint("p."))
	return []string{again, fmt.Sprintf(`INSERT INTO %[1]s.versions SELECT %[2]d, CASE o.op WHEN 'open' THEN 'remove' WHEN 'overwrite' THEN 'overwrite' ELSE 'redate' END, f._sk, o.key, o.moved, f._f, f._t, f._tn, f._dl, o.old_from, o.old_to,
 CASE WHEN o.op = 'open' THEN [%[3]s] ELSE o.columns END, CASE WHEN o.op = 'open' THEN [%[4]s] ELSE o.new END, CASE WHEN o.op = 'open' THEN [] ELSE o.old END, o._rid, o.new_seal, o.old_seal
 FROM back o JOIN fresh f ON f._rid = o._rid`, schema, commit, strings.Join(names, ", "), strings.Join(vals, ", "))}
}
