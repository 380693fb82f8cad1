package tuitest

import (
	"context"
	"slices"
	"time"

	"dimdesk/engine"
)

func (r *Review) marks() map[int64]mark {
	m := map[int64]mark{}
	for _, x := range r.rows {
		m[x.ID] = mark{x.Decision, x.Reason}
	}
	return m
}

// restore sets all decisions, and counts those that differ.
func (r *Review) restore(m map[int64]mark) (n int64) {
	for i := range r.rows {
		x := &r.rows[i]
		if x.Decision != m[x.ID].d {
			n++
		}
		x.Decision, x.Reason = m[x.ID].d, m[x.ID].reason
	}
	return n
}

// Decide sets decisions.
func (r *Review) Decide(ctx context.Context, s engine.Selection, d engine.Decision, reason string) (engine.Decided, error) {
	before := r.marks()
	var n int64
	for i := range r.rows {
		x := &r.rows[i]
		in := slices.Contains(s.IDs, x.ID) || len(s.IDs) == 0 && s.Filter != nil && r.passes(*x, *s.Filter)
		if !in || x.Decision == engine.NoDecision {
			continue
		}
		if x.Decision != d || x.Reason != reason {
			n++
		}
		x.Decision, x.Reason = d, reason
	}
	if n > 0 {
		r.past, r.next = append(r.past, before), nil
	}
	return engine.Decided{Rows: n, Members: n, Decision: d, What: d.String()}, ctx.Err()
}

// Undo takes back the last decision.
func (r *Review) Undo(context.Context) (engine.Decided, error) { return r.swap(&r.past, &r.next), nil }

// Redo repeats it.
func (r *Review) Redo(context.Context) (engine.Decided, error) { return r.swap(&r.next, &r.past), nil }

func (r *Review) swap(from, to *[]map[int64]mark) engine.Decided {
	if len(*from) == 0 {
		return engine.Decided{}
	}
	last := len(*from) - 1
	*to = append(*to, r.marks())
	n := r.restore((*from)[last])
	*from = (*from)[:last]
	return engine.Decided{Rows: n, Members: n, What: "the decision on some rows"}
}

// Preview counts what a commit would do.
func (r *Review) Preview(ctx context.Context) (engine.Preview, error) {
	counts, _ := r.Counts(ctx)
	p := engine.Preview{Counts: counts, Operations: map[engine.Op]int64{}, Parked: counts.Parked + counts.Kinds[engine.Rejected],
		ParkFile: "customers_2026-05-31.parked.csv", Stops: r.Stops, Word: "commit", Notices: r.Info().Notices,
		Checks: []string{"no member has overlapping versions, nor two open ones", "no version ends before it starts",
			"new surrogate keys are above the highest ever used", "every stored row differs in exactly the columns that an operation names"},
	}
	var deleted int64
	for _, x := range r.rows {
		ops, _ := r.Operations(ctx, x.ID)
		for _, op := range ops {
			p.Operations[op.Op]++
		}
		if x.Kind == engine.Deleted && x.Decision == engine.Taken {
			deleted++
		}
	}
	if deleted > 0 {
		p.Word = string('0' + rune(deleted))
	}
	p.Statements = []engine.Statement{
		{Op: engine.OpClose, Comment: "close versions", SQL: "UPDATE \"dim_customer\" AS d\nSET \"valid_to\" = o.\"to\", \"is_current\" = false\nFROM \"op_close\" AS o\nWHERE d.\"customer_sk\" = o.\"sk\"", Rows: p.Operations[engine.OpClose]},
		{Op: engine.OpOpen, Comment: "open versions", SQL: "INSERT INTO \"dim_customer\"\nSELECT * FROM \"op_open\" ORDER BY \"customer_id\", \"valid_from\"", Rows: p.Operations[engine.OpOpen]},
		{Op: engine.OpOverwrite, Comment: "overwrite in place", SQL: "UPDATE \"dim_customer\" AS d\nSET \"name\" = o.\"name\"\nFROM \"op_overwrite\" AS o\nWHERE d.\"customer_sk\" = o.\"sk\"", Rows: p.Operations[engine.OpOverwrite]},
	}
	return p, ctx.Err()
}

// Commit takes Delay, and then fails with Fail or succeeds.
func (r *Review) Commit(ctx context.Context, req engine.CommitRequest, progress func(engine.Progress)) (engine.Committed, error) {
	time.Sleep(r.Stubborn)
	if r.Stubborn > 0 {
		ctx = context.WithoutCancel(ctx)
	}
	if err := Steps(ctx, r.Delay, progress); err != nil {
		return engine.Committed{}, engine.Errorf(engine.CodeCancelled, "cancelled; nothing was changed")
	}
	if err := r.Fail; err != nil {
		r.Fail = nil
		return engine.Committed{}, err
	}
	p, _ := r.Preview(ctx)
	r.Committed = &req
	return engine.Committed{ID: 12, Operations: p.Operations, Parked: p.Parked, ParkFile: req.ParkFile}, nil
}

// Steps reports progress for a time, in ten steps, until it is cancelled.
func Steps(ctx context.Context, d time.Duration, progress func(engine.Progress)) error {
	for i := range int64(10) {
		progress(engine.Progress{What: "reading the batch", Step: 1, Steps: 3, Done: i * 100_000, Total: 1_000_000})
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(d / 10):
		}
	}
	return nil
}

// Replan does nothing but say so.
func (r *Review) Replan(context.Context, func(engine.Progress)) error {
	r.Replanned = true
	return nil
}

// Close notes that it was closed.
func (r *Review) Close() error {
	r.Closed = true
	return nil
}
