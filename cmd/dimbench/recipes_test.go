package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestRecipeCasesAreWhole: every case has its types, and our own engine gives what the worked examples say.
func TestRecipeCasesAreWhole(t *testing.T) {
	cases, err := recipeCases()
	if err != nil || len(cases) < 15 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	worked := map[string]string{"01": "31-close-then-open", "02": "32-absent-is-deleted", "03": "33-insert-update-retain", "04": "34-customer-42", "05": "31-close-then-open"}
	work := t.TempDir()
	for _, c := range cases {
		for _, text := range []string{c.Dimension, c.Batch} {
			columns, _, err := sheetOf(text)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range columns {
				if c.Types[name] == "" {
					t.Errorf("%s: no type of %s", c.name, name)
				}
			}
		}
		if c.About == "" {
			t.Errorf("%s is about nothing", c.name)
		}
		got, err := c.ours(t.Context(), work)
		if err != nil {
			t.Fatal(err)
		}
		folder := worked[c.name[:2]]
		if folder == "" {
			continue
		}
		text, err := os.ReadFile(filepath.Join("..", "..", "engine", "testdata", "cases", folder, "expected.csv"))
		if err != nil {
			t.Fatal(err)
		}
		columns, rows, err := sheetOf(string(text))
		if err != nil {
			t.Fatal(err)
		}
		if want := (dish{columns: columns, rows: rows}); !slices.Equal(got.only(columns), want.only(columns)) {
			t.Errorf("%s: ours is %v, want %v", c.name, got.only(columns), want.only(columns))
		}
	}
}

// TestRecipesReport runs what needs nothing to be set up, and looks for what is known of it.
func TestRecipesReport(t *testing.T) {
	s := usual()
	s.dir = t.TempDir()
	var out, talk strings.Builder
	if err := recipes(t.Context(), s, []string{"close-then-open", "merge"}, &out, &talk); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| case | close-then-open | merge |\n",
		"NULL no longer, and one stays NULL | same | same |\n",
		"12-type-1-beside-2: a name (type 1) and a city (type 2) change, and a name alone | same | same |\n",
		"07-late-row, merge: lacks C107,Delhi,2024-04-02,2025-06-01,false and",
		"13-no-key, close-then-open: has ,Mei,SG,2024-09-07,,true\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

func TestJudged(t *testing.T) {
	ours := dish{columns: []string{"customer_sk", "id", "city"}, rows: [][]string{{"1", "7", "York"}, {"2", "7", "Leeds"}}}
	for _, c := range []struct {
		theirs  dish
		verdict string
		how     string
	}{
		{dish{columns: []string{"city", "id", "customer_sk"}, rows: [][]string{{"Leeds", "7", "9"}, {"York", "7", "1"}}}, "same", ""},
		{dish{columns: []string{"id", "city"}, rows: [][]string{{"7", "York"}, {"7", "York"}, {"7", "Leeds"}}}, "differs", "has 7,York"},
		{dish{columns: []string{"id", "city"}, rows: [][]string{{"7", "York"}}}, "differs", "lacks 7,Leeds"},
		{dish{columns: []string{"customer_sk", "id", "city"}, rows: [][]string{{"1", "7", "York"}, {"1", "7", "Leeds"}}}, "differs", "a surrogate key twice, or none: 1,7,Leeds"},
		{dish{failed: "MERGE failed"}, "error", "MERGE failed"},
	} {
		if verdict, how := judged(ours, c.theirs, recipeCase{}); verdict != c.verdict || how != c.how {
			t.Errorf("%v: %s, %q; want %s, %q", c.theirs, verdict, how, c.verdict, c.how)
		}
	}
}
