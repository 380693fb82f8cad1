package duck

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// step is one decision that can be undone: the table, or the query, of the ids that it set, with what they were before.
type step struct {
	table    string
	decision engine.Decision
	reason   string
	rows     int64
}

// Decide implements engine.Review.
func (r *Review) Decide(ctx context.Context, s engine.Selection, d engine.Decision, reason string) (engine.Decided, error) {
	if d != engine.Taken && d != engine.Parked {
		return engine.Decided{}, engine.Errorf(engine.CodeFailed, "a change can be taken or parked")
	}
	cond := "false"
	switch {
	case len(s.IDs) > 0:
		ids := make([]string, len(s.IDs))
		for i, id := range s.IDs {
			ids[i] = fmt.Sprint(id)
		}
		cond = "c._id IN (" + strings.Join(ids, ", ") + ")"
	case s.Filter != nil:
		cond = r.filter(*s.Filter)
	}
	r.steps++
	st := step{table: fmt.Sprintf("step_%d", r.steps), decision: d, reason: reason}
	q := fmt.Sprintf("CREATE OR REPLACE TABLE %s AS SELECT c._id, c._m, "+r.layout.Decided("c.")+" FROM change c WHERE %s AND (%s) AND (c._parked <> %t OR (c._parked AND c._reason IS DISTINCT FROM %s))",
		st.table, decidable, cond, d == engine.Parked, reasonLit(reason))
	if _, err := r.w.exec(ctx, q); err != nil {
		return engine.Decided{}, wrap(err, "cannot decide")
	}
	n, err := r.w.count(ctx, "SELECT count(*) FROM "+st.table)
	if err != nil || n == 0 {
		return engine.Decided{Decision: d, What: "nothing to decide"}, errors.Join(err, r.dropStep(ctx, st))
	}
	if st.rows = n; n <= smallStep {
		if st, err = r.gather(ctx, st, r.steps); err != nil {
			return engine.Decided{}, wrap(err, "cannot decide")
		}
	}
	out, err := r.set(ctx, st, fmt.Sprintf("_parked = %t, _reason = %s", d == engine.Parked, reasonLit(reason)))
	if err != nil {
		return out, err
	}
	gone := r.redo
	r.history, r.redo = append(r.history, st), nil
	out.What = fmt.Sprintf("%s %s", d, rowCount(n))
	for _, st := range gone {
		err = errors.Join(err, r.dropStep(ctx, st))
	}
	return out, err
}

// smallStep is the most rows of a decision that is kept in a table with others. A table of its own takes memory for thousands of
// rows, however few it has.
const smallStep = 1000

// gather moves a small step to the table that these share.
func (r *Review) gather(ctx context.Context, st step, number int) (step, error) {
	own := st
	st.table = fmt.Sprintf("(SELECT * FROM steps WHERE _step = %d)", number)
	return st, r.w.inTx(ctx, func() error {
		for _, q := range []string{
			"CREATE TABLE IF NOT EXISTS steps AS SELECT 0 AS _step, * FROM " + own.table + " LIMIT 0",
			fmt.Sprintf("INSERT INTO steps SELECT %d, * FROM %s", number, own.table),
			"DROP TABLE " + own.table,
		} {
			if _, err := r.w.exec(ctx, q); err != nil {
				return err
			}
		}
		return nil
	})
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

func reasonLit(reason string) string {
	if reason == "" {
		return "NULL"
	}
	return sqlgen.Lit(reason)
}

func rowCount(n int64) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}

// Undo implements engine.Review.
func (r *Review) Undo(ctx context.Context) (engine.Decided, error) {
	if len(r.history) == 0 {
		return engine.Decided{What: "nothing to undo"}, nil
	}
	st := r.history[len(r.history)-1]
	out, err := r.set(ctx, st, r.layout.DecidedAgain("s."))
	if err != nil {
		return out, err
	}
	r.history, r.redo = r.history[:len(r.history)-1], append(r.redo, st)
	out.What = fmt.Sprintf("undid: %s %s", st.decision, rowCount(st.rows))
	return out, nil
}

// Redo implements engine.Review.
func (r *Review) Redo(ctx context.Context) (engine.Decided, error) {
	if len(r.redo) == 0 {
		return engine.Decided{What: "nothing to redo"}, nil
	}
	st := r.redo[len(r.redo)-1]
	out, err := r.set(ctx, st, fmt.Sprintf("_parked = %t, _reason = %s", st.decision == engine.Parked, reasonLit(st.reason)))
	if err != nil {
		return out, err
	}
	r.redo, r.history = r.redo[:len(r.redo)-1], append(r.history, st)
	out.What = fmt.Sprintf("%s %s again", st.decision, rowCount(st.rows))
	return out, nil
}

// set changes the decision on a step's rows, and resolves their members again. All of it holds, or nothing does.
func (r *Review) set(ctx context.Context, st step, assign string) (engine.Decided, error) {
	d := engine.Decided{Rows: st.rows, Decision: st.decision}
	r.keyed = false
	steps := []string{
		fmt.Sprintf("UPDATE change AS c SET %s FROM %s s WHERE c._id = s._id", assign, st.table),
		"DELETE FROM parked WHERE _id IN (SELECT _id FROM " + st.table + ")",
		"INSERT INTO parked SELECT c._id FROM change c JOIN " + st.table + " s ON s._id = c._id WHERE c._parked",
		"CREATE OR REPLACE TABLE todo AS SELECT DISTINCT _m FROM " + st.table,
	}
	err := r.w.inTx(ctx, func() error {
		for _, q := range steps {
			if _, err := r.w.exec(ctx, q); err != nil {
				return err
			}
		}
		for _, s := range append(r.layout.Resolution(true), r.layout.Again()...) {
			if _, err := r.w.exec(ctx, s.SQL); err != nil {
				return err
			}
		}
		var err error
		d.Members, err = r.w.count(ctx, "SELECT count(*) FROM todo")
		return err
	})
	return d, wrap(err, "cannot decide")
}

// eachChange hands out the changes that cond selects, with their keys in one text and the reasons they were parked with.
func (r *Review) eachChange(ctx context.Context, cond string, fn func(id int64, key, reason string)) error {
	keys := make([]string, len(r.layout.Keys))
	for i := range keys {
		keys[i] = fmt.Sprintf("coalesce(c.k%d::VARCHAR, '')", i)
	}
	return r.w.query(ctx, "SELECT c._id, concat_ws(chr(31), "+strings.Join(keys, ", ")+"), coalesce(c._reason, '') FROM change c WHERE "+cond+" ORDER BY c._id", func(rows *sql.Rows) error {
		var id int64
		var key, reason string
		err := rows.Scan(&id, &key, &reason)
		fn(id, key, reason)
		return err
	})
}
