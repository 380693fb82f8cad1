package sqlgen

import (
	"fmt"
	"slices"
)

// NewKeys makes newkey: a number for each version that opens, in the order in which the commit gives surrogate keys
// (rule 14). numeric tells for each key column whether every one of them reads as a number.
func (l *Layout) NewKeys(numeric []bool) string {
	return fmt.Sprintf("CREATE OR REPLACE TABLE newkey AS SELECT v._m, v._id, row_number() OVER (ORDER BY %s, v._from) AS _n FROM after v JOIN member m USING (_m) WHERE v._i IS NULL", l.keyOrder("m.", numeric))
}

// NewBefore counts the versions that open before those of a member, in that order. ordered is what member was numbered by.
func (l *Layout) NewBefore(member int64, numeric, ordered []bool) string {
	const opens = "SELECT count(*) FROM change c WHERE c._opens AND NOT c._parked AND "
	if slices.Equal(numeric, ordered) {
		return fmt.Sprintf(opens+"c._m < %d", member)
	}
	// Keys that open nothing need not read as numbers.
	order := func(p string) string {
		return each(len(l.Keys), ", ", func(i int) string {
			if k := p + col("k", i); numeric[i] && !l.Keys[i].number() {
				return fmt.Sprintf("TRY_CAST(%[1]s::VARCHAR AS DECIMAL(38,9)), %[1]s", k)
			}
			return p + col("k", i)
		})
	}
	return fmt.Sprintf(opens+"row(%s) < (SELECT row(%s) FROM member m WHERE m._m = %d)", order("c."), order("m."), member)
}

// NotNumbers selects a row where a key column of a table holds something that reads as no number.
func (l *Layout) NotNumbers(key int, from string) string {
	return fmt.Sprintf("SELECT 1 FROM %s WHERE TRY_CAST(%s::VARCHAR AS DECIMAL(38,9)) IS NULL LIMIT 1", from, col("k", key))
}

// NumbersIn tells whether a key column's own type is one of numbers.
func (l *Layout) NumbersIn(key int) bool { return l.Keys[key].number() }
