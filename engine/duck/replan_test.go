package duck

import (
	"context"
	"strings"
	"testing"

	"dimdesk/engine"
)

// TestReplanKeepsDecisions has another process close a member while a snapshot is reviewed, so that the absent members get other
// numbers: decisions on them are kept by key, those on rows by row.
func TestReplanKeepsDecisions(t *testing.T) {
	t.Parallel()
	o := files(t, threeMembers+"4,D,Bonn,2024-01-01,\n5,E,Kiel,2024-01-01,\n", "id,city\nD,Lima\nE,Lima\n", snapshotSpec)
	r := review(t, o)
	park(t, r, "keep B", "B")
	park(t, r, "a typo", "E")
	same(t, "the plan", listing(t, r), "D changed taken\nE changed parked a typo\nA deleted taken\nB deleted parked keep B\nC deleted taken")
	put(t, folder(o), "dim.csv", strings.Replace(text(t, o.Dimension), "1,A,Pune,2024-01-01,", "1,A,Pune,2024-01-01,2025-01-01", 1))
	if err := r.Replan(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	same(t, "the plan made again", listing(t, r), "D changed taken\nE changed parked a typo\nB deleted parked keep B\nC deleted taken")
	req := parkingIn(beside(o, "parked.csv"))
	if _, err := r.Commit(context.Background(), req, nil); err != nil {
		t.Fatal(err)
	}
	same(t, "the dimension", text(t, o.Dimension), "sk,id,city,valid_from,valid_to\n1,A,Pune,2024-01-01,2025-01-01\n2,B,Rome,2024-01-01,\n3,C,Oslo,2024-01-01,2026-01-01\n4,D,Bonn,2024-01-01,2026-01-01\n5,E,Kiel,2024-01-01,\n6,D,Lima,2026-01-01,\n")
}

// TestReplanDropsWhatIsNoLongerAbsent parks an absent member that is gone from the plan afterwards.
func TestReplanDropsWhatIsNoLongerAbsent(t *testing.T) {
	t.Parallel()
	o := files(t, threeMembers, "id,city\nC,Oslo\n", snapshotSpec)
	r := review(t, o)
	park(t, r, "keep", "A", "B")
	put(t, folder(o), "dim.csv", strings.Replace(threeMembers, "1,A,Pune,2024-01-01,", "1,A,Pune,2024-01-01,2025-01-01", 1))
	if err := r.Replan(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	same(t, "the plan", listing(t, r), "B deleted parked keep")
}

// TestReplanParksWhatOnlyThenChanges parks a row, and then one that had changed nothing as long as the first was taken: both are
// parked in the plan made again.
func TestReplanParksWhatOnlyThenChanges(t *testing.T) {
	t.Parallel()
	o := files(t, threeMembers, "id,city,at\nA,Delhi,2025-02-01\nA,Delhi,2025-03-01\nA,Delhi,2025-04-01\nB,Nice,2025-01-01\n", datedSpec)
	r := review(t, o)
	for i, reason := range []string{"who said so?", "", "nor this"} {
		if _, err := r.Decide(context.Background(), engine.Selection{IDs: []int64{int64(i + 1)}}, engine.Parked, reason); err != nil {
			t.Fatal(err)
		}
	}
	want := "A changed parked who said so?\nA changed parked\nA changed parked nor this\nB changed taken"
	same(t, "the plan", listing(t, r), want)
	put(t, folder(o), "dim.csv", strings.Replace(threeMembers, "Oslo", "Bergen", 1))
	if err := r.Replan(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	same(t, "the plan made again", listing(t, r), want)
}

// TestFailedReplanLeavesTheReview puts a record before those that the plan knows, and lets planning again fail: the review goes
// on as it was, and a commit writes to the right records.
func TestFailedReplanLeavesTheReview(t *testing.T) {
	cancelAt := func(step int) func(*testing.T, Options, *Review) error {
		return func(_ *testing.T, _ Options, r *Review) error {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			return r.Replan(ctx, func(p engine.Progress) {
				if p.Step >= step {
					cancel()
				}
			})
		}
	}
	for name, fail := range map[string]func(*testing.T, Options, *Review) error{
		"the batch has changed": func(t *testing.T, o Options, r *Review) error {
			put(t, folder(o), "batch.csv", "id,city\nA,Delhi\nB,Nice\n")
			return r.Replan(context.Background(), nil)
		},
		"the batch is gone": func(t *testing.T, o Options, r *Review) error {
			put(t, folder(o), "batch.csv", "")
			return r.Replan(context.Background(), nil)
		},
		"cancelled while opening":     cancelAt(1),
		"cancelled while reading":     cancelAt(2),
		"cancelled while classifying": cancelAt(5),
		"cancelled near the end":      cancelAt(12),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			o := files(t, threeMembers, "id,city\nA,Delhi\nC,Lima\n", plainSpec)
			r := review(t, o)
			park(t, r, "not yet", "C")
			put(t, folder(o), "dim.csv", strings.Replace(threeMembers, "1,A", "9,Z,Lima,2024-01-01,\n1,A", 1))
			if err := fail(t, o, r); err == nil {
				t.Fatal("planning again did not fail")
			}
			same(t, "the plan", listing(t, r), "A changed taken\nC changed parked not yet")
			if d, err := r.Undo(ctx); err != nil || d.Rows != 1 {
				t.Fatalf("the decision cannot be undone any more: %+v, %v", d, err)
			}
			if m, err := r.Member(ctx, idOf(t, r, "A")); err != nil || len(m.After) != 2 {
				t.Fatalf("the member cannot be read any more: %+v, %v", m, err)
			}
			if _, err := r.Commit(ctx, nothingAllowed, nil); err != nil {
				t.Fatal(err)
			}
			same(t, "the dimension", text(t, o.Dimension), "sk,id,city,valid_from,valid_to\n9,Z,Lima,2024-01-01,\n1,A,Pune,2024-01-01,2026-01-01\n2,B,Rome,2024-01-01,\n3,C,Oslo,2024-01-01,2026-01-01\n10,A,Delhi,2026-01-01,\n11,C,Lima,2026-01-01,\n")
		})
	}
}
