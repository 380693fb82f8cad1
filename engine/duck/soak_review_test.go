package duck

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dimdesk/engine"
	"dimdesk/engine/model"
	"dimdesk/engine/model/draw"
)

// TestSoakOfAReview lets one review live on: decisions, their undo and redo, lists, members, groups and previews, at random and
// by the ten thousand, held against the reference model. Memory may grow as the list of decisions to be undone does.
func TestSoakOfAReview(t *testing.T) {
	s := newSoak(t)
	var c *draw.Case
	s.draw(func(rt *rapid.T) { c = draw.DrawMany(rt, 30) })
	s.o = files(t, c.DimensionCSV, c.BatchCSV, c.SpecText)
	s.o.AsOf, s.last = c.AsOfText, fmt.Sprintf("\n--- as of %s\n%s\n--- dimension\n%s\n--- batch\n%s", c.AsOfText, c.SpecText, c.DimensionCSV, c.BatchCSV)
	r, err := OpenReview(context.Background(), s.o)
	s.must(err)
	p := newSoakPlan(s, r, c)
	steps := 0
	s.watch = newWatch(s.o.Dimension, "", func() string { return fmt.Sprintf("%d changes, %d decisions to be undone", len(p.mark), len(p.back)) })
	for ; s.watch.goesOn(); steps++ {
		s.watch.rounds = steps
		switch n := s.rng.IntN(100); {
		case n < 55:
			p.step(s)
		case n < 70:
			p.look(s)
		case n < 85:
			p.member(s)
		case n < 88:
			_, err := r.Preview(context.Background())
			s.must(err)
		case n < 90:
			p.check(s)
		case n < 91:
			for range min(len(p.back), s.rng.IntN(30)) {
				p.undo(s)
			}
		}
	}
	p.check(s)
	req := engine.CommitRequest{ParkFile: filepath.Join(folder(s.o), "parked.csv"), Allow: engine.Allow{Deleted: -1, Changed: -1}}
	_, err = r.Commit(context.Background(), req, nil)
	s.must(err)
	if got, want := readRows(t, s.o.Dimension), sortRows(c.Table.Rows(p.want)); !slices.Equal(got, want) {
		s.fatalf("the dimension has\n%s\nand should have\n%s", strings.Join(minus(got, want), "\n"), strings.Join(minus(want, got), "\n"))
	}
	s.must(r.Close())
	s.watch.done(t)
	t.Logf("%d steps", steps)
}

// look lists the changes that pass a filter, reads a window of the list, and searches it.
func (p *soakPlan) look(s *soak) {
	ctx := context.Background()
	kinds := slices.DeleteFunc(slices.Clone(engine.Kinds), func(engine.Kind) bool { return s.chance(50) })
	if len(kinds) == 0 {
		kinds = engine.Kinds
	}
	f := engine.Filter{Kinds: kinds, Decision: engine.Decision(s.rng.IntN(3)), Sort: []string{"row", "key", "kind", "effective"}[s.rng.IntN(4)], Desc: s.chance(50)}
	l, err := p.r.Select(ctx, s.rng.IntN(3), f)
	s.must(err)
	want := p.pick(func(_ int64, m soakMark) bool {
		return slices.Contains(kinds, m.kind) && (f.Decision == 0 || m.parked == (f.Decision == engine.Parked) && (m.parked || m.decidable()))
	})
	if l.Total != int64(len(want)) {
		s.fatalf("%+v lists %d changes and should list %d", f, l.Total, len(want))
	}
	if l.Total == 0 {
		return
	}
	from := s.rng.Int64N(l.Total)
	window, err := p.r.Window(ctx, l, from, 40)
	s.must(err)
	if n := min(40, l.Total-from); int64(len(window)) != n {
		s.fatalf("a window of %d changes has %d", n, len(window))
	}
	for _, text := range []string{keyText(window[0].Key), "no such text"} {
		at, err := p.r.Find(ctx, l, text, from, false)
		s.must(err)
		if text == keyText(window[0].Key) && !slices.Contains(window[0].Key, engine.Null) && len(window[0].Key) == 1 && at != from {
			s.fatalf("%q stands at %d, and is found at %d", text, from, at)
		}
	}
	_, err = p.r.Seek(ctx, l, from, s.chance(50))
	s.must(err)
}

// member reads one member's history before and after, and wants it to be the model's.
func (p *soakPlan) member(s *soak) {
	all := p.pick(func(int64, soakMark) bool { return true })
	id := all[s.rng.IntN(len(all))]
	m, err := p.r.Member(context.Background(), p.id(id))
	s.must(err)
	ops, err := p.r.Operations(context.Background(), p.id(id))
	s.must(err)
	for _, o := range slices.Concat(p.want.Rows, p.want.Absent) {
		if o.ID == id && !o.Parked {
			if got, want := outline(o.Kind, false, ops), outline(o.Kind, false, o.Operations); got != want {
				s.fatalf("change %d has\n%s\nand should have\n%s", id, got, want)
			}
		}
	}
	if len(m.Before)+len(m.After) == 0 {
		return // plainly unchanged, or without a key
	}
	g := p.c.Input.Grain
	for _, w := range p.want.Members {
		if !slices.Equal(w.Key, m.Key) {
			continue
		}
		var got, want []string
		for _, v := range m.After {
			got = append(got, fmt.Sprintf("%s %s→%s", v.SurrogateKey, v.From, v.To))
		}
		for _, v := range w.After {
			from := model.Format(g, v.From)
			if v.NoStart {
				from = ""
			}
			want = append(want, fmt.Sprintf("%s %s→%s", v.SK, from, model.Format(g, v.To)))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			s.fatalf("the history of %v is\n%s\nand should be\n%s", m.Key, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		return
	}
	s.fatalf("the model has no member %v", m.Key)
}
