package main

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/sampledata"
)

// generatedDesk is one with a made-up dimension in a DuckDB file.
func generatedDesk(t *testing.T, members int64) *desk {
	t.Helper()
	dir := t.TempDir()
	g := sampledata.Generator{Members: members, TextKey: true}
	dimension, batch := filepath.Join(dir, "shop.duckdb"), filepath.Join(dir, "batch.csv")
	db, err := sql.Open("duckdb", dimension) // the driver is linked by the engine
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range append(g.DimensionSQL(), g.BatchSQL(batch)...) {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "shop.dim.yaml"), string(g.Spec()))
	return newDesk(t, dimension, batch, sampledata.GeneratedAsOf)
}

// TestStoryOfACancelledPlan has second thoughts while a batch is being planned. The plan is held at a step where it counts
// rows, so that this is so on a machine of any speed.
func TestStoryOfACancelledPlan(t *testing.T) {
	d := generatedDesk(t, 20_000)
	d.sitWith(80, 24, func(ctx context.Context, news func(engine.Progress)) (engine.Review, error) {
		opts, err := d.o.options(d.dimension, d.batch, func(p engine.Progress) {
			news(p)
			if p.Total > 0 {
				<-ctx.Done()
			}
		})
		if err != nil {
			return nil, err
		}
		r, err := duck.OpenReview(ctx, opts)
		if err != nil {
			return nil, err
		}
		return r, nil
	})
	d.See("shop.duckdb ◂ batch.csv", "step 3 of 14", "2,000 rows", "Ctrl-C cancels").Press("ctrl+c")
	outcome, err := d.leaves()
	if code := engine.CodeOf(plainError(err)); code != engine.CodeCancelled || outcome.Committed != nil {
		t.Errorf("ended with code %d (%v), committed %v", code, err, outcome.Committed)
	}
	d.unchanged()
	left, err := os.ReadDir(filepath.Join(os.Getenv("XDG_STATE_HOME"), "dimdesk"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for _, f := range left {
		t.Errorf("a cancelled plan leaves %s behind", f.Name())
	}
	d.sit(80, 24).See("1 of 600", "~ 400", "+ 200") // nothing holds the file: it opens again
	d.Press("q").See("Leave the review?").Press("y")
	if _, err := d.leaves(); err != nil {
		t.Error(err)
	}
}
