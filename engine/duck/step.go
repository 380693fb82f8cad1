package duck

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"dimdesk/engine"
)

// step is one decision that can be undone. Its table holds what its rows were before. Of many rows that lie close it has one line
// for all that were alike, with a bit for each id from first to last (_rows); else a line for each (_id), and table may be a
// query of the table that small decisions share.
type step struct {
	table       string
	decision    engine.Decision
	reason      string
	rows        int64
	first, last int64
	lines       bool
}

// smallStep is the most rows of a decision that is kept in a table with others. A table of its own takes memory for thousands of
// rows, however few it has.
const smallStep = 1000

// pick finds the rows on which a decision changes anything, and keeps what they were. The condition may be costly, so it is
// asked once.
func (r *Review) pick(ctx context.Context, st *step, cond string) error {
	_, err := r.w.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE picked AS SELECT count(*) AS n, min(c._id) AS first, max(c._id) AS last, bitstring_agg(c._id, 1, %d) AS _rows FROM change c WHERE %s AND (c._parked <> %t OR (c._parked AND c._reason IS DISTINCT FROM %s)) AND (%s)",
		max(r.rows+r.absent, 1), decidable, st.decision == engine.Parked, reasonLit(st.reason), cond))
	if err == nil {
		err = r.w.one(ctx, "SELECT n, coalesce(first, 0), coalesce(last, 0) FROM picked", &st.rows, &st.first, &st.last)
	}
	if err != nil || st.rows == 0 {
		return wrap(err, "cannot decide")
	}
	picked := within(*st, 1, "SELECT _rows FROM picked")
	chained := int64(0)
	if r.chained {
		if chained, err = r.w.count(ctx, "SELECT count(*) FROM change c SEMI JOIN chained USING (_m) WHERE "+picked); err != nil {
			return wrap(err, "cannot decide")
		}
	}
	// Only a chained row may come to be of another kind, which undoing has to put back.
	st.lines = st.rows <= smallStep || chained > 0 || (st.last-st.first)/64 > st.rows
	return wrap(r.keep(ctx, st, picked), "cannot decide")
}

// keep makes the step's table, from the rows that a condition names.
func (r *Review) keep(ctx context.Context, st *step, picked string) error {
	lines := "c._id, " + r.layout.Decided("c.") + " FROM change c"
	qs := []string{fmt.Sprintf("CREATE OR REPLACE TABLE %s AS SELECT c._parked, c._reason, bitstring_agg(c._id, %d, %d) AS _rows FROM change c WHERE %s GROUP BY ALL", st.table, st.first, st.last, picked)}
	switch {
	case st.lines && st.rows <= smallStep:
		st.table = fmt.Sprintf("(SELECT * FROM steps WHERE _step = %d)", r.steps)
		qs = []string{"CREATE TABLE IF NOT EXISTS steps AS SELECT 0 AS _step, " + lines + " LIMIT 0", fmt.Sprintf("INSERT INTO steps SELECT %d, %s WHERE %s", r.steps, lines, picked)}
	case st.lines:
		qs = []string{fmt.Sprintf("CREATE OR REPLACE TABLE %s AS SELECT %s WHERE %s", st.table, lines, picked)}
	}
	for _, q := range qs {
		if _, err := r.w.exec(ctx, q); err != nil {
			return err
		}
	}
	return nil
}

// dropStep lets go of the rows of a step.
func (r *Review) dropStep(ctx context.Context, st step) error {
	q := "DROP TABLE " + st.table
	if rows, shared := strings.CutPrefix(st.table, "(SELECT * "); shared {
		q = "DELETE " + strings.TrimSuffix(rows, ")")
	}
	_, err := r.w.exec(ctx, q)
	return wrap(err, "cannot let go of a decision")
}

// within is the condition that a bit is set for a change c; the first bit is that of the id first.
func within(st step, first int64, bits string) string {
	return fmt.Sprintf("c._id BETWEEN %d AND %d AND get_bit((%s), (c._id - %d)::INTEGER) = 1", st.first, st.last, bits, first)
}

// holds is the condition that a change c is one of the step's rows.
func (st step) holds() string {
	if st.lines {
		return "c._id IN (SELECT _id FROM " + st.table + ")"
	}
	return within(st, st.first, "SELECT bit_or(_rows) FROM "+st.table)
}

// decide is the statement that makes the decision.
func (st step) decide() string {
	return fmt.Sprintf("UPDATE change AS c SET _parked = %t, _reason = %s WHERE %s", st.decision == engine.Parked, reasonLit(st.reason), st.holds())
}

// takeBack gives the statements that make the rows what they were. Writing one value to many rows takes a fraction of what a
// join with as many lines does.
func (r *Review) takeBack(ctx context.Context, st step) ([]string, error) {
	if st.lines {
		return []string{fmt.Sprintf("UPDATE change AS c SET %s FROM %s s WHERE c._id = s._id", r.layout.DecidedAgain("s."), st.table)}, nil
	}
	var out []string
	err := r.w.query(ctx, "SELECT rowid, _parked, coalesce(_reason, '') FROM "+st.table, func(rows *sql.Rows) error {
		var line int64
		var parked bool
		var reason string
		err := rows.Scan(&line, &parked, &reason)
		out = append(out, fmt.Sprintf("UPDATE change AS c SET _parked = %t, _reason = %s WHERE %s", parked, reasonLit(reason), within(st, st.first, fmt.Sprintf("SELECT _rows FROM %s WHERE rowid = %d", st.table, line))))
		return err
	})
	return out, wrap(err, "cannot undo")
}
