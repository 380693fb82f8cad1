package duck

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dimdesk/engine"
	"dimdesk/engine/model"
	"dimdesk/engine/model/draw"
)

var (
	soakTime = flag.Duration("soak", time.Second, "how long each of the soaks goes on")
	soakSeed = flag.Uint64("soak.seed", 0, "what a soak draws from; 0 is always the same in a short one, and the time in one of a minute or more")
)

// TestSoak lets one dimension live on: plans, commits, undos, undos of undos, parked rows that are given back, plans that are
// cancelled or overtaken, at random, each held against the reference model. At the end nothing may have leaked, and the files
// may have grown only as the history has.
func TestSoak(t *testing.T) {
	for _, home := range []string{"table", "csv"} {
		t.Run(home, func(t *testing.T) {
			s := newSoak(t)
			s.settleIn(home == "table")
			for n := 1; s.watch.goesOn(); n++ {
				s.round(n)
			}
			s.dim.close(t)
			s.watch.done(t)
			s.watch.grown(t)
			t.Logf("%d members, %d versions; done: %v", s.members(), len(s.now.Versions), s.did)
		})
	}
}

// soak is a dimension that lives on, with what it must hold.
type soak struct {
	t      *testing.T
	rng    *rand.Rand
	o      Options // of the dimension, with the last batch
	dir    string  // where batches, specs and parked files are
	living *draw.Living
	watch  *watch
	dim    soakDimension
	open   []*Review

	now     draw.State
	highest int64         // surrogate key ever used
	log     []*soakCommit // what the journal must hold
	digest  string        // of a CSV as it stands
	parked  *soakParked   // rows to be given back
	did     map[string]int
	trail   []string // what was done last
	last    string   // the batch at hand
	at      *draw.Case
}

// soakKept is for how many of the last commits the soak knows what undoing them gives.
const soakKept = 150

func newSoak(t *testing.T) *soak {
	seed := *soakSeed
	if seed == 0 {
		if seed = 7; *soakTime >= time.Minute {
			seed = uint64(time.Now().UnixNano())
		}
	}
	t.Logf("-soak.seed %d", seed)
	return &soak{t: t, rng: rand.New(rand.NewPCG(seed, 1)), dir: t.TempDir(), did: map[string]int{}}
}

// settleIn draws the dimension that is to live on, and puts it in place.
func (s *soak) settleIn(table bool) {
	var c *draw.Case
	s.draw(func(t *rapid.T) { s.living, c = draw.NewLiving(t, 6) })
	s.now, s.highest = c.Before(), c.Table.HighestSK
	s.o = Options{Dimension: put(s.t, s.dir, "dimension.csv", c.DimensionCSV), Spec: put(s.t, s.dir, "spec.yaml", c.SpecText), StateDir: filepath.Join(s.dir, "state")}
	journal := filepath.Join(s.dir, "dimension.dimdesk.duckdb")
	if table {
		s.o, journal = asTable(s.t, s.o), ""
	}
	s.watch = newWatch(s.o.Dimension, journal, func() string {
		return fmt.Sprintf("%d members, %d versions, %d commits", s.members(), len(s.now.Versions), len(s.log))
	})
	s.digest = s.sum()
	s.check("the dimension was drawn")
}

// draw draws from the soak's own source.
func (s *soak) draw(fn func(*rapid.T)) {
	rapid.Custom(func(t *rapid.T) bool { fn(t); return true }).Example(int(s.rng.Int64() >> 1))
}

func (s *soak) chance(percent int) bool { return s.rng.IntN(100) < percent }

