package duck

import (
	"context"
	"testing"

	"dimdesk/engine"
	"dimdesk/sampledata"
)

// TestSamples runs every built-in sample: each row is of the kind that the sample says, the batch is committed with what
// cannot be applied parked, and undo gives the first bytes back.
func TestSamples(t *testing.T) {
	for _, name := range append([]string{""}, sampledata.Names()...) {
		t.Run(name, func(t *testing.T) {
			s, err := sampledata.Demo(name)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			dim, batch, spec, err := s.Write(dir)
			if err != nil {
				t.Fatal(err)
			}
			o := Options{Dimension: dim, Batch: batch, Spec: spec, AsOf: s.AsOf, StateDir: dir}
			first := text(t, dim)
			want, err := s.Kinds()
			if err != nil {
				t.Fatal(err)
			}
			r, err := OpenReview(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			seen := map[engine.Kind]bool{}
			err = r.Each(context.Background(), engine.Filter{Kinds: engine.Kinds}, func(c engine.Change, _ []engine.Operation) error {
				seen[c.Kind] = true
				if w := want[c.Row]; c.Kind != w {
					t.Errorf("row %d is %s, not %s: %s", c.Row, c.Kind, w, c.Reason)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if (name == "" || name == "demo") && len(seen) != len(engine.Kinds) {
				t.Errorf("the demo shows only %d kinds", len(seen))
			}
			out, err := r.Commit(context.Background(), engine.CommitRequest{ParkFile: dir + "/parked.csv"}, nil)
			if err != nil {
				t.Fatal(err)
			}
			d, err := OpenDimension(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			if _, err := d.Undo(context.Background(), out.ID, engine.CommitRequest{}); err != nil {
				t.Fatal(err)
			}
			if text(t, dim) != first {
				t.Error("undo does not give the first bytes back")
			}
		})
	}
}
