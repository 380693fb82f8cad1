package sqlgen

import (
	"fmt"
	"strings"

	"dimdesk/engine"
)

// AlsoOverwrites selects, for the changes that ids names (a condition on c._id), what a type 1 or 3 change overwrites beside
// the value that it replaces (rule 7): _id, the attribute's number, how many versions, and the values that they hold. Of the
// attributes it looks at those that some of these changes list; "" where none can overwrite more. A plain row differs in no such
// attribute.
func (l *Layout) AlsoOverwrites(ids string, listed func(attr int) bool) string {
	if !l.all1() {
		return ""
	}
	var held, earlier []string
	for i, a := range l.Attrs {
		if !suppliedOverwrites(a) || !listed(i) {
			continue
		}
		own, was, now := "h."+col("a", i), "c."+col("b", i), "c."+col("a", i)
		held = append(held, fmt.Sprintf("CASE WHEN %s AND %s AND %s THEN {'attr': %d, 'held': coalesce(%s::VARCHAR, '–')} END", a.Differs(now, was), a.Differs(own, was), a.Differs(own, now), i, own))
		earlier = append(earlier, fmt.Sprintf("CASE WHEN %s THEN %d END", a.Differs("e."+col("a", i), "e."+col("b", i)), i))
	}
	if len(held) == 0 {
		return ""
	}
	// One look at each version for all attributes together: a query for each of a thousand would plan for minutes.
	return "WITH these AS MATERIALIZED (SELECT * FROM change c WHERE " + ids + ` AND c._kind IN ('changed', 'corrected') AND NOT c._plain AND c._compared),
theirs AS MATERIALIZED (SELECT * FROM change SEMI JOIN these USING (_m)),
stored AS MATERIALIZED (SELECT * FROM hist SEMI JOIN these USING (_m)),
other AS (SELECT c._id, unnest([` + strings.Join(held, ", ") + `]) AS x FROM these c JOIN stored h ON h._m = c._m AND (h._t IS NULL OR h._t > h._f)),
before AS (SELECT DISTINCT c._id, unnest([` + strings.Join(earlier, ", ") + `]) AS attr FROM these c JOIN theirs e ON e._m = c._m AND e._at < c._at AND NOT e._parked AND NOT e._del AND e._kind IN ('new', 'changed', 'corrected', 'returned'))
SELECT _id, attr, count(*) AS n, string_agg(DISTINCT held, ', ' ORDER BY held) AS held FROM (SELECT _id, x.attr AS attr, x.held AS held FROM other WHERE x IS NOT NULL) ANTI JOIN before USING (_id, attr) GROUP BY _id, attr ORDER BY _id, attr`
}

// Planned selects, for the deletes that ids names, the start of a planned version that they leave alone.
func (l *Layout) Planned(ids string) string {
	return "SELECT c._id, " + l.ShowMoment("f._planned") + " FROM change c JOIN fact f USING (_m) WHERE " + ids + " AND c._kind = 'deleted' AND f._planned IS NOT NULL"
}

// MovesNewest selects, of the changes that ids names, the late rows that move the newest version's start: read afresh they would
// not be late (rule 15).
func (l *Layout) MovesNewest(ids string) string {
	return "SELECT c._id FROM change c JOIN fact f USING (_m) JOIN final v ON v._m = c._m AND v._i = f._newest_i AND v._id = c._id AND v._from < f._newest WHERE " + ids + " AND c._kind = 'late' AND NOT c._parked"
}

// NotTaken selects how many differences are shown but not applied: those of type 0, and those of types 1 and 3 in late rows.
// Where nothing was compared, such a row lists what differs from what its version carries.
func (l *Layout) NotTaken() string {
	// Counted row by row: DuckDB takes the square of the time for a thousand aggregates in one query.
	count := func(pass func(Attr) bool) string {
		return sum(l.conds(pass, func(i int, a Attr) string {
			return "CASE WHEN " + a.Differs("c."+col("a", i), "c."+col("b", i)) + " THEN 1 ELSE 0 END"
		}))
	}
	return "SELECT coalesce(sum(" + count(func(a Attr) bool { return a.Supplied() && a.Type == engine.Type0 }) + "), 0)::BIGINT, coalesce(sum(CASE WHEN c._late THEN " + count(suppliedOverwrites) + " END), 0)::BIGINT FROM change c" +
		" WHERE NOT c._del AND c._m IS NOT NULL AND c._kind NOT IN ('new', 'superseded', 'rejected') AND (c._compared OR c._kind IN ('returned', 'late'))"
}
