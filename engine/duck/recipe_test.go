package duck

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dimdesk/engine"
	"dimdesk/engine/recipe"
	"dimdesk/engine/sqlgen"
)

// explained are the cases that the recipes for DuckDB leave otherwise than apply does, and the rule that each tells of as broken.
var explained = map[string]string{
	"07-null-key-part":                    "rejected rows",
	"09-duplicates-in-batch":              "several rows for a key",
	"10-same-day-date-grain":              "same moment",
	"12-late-rows":                        "late rows",
	"15-delta-with-delete-flag":           "late rows",
	"24-broken-history-rejected":          "broken histories",
	"28-late-equal-to-neighbour":          "late rows",
	"34-customer-42":                      "several rows for a key",
	"46-same-moment-reject":               "same moment",
	"52-flag-texts":                       "late rows",
	"60-pygrametl-close-and-return":       "several rows for a key",
	"63-spark-ties":                       "several rows for a key",
	"69-type3-chain":                      "several rows for a key",
	"71-type6-and-a-late-row":             "late rows",
	"72-type0-original":                   "several rows for a key",
	"74-inclusive-bounds":                 "late rows",
	"75-delete-on-the-start-day":          "deletes",
	"76-return-at-that-moment":            "deletes",
	"77-snapshot-with-an-unreadable-key":  "rejected rows",
	"79-planned-version":                  "late rows",
	"85-sequence-as-numbers":              "several rows for a key",
	"87-snapshot-dated-before-the-newest": "snapshots",
}

// TestRecipesOnDuckDB runs both recipes for DuckDB on the handed cases, and compares with what apply leaves, surrogate keys aside.
// Where they differ, the recipe says which rule it does not keep.
func TestRecipesOnDuckDB(t *testing.T) {
	folders, err := filepath.Glob("../testdata/cases/*")
	if err != nil || len(folders) < 42 {
		t.Fatalf("%d cases: %v", len(folders), err)
	}
	for _, f := range folders {
		if !handed(f) {
			continue
		}
		for _, dialect := range []string{"close-then-open", "merge"} {
			t.Run(filepath.Base(f)+"/"+dialect, func(t *testing.T) { t.Parallel(); recipeCase(t, f, dialect) })
		}
	}
}

func recipeCase(t *testing.T, folder, dialect string) {
	ctx := context.Background()
	o, code := layCase(t, folder)
	if code != 0 {
		t.Skip("nothing is applied")
	}
	batch := o.Batch
	o = asTable(t, o)
	o.Batch = ""
	d, err := OpenDimension(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	spec, columns, err := d.Told(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	w, err := openWorkspace(ctx, o, o.Dimension, batch, beside(o, "batch.dimdesk.duckdb"))
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	run := func(q string) error { _, err := w.exec(ctx, q); return err }
	types := map[string]string{}
	for _, c := range columns {
		types[engine.FoldName(c.Name)] = c.Type
	}
	types[engine.FoldName(spec.Batch.Effective)] = types[engine.FoldName(spec.Period.From)]
	err = run("ATTACH " + sqlgen.Lit(o.Dimension) + " AS source (READ_ONLY); CREATE TABLE dim AS SELECT * FROM source.dim")
	if err == nil {
		err = newCSVHome(batch, batch).attach(ctx, w, false)
	}
	if err != nil {
		t.Skipf("the batch is not read by itself: %v", err)
	}
	staged, err := describe(ctx, w, "temp.home_csv")
	if err != nil {
		t.Fatal(err)
	}
	var names, sel []string
	for _, c := range staged {
		names = append(names, c.Name)
		to := c.Name
		if as := spec.Batch.Rename[c.Name]; as != "" {
			to = as
		}
		typ := types[engine.FoldName(to)]
		if typ == "" {
			typ = "VARCHAR"
		}
		value := sqlgen.Ident(c.Name)
		if spec.Batch.Dates != "" && to == spec.Batch.Effective {
			value = "try_strptime(" + value + ", " + sqlgen.Lit(spec.Batch.Dates) + ")"
		}
		if slices.Contains(spec.Batch.Sequence, to) && typ == "VARCHAR" {
			typ = "BIGINT"
		}
		sel = append(sel, fmt.Sprintf("TRY_CAST(%s AS %s) AS %s", value, typ, sqlgen.Ident(c.Name)))
	}
	if err := run("CREATE TABLE staged AS SELECT " + strings.Join(sel, ", ") + " FROM temp.home_csv"); err != nil {
		t.Fatal(err)
	}
	r, err := recipe.For(dialect, recipe.Table{Name: "dim", Staged: "staged", Spec: spec, Columns: columns, Supplied: names, AsOf: o.AsOf})
	if err != nil {
		t.Fatal(err)
	}
	if err := run(r.SQL()); err != nil {
		t.Fatalf("%v\nin\n%s", err, r.SQL())
	}
	sk := slices.IndexFunc(columns, func(c engine.ColumnInfo) bool { return c.Name == spec.SurrogateKey.Column })
	var rows [][]engine.Value
	err = w.query(ctx, "SELECT COLUMNS(*)::VARCHAR FROM dim", func(s *sql.Rows) error {
		row, err := scanTexts(s, len(columns))
		rows = append(rows, row)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	got, want := withoutColumn(clocked(rows), sk), withoutColumn(clocked(cellsOf(t, filepath.Join(folder, "expected.csv"))), sk)
	why, told := explained[filepath.Base(folder)]
	if got == want {
		if told {
			t.Errorf("the recipe gives what apply gives, and was said not to, for %s", why)
		}
		return
	}
	if !told {
		t.Errorf("DIFF %s\nthe recipe leaves\n%s\nwant\n%s", filepath.Base(folder), got, want)
	} else if !slices.ContainsFunc(r.Breaks, func(b recipe.Break) bool { return b.Rule == why }) {
		t.Errorf("the recipe differs for %q, and does not say that it breaks that: %v", why, r.Breaks)
	}
}

// withoutColumn is rows as sorted text, without one of the columns (-1: with all).
func withoutColumn(rows [][]engine.Value, column int) string {
	if column >= 0 {
		for i, row := range rows {
			rows[i] = slices.Delete(slices.Clone(row), column, column+1)
		}
	}
	return strings.Join(sortRows(rows), "\n")
}
