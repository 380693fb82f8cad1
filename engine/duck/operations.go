package duck

import (
	"context"
	"database/sql"
	"fmt"

	"dimdesk/engine"
)

// numberNewKeys gives the versions that open their provisional numbers, unless they have them.
func (r *Review) numberNewKeys(ctx context.Context) error {
	if r.keyed {
		return nil
	}
	numeric, err := r.numericKeys(ctx)
	if err != nil {
		return err
	}
	if _, err := r.w.exec(ctx, r.layout.NewKeys(numeric)); err != nil {
		return wrap(err, "cannot order the new keys")
	}
	r.keyed = true
	return nil
}

// numericKeys tells for each key column whether every new key reads as a number in it (rule 14).
func (r *Review) numericKeys(ctx context.Context) ([]bool, error) {
	numeric := make([]bool, len(r.layout.Keys))
	dest := make([]any, len(numeric))
	for i := range numeric {
		dest[i] = &numeric[i]
	}
	if r.layout.NumbersOnly() {
		return numeric, nil // their own order is that of numbers
	}
	err := r.w.one(ctx, r.layout.NumericKeys(r.placed), dest...)
	if err == sql.ErrNoRows {
		return numeric, nil
	}
	return numeric, wrap(err, "cannot order the new keys")
}

// Operations implements engine.Review.
func (r *Review) Operations(ctx context.Context, change int64) ([]engine.Operation, error) {
	if err := r.numberNewKeys(ctx); err != nil {
		return nil, err
	}
	ops, err := r.operations(ctx, fmt.Sprintf("_id = %d", change), fmt.Sprintf("v._m = (SELECT _m FROM change WHERE _id = %d)", change))
	return ops[change], err
}

// operations reads the row operations of the members that cond names, those of the changes that ids names, by change: closes
// and redates, then overwrites, then what opens.
func (r *Review) operations(ctx context.Context, ids, cond string) (map[int64][]engine.Operation, error) {
	l := r.layout
	out := map[int64][]engine.Operation{}
	show := func(x string) string { return "coalesce(" + l.ShowMoment(x) + ", '')" }
	q := fmt.Sprintf("SELECT _id, _op, coalesce(_sk, ''), coalesce(_n, 0), %s, %s, %s, %s FROM (%s) WHERE %s ORDER BY _id, _f1, _op",
		show("_f0"), show("_t0"), show("_f1"), show("_t1"), l.Operations(cond), ids)
	err := r.w.query(ctx, q, func(rows *sql.Rows) error {
		var o engine.Operation
		var n int64
		var before, after engine.Bounds
		if err := rows.Scan(&o.Change, &o.Op, &o.SurrogateKey, &n, &before.From, &before.To, &after.From, &after.To); err != nil {
			return err
		}
		if o.Op == engine.OpRedate {
			o.Before, o.After = before, after
		} else {
			o.From, o.To = after.From, after.To
		}
		if o.Op == engine.OpOpen && l.SK.Name != "" {
			o.SurrogateKey = fmt.Sprintf("+%d", n)
		}
		out[o.Change] = append(out[o.Change], o)
		return nil
	})
	if err != nil {
		return nil, wrap(err, "cannot read the row operations")
	}
	return out, r.cells(ctx, ids, cond, out)
}

// cells adds the overwrites, one for each version and change.
func (r *Review) cells(ctx context.Context, ids, cond string, out map[int64][]engine.Operation) error {
	var last *engine.Operation
	var lastVersion [3]int64
	flush := func() {
		if last != nil {
			out[last.Change] = append(out[last.Change], *last)
		}
	}
	q := fmt.Sprintf("SELECT _id, _m, _i, coalesce(_sk, ''), _attr, _companion, _b, _a FROM (%s) WHERE %s ORDER BY _id, _m, _i, _attr, _companion", r.layout.Cells(cond), ids)
	err := r.w.query(ctx, q, func(rows *sql.Rows) error {
		var id, m, i int64
		var sk string
		var attr int
		var companion bool
		var b, a sql.NullString
		if err := rows.Scan(&id, &m, &i, &sk, &attr, &companion, &b, &a); err != nil {
			return err
		}
		if v := [3]int64{id, m, i}; last == nil || v != lastVersion {
			flush()
			last, lastVersion = &engine.Operation{Op: engine.OpOverwrite, Change: id, SurrogateKey: sk}, v
		}
		at := r.layout.Attrs[attr]
		name := at.Name
		if companion {
			name = at.Companion.Name
		}
		vals := values([]sql.NullString{b, a})
		last.Columns = append(last.Columns, engine.ColumnChange{Name: name, Type: at.Type, Before: vals[0], After: vals[1], Taken: true})
		return nil
	})
	flush()
	return wrap(err, "cannot read what is overwritten")
}
