package playground

import (
	"context"
	"fmt"

	"dimdesk/engine"
)

// state is what the engine has stored at the end of a moment, and what it did in it.
type state struct {
	csv     string
	batches []string            // that arrived
	script  bool                // what was done is written out
	applied []engine.LabApplied // what the engine did with each
	table   engine.Table
}

// stored is what the engine has stored at the end of a moment, batch by batch, with what it did written out where that is wanted.
func (p *Player) stored(ctx context.Context, s Story, t Type, at int, script bool) (state, error) {
	if at < 1 {
		return s.begin(t), nil
	}
	key := stateKey(s, t, at)
	if st, ok := p.states[key]; ok && (st.script || !script) {
		return st, nil
	}
	before, err := p.base(ctx, s, t, at-1)
	if err != nil {
		return state{}, err
	}
	now := state{csv: before.csv, table: before.table, batches: s.batches(at), script: script}
	for _, batch := range now.batches {
		applied, err := p.apply(ctx, s, t, now.csv, batch, at, script)
		if err != nil {
			return state{}, err
		}
		now.csv, now.table = applied.Dimension, applied.Table
		now.applied = append(now.applied, applied)
	}
	return p.keep(key, now), nil
}

// base is what is stored at the end of a moment, without what was done in it. Where all that arrived until then came in order, one batch
// of all of it stores the same as one after the other, and takes a fraction of the time.
func (p *Player) base(ctx context.Context, s Story, t Type, at int) (state, error) {
	if at < 2 || p.near(s, t, at) || !s.inOrder(at) {
		return p.stored(ctx, s, t, at, false)
	}
	key := stateKey(s, t, at)
	if st, ok := p.states["base "+key]; ok {
		return st, nil
	}
	applied, err := p.apply(ctx, s, t, s.begin(t).csv, s.whole(at), at, false)
	if err != nil {
		return state{}, err
	}
	return p.keep("base "+key, state{csv: applied.Dimension, table: applied.Table}), nil
}

// near tells whether what is stored at the end of a moment is known, but for moments in which nothing arrived.
func (p *Player) near(s Story, t Type, at int) bool {
	for ; at > 0; at-- {
		if _, ok := p.states[stateKey(s, t, at)]; ok {
			return true
		}
		if len(s.loads(at)) > 0 {
			return false
		}
	}
	return true
}

func (p *Player) apply(ctx context.Context, s Story, t Type, dimension, batch string, at int, script bool) (engine.LabApplied, error) {
	return p.lab.Apply(ctx, engine.LabBatch{Dimension: dimension, Batch: batch, Spec: s.Spec(t), AsOf: s.Moments[at-1].AsOf, Park: true, Table: s.Table, Script: script})
}

func stateKey(s Story, t Type, at int) string { return fmt.Sprintf("%d %d %v", t, at, s.arrived(at)) }

func (p *Player) keep(key string, st state) state {
	if len(p.states) >= kept {
		clear(p.states)
	}
	p.states[key] = st
	return st
}

// Warm computes one thing that is likely to be asked for next: what a type stores at a moment, or at the one after or before it. more
// is false where all of that is there.
func (p *Player) Warm(ctx context.Context, s Story, at int, script bool) (more bool, err error) {
	for _, m := range []int{at, at + 1, at - 1} {
		for _, t := range []Type{2, 1, 6, 3, 0} {
			if m < 1 || m > len(s.Moments) {
				continue
			}
			if st, ok := p.states[stateKey(s, t, m)]; !ok || script && !st.script {
				_, err := p.stored(ctx, s, t, m, script)
				return true, err
			}
		}
	}
	return false, nil
}
