package duck

import (
	"context"
	"path/filepath"
	"testing"

	"dimdesk/engine"
)

// TestCancelledCommitSaysSo cancels the commits of one review ever later, until one is made: the code is always that of a
// cancelled one, nothing was written, and the review stays usable.
func TestCancelledCommitSaysSo(t *testing.T) {
	for name, home := range atHome {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before, after, looks := outcome(t, home(t))
			o := home(t)
			r := review(t, o)
			for n := int64(1); ; n += max(looks/50, 1) {
				out, err := r.Commit(newCountdown(n), parkingIn(beside(o, "parked.csv")), nil)
				if err == nil {
					r.Close()
					toldTheTruth(t, "at last", o, before, after, "", out.ID, nil)
					return
				}
				refused(t, err, engine.CodeCancelled, "cancelled")
				if t.Failed() || n > 2*looks {
					t.Fatalf("cancelled at look %d of %d", n, looks)
				}
			}
		})
	}
}

// TestCancelledDecisionLeavesTheReview cancels a decision ever later, until it is made: until then the plan is as it was.
func TestCancelledDecisionLeavesTheReview(t *testing.T) {
	t.Parallel()
	r := review(t, files(t, threeMembers, "id,city\nA,Delhi\nB,Bari\n", plainSpec))
	first := listing(t, r)
	for n := int64(1); ; n += 5 {
		_, err := r.Decide(newCountdown(n), engine.Selection{IDs: []int64{1}}, engine.Parked, "")
		if err == nil {
			break
		}
		same(t, "the plan", listing(t, r), first)
		if t.Failed() || n > 10000 {
			t.Fatalf("cancelled at look %d", n)
		}
	}
	same(t, "the plan", listing(t, r), "A changed parked\nB changed taken")
	if d, err := r.Undo(context.Background()); err != nil || d.Rows != 1 {
		t.Errorf("undo: %+v, %v", d, err)
	}
	same(t, "the plan after undo", listing(t, r), first)
}

// TestPlanningCancelledLeavesNothing cancels the opening of a review at moments spread over it: nothing is left behind.
func TestPlanningCancelledLeavesNothing(t *testing.T) {
	t.Parallel()
	for name, home := range atHome {
		o := home(t)
		first := everything(t, folder(o))
		whole := newCountdown(-1)
		r, err := OpenReview(whole, o)
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		for i := range int64(7) {
			_, err := OpenReview(newCountdown(1+i*whole.looks.Load()/7), o)
			refused(t, err, engine.CodeCancelled, "cancelled")
			same(t, name+": the folder", everything(t, folder(o)), first)
			if found, _ := filepath.Glob(beside(o, "dimdesk-*")); len(found) > 0 {
				t.Errorf("%s: left behind: %v", name, found)
			}
		}
	}
}
