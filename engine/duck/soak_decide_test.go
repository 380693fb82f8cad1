package duck

import (
	"context"
	"maps"
	"slices"

	"dimdesk/engine"
	"dimdesk/engine/model"
	"dimdesk/engine/model/draw"
)

// soakPlan is a review with the decisions that were made on it, and what the model says of them.
type soakPlan struct {
	r    *Review
	c    *draw.Case
	own  map[int64]int64 // the engine's numbers of absent members, by the model's
	mark map[int64]soakMark
	back []soakStep // decisions that can be undone, the last one last
	redo []soakStep
	want model.Result
}

// soakMark is what is known of one change, by the model's number. A parked one keeps the kind that it had.
type soakMark struct {
	kind   engine.Kind
	parked bool
	reason string
}

func (m soakMark) decidable() bool { return !m.kind.Quiet() && m.kind != engine.Rejected }

// soakStep is one decision: what it set, and what that was before.
type soakStep struct {
	to     soakMark
	before map[int64]soakMark
}

func newSoakPlan(s *soak, r *Review, c *draw.Case) *soakPlan {
	p := &soakPlan{r: r, c: c, own: absentIDs(s.t, r, c, s.say), mark: map[int64]soakMark{}}
	p.resolve()
	return p
}

// resolve lets the model work the plan out under the decisions as they are.
func (p *soakPlan) resolve() {
	p.c.Input.Rows = slices.Clone(p.c.Input.Rows)
	p.c.Input.ParkedAbsent = map[string]bool{}
	for _, o := range slices.Concat(p.want.Rows, p.want.Absent) {
		if o.N > 0 {
			p.c.Input.Rows[o.N-1].Parked = p.mark[o.ID].parked
		} else if p.mark[o.ID].parked {
			p.c.Input.ParkedAbsent[model.KeyText(o.Key)] = true
		}
	}
	p.want = model.Run(p.c.Input)
	for _, o := range slices.Concat(p.want.Rows, p.want.Absent) {
		if m := p.mark[o.ID]; !m.parked {
			p.mark[o.ID] = soakMark{kind: o.Kind}
		}
	}
}

// id is the engine's number of a change.
func (p *soakPlan) id(model int64) int64 {
	if x, ok := p.own[model]; ok {
		return x
	}
	return model
}

// pick are the changes that pass, by the model's numbers, in order.
func (p *soakPlan) pick(pass func(id int64, m soakMark) bool) []int64 {
	var out []int64
	for _, id := range slices.Sorted(maps.Keys(p.mark)) {
		if pass(id, p.mark[id]) {
			out = append(out, id)
		}
	}
	return out
}

// decide decides on changes that the selection names, and wants as many to be decided as can be.
func (p *soakPlan) decide(s *soak, ids []int64, by engine.Selection, d engine.Decision, reason string) {
	st := soakStep{to: soakMark{parked: d == engine.Parked, reason: reason}, before: map[int64]soakMark{}}
	for _, id := range ids {
		m := p.mark[id]
		if m.decidable() && (m.parked != st.to.parked || m.parked && m.reason != reason) {
			st.before[id] = m
		}
	}
	if len(by.IDs) == 0 && by.Filter == nil {
		for _, id := range ids {
			by.IDs = append(by.IDs, p.id(id))
		}
	}
	out, err := p.r.Decide(context.Background(), by, d, reason)
	if err != nil || out.Rows != int64(len(st.before)) {
		s.fatalf("deciding %v: %+v, %v; %d should be %s", ids, out, err, len(st.before), d)
	}
	if len(st.before) > 0 {
		p.back, p.redo = append(p.back, st), nil
		p.set(st)
	}
}

func (p *soakPlan) set(st soakStep) {
	for id := range st.before {
		p.mark[id] = soakMark{p.mark[id].kind, st.to.parked, st.to.reason}
	}
	p.resolve()
}

// undo takes the last decision back, and redo repeats it.
func (p *soakPlan) undo(s *soak) {
	out, err := p.r.Undo(context.Background())
	s.must(err)
	if len(p.back) == 0 {
		if out.Rows != 0 {
			s.fatalf("there is no decision to undo, and it was undone: %+v", out)
		}
		return
	}
	st := p.back[len(p.back)-1]
	p.back, p.redo = p.back[:len(p.back)-1], append(p.redo, st)
	maps.Copy(p.mark, st.before)
	p.resolve()
}

