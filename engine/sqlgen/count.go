package sqlgen

import (
	"fmt"

	"dimdesk/engine"
)

// Where only the counts are asked, the batch need not be stored: it streams past the open versions once, and most rows say there
// and then what they are. The few that do not are in doubt, with every row of their keys, and go the way of all others.

// Tells tells whether rows can say what they are as they stream by: a batch that says only what changed, and whose moments do not
// depend on members.
func (l *Layout) Tells() bool { return !l.Snapshot() && (l.Batch.Effective >= 0 || !l.dayDated()) }

// Told makes told from the rows that read gives: each row's key (k*, its first column NULL where the row cannot be read), its _e
// (where rows have one of their own), the start of the open version (_f), and _what it is: the number of an engine.Kind, or NULL
// where that is in doubt. A row of which there are several open versions is there once for each.
//
// The batch is the side that the join keeps in memory. Its filter always holds: see filtered.
func (l *Layout) Told(read string) Step {
	first := l.Keys[0].Batch
	rows := fmt.Sprintf("SELECT * REPLACE (CASE WHEN _bad IS NULL THEN k0 END AS k0) FROM (%s) WHERE coalesce(strlen(%s), 0) >= 0", l.batchRows(l.streaming(read)), col("c", first))
	is := func(k engine.Kind) string { return fmt.Sprintf("%d::TINYINT", k) }
	what := fmt.Sprintf(`CASE WHEN r.k0 IS NULL THEN %s WHEN d.k0 IS NULL THEN CASE WHEN NOT r._del THEN %s END
 WHEN coalesce(r._e < d._f, true) THEN NULL WHEN NOT r._del AND NOT %s THEN %s WHEN %s THEN NULL
 WHEN r._del THEN CASE WHEN r._e > d._f THEN %s END WHEN %s THEN NULL
 WHEN %s THEN CASE WHEN r._e > d._f THEN %s END ELSE %s END`,
		is(engine.Rejected), is(engine.New), l.differs(matters, "r.a", "d.a"), is(engine.Unchanged), l.contradicts("d.", "true"), is(engine.Deleted),
		l.differs(func(a Attr) bool { return a.Supplied() && a.Type == engine.Type0 }, "r.a", "d.a"), // is shown, and mentioned
		l.differs(suppliedOpens, "r.a", "d.a"), is(engine.Changed), is(engine.Corrected))
	e := ""
	if l.Batch.Effective >= 0 {
		e = "r._e"
	}
	return Step{"comparing the batch with the versions in force", fmt.Sprintf("CREATE OR REPLACE TABLE told AS SELECT %s FROM (%s) r LEFT JOIN (SELECT * FROM (%s) WHERE %s) d ON %s",
		list(l.keys("r."), e, "d._f", what+" AS _what"), rows, l.rawVersions(), l.open(), l.sameKey("d.", "r."))}
}

// ToldReadable are the rows in told that can be read.
const ToldReadable = "told WHERE k0 IS NOT NULL"

// streaming are rows that have no places.
func (l *Layout) streaming(read string) string {
	return "(SELECT 0::BIGINT AS rowid, * FROM (" + read + "))"
}

// open is the condition that a version is open, as far as can be in the column's own words, by which DuckDB passes over rows.
func (l *Layout) open() string {
	if l.Spec.Period.Open == "" && !l.Text {
		return "_tn"
	}
	return "(_t IS NULL)"
}

// contradicts is the condition that the flags of a version do not fit whether it is open (rule 12).
func (l *Layout) contradicts(v, open string) string {
	var out []string
	if l.Current.Name != "" {
		out = append(out, v+"_cur IS DISTINCT FROM "+open)
	}
	if l.Deleted.Name != "" {
		out = append(out, open+" AND coalesce("+v+"_dl, false)")
	}
	return anyOf(out)
}

// ShowsType0 tells whether differences can be found that are shown, not taken, and mentioned: a plain row is in no list of them.
func (l *Layout) ShowsType0() bool {
	return len(l.conds(func(a Attr) bool { return a.Supplied() && a.Type == engine.Type0 }, func(int, Attr) string { return "0" })) > 0
}

