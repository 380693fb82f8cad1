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
	s := strings.Join(l.conds(suppliedOverwrites, func(i int, a Attr) string {
		if !listed(i) {
			return ""
		}
		before, after, own := "c."+col("b", i), "c."+col("a", i), "h."+col("a", i)
		return fmt.Sprintf(`SELECT c._id, %[1]d AS attr, count(*) AS n, string_agg(DISTINCT coalesce(%[2]s::VARCHAR, '–'), ', ' ORDER BY coalesce(%[2]s::VARCHAR, '–')) AS held FROM these c JOIN stored h ON h._m = c._m AND (h._t IS NULL OR h._t > h._f)
 WHERE c._compared AND %[3]s AND %[4]s AND %[5]s
 AND NOT EXISTS (SELECT 1 FROM theirs e WHERE e._m = c._m AND e._at < c._at AND NOT e._parked AND NOT e._del AND e._kind IN ('new', 'changed', 'corrected', 'returned') AND %[6]s) GROUP BY c._id`,
			i, own, l.Listed(i), a.Differs(own, before), a.Differs(own, after), a.Differs("e."+col("a", i), "e."+col("b", i)))
	}), " UNION ALL ")
	if s == "" {
		return ""
	}
	return "WITH these AS MATERIALIZED (SELECT * FROM change c WHERE " + ids + " AND c._kind IN ('changed', 'corrected') AND NOT c._plain),\ntheirs AS MATERIALIZED (SELECT * FROM change SEMI JOIN these USING (_m)),\nstored AS MATERIALIZED (SELECT * FROM hist SEMI JOIN these USING (_m))\n" + s
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
func (l *Layout) NotTaken() string {
	// Counted by CASE, not FILTER, for gathered's reason; and as a list, as a sum of a thousand terms is too deep for the parser.
	count := func(pass func(Attr) bool, cond string) string {
		counts := append([]string{"count(CASE WHEN false THEN 1 END)"}, l.conds(pass, func(i int, _ Attr) string {
			return fmt.Sprintf("count(CASE WHEN %s AND c._kind <> 'new' AND %s THEN 1 END)", l.Listed(i), cond)
		})...)
		return "list_sum([" + strings.Join(counts, ", ") + "])::BIGINT"
	}
	return "SELECT " + count(func(a Attr) bool { return a.Supplied() && a.Type == engine.Type0 }, "true") + ", " + count(suppliedOverwrites, "coalesce(c._late, false)") + " FROM change c"
}
