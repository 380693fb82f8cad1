package tuitest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"dimdesk/engine"
)

// Review is an engine.Review in memory. It decides, groups, searches and commits like one, on rows that are made up; it
// classifies nothing. The fields let a test bring about what is hard to bring about otherwise.
type Review struct {
	rows       []row
	past, next []map[int64]mark
	lists      map[int][]int // positions of rows by slot

	Fail      error         // what the next Commit returns, once
	Delay     time.Duration // how long each Commit takes, in steps that can be cancelled
	Stubborn  time.Duration // how long each Commit takes that cannot be cancelled
	Slow      time.Duration // how long each Member takes, unless it is cancelled
	Stops     []engine.Stop
	Committed *engine.CommitRequest // what the last Commit was told
	Replanned bool
	News      []string // what was found of killed programs
	Closed    bool
}

// mark is a decision with its reason.
type mark struct {
	d      engine.Decision
	reason string
}

// NewReview makes a review of a batch with all nine kinds.
func NewReview() *Review { return &Review{rows: customers(), lists: map[int][]int{}} }

// NewEmptyReview makes a review of a batch without rows.
func NewEmptyReview() *Review { return &Review{lists: map[int][]int{}} }

// Unchanged keeps only the rows that change nothing.
func (r *Review) Unchanged() *Review {
	r.rows = slices.DeleteFunc(r.rows, func(x row) bool { return !x.Kind.Quiet() })
	return r
}

// Grow repeats the rows until there are n.
func (r *Review) Grow(n int) *Review {
	for base := len(r.rows); len(r.rows) < n; {
		x := r.rows[len(r.rows)%base]
		x.ID = int64(len(r.rows) + 1)
		x.Row, x.Line = x.ID, x.ID+1
		x.Key = []engine.Value{engine.Text(fmt.Sprintf("%s-%d", x.Key[0].Text, x.ID))}
		r.rows = append(r.rows, x)
	}
	return r
}

// Info describes the sample.
func (r *Review) Info() engine.Info {
	return engine.Info{
		Dimension: "dim_customer", Home: "dim_customer.csv", Batch: "customers_2026-05-31.csv", AsOf: batchDay, Mode: "delta",
		Key: []string{"customer_id"}, Label: "name", Columns: columns,
		Notices: []string{"The batch has no column phone: it is not compared, and new versions carry it over.", "The batch column legacy_id is not in the dimension and is not loaded."}, News: r.News,
		Spec: engine.Spec{Key: []string{"customer_id"}, Label: "name", SurrogateKey: engine.SurrogateKey{Column: "customer_sk", Make: "integer"},
			Period: engine.Period{From: "valid_from", To: "valid_to", Bounds: "[)"}, Current: engine.Flag{Column: "is_current"}, Columns: columns},
	}
}

// Counts counts all rows.
func (r *Review) Counts(context.Context) (engine.Counts, error) {
	c := engine.Counts{Kinds: map[engine.Kind]int64{}, Rows: int64(len(r.rows))}
	for _, x := range r.rows {
		c.Kinds[x.Kind]++
		switch x.Decision {
		case engine.Taken:
			c.Taken++
		case engine.Parked:
			c.Parked++
		}
	}
	return c, nil
}

func (r *Review) passes(x row, f engine.Filter) bool {
	if len(f.Kinds) == 0 && x.Kind.Quiet() || len(f.Kinds) > 0 && !slices.Contains(f.Kinds, x.Kind) {
		return false
	}
	if f.Decision != 0 && x.Decision != f.Decision || f.Text != "" && !holds(x, f.Text) {
		return false
	}
	if f.Column == "" {
		return true
	}
	return slices.ContainsFunc(x.Columns, func(c engine.ColumnChange) bool {
		return c.Name == f.Column && (f.Before == nil || *f.Before == c.Before) && (f.After == nil || *f.After == c.After)
	})
}

func holds(x row, text string) bool {
	all := x.Key[0].Text + "\n" + x.Label + "\n" + x.Reason
	for _, c := range x.Columns {
		all += "\n" + c.Before.Text + "\n" + c.After.Text
	}
	return strings.Contains(strings.ToLower(all), strings.ToLower(text))
}

