package duck

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dimdesk/engine"
	"dimdesk/engine/model/draw"
	"dimdesk/engine/sqlgen"
)

// scriptsCompared is how many random batches are compared in the run that every change must pass.
const scriptsCompared = 25

// TestScriptEqualsCommit draws dimensions, batches and specs, and holds the rows that a plan's script leaves in DuckDB against those of
// its commit.
func TestScriptEqualsCommit(t *testing.T) {
	dir := t.TempDir()
	if !flagGiven("rapid.seed") && !flagGiven("rapid.checks") {
		seedRapid(t, 7)
	}
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		c := draw.DrawMany(rt, 12)
		if n++; n > scriptsCompared && !flagGiven("rapid.checks") {
			return
		}
		scriptAgainstCommit(rt, laid(rt, c, dir))
	})
}

func scriptAgainstCommit(t *rapid.T, o Options) {
	ctx := context.Background()
	r, err := OpenReview(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	p, err := r.Preview(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Stops) > 0 {
		return
	}
	var b strings.Builder
	if err := r.Script(ctx, ScriptOptions{Table: "dim"}, &b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	before := o.Dimension + ".before.csv"
	data, err := os.ReadFile(o.Dimension)
	if err == nil {
		err = os.WriteFile(before, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	park := beside(o, "parked.csv")
	defer os.Remove(park)
	if _, err := r.Commit(ctx, engine.CommitRequest{ParkFile: park, Again: true, Allow: engine.Allow{Deleted: -1, Changed: -1}}, nil); err != nil {
		t.Fatal(err)
	}
	w, err := openWorkspace(ctx, o, o.Dimension, before, beside(o, "dim.dimdesk.duckdb"), strings.TrimSuffix(before, ".csv")+".dimdesk.duckdb")
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	want := fileRows(t, w, o.Dimension, "")
	if got := fileRows(t, w, before, text); got != want {
		t.Fatalf("the script leaves\n%s\nthe commit\n%s\nof\n%s\nby\n%s", got, want, data, text)
	}
}

// fileRows are the rows of a CSV in DuckDB, after a script on a table with the columns that it tells.
func fileRows(t *rapid.T, w *workspace, path, script string) string {
	ctx := context.Background()
	h := newCSVHome(path, filepath.Base(path))
	err := h.attach(ctx, w, false)
	for _, q := range append([]string{"CREATE OR REPLACE TABLE dim AS SELECT * FROM temp.home_csv"}, retyped(script)...) {
		if err == nil {
			_, err = w.exec(ctx, q)
		}
	}
	if err == nil && strings.Contains(script, "BEGIN;") {
		_, err = w.exec(ctx, script)
	}
	var rows [][]engine.Value
	if err == nil {
		err = w.query(ctx, "SELECT COLUMNS(*)::VARCHAR FROM dim", func(r *sql.Rows) error {
			row, err := scanTexts(r, len(h.shape.Header))
			rows = append(rows, row)
			return err
		})
	}
	if err == nil {
		err = h.detach(w)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, script)
	}
	return strings.Join(sortRows(rows), "\n")
}

// retyped gives dim the types that a script tells.
func retyped(script string) (out []string) {
	for column, typ := range toldTypes(script) {
		out = append(out, "ALTER TABLE dim ALTER "+sqlgen.Ident(column)+" TYPE "+typ)
	}
	return out
}
