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

// Decide implements engine.Review.
func (r *Review) Decide(ctx context.Context, s engine.Selection, d engine.Decision, reason string) (engine.Decided, error) {
	if d != engine.Taken && d != engine.Parked {
		return engine.Decided{}, engine.Errorf(engine.CodeFailed, "a change can be taken or parked")
	}
	cond := "false"
	switch {
	case len(s.IDs) > 0:
		cond = among("c._id", s.IDs)
	case s.Filter != nil:
		cond = r.filter(*s.Filter)
	}
	r.steps++
	st := step{table: fmt.Sprintf("step_%d", r.steps), decision: d, reason: reason}
	if err := r.pick(ctx, &st, cond); err != nil || st.rows == 0 {
		return engine.Decided{Decision: d, What: "nothing to decide"}, err
	}
	out, err := r.set(ctx, st, st.decide())
	if err != nil {
		return out, errors.Join(err, r.dropStep(context.WithoutCancel(ctx), st))
	}
	gone := r.redo
	r.history, r.redo = append(r.history, st), nil
	out.What = fmt.Sprintf("%s %s", d, rowCount(st.rows))
	for _, st := range gone {
		err = errors.Join(err, r.dropStep(ctx, st))
	}
	return out, err
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
	back, err := r.takeBack(ctx, st)
	if err != nil {
		return engine.Decided{}, err
	}
	out, err := r.set(ctx, st, back...)
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
	out, err := r.set(ctx, st, st.decide())
	if err != nil {
		return out, err
	}
	r.redo, r.history = r.redo[:len(r.redo)-1], append(r.history, st)
	out.What = fmt.Sprintf("%s %s again", st.decision, rowCount(st.rows))
	return out, nil
}

// set changes decisions on a step's rows. Members with several rows are resolved again (sqlgen's after.go says what becomes of
// the others). All of it holds, or nothing does.
func (r *Review) set(ctx context.Context, st step, updates ...string) (engine.Decided, error) {
	d := engine.Decided{Rows: st.rows, Decision: st.decision, Members: st.rows}
	r.keyed, r.numeric, r.counts = false, nil, nil
	err := r.w.inTx(ctx, func() error {
		for _, q := range updates {
			if _, err := r.w.exec(ctx, q); err != nil {
				return err
			}
		}
		if !r.chained {
			return nil
		}
		return r.resolveAgain(ctx, st, &d)
	})
	return d, wrap(err, "cannot decide")
}

// resolveAgain places the rows of a step's chained members again.
func (r *Review) resolveAgain(ctx context.Context, st step, d *engine.Decided) error {
	rows := "change c WHERE " + st.holds()
	if _, err := r.w.exec(ctx, "CREATE OR REPLACE TABLE todo AS SELECT DISTINCT _m FROM (SELECT c._m FROM "+rows+") SEMI JOIN chained USING (_m)"); err != nil {
		return err
	}
	var todo int64
	if err := r.w.one(ctx, "SELECT (SELECT count(*) FROM todo), count(DISTINCT c._m) FROM "+rows, &todo, &d.Members); err != nil || todo == 0 {
		return err
	}
	for _, s := range append(r.layout.Resolution(true), r.layout.Again()...) {
		if _, err := r.w.exec(ctx, s.SQL); err != nil {
			return err
		}
	}
	return nil
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