func (p *soakPlan) again(s *soak) {
	out, err := p.r.Redo(context.Background())
	s.must(err)
	if len(p.redo) == 0 {
		if out.Rows != 0 {
			s.fatalf("there is no decision to redo, and it was redone: %+v", out)
		}
		return
	}
	st := p.redo[len(p.redo)-1]
	p.redo, p.back = p.redo[:len(p.redo)-1], append(p.back, st)
	p.set(st)
}

// check wants every change to be what the model says under the decisions, and to be decided as it was.
func (p *soakPlan) check(s *soak) {
	checkChanges(s.t, p.r, p.want, p.own, s.say)
	back := map[int64]int64{}
	for m, e := range p.own {
		back[e] = m
	}
	counts := engine.Counts{Kinds: map[engine.Kind]int64{}}
	for _, m := range p.mark {
		counts.Kinds[m.kind]++
		if m.parked {
			counts.Parked++
		} else if m.decidable() {
			counts.Taken++
		}
	}
	got, err := p.r.Counts(context.Background())
	s.must(err)
	if !maps.Equal(got.Kinds, counts.Kinds) || got.Parked != counts.Parked || got.Taken != counts.Taken {
		s.fatalf("the counts are %+v and should be %+v", got, counts)
	}
	err = p.r.Each(context.Background(), engine.Filter{Kinds: engine.Kinds}, func(ch engine.Change, _ []engine.Operation) error {
		id := ch.ID
		if x, ok := back[id]; ok {
			id = x
		}
		m := p.mark[id]
		if ch.Kind != m.kind || (ch.Decision == engine.Parked) != m.parked || m.parked && m.reason != "" && ch.Reason != m.reason {
			s.fatalf("change %d is %s, %s, %q; it should be %+v", ch.ID, ch.Kind, ch.Decision, ch.Reason, m)
		}
		return nil
	})
	s.must(err)
}

// decide makes a few decisions on a review, at random, and gives the plan that is left.
func (s *soak) decide(r *Review, c *draw.Case) *soakPlan {
	p := newSoakPlan(s, r, c)
	for range s.rng.IntN(4) {
		p.step(s)
	}
	p.check(s)
	return p
}

// step makes one decision, or takes one back.
func (p *soakPlan) step(s *soak) {
	d, reason := engine.Parked, []string{"", "ask them", "it's a typo"}[s.rng.IntN(3)]
	if s.chance(40) {
		d, reason = engine.Taken, ""
	}
	switch n := s.rng.IntN(10); {
	case n < 1:
		p.undo(s)
	case n < 2:
		p.again(s)
	case n < 6:
		all := p.pick(func(int64, soakMark) bool { return true })
		ids := make([]int64, 1+s.rng.IntN(6))
		for i := range ids {
			ids[i] = all[s.rng.IntN(len(all))]
		}
		slices.Sort(ids)
		p.decide(s, slices.Compact(ids), engine.Selection{}, d, reason)
	case n < 8:
		kind := engine.Kinds[s.rng.IntN(len(engine.Kinds))]
		f := engine.Filter{Kinds: []engine.Kind{kind}, Decision: engine.Decision(s.rng.IntN(3))}
		ids := p.pick(func(_ int64, m soakMark) bool {
			return m.kind == kind && (f.Decision == 0 || m.parked == (f.Decision == engine.Parked) && (m.parked || m.decidable()))
		})
		p.decide(s, ids, engine.Selection{Filter: &f}, d, reason)
	default:
		p.decideGroup(s, d, reason)
	}
}

// decideGroup decides on all rows of one group of alike changes, which are those that its filter lists.
func (p *soakPlan) decideGroup(s *soak, d engine.Decision, reason string) {
	groups, err := p.r.Groups(context.Background(), engine.Filter{}, 20)
	s.must(err)
	if len(groups) == 0 {
		return
	}
	g := groups[s.rng.IntN(len(groups))]
	listed := map[int64]bool{}
	err = p.r.Each(context.Background(), g.Filter, func(ch engine.Change, _ []engine.Operation) error {
		listed[ch.ID] = true
		return nil
	})
	s.must(err)
	if int64(len(listed)) != g.Rows {
		s.fatalf("a group of %d rows lists %d: %+v", g.Rows, len(listed), g)
	}
	ids := p.pick(func(id int64, _ soakMark) bool { return listed[p.id(id)] })
	p.decide(s, ids, engine.Selection{Filter: &g.Filter}, d, reason)
}
