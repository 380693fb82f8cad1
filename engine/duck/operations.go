package duck

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// numberNewKeys gives all versions that open their provisional numbers, unless they have them.
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

// memberOrder tells for each key column whether every member's key reads as a number in it: members are numbered in that order,
// which is mostly that in which new keys are given. Where nobody looks at one, it does not matter.
func (r *Review) memberOrder(ctx context.Context) ([]bool, error) {
	numeric := make([]bool, len(r.layout.Keys))
	if r.brief() {
		return numeric, nil
	}
	for i := range numeric {
		numeric[i] = true
		for _, keys := range []string{"touched", "absent", "good SEMI JOIN plain USING (_place)"} {
			all, err := r.readAsNumbers(ctx, i, keys)
			if err != nil {
				return nil, err
			}
			numeric[i] = numeric[i] && all
		}
	}
	return numeric, nil
}

// readAsNumbers tells whether a key column that is no number holds only texts that read as one.
func (r *Review) readAsNumbers(ctx context.Context, key int, from string) (bool, error) {
	if r.layout.NumbersIn(key) {
		return false, nil // its own order is that of numbers
	}
	var found int64
	err := r.w.one(ctx, r.layout.NotNumbers(key, from), &found)
	if err == sql.ErrNoRows {
		return true, nil
	}
	return false, wrap(err, "cannot order the keys")
}

// historyOf names the versions of a member of which some row is taken, with the numbers that new ones have.
func (r *Review) historyOf(ctx context.Context, member int64) (sqlgen.Histories, error) {
	if r.numeric == nil {
		numeric := slices.Clone(r.ordered)
		for i := range numeric {
			if numeric[i] {
				continue // the keys of all members do
			}
			var err error
			if numeric[i], err = r.readAsNumbers(ctx, i, "(SELECT * FROM change WHERE _opens AND NOT _parked)"); err != nil {
				return sqlgen.Histories{}, err
			}
		}
		r.numeric = numeric
	}
	before, err := r.w.count(ctx, r.layout.NewBefore(member, r.numeric, r.ordered))
	return r.layout.HistoryOf(member, before), wrap(err, "cannot number the new versions")
}

// Operations implements engine.Review.
func (r *Review) Operations(ctx context.Context, change int64) ([]engine.Operation, error) {
	var m sql.NullInt64
	var taken bool
	err := r.w.one(ctx, fmt.Sprintf("SELECT any_value(_m), coalesce(bool_or("+decidable+" AND NOT c._parked), false) FROM change c WHERE c._id = %d", change), &m, &taken)
	if err != nil || !m.Valid || !taken {
		return nil, wrap(err, "cannot find the member")
	}
	h, err := r.historyOf(ctx, m.Int64)
	if err != nil {
		return nil, err
	}
	ops, err := r.operations(ctx, fmt.Sprintf("_id = %d", change), r.operationsOf(h))
	return ops[change], err
}

// operationTables say where row operations are read from, and the values that they overwrite: relations as Operations and Cells select.
type operationTables struct{ operations, cells string }

func (r *Review) operationsOf(h sqlgen.Histories) operationTables {
	return operationTables{"(" + r.layout.Operations(h) + ")", "(" + r.layout.Cells(h) + ")"}
}

// storeOperations makes tables of all operations in the order of the changes that they follow from.
func (r *Review) storeOperations(ctx context.Context) (operationTables, error) {
	tables, of := operationTables{"operation", "overwritten"}, r.operationsOf(sqlgen.EveryHistory())
	for _, t := range [][2]string{{tables.operations, of.operations}, {tables.cells, of.cells}} {
		if _, err := r.w.exec(ctx, "CREATE OR REPLACE TABLE "+t[0]+" AS SELECT * FROM "+t[1]+" ORDER BY _id"); err != nil {
			return tables, wrap(err, "cannot lay out the row operations")
		}
	}
	return tables, nil
}

// drop drops the tables that storeOperations has made.
func (l operationTables) drop(w *workspace) error {
	var all error
	for _, table := range []string{l.operations, l.cells} {
		_, err := w.exec(context.Background(), "DROP TABLE IF EXISTS "+table)
		all = errors.Join(all, err)
	}
	return all
}

// operations reads the row operations of the changes that ids names, by change: closes and redates, then overwrites, then what
// opens.
func (r *Review) operations(ctx context.Context, ids string, from operationTables) (map[int64][]engine.Operation, error) {
	l := r.layout
	out := map[int64][]engine.Operation{}
	show := func(x string) string { return "coalesce(" + l.ShowMoment(x) + ", '')" }
	q := fmt.Sprintf("SELECT _id, _op, coalesce(_sk, ''), coalesce(_n, 0), %s, %s, %s, %s FROM %s WHERE %s ORDER BY _id, _f1, _op",
		show("_f0"), show("_t0"), show("_f1"), show("_t1"), from.operations, ids)
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
	return out, r.cells(ctx, ids, from.cells, out)
}

// cells adds the overwrites, one for each version and change.
func (r *Review) cells(ctx context.Context, ids, from string, out map[int64][]engine.Operation) error {
	var last *engine.Operation
	var lastVersion [3]int64
	flush := func() {
		if last != nil {
			out[last.Change] = append(out[last.Change], *last)
		}
	}
	q := fmt.Sprintf("SELECT _id, _m, _i, coalesce(_sk, ''), _attr, _companion, _b, _a FROM %s WHERE %s ORDER BY _id, _m, _i, _attr, _companion", from, ids)
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
