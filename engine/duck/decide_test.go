package duck

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dimdesk/engine"
	"dimdesk/engine/model/draw"
)

// A script is a random batch with random decisions on it: each is a choice and the changes that it falls on.
type script struct {
	of    *draw.Case
	steps []choice
}

type choice struct {
	do  string // "park", "take", "undo" or "redo"
	ids []int64
}

var scripts = rapid.Custom(func(t *rapid.T) script {
	return drawScript(t, draw.Draw(t), rapid.IntRange(3, 8), []string{"park", "park", "park", "take", "undo", "redo"}, rapid.SliceOfN(rapid.Int64Range(1, 14), 1, 4))
})

// drawScript draws so many decisions on a batch, each one of do, on some of the changes.
func drawScript(t *rapid.T, of *draw.Case, steps *rapid.Generator[int], do []string, ids *rapid.Generator[[]int64]) script {
	s := script{of: of}
	for range steps.Draw(t, "steps") {
		s.steps = append(s.steps, choice{rapid.SampledFrom(do).Draw(t, "do"), ids.Draw(t, "ids")})
	}
	return s
}

// TestDecisionsEqualAFreshPlan decides at random, and undoes and redoes: what the plan is then does not depend on how it came
// about, only on what is parked.
func TestDecisionsEqualAFreshPlan(t *testing.T) {
	for seed := range 16 {
		s := scripts.Example(seed)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			o := files(t, s.of.DimensionCSV, s.of.BatchCSV, s.of.SpecText)
			o.AsOf = s.of.AsOfText
			r := review(t, o)
			for _, step := range s.steps {
				follow(t, r, step)
			}
			got, parked := outlines(t, r)
			fresh := review(t, o)
			if err := fresh.parkAgain(context.Background(), map[string][]int64{"": parked}); err != nil {
				t.Fatal(err)
			}
			want, _ := outlines(t, fresh)
			same(t, fmt.Sprintf("the plan after %+v", s.steps), got, want)
			if t.Failed() {
				t.Logf("as of %s\n%s\n--- dimension\n%s--- batch\n%s", o.AsOf, s.of.SpecText, s.of.DimensionCSV, s.of.BatchCSV)
			}
		})
	}
}

func follow(t *testing.T, r *Review, c choice) {
	t.Helper()
	ctx := context.Background()
	var err error
	switch c.do {
	case "park":
		_, err = r.Decide(ctx, engine.Selection{IDs: c.ids}, engine.Parked, "")
	case "take":
		_, err = r.Decide(ctx, engine.Selection{IDs: c.ids}, engine.Taken, "")
	case "undo":
		_, err = r.Undo(ctx)
	case "redo":
		_, err = r.Redo(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// outlines is a line for each change, with its operations, and which are parked. The kind of a parked row stays what it was when
// it was parked, so it is left out.
func outlines(t *testing.T, r *Review) (all string, parked []int64) {
	t.Helper()
	var lines []string
	err := r.Each(context.Background(), engine.Filter{Kinds: engine.Kinds}, func(c engine.Change, ops []engine.Operation) error {
		line := fmt.Sprintf("%d parked, %d operations", c.ID, len(ops))
		if c.Decision == engine.Parked {
			parked = append(parked, c.ID)
		} else {
			line = fmt.Sprintf("%d %s %+v", c.ID, outline(c.Kind, false, ops), c.Columns)
		}
		lines = append(lines, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n"), parked
}

// TestRedoSurvivesADecisionThatChangesNothing parks, undoes, takes what is taken already, and redoes.
func TestRedoSurvivesADecisionThatChangesNothing(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	r := review(t, files(t, threeMembers, "id,city\nA,Delhi\nB,Lima\n", plainSpec))
	first := listing(t, r)
	park(t, r, "a typo", "A")
	parked := listing(t, r)
	if d, err := r.Undo(ctx); err != nil || d.Rows != 1 || d.Members != 1 {
		t.Fatalf("undo: %+v, %v", d, err)
	}
	same(t, "the plan after undo", listing(t, r), first)
	if d, err := r.Decide(ctx, engine.Selection{IDs: []int64{1, 2}}, engine.Taken, ""); err != nil || d.Rows != 0 {
		t.Fatalf("taking what is taken: %+v, %v", d, err)
	}
	if d, err := r.Redo(ctx); err != nil || d.Rows != 1 {
		t.Fatalf("redo: %+v, %v", d, err)
	}
	same(t, "the plan after redo", listing(t, r), parked)
	if d, err := r.Redo(ctx); err != nil || d.Rows != 0 {
		t.Fatalf("a second redo: %+v, %v", d, err)
	}
	if c, err := r.Counts(ctx); err != nil || c.Parked != 1 || c.Taken != 1 {
		t.Errorf("counts %+v, %v", c, err)
	}
}

// TestUndoGivesAParkedRowBackAsItWas parks two alike rows, takes both, and undoes that: the second changes something only while
// the first is parked, and can be decided on again.
func TestUndoGivesAParkedRowBackAsItWas(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	r := review(t, files(t, threeMembers, "id,city,at\nA,Delhi,2025-02-01\nA,Delhi,2025-03-01\n", datedSpec))
	var plans []string
	for _, c := range []choice{{"park", []int64{1}}, {"park", []int64{2}}, {"take", []int64{1}}, {"take", []int64{2}}} {
		plans = append(plans, listing(t, r))
		follow(t, r, c)
	}
	same(t, "the plan", listing(t, r), "A changed taken")
	for i := len(plans) - 1; i >= 0; i-- {
		follow(t, r, choice{do: "undo"})
		same(t, fmt.Sprintf("the plan after undoing decision %d", i+1), listing(t, r), plans[i])
	}
	for range plans[:2] {
		follow(t, r, choice{do: "redo"})
	}
	if d, err := r.Decide(ctx, engine.Selection{Filter: &engine.Filter{Decision: engine.Parked}}, engine.Taken, ""); err != nil || d.Rows != 2 {
		t.Errorf("taking what is parked: %+v, %v", d, err)
	}
}

// TestDecisionsResolveTheWholeMember parks one of several rows of a member: the others follow from what is left.
func TestDecisionsResolveTheWholeMember(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	r := review(t, files(t, threeMembers, "id,city,at\nA,Delhi,2025-02-01\nA,Pune,2025-03-01\nA,Lima,2025-04-01\n", datedSpec))
	same(t, "the plan", listing(t, r), "A changed taken\nA changed taken\nA changed taken")
	if _, err := r.Decide(ctx, engine.Selection{IDs: []int64{1}}, engine.Parked, "who said so?"); err != nil {
		t.Fatal(err)
	}
	same(t, "the plan without the first row", listing(t, r), "A changed parked who said so?\nA changed taken")
	if m, err := r.Member(ctx, 3); err != nil || len(m.After) != 2 || m.After[1].From != "2025-04-01" {
		t.Errorf("the history is %+v, %v", m.After, err)
	}
	if d, err := r.Undo(ctx); err != nil || d.Members != 1 {
		t.Fatalf("undo: %+v, %v", d, err)
	}
	same(t, "the plan after undo", listing(t, r), "A changed taken\nA changed taken\nA changed taken")
	if m, err := r.Member(ctx, 3); err != nil || len(m.After) != 4 {
		t.Errorf("the history is %+v, %v", m.After, err)
	}
}
