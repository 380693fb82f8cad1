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

// Look finds the batch's keys in the dimension. Rows of the batch are known by their place in raw (_place), stored ones by
// theirs (_rid), so that a key is read once, and every later join is one of numbers. good are the rows that can be read (_place,
// k*, _e), dup the keys with several of them, look every version of the others' keys (_place, _rid, _f, _t, _cur, _dl), rest the
// rows without an open version, and special those of which one look at the open version does not tell enough.
func (l *Layout) Look() []Step {
	return []Step{
		{"reading the keys of the batch", fmt.Sprintf("CREATE TABLE good AS SELECT _place, %s, _e FROM batch_row WHERE _bad IS NULL", l.keys(""))},
		{"finding keys with several rows", fmt.Sprintf("CREATE TABLE dup AS SELECT %s FROM good GROUP BY ALL HAVING count(*) > 1", l.keys(""))},
		{"looking for the keys in the dimension", fmt.Sprintf("CREATE TABLE look AS SELECT %s FROM (%s) d JOIN (SELECT * FROM good ANTI JOIN dup USING %s WHERE %s) g ON %s",
			list("g._place", "d._rid", "d._f", "d._t", l.flagColumns("d.")), l.rawVersions(), l.using(), filtered("_place"), l.sameKey("d.", "g."))},
		{"", "CREATE TABLE rest AS SELECT _place FROM good ANTI JOIN (SELECT _place FROM look WHERE _t IS NULL) USING (_place)"},
		{"", fmt.Sprintf("CREATE TABLE special AS SELECT _place FROM good SEMI JOIN dup USING %s UNION ALL SELECT DISTINCT _place FROM look WHERE _t > %s AND _t > _f", l.using(), l.since())},
	}
}

// filtered is a condition that holds for every number, and is there for DuckDB to see: only where the side of a join that it
// keeps in memory is filtered does it skip, while it reads the other side, what cannot match.
func filtered(number string) string { return number + " % 1 = 0" }

// flagColumns lists the flags that the dimension has: _cur, _dl.
func (l *Layout) flagColumns(prefix string) string {
	var out []string
	if l.Current.Name != "" {
		out = append(out, prefix+"_cur")
	}
	if l.Deleted.Name != "" {
		out = append(out, prefix+"_dl")
	}
	return list(out...)
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
const MoreSpecial = "INSERT INTO special SELECT _place FROM look WHERE _t IS NULL GROUP BY _place HAVING count(*) > 1"

// Compared makes compared: the rows that can be read and are not plainly unchanged (_place, _e), with what the open version
// says (_drid, _dsk, _df, _ddl, _dtn, _dh, and da*, dp* where a new version carries them). A row is plainly unchanged where it is
// the only one of its key, exactly one version can be in force at its time, and that one equals it in all that matters. Every
// row of a key is in compared, or none is. _ahead tells of a row that no history has to be asked for, if that is sound: it deletes
// nothing, and is either without an open version, or later than its start and different in type 2 only.
//
// The batch is the side that the join keeps in memory, and the dimension runs past it. Values stay in the batch: writing them
// into one more table costs as much as comparing them.
func (l *Layout) Compared() Step {
	early := "coalesce(r._e < d._f, true)" // a version without a start is never in force
	if l.Snapshot() {
		early = "coalesce(d._f > " + l.judge() + ", true)"
	}
	ahead := "NOT r._del AND r._e > d._f AND " + l.differs(suppliedOpens, "r.a", "d.a") + " AND NOT " + l.differs(func(a Attr) bool { return a.Supplied() && (a.Overwrites() || a.Type == engine.Type6) }, "r.a", "d.a")
	found := list("r._place", "r._e", "coalesce("+ahead+", false) AS _ahead", "d._rid AS _drid", "d._sk AS _dsk", "d._f AS _df", "d._dl AS _ddl", "d._tn AS _dtn", l.Contents("d.", "a", "p", "d._sk::VARCHAR", "d._f")+" AS _dh",
		l.attrs(carriesOver, func(i int, _ Attr) string { return "d." + col("a", i) + " AS " + col("da", i) }),
		l.attrs(hasCompanion, func(i int, _ Attr) string { return "d." + col("p", i) + " AS " + col("dp", i) }))
	return Step{"comparing the batch with the versions in force", fmt.Sprintf(`CREATE TABLE compared AS SELECT %s FROM (%s) d
 JOIN (SELECT * FROM batch_row JOIN (SELECT _place, _rid FROM look ANTI JOIN special USING (_place) WHERE _t IS NULL AND %s) USING (_place)) r ON r._rid = d._rid WHERE r._del OR %s OR %s
 UNION ALL BY NAME SELECT _place, _e, NOT _del AS _ahead FROM batch_row SEMI JOIN (SELECT _place FROM rest UNION ALL SELECT _place FROM special) USING (_place)`,
		found, l.rawVersions(), filtered("_rid"), early, l.differs(matters, "r.a", "d.a"))}
}

// Narrowed leaves in look the versions of rows in compared: nothing asks for those of rows that are plainly unchanged, most of
// them, unless somebody looks at these.
func Narrowed() []Step {
	return []Step{{"", "CREATE TABLE looked AS SELECT * FROM look SEMI JOIN compared USING (_place)"}, {"", "DROP TABLE look"}, {"", "ALTER TABLE looked RENAME TO look"}}
}

// carriesOver tells whether a version that a plain row opens takes the attribute from the one that it follows.
func carriesOver(a Attr) bool {
	return !a.Supplied() || a.Type == engine.Type0 || a.Type == engine.Type3
}
