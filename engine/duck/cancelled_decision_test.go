package duck

import (
	"context"
	"testing"

	"dimdesk/engine"
)

// TestCancelledDecisionSaysSo cancels a decision ever later, until it is made: until then the plan is as it was.
func TestCancelledDecisionSaysSo(t *testing.T) {
	t.Parallel()
	r := review(t, files(t, threeMembers, "id,city\nA,Delhi\nB,Bari\n", plainSpec))
	first := listing(t, r)
	for n := int64(1); ; n += 5 {
		_, err := r.Decide(newCountdown(n), engine.Selection{IDs: []int64{1}}, engine.Parked, "")
		if err == nil {
			break
		}
		refused(t, err, engine.CodeCancelled, "cancelled")
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
