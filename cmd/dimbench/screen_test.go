package main

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/sampledata"
)

func TestPercentilesAreOfTheWholeRun(t *testing.T) {
	f := &figure{what: "x", target: 16 * time.Millisecond}
	for i := range 200 {
		f.add(time.Duration(i+1) * time.Millisecond / 10)
	}
	if f.percentile(50) != 10*time.Millisecond || f.percentile(99) != 19800*time.Microsecond || f.percentile(100) != 20*time.Millisecond || !f.missed() {
		t.Errorf("p50 %s, p99 %s, max %s, missed %t", f.percentile(50), f.percentile(99), f.percentile(100), f.missed())
	}
	var out strings.Builder
	if missed, err := (figures{f, {what: "y", took: []time.Duration{time.Hour}}}).print(&out); err != nil || missed != 1 {
		t.Errorf("missed %d, %v", missed, err)
	}
	if got := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(got, "x 16 10 19.8 20 200 missed y – 3600000") {
		t.Error(out.String())
	}
}

// TestDecidingOnEverythingResolvesNothing parks and takes 20,000 changes, and looks at the history of each hundredth: nothing of
// that may depend on how many changes there are but by reading flags, so that it is done in a moment on any machine.
func TestDecidingOnEverythingResolvesNothing(t *testing.T) {
	ctx := context.Background()
	g := sampledata.Generator{Members: 30_000, Rows: 25_000, Same: sameShare}
	data, err := prepare(ctx, t.TempDir(), g, generate, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	r, err := duck.OpenReview(ctx, duck.Options{Dimension: data.base, Batch: data.batch, Spec: data.spec, AsOf: sampledata.GeneratedAsOf, StateDir: t.TempDir(), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, d := range []engine.Decision{engine.Parked, engine.Taken} {
		out, err := r.Decide(ctx, engine.Selection{Filter: &engine.Filter{}}, d, "")
		if err != nil || out.Rows != 20_000 {
			t.Fatalf("%s: %d rows, %v", d, out.Rows, err)
		}
		for id := int64(1); id <= 25_000; id += 2500 {
			m, err := r.History(ctx, id)
			if err != nil || len(m.After) == 0 && d == engine.Taken {
				t.Fatalf("change %d, %s: %+v, %v", id, d, m, err)
			}
			moved := len(m.Before) != len(m.After)
			if want := d == engine.Taken && m.Changes[0].Kind != engine.Unchanged; moved != want {
				t.Errorf("change %d (%s), %s: %d versions before, %d after", id, m.Changes[0].Kind, d, len(m.Before), len(m.After))
			}
		}
	}
}
