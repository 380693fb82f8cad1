package duck

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dimdesk/engine"
)

// What most tests are about: three members, of one version each.
const (
	threeMembers = "sk,id,city,valid_from,valid_to\n1,A,Pune,2024-01-01,\n2,B,Rome,2024-01-01,\n3,C,Oslo,2024-01-01,\n"
	plainSpec    = "key: id\nsurrogate_key: sk\nperiod: {from: valid_from, to: valid_to}\ncolumns: {city: 2}\n"
	snapshotSpec = plainSpec + "batch: {mode: snapshot}\n"
	datedSpec    = plainSpec + "batch: {effective: at}\n"
)

// threeRows is threeMembers as the rows of a DuckDB table.
const threeRows = "SELECT * FROM (VALUES (1, 'A', 'Pune', DATE '2024-01-01', NULL::DATE), (2, 'B', 'Rome', DATE '2024-01-01', NULL), (3, 'C', 'Oslo', DATE '2024-01-01', NULL)) t(sk, id, city, valid_from, valid_to)"

// nothingAllowed is the request of somebody who lifts no brake.
var nothingAllowed = engine.CommitRequest{Allow: engine.Allow{Deleted: -1, Changed: -1}}

// parkingIn is nothingAllowed with a file for what cannot be applied.
func parkingIn(path string) engine.CommitRequest {
	req := nothingAllowed
	req.ParkFile = path
	return req
}

// put writes a file of a test's folder and gives its path.
func put(t *testing.T, dir, name, text string) string {
	t.Helper()
	p := filepath.Join(dir, name)
	if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return p
}

// files are a dimension in CSV, a batch and a spec ("" for none) in a folder of their own, as of the first day of 2026.
func files(t *testing.T, dimension, batch, spec string) Options {
	t.Helper()
	dir := t.TempDir()
	o := Options{Dimension: put(t, dir, "dim.csv", dimension), Batch: put(t, dir, "batch.csv", batch), AsOf: "2026-01-01", StateDir: dir}
	if spec != "" {
		o.Spec = put(t, dir, "spec.yaml", spec)
	}
	return o
}

// tables are a DuckDB file that the statements make, a batch and a spec ("" for none); the dimension is the table dim.
func tables(t *testing.T, batch, spec string, statements ...string) Options {
	t.Helper()
	dir := t.TempDir()
	o := Options{Dimension: filepath.Join(dir, "warehouse.duckdb"), Table: "dim", Batch: put(t, dir, "batch.csv", batch), AsOf: "2026-01-01", StateDir: dir}
	if spec != "" {
		o.Spec = put(t, dir, "spec.yaml", spec)
	}
	outside(t, o.Dimension, statements...)
	return o
}

// folder is that of the dimension and the batch, and beside a path in it.
func folder(o Options) string              { return filepath.Dir(o.Dimension) }
func beside(o Options, name string) string { return filepath.Join(folder(o), name) }

// outside runs statements on a DuckDB file, as another program would.
func outside(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, q := range statements {
		if _, err := db.Exec(q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
}

// rowsOf reads a query's rows from a DuckDB file, each as its cells with a bar between, NULL as a dash.
func rowsOf(t *testing.T, path, query string) []string {
	t.Helper()
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query("SELECT COLUMNS(*)::VARCHAR FROM (" + query + ")")
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for rows.Next() {
		vals, err := scanTexts(rows, len(names))
		if err != nil {
			t.Fatal(err)
		}
		cells := make([]string, len(vals))
		for i, v := range vals {
			if cells[i] = v.Text; v.Null {
				cells[i] = "-"
			}
		}
		out = append(out, strings.Join(cells, "|"))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// review opens a review that is closed with the test.
func review(t *testing.T, o Options) *Review {
	t.Helper()
	r, err := OpenReview(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// opened opens a dimension that is closed with the test.
func opened(t *testing.T, o Options) *Dimension {
	t.Helper()
	o.Batch = ""
	d, err := OpenDimension(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// commit reviews and commits, and wants that to succeed.
func commit(t *testing.T, o Options, req engine.CommitRequest) engine.Committed {
	t.Helper()
	r := review(t, o)
	out, err := r.Commit(context.Background(), req, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return out
}

// takeBack undoes a commit, and wants that to succeed.
func takeBack(t *testing.T, o Options, id int64) engine.Committed {
	t.Helper()
	d := opened(t, o)
	out, err := d.Undo(context.Background(), id, engine.CommitRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return out
}

// changes are all changes of a review that pass a filter.
func changes(t *testing.T, r *Review, f engine.Filter) []engine.Change {
	t.Helper()
	var out []engine.Change
	err := r.Each(context.Background(), f, func(c engine.Change, _ []engine.Operation) error {
		out = append(out, c)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// listing has a line for each change that asks something of somebody: its key, kind, decision and reason.
func listing(t *testing.T, r *Review) string {
	t.Helper()
	var lines []string
	for _, c := range changes(t, r, engine.Filter{}) {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s %s %s", keyText(c.Key), c.Kind, c.Decision, c.Reason)))
	}
	return strings.Join(lines, "\n")
}

// idOf is the change of the member with a key of one column.
func idOf(t *testing.T, r *Review, key string) int64 {
	t.Helper()
	for _, c := range changes(t, r, engine.Filter{Kinds: engine.Kinds}) {
		if c.Key[0].Text == key {
			return c.ID
		}
	}
	t.Fatalf("no change of %s", key)
	return 0
}

// park parks the changes of some members.
func park(t *testing.T, r *Review, reason string, keys ...string) {
	t.Helper()
	var ids []int64
	for _, k := range keys {
		ids = append(ids, idOf(t, r, k))
	}
	if _, err := r.Decide(context.Background(), engine.Selection{IDs: ids}, engine.Parked, reason); err != nil {
		t.Fatal(err)
	}
}

// same compares texts that a test shows whole.
func same(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s is\n%s\nwant\n%s", what, got, want)
	}
}

// refused wants an error of a code that says something.
func refused(t *testing.T, err error, code engine.Code, says string) {
	t.Helper()
	if engine.CodeOf(err) != code || err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("code %d, %v; want code %d and %q", engine.CodeOf(err), err, code, says)
	}
}
