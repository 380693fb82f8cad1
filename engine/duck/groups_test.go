package duck

import (
	"context"
	"fmt"
	"testing"

	"dimdesk/engine"
	"dimdesk/sampledata"
)

// TestGroupsAreWhatTheirFilterSelects wants every group to have exactly the rows that its filter selects, and parking it to
// park these and no others.
func TestGroupsAreWhatTheirFilterSelects(t *testing.T) {
	gap := "sk,id,city,valid_from,valid_to\n1,A,Pune,2024-01-01,2024-02-01\n2,A,Rome,2024-06-01,\n3,B,Pune,2024-01-01,2024-06-01\n4,B,Rome,2024-06-01,\n"
	for name, o := range map[string]Options{
		"demo":         demoFiles(t),
		"snapshot":     files(t, threeMembers+"4,D,,2024-01-01,\n", "id,city\nB,Lima\nD,Lima\nE,Lima\n,Lima\n", snapshotSpec+"limits: {deleted: 100%}\n"),
		"NULL before":  files(t, "sk,id,city,valid_from,valid_to\n1,A,,2024-01-01,\n2,B,,2024-01-01,\n", "id,city\nA,Delhi\nB,Delhi\nN1,Delhi\nN2,Delhi\nN3,Delhi\nN4,\n", plainSpec),
		"late in gaps": files(t, gap, "id,city,at\nA,Delhi,2024-03-01\nB,Delhi,2024-03-01\nB,Oslo,2027-01-01\nC,Delhi,2024-03-01\n", datedSpec),
		"operations":   files(t, threeMembers, "id,city,op\nA,Pune,D\nB,Lima,U\nC,,U\nX,Lima,D\nY,Lima,U\n", plainSpec+"batch: {operation: {column: op, delete: [D]}}\n"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := review(t, o)
			for _, f := range []engine.Filter{{}, {Kinds: engine.Kinds}, {Decision: engine.Taken}, {Text: "lima"}} {
				checkGroups(t, r, f)
			}
			parkGroups(t, r)
		})
	}
}

func demoFiles(t *testing.T) Options {
	t.Helper()
	s, err := sampledata.Demo("")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	dim, batch, spec, err := s.Write(dir)
	if err != nil {
		t.Fatal(err)
	}
	return Options{Dimension: dim, Batch: batch, Spec: spec, AsOf: s.AsOf, StateDir: dir}
}

func named(g engine.Group) string {
	return fmt.Sprintf("%s %q %s → %s", g.Kind, g.Column, g.Before.Show(), g.After.Show())
}

// checkGroups counts what the filter of each group selects.
func checkGroups(t *testing.T, r *Review, f engine.Filter) {
	t.Helper()
	ctx := context.Background()
	groups, err := r.Groups(ctx, f, 1000)
	if err != nil {
		t.Fatal(err)
	}
	if len(groups) == 0 && f.Text == "" {
		t.Fatal("no groups")
	}
	for _, g := range groups {
		l, err := r.Select(ctx, 1, g.Filter)
		if err != nil {
			t.Fatal(err)
		}
		if l.Total != g.Rows {
			t.Errorf("%s: %d rows, and its filter selects %d", named(g), g.Rows, l.Total)
		}
	}
}

// parkGroups parks the larger groups, one after the other, and undoes that.
func parkGroups(t *testing.T, r *Review) {
	t.Helper()
	ctx := context.Background()
	groups, err := r.Groups(ctx, engine.Filter{}, 8)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		want := map[int64]bool{}
		for _, c := range changes(t, r, g.Filter) {
			if c.Decision != engine.NoDecision {
				want[c.ID] = true
			}
		}
		d, err := r.Decide(ctx, engine.Selection{Filter: &g.Filter}, engine.Parked, "")
		if err != nil {
			t.Fatal(err)
		}
		parked := changes(t, r, engine.Filter{Decision: engine.Parked})
		if d.Rows != int64(len(want)) || len(parked) != len(want) {
			t.Errorf("%s: parking it parked %d rows (%d are parked), not %d", named(g), d.Rows, len(parked), len(want))
		}
		for _, c := range parked {
			if !want[c.ID] {
				t.Errorf("%s: parking it parked row %d too", named(g), c.Row)
			}
		}
		if d.Rows > 0 {
			if _, err := r.Undo(ctx); err != nil {
				t.Fatal(err)
			}
		}
	}
}