// Select makes a list.
func (r *Review) Select(ctx context.Context, slot int, f engine.Filter) (engine.List, error) {
	var list []int
	for i, x := range r.rows {
		if r.passes(x, f) {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int {
		x, y := r.rows[a], r.rows[b]
		c := map[string]int{"key": strings.Compare(x.Key[0].Text, y.Key[0].Text), "kind": int(x.Kind) - int(y.Kind), "effective": strings.Compare(x.Effective, y.Effective)}[f.Sort]
		if f.Desc {
			c = -c
		}
		return c
	})
	r.lists[slot] = list
	return engine.List{Slot: slot, Filter: f, Total: int64(len(list))}, ctx.Err()
}

// Count counts the rows that pass the filter.
func (r *Review) Count(ctx context.Context, f engine.Filter) (int64, error) {
	n := int64(0)
	for _, x := range r.rows {
		if r.passes(x, f) {
			n++
		}
	}
	return n, ctx.Err()
}

// Window reads rows of a list.
func (r *Review) Window(ctx context.Context, l engine.List, from, n int64) ([]engine.Change, error) {
	var out []engine.Change
	for _, i := range r.lists[l.Slot][from:min(from+n, l.Total)] {
		out = append(out, r.rows[i].Change)
	}
	return out, ctx.Err()
}

// Find looks for text.
func (r *Review) Find(_ context.Context, l engine.List, text string, from int64, back bool) (int64, error) {
	return r.scan(l, from, back, func(x row) bool { return holds(x, text) }), nil
}

// Seek looks for another kind.
func (r *Review) Seek(_ context.Context, l engine.List, from int64, back bool) (int64, error) {
	kind := r.rows[r.lists[l.Slot][from]].Kind
	return r.scan(l, from, back, func(x row) bool { return x.Kind != kind }), nil
}

func (r *Review) scan(l engine.List, from int64, back bool, found func(row) bool) int64 {
	step := int64(1)
	if back {
		step = -1
	}
	for pos := from; pos >= 0 && pos < l.Total; pos += step {
		if found(r.rows[r.lists[l.Slot][pos]]) {
			return pos
		}
	}
	return -1
}

func (r *Review) row(id int64) row {
	return r.rows[slices.IndexFunc(r.rows, func(x row) bool { return x.ID == id })]
}

// Member is the history of a row's member.
func (r *Review) Member(ctx context.Context, id int64) (engine.Member, error) {
	if r.Slow > 0 {
		select {
		case <-ctx.Done():
			return engine.Member{}, ctx.Err()
		case <-time.After(r.Slow):
		}
	}
	x := r.row(id)
	m := engine.Member{Key: x.Key, Label: x.Label, Before: x.before, After: x.after, Changes: []engine.Change{x.Change}, Summary: x.summary}
	for _, c := range columns {
		m.Columns, m.Types = append(m.Columns, c.Name), append(m.Types, c.Type)
	}
	if x.Decision == engine.Parked {
		m.After, m.Summary = x.before, "parked: nothing is done"
	}
	return m, nil
}

// History is Member: all histories are in memory.
func (r *Review) History(ctx context.Context, id int64) (engine.Member, error) {
	return r.Member(ctx, id)
}

// Operations are read off the history before and after.
func (r *Review) Operations(_ context.Context, id int64) ([]engine.Operation, error) {
	x := r.row(id)
	if x.Decision != engine.Taken {
		return nil, nil
	}
	var ops []engine.Operation
	for _, v := range x.after {
		op := engine.Operation{Change: id, SurrogateKey: v.SurrogateKey, From: v.From, To: v.To}
		switch {
		case v.Opens:
			op.Op = engine.OpOpen
		case len(v.Edited) > 0:
			op.Op, op.Columns = engine.OpOverwrite, x.Columns
		case v.Was != nil:
			op.Op = engine.OpClose
		default:
			continue
		}
		ops = append(ops, op)
	}
	return ops, nil
}

// Groups counts rows by column, old and new value.
func (r *Review) Groups(_ context.Context, f engine.Filter, limit int) ([]engine.Group, error) {
	var groups []*engine.Group
	at := map[string]*engine.Group{}
	count := func(x row, column string, t engine.SCDType, before, after engine.Value) {
		kind := x.Kind
		id := fmt.Sprint(column, before, after)
		if column == "" {
			id = kind.String()
		}
		g := at[id]
		if g == nil {
			own := f
			if own.Column = column; column != "" {
				own.Before, own.After = &before, &after
			} else {
				own.Kinds = []engine.Kind{kind}
			}
			g = &engine.Group{Kind: kind, Column: column, Type: t, Before: before, After: after, Filter: own}
			at[id], groups = g, append(groups, g)
		}
		if g.Kind != kind {
			g.Kind = 0
		}
		g.Rows++
		if kind == engine.Late {
			g.Late++
		}
		if x.Decision == engine.Parked {
			g.Parked++
		}
	}
	for _, x := range r.rows {
		if !r.passes(x, f) {
			continue
		}
		if len(x.Columns) == 0 {
			count(x, "", 0, engine.Null, engine.Null)
		}
		for _, c := range x.Columns {
			count(x, c.Name, c.Type, c.Before, c.After)
		}
	}
	slices.SortStableFunc(groups, func(a, b *engine.Group) int { return int(b.Rows - a.Rows) })
	out := make([]engine.Group, 0, len(groups))
	for _, g := range groups[:min(limit, len(groups))] {
		out = append(out, *g)
	}
	return out, nil
}
