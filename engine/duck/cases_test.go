package duck

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dimdesk/engine"
	"dimdesk/engine/csvfile"
	"dimdesk/engine/sqlgen"
)

// TestCases runs every case of engine/testdata/cases, on a CSV and some on a DuckDB file: the kinds that diff gives, and the
// dimension after an apply, a second with --again, and a third; and once more without a review, where plain rows go their own
// way; and the counts alone.
func TestCases(t *testing.T) {
	var w ways
	folders, err := filepath.Glob("../testdata/cases/*")
	if err != nil || len(folders) < 42 {
		t.Fatalf("%d cases: %v", len(folders), err)
	}
	t.Cleanup(func() { w.enough(t, 100) })
	for _, f := range folders {
		t.Run(filepath.Base(f), func(t *testing.T) {
			t.Run("csv", func(t *testing.T) { t.Parallel(); runCase(t, f, false, &w) })
			t.Run("at once", func(t *testing.T) { t.Parallel(); runAtOnce(t, f) })
			if handed(f) {
				t.Run("duckdb", func(t *testing.T) { t.Parallel(); runCase(t, f, true, &w) })
			}
		})
	}
}

// TestReading runs the cases of engine/testdata/reading: files as people send them, which the model does not read.
func TestReading(t *testing.T) {
	folders, err := filepath.Glob("../testdata/reading/*")
	if err != nil || len(folders) == 0 {
		t.Fatalf("%d cases: %v", len(folders), err)
	}
	for _, f := range folders {
		t.Run(filepath.Base(f), func(t *testing.T) { t.Parallel(); runCase(t, f, false, new(ways)) })
	}
}

// handed tells the cases that were handed to us, which have numbers of two digits; the others vary them.
func handed(folder string) bool { return strings.Index(filepath.Base(folder), "-") == 2 }

// layCase puts a case's files into a folder of their own, and gives the exit code that it wants.
func layCase(t *testing.T, folder string) (Options, engine.Code) {
	dir := t.TempDir()
	o := Options{Dimension: filepath.Join(dir, "dimension.csv"), Batch: filepath.Join(dir, "batch.csv"), Spec: filepath.Join(dir, "spec.yaml"), StateDir: dir}
	for _, name := range []string{"dimension.csv", "batch.csv", "spec.yaml"} {
		copyTo(t, filepath.Join(folder, name), filepath.Join(dir, name))
	}
	o.AsOf = strings.TrimSpace(text(t, filepath.Join(folder, "as-of")))
	wantCode := engine.Code(0)
	if data, err := os.ReadFile(filepath.Join(folder, "exit")); err == nil {
		n, err := strconv.Atoi(strings.TrimSpace(string(data)))
		if err != nil {
			t.Fatal(err)
		}
		wantCode = engine.Code(n)
	}
	return o, wantCode
}

func runAtOnce(t *testing.T, folder string) {
	o, wantCode := layCase(t, folder)
	o.Apply = true
	if err := applyOnce(o, beside(o, "parked.csv"), false); engine.CodeOf(err) != wantCode {
		t.Fatalf("exit %d, want %d: %v", engine.CodeOf(err), wantCode, err)
	}
	same(t, "the dimension", contents(t, o), linesOf(t, filepath.Join(folder, "expected.csv")))
}

func runCase(t *testing.T, folder string, table bool, w *ways) {
	o, wantCode := layCase(t, folder)
	if table {
		o = asTable(t, o)
	}
	first := contents(t, o)
	checkKinds(t, folder, o, w)
	want := linesOf(t, filepath.Join(folder, "expected.csv"))
	for i, again := range []bool{false, true, false} {
		err := applyOnce(o, beside(o, "parked.csv"), again)
		if got := engine.CodeOf(err); got != wantCode {
			t.Fatalf("apply %d: exit %d, want %d: %v", i, got, wantCode, err)
		}
		if got := contents(t, o); got != want {
			t.Fatalf("apply %d: the dimension is\n%s\nwant\n%s", i, got, want)
		}
		if i == 0 && wantCode == 0 {
			backAndForth(t, o, first, want)
		}
	}
}

