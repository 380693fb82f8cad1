package sqlgen

import "fmt"

// Contest makes contested: the touched rows with _m and _verdict, _why after the contest of rule 3. A verdict of NULL is
// a row that speaks for its key and moment. Absent members follow the batch's rows, as deletes without a row number.
func (l *Layout) Contest() []Step {
	on := each(len(l.Keys), " AND ", func(i int) string { return fmt.Sprintf("m.%[1]s = t.%[1]s", col("k", i)) })
	seq := each(len(l.Batch.Sequence), "", func(i int) string { return ", " + col("q", i) + " DESC NULLS LAST" })
	group, first := "_m, _e", "_et DESC"
	if l.Snapshot() || l.Spec.Batch.SameKey == "latest" {
		group, first = "_m", "_e DESC, _et DESC"
	}
	alike := list("_del", l.attrs(supplied, func(i int, _ Attr) string { return "CASE WHEN NOT _del THEN " + col("a", i) + " END" }))
	verdict := fmt.Sprintf(`SELECT * EXCLUDE (_last, _copy, _differ, _tied, _speaker),
 CASE WHEN _last > 1 OR _copy > 1 THEN 'superseded' WHEN _differ > 1 THEN 'rejected' END AS _verdict,
 CASE WHEN _last > 1 AND _differ > 1 THEN %s WHEN _last > 1 OR _copy > 1 THEN %s WHEN _differ > 1 THEN %s END AS _why
FROM (SELECT *, count(*) FILTER (_last = 1 AND _copy = 1) OVER (PARTITION BY %[4]s) AS _differ, count(*) FILTER (_last = 1) OVER (PARTITION BY %[4]s) AS _tied, min(_row) FILTER (_last = 1) OVER (PARTITION BY %[4]s) AS _speaker
FROM (SELECT *, row_number() OVER (PARTITION BY %[4]s, _last, %[5]s ORDER BY _row) AS _copy
FROM (SELECT *, rank() OVER (PARTITION BY %[4]s ORDER BY %[6]s%[7]s) AS _last FROM several)))`,
		reason("superseded", "'later rows for this key and moment speak for it, and they contradict each other'"),
		reason("superseded", "'row ' || _speaker || ' speaks for this key'"),
		reason("tie", "_differ || ' rows for this key and moment and nothing to order them by'"),
		group, alike, first, seq)
	if l.Spec.Batch.SameKey == "reject" {
		verdict = "SELECT *, 'rejected' AS _verdict, " + reason("same_key", "count(*) OVER (PARTITION BY _m) || ' rows for this key, and same_key is reject'") + " AS _why FROM several"
	}
	cols := list("t._row AS _id", "t.* EXCLUDE ("+l.keys("")+")", "m._m")
	return []Step{{"ordering rows of the same key", fmt.Sprintf(
		`CREATE TABLE contested AS WITH t AS (SELECT %[1]s FROM touched t JOIN member m ON %[2]s),
single AS (SELECT t.*, NULL::VARCHAR AS _verdict, NULL::VARCHAR AS _why FROM t ANTI JOIN (SELECT m._m FROM member m SEMI JOIN dup USING %[3]s) d ON d._m = t._m),
several AS (SELECT t.* FROM t SEMI JOIN (SELECT m._m FROM member m SEMI JOIN dup USING %[3]s) d ON d._m = t._m)
SELECT * FROM single UNION ALL BY NAME (%[4]s) UNION ALL BY NAME %[5]s`, cols, on, l.using(), verdict, l.absentRows())}}
}

// absentRows are the absent members as delete rows; an absent member may be one whose row has a key that cannot be read.
func (l *Layout) absentRows() string {
	on := each(len(l.Keys), " AND ", func(i int) string { return fmt.Sprintf("m.%[1]s = t.%[1]s", col("k", i)) })
	order := each(len(l.Keys), ", ", func(i int) string {
		k := col("k", i) + "::VARCHAR"
		return fmt.Sprintf("CASE WHEN (SELECT bool_and(TRY_CAST(%[1]s AS DECIMAL(38,9)) IS NOT NULL) FROM absent) THEN TRY_CAST(t.%[1]s AS DECIMAL(38,9)) END, t.%[1]s", k)
	})
	unreadable := "(SELECT bool_or(_nokey) FROM batch_row)"
	if !l.Snapshot() {
		unreadable = "false"
	}
	return fmt.Sprintf("(SELECT (SELECT coalesce(max(_row), 0) FROM batch_row) + row_number() OVER (ORDER BY %[1]s) AS _id, %[2]s AS _e, %[2]s AS _et, true AS _del, m._m, CASE WHEN %[3]s THEN 'rejected' END AS _verdict, CASE WHEN %[3]s THEN %[4]s END AS _why FROM absent t JOIN member m ON %[5]s)",
		order, l.dating(), unreadable, reason("absent_unreadable", "'absent or unreadable: a row of the batch has a key that cannot be read, and it may be this one'"), on)
}
