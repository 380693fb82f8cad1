package sqlgen

import (
	"fmt"

	"dimdesk/engine"
)

// Step is one statement of a plan's making, named for progress.
type Step struct {
	What string
	SQL  string
}

// Look finds the batch's keys in the dimension. good are the rows that can be read (_row, k*, _e), dup the keys with several of
// them, and look every version of the others' keys (_row, _rid, _f, _t, _cur, _dl): a text key is read here, once, and from
// then on rows and versions are joined by their numbers. rest are the rows without an open version; special those of which
// one look at the open version does not tell enough.
func (l *Layout) Look() []Step {
	return []Step{
		{"reading the keys of the batch", fmt.Sprintf("CREATE TABLE good AS SELECT _row, %s, _e FROM batch_row WHERE _bad IS NULL", l.keys(""))},
		{"finding keys with several rows", fmt.Sprintf("CREATE TABLE dup AS SELECT %s FROM good GROUP BY ALL HAVING count(*) > 1", l.keys(""))},
		{"looking for the keys in the dimension", fmt.Sprintf("CREATE TABLE look AS SELECT g._row, d._rid, d._f, d._t, d._cur, d._dl FROM (%s) d JOIN (SELECT * FROM good ANTI JOIN dup USING %s) g ON %s",
			l.rawVersions(), l.using(), l.sameKey("d.", "g."))},
		{"", "CREATE TABLE rest AS SELECT _row FROM good ANTI JOIN (SELECT _row FROM look WHERE _t IS NULL) USING (_row)"},
		{"", fmt.Sprintf("CREATE TABLE special AS SELECT _row FROM good SEMI JOIN dup USING %s UNION ALL SELECT DISTINCT _row FROM look WHERE _t > %s AND _t > _f", l.using(), l.since())},
	}
}

// sameKey is the condition that two rows have the same key, each named by the prefix of its columns.
func (l *Layout) sameKey(x, y string) string {
	return each(len(l.Keys), " AND ", func(i int) string { return x + col("k", i) + " = " + y + col("k", i) })
}

// since is the earliest moment at which a row of the batch could find a version in force.
func (l *Layout) since() string {
	if l.Snapshot() || l.Batch.Effective < 0 {
		return l.dating()
	}
	return "(SELECT min(_e) FROM good)"
}

// OpenTwice tells whether some key of the batch has several open versions. It looks at counts, as grouping all keys would cost
// much more, and such members are rare.
const OpenTwice = "SELECT (SELECT count(*) FROM look WHERE _t IS NULL) + (SELECT count(*) FROM rest) <> (SELECT count(*) FROM good)"

// MoreSpecial adds the rows of keys with several open versions to special.
const MoreSpecial = "INSERT INTO special SELECT _row FROM look WHERE _t IS NULL GROUP BY _row HAVING count(*) > 1"

// Compared makes compared: the rows that can be read and are not plainly unchanged, with what the open version says (_drid,
// _dsk, _df, _ddl, _dtn, _dh, and da*, dp* where a new version carries them). A row is plainly unchanged where it is the only
// one of its key, exactly one version can be in force at its time, and that one equals it in all that matters. Every row of a
// key is in compared, or none is. _d2 and _d1 tell whether a type 2, and a type 1, 3 or 6 attribute differs.
//
// The batch is the side that the join keeps in memory, and the dimension runs past it.
func (l *Layout) Compared() Step {
	early := "coalesce(r._e < d._f, true)" // a version without a start is never in force
	if l.Snapshot() {
		early = "coalesce(d._f > " + l.judge() + ", true)"
	}
	row := list("r._row", "r._line", l.keys("r."), "r._e", "r._et",
		each(len(l.Batch.Sequence), ", ", func(i int) string { return "r." + col("q", i) }), "r._del",
		l.attrs(supplied, func(i int, a Attr) string { return "r." + col("a", i) }))
	found := list("d._rid AS _drid", "d._sk::VARCHAR AS _dsk", "d._f AS _df", "d._dl AS _ddl", "d._tn AS _dtn", l.Contents("d.", "a", "p", "d._sk::VARCHAR", "d._f")+" AS _dh",
		l.differs(suppliedOpens, "r.a", "d.a")+" AS _d2", l.differs(func(a Attr) bool { return a.Supplied() && (a.Overwrites() || a.Type == engine.Type6) }, "r.a", "d.a")+" AS _d1",
		l.attrs(carriesOver, func(i int, _ Attr) string { return "d." + col("a", i) + " AS " + col("da", i) }),
		l.attrs(hasCompanion, func(i int, _ Attr) string { return "d." + col("p", i) + " AS " + col("dp", i) }))
	return Step{"comparing the batch with the versions in force", fmt.Sprintf(`CREATE TABLE compared AS SELECT %[1]s, %[2]s FROM (%[3]s) d
 JOIN (SELECT * FROM batch_row JOIN (SELECT _row, _rid FROM look ANTI JOIN special USING (_row) WHERE _t IS NULL) USING (_row)) r ON r._rid = d._rid WHERE r._del OR %[4]s OR %[5]s
 UNION ALL BY NAME SELECT %[1]s FROM batch_row r SEMI JOIN (SELECT _row FROM rest UNION ALL SELECT _row FROM special) USING (_row)`,
		row, found, l.rawVersions(), early, l.differs(matters, "r.a", "d.a"))}
}

// carriesOver tells whether a version that a plain row opens takes the attribute from the one that it follows.
func carriesOver(a Attr) bool {
	return !a.Supplied() || a.Type == engine.Type0 || a.Type == engine.Type3
}