// round does one thing, and looks at what it has done.
func (s *soak) round(n int) {
	s.watch.rounds = n
	if s.chance(1) {
		s.living.Pass()
	}
	acts := []struct {
		weight int
		what   string
		do     func() string
	}{
		{40, "batch", s.batch},
		{18, "undo", s.undo},
		{10, "undo of an undo", s.undoUndo},
		{8, "parked rows given back", s.giveBack},
		{4, "the same again", s.again},
		{6, "cancelled", s.cancelled},
		{4, "overtaken", s.overtaken},
		{10, "reads", s.reads},
	}
	at := s.rng.IntN(100)
	for _, a := range acts {
		if at -= a.weight; at < 0 {
			s.last, s.at = "", nil
			outcome := a.do()
			what := strings.TrimSpace(a.what + " " + outcome)
			s.did[what]++
			s.trail = append(s.trail, fmt.Sprintf("%d: %s, %d commits", n, what, len(s.log)))
			s.check(what)
			return
		}
	}
}

// check holds the dimension against what it must hold, and looks for what was left behind.
func (s *soak) check(after string) {
	got, want := sortRows(s.stored()), sortRows(s.now.Rows)
	if !slices.Equal(got, want) {
		s.fatalf("after %s the dimension has\n%s\nand should have\n%s", after, strings.Join(minus(got, want), "\n"), strings.Join(minus(want, got), "\n"))
	}
	left, err := os.ReadDir(s.o.StateDir)
	left = slices.DeleteFunc(left, func(e os.DirEntry) bool {
		inUse := func(r *Review) bool { return e.Name() == filepath.Base(r.w.working.dir) }
		return s.dim.open != nil && e.Name() == filepath.Base(s.dim.open.w.working.dir) || slices.ContainsFunc(s.open, inUse)
	})
	beside, _ := filepath.Glob(filepath.Join(s.dir, ".*dimdesk*"))
	beside = slices.DeleteFunc(beside, func(path string) bool { // what is open still notes the last commit that it has made
		notes := func(of ended) bool {
			return of.note != nil && filepath.Base(of.note.path) == filepath.Base(path)
		}
		return s.dim.open != nil && notes(s.dim.open.ended) || slices.ContainsFunc(s.open, func(r *Review) bool { return notes(r.ended) })
	})
	if err != nil && !os.IsNotExist(err) || len(left) > 0 || len(beside) > 0 {
		s.fatalf("after %s there are left behind: %v %v, %v", after, left, beside, err)
	}
	if s.trail = s.trail[max(0, len(s.trail)-30):]; len(s.log) > soakKept {
		s.log[len(s.log)-soakKept-1].forget()
	}
}

// minus are the lines of a that b has not, each as often as a has it more.
func minus(a, b []string) []string {
	n := map[string]int{}
	for _, x := range b {
		n[x]++
	}
	var out []string
	for _, x := range a {
		if n[x]--; n[x] < 0 {
			out = append(out, x)
		}
	}
	return out
}

// stored reads the dimension's rows.
func (s *soak) stored() [][]engine.Value {
	if s.o.Table == "" {
		_, rows := readCSVRows(s.t, s.o.Dimension, nil)
		return rows
	}
	return s.dim.rows(s)
}

// review opens a review, and close closes it; nothing of it may be left then.
func (s *soak) review(ctx context.Context, o Options) (*Review, error) {
	r, err := OpenReview(ctx, o)
	if err == nil {
		s.open = append(s.open, r)
	}
	return r, err
}

func (s *soak) close(r *Review) {
	s.must(r.Close())
	s.open = slices.DeleteFunc(s.open, func(x *Review) bool { return x == r })
}

func (s *soak) members() int {
	keys := map[string]bool{}
	for _, v := range s.now.Versions {
		keys[model.KeyText(v.Key)] = true
	}
	return len(keys)
}

// say is what led here, and how little of it fails by itself.
func (s *soak) say() string {
	alone := ""
	if s.at != nil {
		if f := attempt(s.t, s.at.Only(s.at.Keys()...), s.t.TempDir(), new(ways)); f != "" {
			alone = "\n--- by itself\n" + narrowed(s.t, s.at, s.t.TempDir(), f)
		}
	}
	return "\n--- before\n" + strings.Join(s.trail, "\n") + s.last + alone
}

func (s *soak) fatalf(format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf(format+"%s", append(args, s.say())...)
}

func (s *soak) must(err error) {
	s.t.Helper()
	if err != nil {
		s.fatalf("%v", err)
	}
}
