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
	"dimdesk/engine/sqlgen"
)

// TestScriptDoesWhatApplyDoes runs the script of a case's plan in a DuckDB that has the dimension, and compares with what apply leaves:
// of a CSV, in a table with the columns that the script tells; and of a DuckDB table. All handed cases, and every second of the others.
func TestScriptDoesWhatApplyDoes(t *testing.T) {
	folders, err := filepath.Glob("../testdata/cases/*")
	if err != nil || len(folders) < 42 {
		t.Fatalf("%d cases: %v", len(folders), err)
	}
	for i, f := range folders {
		t.Run(filepath.Base(f), func(t *testing.T) {
			if handed(f) || i%2 == 0 {
				t.Run("csv", func(t *testing.T) { t.Parallel(); scriptCase(t, f, false) })
			}
			if handed(f) {
				t.Run("duckdb", func(t *testing.T) { t.Parallel(); scriptCase(t, f, true) })
			}
		})
	}
}

func scriptCase(t *testing.T, folder string, table bool) {
	ctx := context.Background()
	o, code := layCase(t, folder)
	if code != 0 {
		t.Skip("nothing is applied")
	}
	source := o.Dimension
	if table {
		o = asTable(t, o)
	}
	text := scriptOf(t, o, ScriptOptions{Table: "dim"})
	w, err := openWorkspace(ctx, o, o.Dimension, source, beside(o, "dimension.dimdesk.duckdb"))
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	run := func(q string) {
		t.Helper()
		if _, err := w.exec(ctx, q); err != nil {
			t.Fatalf("%v\nin\n%s", err, q)
		}
	}
	if table {
		run("ATTACH " + sqlgen.Lit(o.Dimension) + " AS source (READ_ONLY)")
		run("CREATE TABLE dim AS SELECT * FROM source.dim")
	} else {
		h := newCSVHome(o.Dimension, o.Dimension)
		if err := h.attach(ctx, w, false); err != nil {
			t.Fatal(err)
		}
		run("CREATE TABLE dim AS SELECT * FROM temp.home_csv")
		for column, typ := range toldTypes(text) {
			run("ALTER TABLE dim ALTER " + sqlgen.Ident(column) + " TYPE " + typ)
		}
	}
	if strings.Contains(text, "BEGIN;") {
		run(text)
	}
	var rows [][]engine.Value
	columns, err := describe(ctx, w, "dim")
	if err == nil {
		err = w.query(ctx, "SELECT COLUMNS(*)::VARCHAR FROM dim", func(r *sql.Rows) error {
			row, err := scanTexts(r, len(columns))
			rows = append(rows, row)
			return err
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	got, want := strings.Join(sortRows(clocked(rows)), "\n"), linesOf(t, filepath.Join(folder, "expected.csv"))
	if got != want {
		t.Errorf("the script leaves\n%s\nwant\n%s\nafter\n%s", got, want, text)
	}
}

// toldTypes are the columns that a script tells of a dimension that is text.
func toldTypes(script string) map[string]string {
	_, told, _ := strings.Cut(script, "-- The table has the columns of the file: ")
	told, _, _ = strings.Cut(told, ".\n")
	out := map[string]string{}
	for _, c := range strings.Split(told, ", \"") {
		if i := strings.LastIndex(c, "\" "); i >= 0 {
			out[strings.TrimPrefix(c[:i], "\"")] = c[i+2:]
		}
	}
	return out
}

// scriptOf writes a script of a batch.
func scriptOf(t testing.TB, o Options, s ScriptOptions) string {
	r, err := OpenReview(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var b strings.Builder
	if err := r.Script(context.Background(), s, &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestScriptReadsBack: what is told of a case as text is SQL that gives the very values, in both dialects' spelling.
func TestScriptReadsBack(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	o := Options{
		Dimension: write("dim.csv", "sk,id,name,rate,valid_from,valid_to\n1,007,O'Neill,1.50,2024-01-01,\n"),
		Batch:     write("batch.csv", "id,name,rate\n007,\"\",2.25\n8,Zoë ✓ \"x\"; DROP TABLE dim,\n"),
		Spec:      write("spec.yaml", "key: id\nsurrogate_key: sk\nperiod: {from: valid_from, to: valid_to}\n"),
		AsOf:      "2024-06-01", StateDir: dir,
	}
	got := scriptOf(t, o, ScriptOptions{Dialect: "postgresql"})
	for _, want := range []string{
		`"sk" BIGINT, "id" VARCHAR, "name" VARCHAR, "rate" VARCHAR, "valid_from" DATE, "valid_to" DATE.`,
		`(1, DATE '2024-06-01')`,
		`WHERE d."sk" = v."sk";`,
		`(2, '007', '', '2.25', DATE '2024-06-01', CAST(NULL AS DATE))`,
		`(3, '8', 'Zoë ✓ "x"; DROP TABLE dim', NULL, DATE '2024-06-01', NULL)`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// TestScriptInChunks: a statement has at most a thousand rows, and all of them are there.
func TestScriptInChunks(t *testing.T) {
	dir := t.TempDir()
	var dim, batch strings.Builder
	dim.WriteString("id,city,valid_from,valid_to\n")
	batch.WriteString("id,city\n")
	const members = 2500
	for i := range members {
		fmt.Fprintf(&dim, "%d,Pune,2024-01-01,\n", i)
		fmt.Fprintf(&batch, "%d,Delhi\n", i)
	}
	o := Options{Dimension: filepath.Join(dir, "dim.csv"), Batch: filepath.Join(dir, "batch.csv"), Spec: filepath.Join(dir, "spec.yaml"), AsOf: "2024-06-01", StateDir: dir}
	for path, text := range map[string]string{o.Dimension: dim.String(), o.Batch: batch.String(), o.Spec: "key: id\nperiod: {from: valid_from, to: valid_to}\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	script := scriptOf(t, o, ScriptOptions{})
	for what, want := range map[string]int{
		"UPDATE \"dim\" AS d\n": 3, "INSERT INTO \"dim\" ": 3, "(500 rows, 2001 to 2500 of 2500)": 2,
		", 'Delhi', DATE '2024-06-01', ": members, "DATE '2024-01-01', DATE '2024-06-01')": members,
		`WHERE d."id" = v."id" AND d."valid_from" = v."valid_from";`: 3,
	} {
		if n := strings.Count(script, what); n != want {
			t.Errorf("%q is there %d times, want %d", what, n, want)
		}
	}
}
