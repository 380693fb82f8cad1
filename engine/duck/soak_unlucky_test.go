package duck

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"dimdesk/engine"
	"dimdesk/engine/model"
	"dimdesk/engine/model/draw"
)

// cancelled begins something and cancels it, at the start or near the end: either it is done, or nothing is.
func (s *soak) cancelled() string {
	if s.chance(25) {
		return s.cancelledUndo()
	}
	c := s.drawBatch()
	o := s.o
	o.Apply = s.chance(50)
	ctx := context.Background()
	if s.chance(40) {
		ctx = newCountdown(1 + s.rng.Int64N(300))
	}
	r, err := s.review(ctx, o)
	if err != nil {
		s.wantCancelled(err)
		return "while it was planned"
	}
	defer func() { s.close(r) }()
	if !o.Apply {
		s.decide(r, c)
	}
	want := model.Run(c.Input)
	sha, park := s.sha(s.o.Batch), filepath.Join(s.dir, "parked.csv")
	req := engine.CommitRequest{ParkFile: park, Allow: engine.Allow{Deleted: -1, Changed: -1}, Again: true}
	out, err := r.Commit(newCountdown(1+s.rng.Int64N(250)), req, nil)
	if err != nil {
		s.wantCancelled(err)
		if _, err := os.Stat(park); !os.IsNotExist(err) {
			s.fatalf("a cancelled commit leaves its parked file: %v", err)
		}
		s.check("a cancelled commit")
		if o.Apply || s.chance(50) {
			return "while it was committed"
		}
		out, err = r.Commit(context.Background(), req, nil)
		s.must(err)
	}
	s.committed(c, want, c.Table.After(want), out, sha, park)
	return "too late, or committed after that"
}

func (s *soak) cancelledUndo() string {
	c := s.pickLast(func(*soakCommit) bool { return true })
	if c == nil || c.cannotBeTold {
		return "there is none"
	}
	after, code := s.undone(c, s.faults)
	out, err := s.dim.get(s).Undo(newCountdown(1+s.rng.Int64N(150)), c.ID, engine.CommitRequest{})
	switch {
	case err == nil && code == 0:
		s.recordUndo(c, out, after)
		s.digest = s.sum()
		return "an undo, too late"
	case engine.CodeOf(err) != code:
		s.wantCancelled(err)
	}
	return "an undo"
}

func (s *soak) wantCancelled(err error) {
	s.t.Helper()
	if engine.CodeOf(err) != engine.CodeCancelled {
		s.fatalf("cancelled, it says %v", err)
	}
}

// overtaken commits one batch while another is under review. That one is refused if it has to do with the same members, and is
// planned again; otherwise it is committed as it was shown.
func (s *soak) overtaken() string {
	c := s.drawBatch()
	o := s.o
	o.Batch, o.Spec = put(s.t, s.dir, "overtaken.csv", c.BatchCSV), put(s.t, s.dir, "overtaken.yaml", c.SpecText)
	r, err := s.review(context.Background(), o)
	s.must(err)
	defer func() { s.close(r) }()
	p := s.decide(r, c)
	overtaken, then := s.last, s.now
	s.batch()
	s.last += "\n--- overtakes" + overtaken
	s.check("a batch that overtakes another")

	c.Table.HighestSK = s.highest
	gone, come := difference(c.Before(), c.Table.After(p.want))
	after, ok := exchange(s.now, gone, come)
	ok = ok && !sameMembers(gone, come, then, s.now)
	sha, park := s.sha(o.Batch), filepath.Join(s.dir, "parked.csv")
	req := engine.CommitRequest{ParkFile: park, Allow: engine.Allow{Deleted: -1, Changed: -1}, Again: true}
	out, err := r.Commit(context.Background(), req, nil)
	if err == nil {
		if !ok {
			s.fatalf("the plan is committed, though its members moved")
		}
		s.committed(c, p.want, after, out, sha, park)
		return "and committed as it was"
	}
	if engine.CodeOf(err) != engine.CodeMoved {
		s.fatalf("a plan that was overtaken says %v", err)
	}
	s.must(r.Replan(context.Background(), nil))
	p = p.replanned(s)
	p.check(s)
	out, err = r.Commit(context.Background(), req, nil)
	s.must(err)
	s.committed(p.c, p.want, p.c.Table.After(p.want), out, sha, park)
	return "and planned again"
}

// sameMembers tells whether rows are of members that differ from one state to the next.
func sameMembers(gone, come []soakRow, before, after draw.State) bool {
	a, b := difference(before, after)
	moved := map[string]bool{}
	for _, r := range slices.Concat(a, b) {
		moved[model.KeyText(r.version.Key)] = true
	}
	return slices.ContainsFunc(slices.Concat(gone, come), func(r soakRow) bool { return moved[model.KeyText(r.version.Key)] })
}

// replanned is the plan made again from the dimension as it is: what was parked is so again, where it would change something.
func (p *soakPlan) replanned(s *soak) *soakPlan {
	parked := map[string]soakMark{}
	for _, o := range slices.Concat(p.want.Rows, p.want.Absent) {
		if m := p.mark[o.ID]; m.parked {
			parked[changeName(o)] = m
		}
	}
	n := newSoakPlan(s, p.r, s.living.Again(p.c, s.now, s.highest))
	for more := true; more; {
		more = false
		for _, o := range slices.Concat(n.want.Rows, n.want.Absent) {
			if m, was := parked[changeName(o)]; was && !n.mark[o.ID].parked && n.mark[o.ID].decidable() {
				n.mark[o.ID] = soakMark{n.mark[o.ID].kind, true, m.reason}
				more = true
			}
		}
		n.resolve()
	}
	return n
}

// changeName names a change by what it keeps when the plan is made again.
func changeName(o model.Outcome) string {
	if o.N > 0 {
		return strconv.Itoa(o.N)
	}
	return model.KeyText(o.Key)
}
