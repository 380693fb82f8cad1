package duck

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"dimdesk/engine"
)

// TestCancelledCommitSaysSo cancels at moments spread over the whole commit: the code is always that of a cancelled one, and a
// second commit of the same review is made.
func TestCancelledCommitSaysSo(t *testing.T) {
	const moments = 12
	for name, home := range atHome {
		before, after, looks := outcome(t, home(t))
		for i := range int64(moments) {
			t.Run(fmt.Sprintf("%s/%d", name, i), func(t *testing.T) {
				t.Parallel()
				o := home(t)
				r := review(t, o)
				_, err := r.Commit(newCountdown(1+i*looks/moments), parkingIn(beside(o, "parked.csv")), nil)
				if err == nil {
					return
				}
				refused(t, err, engine.CodeCancelled, "cancelled")
				out, err := r.Commit(context.Background(), parkingIn(beside(o, "parked.csv")), nil)
				if err != nil {
					t.Fatalf("a second try: %v", err)
				}
				r.Close()
				toldTheTruth(t, "a second try", o, before, after, "", out.ID, nil)
			})
		}
	}
}

// TestCancelledDecisionLeavesTheReview cancels a decision at moments spread over it: it is made or not, and can be made then.
func TestCancelledDecisionLeavesTheReview(t *testing.T) {
	for i := range int64(25) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			r := review(t, files(t, threeMembers, "id,city\nA,Delhi\nB,Bari\n", plainSpec))
			first := listing(t, r)
			whole := newCountdown(-1)
			if _, err := r.Decide(whole, engine.Selection{IDs: []int64{1}}, engine.Parked, ""); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Undo(context.Background()); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Decide(newCountdown(1+i*whole.looks.Load()/25), engine.Selection{IDs: []int64{1}}, engine.Parked, ""); err != nil {
				refused(t, err, engine.CodeCancelled, "cancelled")
				same(t, "the plan", listing(t, r), first)
			}
			if _, err := r.Decide(context.Background(), engine.Selection{IDs: []int64{1, 2}}, engine.Parked, ""); err != nil {
				t.Fatal(err)
			}
			same(t, "the plan", listing(t, r), "A changed parked\nB changed parked")
		})
	}
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