// backAndForth undoes the last commit, and undoes that.
func backAndForth(t *testing.T, o Options, first, after string) {
	d, err := OpenDimension(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	commit := int64(0)
	for _, want := range []string{first, after} {
		out, err := d.Undo(context.Background(), commit, engine.CommitRequest{})
		if err != nil {
			t.Fatal(err)
		}
		if got := contents(t, o); got != want {
			t.Fatalf("after an undo the dimension is\n%s\nwant\n%s", got, want)
		}
		commit = out.ID
	}
}

func applyOnce(o Options, park string, again bool) error {
	r, err := OpenReview(context.Background(), o)
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = r.Commit(context.Background(), engine.CommitRequest{ParkFile: park, Again: again, Allow: engine.Allow{Deleted: -1, Changed: -1}}, nil)
	return err
}

func checkKinds(t *testing.T, folder string, o Options, w *ways) {
	r, err := OpenReview(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	got := map[string]string{}
	err = r.Each(context.Background(), engine.Filter{Kinds: engine.Kinds}, func(c engine.Change, _ []engine.Operation) error {
		name := strconv.FormatInt(c.Row, 10) + ","
		if c.Row == 0 {
			var parts []string
			for _, k := range c.Key {
				parts = append(parts, k.Text)
			}
			name = "," + strings.Join(parts, "|")
		}
		got[name] = c.Kind.String()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(folder, "kinds.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		name := row[0] + "," + row[1]
		if got[name] != row[2] {
			t.Errorf("row %s: %q, want %q", name, got[name], row[2])
		}
		delete(got, name)
	}
	if len(got) > 0 {
		t.Errorf("more changes than the case has: %v", got)
	}
	checkCounted(t, o, r, true, w, func() string { return "" })
}

// asTable loads a case's CSV into a table of a DuckDB file, with dates as DATE or TIMESTAMP and flags as they are.
func asTable(t rapid.TB, o Options) Options {
	ctx := context.Background()
	file := filepath.Join(filepath.Dir(o.Dimension), "warehouse.duckdb")
	w, err := openWorkspace(ctx, o, o.Dimension, filepath.Join(filepath.Dir(o.Dimension), "dimension.dimdesk.duckdb"), file)
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	h := newCSVHome(o.Dimension, o.Dimension)
	if err := h.attach(ctx, w, false); err != nil {
		t.Fatal(err)
	}
	b, err := bindSpec(ctx, w, o, h, nil)
	if err != nil {
		t.Fatal(err)
	}
	l, err := layoutOf(ctx, w, o, h, b)
	if err != nil {
		t.Fatal(err)
	}
	typ := "DATE"
	if l.Grain != engine.Dates {
		typ = "TIMESTAMP"
	}
	sel := []string{}
	for _, c := range b.columns {
		x := sqlgen.Ident(c.Name)
		switch {
		case c.Name == l.From.Name || c.Name == l.To.Name:
			sel = append(sel, fmt.Sprintf("CAST(%s AS %s) AS %s", x, typ, x))
		case c.Name == l.SK.Name:
			sel = append(sel, fmt.Sprintf("CAST(%s AS INTEGER) AS %s", x, x))
		case (c.Name == l.Current.Name && l.Spec.Current.Open == "") || c.Name == l.Deleted.Name:
			sel = append(sel, fmt.Sprintf("CAST(%s AS BOOLEAN) AS %s", x, x))
		default:
			sel = append(sel, x)
		}
	}
	for _, q := range []string{"ATTACH " + sqlgen.Lit(file) + " AS target", "CREATE TABLE target.dim AS SELECT " + strings.Join(sel, ", ") + " FROM temp.home_csv", "DETACH target"} {
		if _, err := w.exec(ctx, q); err != nil {
			t.Fatal(err)
		}
	}
	o.Dimension, o.Table = file, "dim"
	return o
}

// clock compares a moment as a moment, in whatever of ISO's spellings it is written; other texts stay.
func clock(v engine.Value) engine.Value {
	for _, layout := range []string{"2006-01-02 15:04:05.999999999", "2006-01-02T15:04:05.999999999", "2006-01-02T15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999Z07", "2006-01-02T15:04:05.999999999Z07", "2006-01-02 15:04", "2006-01-02T15:04", "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(layout, v.Text); err == nil {
			return engine.Text(t.UTC().Format(time.RFC3339Nano))
		}
	}
	return v
}

func clocked(rows [][]engine.Value) [][]engine.Value {
	for _, r := range rows {
		for i := range r {
			r[i] = clock(r[i])
		}
	}
	return rows
}

// contents is the dimension as sorted text, a DuckDB table as a CSV would hold it.
func contents(t *testing.T, o Options) string {
	if o.Table == "" {
		return linesOf(t, o.Dimension)
	}
	ctx := context.Background()
	d, err := OpenDimension(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var rows [][]engine.Value
	err = d.with(ctx, func() error {
		var err error
		rows, err = sampleOf(ctx, d.w, d.home, d.columns)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(sortRows(clocked(rows)), "\n")
}

func linesOf(t *testing.T, path string) string {
	return strings.Join(sortRows(clocked(cellsOf(t, path))), "\n")
}

// cellsOf are the rows of a CSV.
func cellsOf(t *testing.T, path string) [][]engine.Value {
	ctx := context.Background()
	shape, err := csvfile.Scan(ctx, path, csvfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if _, err := csvfile.Normalise(ctx, path, shape, nil, &b); err != nil {
		t.Fatal(err)
	}
	return splitNormalised(b.String(), len(shape.Header))
}

func text(t *testing.T, path string) string {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func copyTo(t *testing.T, from, to string) {
	if err := os.WriteFile(to, []byte(text(t, from)), 0o600); err != nil {
		t.Fatal(err)
	}
}
