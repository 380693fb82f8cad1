package duck

import (
	"context"
	"strings"
	"testing"

	"dimdesk/engine"
)

// TestTwoSchemasWithOneTableName applies one batch to two tables of one name: each has its own commits, keys and undo.
func TestTwoSchemasWithOneTableName(t *testing.T) {
	t.Parallel()
	o := tables(t, "id,city\nA,Delhi\n", plainSpec, "CREATE SCHEMA uk", "CREATE SCHEMA fr", "CREATE TABLE uk.dim AS "+threeRows, "CREATE TABLE fr.dim AS SELECT sk + 100 AS sk, * EXCLUDE (sk) FROM ("+threeRows+")")
	uk, fr := o, o
	uk.Table, fr.Table = "uk.dim", "fr.dim"
	eachHasItsOwnJournal(t, uk, fr)
	if got := strings.Join(rowsOf(t, o.Dimension, "SELECT 'uk', max(sk), count(*) FROM uk.dim UNION ALL SELECT 'fr', max(sk), count(*) FROM fr.dim ORDER BY ALL DESC"), " "); got != "uk|3|3 fr|104|4" {
		t.Errorf("the tables have %s", got)
	}
	either := o
	either.Batch = ""
	_, err := OpenDimension(context.Background(), either)
	refused(t, err, engine.CodeFailed, "2 tables named")
}

// TestTwoFilesWithOneJournal has dim.csv and dim.tsv in one folder, whose journal is the same file.
func TestTwoFilesWithOneJournal(t *testing.T) {
	t.Parallel()
	csv := files(t, threeMembers, "id,city\nA,Delhi\n", plainSpec)
	tsv := csv
	tsv.Dimension = put(t, folder(csv), "dim.tsv", strings.NewReplacer(",", "\t", "\n1", "\n101").Replace(threeMembers))
	eachHasItsOwnJournal(t, csv, tsv)
	same(t, "dim.csv", text(t, csv.Dimension), threeMembers)
	same(t, "dim.tsv", text(t, tsv.Dimension), "sk\tid\tcity\tvalid_from\tvalid_to\n101\tA\tPune\t2024-01-01\t2026-01-01\n2\tB\tRome\t2024-01-01\t\n3\tC\tOslo\t2024-01-01\t\n102\tA\tDelhi\t2026-01-01\t\n")
}

// eachHasItsOwnJournal applies one batch to both, and undoes it in the first.
func eachHasItsOwnJournal(t *testing.T, a, b Options) {
	t.Helper()
	first := contents(t, a)
	for _, o := range []Options{a, b} {
		if out := commit(t, o, nothingAllowed); out.Already != 0 || out.ID == 0 {
			t.Fatalf("%+v", out)
		}
		if out := commit(t, o, nothingAllowed); out.Already == 0 {
			t.Fatalf("the second time: %+v", out)
		}
	}
	takeBack(t, a, 0)
	same(t, "the first", contents(t, a), first)
	for o, want := range map[*Options]int{&a: 2, &b: 1} {
		log, err := opened(t, *o).Log(context.Background())
		if err != nil || len(log) != want || log[len(log)-1].UndoneBy > 0 != (want == 2) {
			t.Errorf("the log has %d entries, not %d: %+v, %v", len(log), want, log, err)
		}
	}
	ofB, err := opened(t, b).Log(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	_, err = opened(t, a).Undo(context.Background(), ofB[0].ID, engine.CommitRequest{})
	refused(t, err, engine.CodeFailed, "has no commit")
}