// Doubts makes doubt: the keys whose rows cannot be told by themselves. past are the ended versions of members that change.
func (l *Layout) Doubts() []Step {
	changing := fmt.Sprintf("_what NOT IN (%d, %d)", engine.Unchanged, engine.Rejected)
	at, least := l.dating(), l.dating()
	if l.Batch.Effective >= 0 {
		at, least = "c._e", "(SELECT min(_e) FROM "+ToldReadable+")"
	}
	odd := "_f IS NULL OR _pf IS NULL OR _pt < _pf OR (_pt > _pf AND _pt > _f) OR _flags" // without _f no version is open: it returns
	return []Step{
		{"looking for what has to be looked at closely", fmt.Sprintf("CREATE OR REPLACE TABLE past AS SELECT %s FROM (SELECT * FROM (%s) WHERE NOT %s) d JOIN (SELECT * FROM told WHERE %s) c ON %s",
			list(l.keys("c."), "c._f", "d._f AS _pf", "d._t AS _pt", l.contradicts("d.", "false")+" AS _flags"), l.rawVersions(), l.open(), changing, l.sameKey("d.", "c."))},
		{"", fmt.Sprintf(`CREATE OR REPLACE TABLE doubt AS SELECT %[1]s FROM told WHERE _what IS NULL
 UNION SELECT %[1]s FROM told WHERE k0 IS NOT NULL GROUP BY ALL HAVING count(*) > 1
 UNION SELECT %[1]s FROM past WHERE %[2]s
 UNION SELECT %[3]s FROM (%[4]s) d JOIN told c ON %[5]s WHERE d._t > %[6]s AND d._t > d._f AND d._t > %[7]s`,
			l.keys(""), odd, l.keys("c."), l.rawVersions(), l.sameKey("d.", "c."), least, at)},
	}
}

// SeveralPast tells whether some member that changes has several ended versions, and MorePast adds to doubt those of which these
// overlap.
func (l *Layout) SeveralPast() string {
	return fmt.Sprintf("SELECT count(*) > (SELECT count(*) FROM (SELECT DISTINCT %s FROM past)) FROM past", l.keys(""))
}

// MorePast is told of at SeveralPast.
func (l *Layout) MorePast() Step {
	return Step{SQL: fmt.Sprintf("INSERT INTO doubt SELECT DISTINCT %[1]s FROM (SELECT %[1]s, _pf, lag(_pt) OVER (PARTITION BY %[1]s ORDER BY _pf, _pt) AS _before FROM past WHERE _pt > _pf) WHERE _before > _pf", l.keys(""))}
}

// Kinds counts what the rows in told are that are not in doubt: _what, and how many.
func (l *Layout) Kinds() string {
	return fmt.Sprintf("SELECT _what, count(*) FROM told ANTI JOIN doubt USING %s GROUP BY _what", l.using())
}

// NotTold frees what told and doubt take, where the whole batch is classified after all.
func NotTold() []Step {
	return []Step{{SQL: "DROP TABLE told"}, {SQL: "DROP TABLE past"}, {SQL: "DROP TABLE doubt"}}
}

// Doubtful makes raw of the rows that are in doubt, in the order in which they stand in the file.
func (l *Layout) Doubtful(read string) Step {
	numbered := ""
	if l.Batch.Numbered {
		numbered = "_row, _line, NULL::VARCHAR AS _bad, _raw"
	}
	return Step{"reading what has to be looked at closely", fmt.Sprintf("CREATE TABLE raw AS SELECT %s FROM (%s) SEMI JOIN doubt USING %s WHERE _bad IS NULL ORDER BY _place",
		list(numbered, each(len(l.Batch.Columns), ", ", func(i int) string { return col("c", i) })),
		l.batchRows("(SELECT row_number() OVER () - 1 AS rowid, * FROM ("+read+"))"), l.using())}
}
