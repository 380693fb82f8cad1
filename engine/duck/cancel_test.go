package duck

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"dimdesk/engine"
)

// countdown is a context that is cancelled when it was looked at a number of times: between any two statements, and in them.
type countdown struct {
	context.Context
	cancel context.CancelFunc
	left   atomic.Int64
	looks  atomic.Int64
}

func newCountdown(n int64) *countdown {
	c := &countdown{}
	c.Context, c.cancel = context.WithCancel(context.Background())
	c.left.Store(n)
	return c
}

func (c *countdown) look() {
	c.looks.Add(1)
	if c.left.Add(-1) == 0 {
		c.cancel()
	}
}

// Done and Err are the two ways to look.
func (c *countdown) Done() <-chan struct{} { c.look(); return c.Context.Done() }
func (c *countdown) Err() error            { c.look(); return c.Context.Err() }

// atHome are the two kinds of dimension with a batch that changes A, and has a row to be parked.
var atHome = map[string]func(*testing.T) Options{
	"csv": func(t *testing.T) Options { return files(t, threeMembers, "id,city\nA,Delhi\n,Bad\n", plainSpec) },
	"duckdb": func(t *testing.T) Options {
		return tables(t, "id,city\nA,Delhi\n,Bad\n", plainSpec, "CREATE TABLE dim AS "+threeRows)
	},
}

// earlierPark is a parked file that is there already.
const earlierPark = "id,city" + parkHeader + "Z,Lima,upsert,2025-01-01,,9,,me,why\n"

// toldTheTruth wants what a commit or an undo answered to be what happened: all of it or nothing, by the journal, the dimension
// and the parked file alike.
func toldTheTruth(t *testing.T, when string, o Options, before, after, parkBefore string, id int64, err error) {
	t.Helper()
	log, lerr := opened(t, o).Log(context.Background())
	if lerr != nil {
		t.Fatal(lerr)
	}
	done := false
	for _, e := range log {
		done = done || e.ID == id && id > 0
	}
	now := contents(t, o)
	parked, _ := filepath.Glob(beside(o, "parked.csv"))
	parkNow := ""
	if len(parked) > 0 {
		parkNow = text(t, parked[0])
	}
	switch {
	case err == nil && !done:
		t.Errorf("%s: it says that commit %d is done, and the journal has no such commit", when, id)
	case err != nil && done && (engine.CodeOf(err) == engine.CodeCancelled || strings.Contains(err.Error(), "nothing was changed")):
		t.Errorf("%s: it says that nothing was changed, and commit %d is in the journal: %v", when, id, err)
	}
	if want := map[bool]string{true: after, false: before}[done]; now != want {
		t.Errorf("%s: %v; the journal says %t, and the dimension is\n%s", when, err, done, now)
	}
	if parkBefore != "-" && (parkNow != parkBefore) != done {
		t.Errorf("%s: %v; the journal says %t, and the parked file is\n%s", when, err, done, parkNow)
	}
	if left, _ := filepath.Glob(beside(o, ".*dimdesk*")); len(left) > 0 {
		t.Errorf("%s: left behind: %v", when, left)
	}
}

// outcome is the dimension before and after the commit, and in how many looks at its context that is made.
func outcome(t *testing.T, o Options) (before, after string, looks int64) {
	t.Helper()
	before = contents(t, o)
	ctx := newCountdown(-1)
	if _, err := review(t, o).Commit(ctx, parkingIn(beside(o, "parked.csv")), nil); err != nil {
		t.Fatal(err)
	}
	return before, contents(t, o), ctx.looks.Load()
}

// TestCommitCancelledAtEachStep cancels at the moment of each step that a commit reports.
func TestCommitCancelledAtEachStep(t *testing.T) {
	for name, home := range atHome {
		before, after, _ := outcome(t, home(t))
		for step := 1; step <= commitSteps; step++ {
			for _, apply := range []bool{false, true} {
				if apply && step < 3 {
					continue // at once or not, they are the same
				}
				t.Run(fmt.Sprintf("%s/%d/%t", name, step, apply), func(t *testing.T) {
					t.Parallel()
					o := home(t)
					o.Apply = apply
					r := review(t, o)
					ctx, cancel := context.WithCancel(context.Background())
					defer cancel()
					out, err := r.Commit(ctx, parkingIn(beside(o, "parked.csv")), func(p engine.Progress) {
						if p.Step == step {
							cancel()
						}
					})
					r.Close()
					if err == nil && step < commitSteps {
						t.Error("it was not cancelled")
					}
					o.Apply = false
					toldTheTruth(t, "cancelled at that step", o, before, after, "", out.ID, err)
				})
			}
		}
	}
}

// TestCommitCancelledAnywhere cancels at moments spread over the whole commit, with a parked file that is added to.
func TestCommitCancelledAnywhere(t *testing.T) {
	const moments = 6
	for name, home := range atHome {
		before, after, looks := outcome(t, home(t))
		for i := range int64(moments) {
			t.Run(fmt.Sprintf("%s/%d", name, i), func(t *testing.T) {
				t.Parallel()
				o := home(t)
				put(t, folder(o), "parked.csv", earlierPark)
				r := review(t, o)
				out, err := r.Commit(newCountdown(1+i*looks/moments), parkingIn(beside(o, "parked.csv")), nil)
				r.Close()
				toldTheTruth(t, "cancelled", o, before, after, earlierPark, out.ID, err)
			})
		}
	}
}

// TestUndoCancelledAnywhere is the same of an undo.
func TestUndoCancelledAnywhere(t *testing.T) {
	const moments = 4
	for name, home := range atHome {
		o := home(t)
		before, after, _ := outcome(t, o)
		whole := newCountdown(-1)
		if _, err := opened(t, o).Undo(whole, 1, engine.CommitRequest{}); err != nil {
			t.Fatal(err)
		}
		for i := range int64(moments) {
			t.Run(fmt.Sprintf("%s/%d", name, i), func(t *testing.T) {
				t.Parallel()
				o := home(t)
				commit(t, o, parkingIn(beside(o, "parked.csv")))
				d := opened(t, o)
				out, err := d.Undo(newCountdown(1+i*whole.looks.Load()/moments), 1, engine.CommitRequest{})
				d.Close()
				toldTheTruth(t, "cancelled", o, after, before, "-", out.ID, err)
			})
		}
	}
}
