package duck

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"dimdesk/engine"
)

// ways is how the rows of many batches were counted: as they streamed by, closely for being in doubt, or with the whole batch.
type ways struct{ streamed, doubted, whole atomic.Int64 }

// enough fails a test that does not try every way with so many rows.
func (w *ways) enough(t *testing.T, rows int64) {
	said := fmt.Sprintf("%d rows were counted as they streamed by, %d closely, %d with their batch", w.streamed.Load(), w.doubted.Load(), w.whole.Load())
	if t.Log(said); min(w.streamed.Load(), w.doubted.Load(), w.whole.Load()) < rows {
		t.Errorf("not every way was tried: %s", said)
	}
}

// checkCounted wants the counts alone, and what is mentioned beside them, to be those of the list. With all, the rows in doubt are
// looked at alone however many they are.
func checkCounted(t rapid.TB, o Options, listed *Review, all bool, w *ways, say func() string) {
	t.Helper()
	ctx := context.Background()
	if o.Count = true; all {
		o.inDoubt = 1
	}
	r, err := OpenReview(ctx, o)
	if err != nil {
		t.Fatalf("%v%s", err, say())
	}
	defer r.Close()
	got, err := r.Counts(ctx)
	if err != nil {
		t.Fatalf("%v%s", err, say())
	}
	want, err := listed.Counts(ctx)
	if err != nil {
		t.Fatalf("%v%s", err, say())
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("counted %v, listed %v (as they streamed by: %v)%s", got, want, r.streamed, say())
	}
	if own, theirs := r.Info().Notices, listed.Info().Notices; !slices.Equal(own, theirs) {
		t.Fatalf("mentioned are\n%s\nand beside the list\n%s%s", strings.Join(own, "\n"), strings.Join(theirs, "\n"), say())
	}
	streamed := int64(0)
	for _, n := range r.streamed {
		streamed += n
	}
	w.streamed.Add(streamed)
	if r.streamed == nil {
		w.whole.Add(r.rows)
	} else {
		w.doubted.Add(r.rows - streamed)
	}
}

// TestCountsStream has rows of every kind that can be told while they stream by, and then a few that cannot: only these are stored.
func TestCountsStream(t *testing.T) {
	ctx := context.Background()
	dimension := []string{
		"CREATE TABLE dim AS SELECT i + 200 AS sk, 'M' || i AS id, 'Pune' AS city, 'a' AS name, DATE '2024-01-01' AS valid_from, NULL::DATE AS valid_to FROM range(100) t(i)",
		"INSERT INTO dim SELECT i, 'M' || i, 'Rome', 'a', DATE '2023-01-01', DATE '2024-01-01' FROM range(0, 100, 5) t(i)", // have changed before
		"INSERT INTO dim SELECT i + 100, 'M' || i, 'Oslo', 'a', DATE '2022-01-01', DATE '2023-01-01' FROM range(0, 100, 10) t(i)",
		"UPDATE dim SET valid_to = DATE '2025-01-01' WHERE id = 'M98' AND valid_to IS NULL",               // is gone
		"UPDATE dim SET valid_to = DATE '2024-06-01' WHERE id = 'M95' AND valid_from = DATE '2023-01-01'", // overlaps
		"UPDATE dim SET valid_to = DATE '2023-06-01' WHERE id = 'M90' AND valid_from = DATE '2022-01-01'", // overlaps, before
		"INSERT INTO dim VALUES (400, 'M97', 'Rome', 'a', DATE '2024-03-01', NULL)",                       // is open twice
		"INSERT INTO dim VALUES (401, 'M96', 'Rome', 'a', DATE '2027-01-01', NULL)",                       // has a planned version
		"UPDATE dim SET valid_to = DATE '2027-01-01' WHERE id = 'M96' AND valid_to IS NULL AND valid_from < '2025-01-01'",
	}
	var batch strings.Builder
	rows := func(from, to int, key, city, name, op string) {
		for i := from; i < to; i++ {
			fmt.Fprintf(&batch, "%s%d,%s,%s,%s\n", key, i, city, name, op)
		}
	}
	batch.WriteString("id,city,name,op\n")
	rows(0, 60, "M", "Pune", "a", "")
	rows(60, 70, "M", "Bern", "a", "")
	rows(70, 80, "M", "Pune", "b", "")
	rows(80, 84, "M", "", "", "D")
	rows(0, 5, "N", "Pune", "a", "")
	batch.WriteString(",Pune,a,\n")
	want := map[engine.Kind]int64{engine.Unchanged: 60, engine.Changed: 10, engine.Corrected: 10, engine.Deleted: 4, engine.New: 5, engine.Rejected: 1}
	spec := "key: id\nsurrogate_key: sk\nperiod: {from: valid_from, to: valid_to}\ncolumns: {city: 2, name: 1}\nbatch: {operation: {column: op, delete: [D]}}\n"
	for _, more := range []struct {
		what, rows string
		n          int64
	}{
		{"none in doubt", "", 0},
		{"some in doubt", "M99,Rome,a,\nM99,Oslo,a,\nM98,Pune,a,\nM97,Pune,a,\nM96,Pune,a,\nM95,Bern,a,\nM90,Bern,a,\nX1,,,D\n", 8},
	} {
		t.Run(more.what, func(t *testing.T) {
			t.Parallel()
			o := tables(t, batch.String()+more.rows, spec, dimension...)
			checkCounted(t, o, review(t, o), false, new(ways), func() string { return "" })
			o.Count = true
			r := review(t, o)
			if fmt.Sprint(r.streamed) != fmt.Sprint(want) {
				t.Errorf("told %v, want %v", r.streamed, want)
			}
			stored := int64(0)
			if !r.counted() {
				var err error
				if stored, err = r.w.count(ctx, "SELECT count(*) FROM raw"); err != nil {
					t.Fatal(err)
				}
			}
			if stored != more.n {
				t.Errorf("%d rows were stored, want %d", stored, more.n)
			}
		})
	}
}

// TestCountsTellOfOlderBatches has batches before and after the one that was applied, of which the newest row is told as it streams
// by, or is in doubt.
func TestCountsTellOfOlderBatches(t *testing.T) {
	spec := "key: id\nperiod: {from: valid_from, to: valid_to}\ncolumns: {city: 2}\nbatch: {effective: since}\n"
	const header, older = "id,city,since\n", "this batch is older than what was applied before: its newest row is before 2025-06-01"
	o := files(t, "id,city,valid_from,valid_to\nA,Pune,2024-01-01,\nB,Pune,2024-01-01,\nC,Pune,2024-01-01,\n", header+"A,Rome,2025-06-01\n", spec)
	commit(t, o, engine.CommitRequest{})
	for name, c := range map[string]struct {
		rows   string
		doubts int64
		older  bool
	}{
		"before":                        {"B,Rome,2025-05-01\n", 0, true},
		"after":                         {"B,Rome,2025-07-01\n", 0, false},
		"before, and some in doubt":     {"B,Rome,2025-05-01\nC,Rome,2023-05-01\n", 1, true},
		"those in doubt are before":     {"B,Rome,2025-07-01\nC,Rome,2023-05-01\n", 1, false},
		"those not in doubt are before": {"B,Rome,2025-05-01\nC,Rome,2025-07-01\nC,Oslo,2025-08-01\n", 2, false},
		"none can be read":              {"B,Rome,\n", 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			o := o
			o.Batch = put(t, t.TempDir(), "batch.csv", header+c.rows)
			listed, w := review(t, o), new(ways)
			checkCounted(t, o, listed, true, w, func() string { return "" })
			if got := w.doubted.Load(); got != c.doubts {
				t.Errorf("%d rows were in doubt, want %d", got, c.doubts)
			}
			if got := slices.Contains(listed.Info().Notices, older); got != c.older {
				t.Errorf("older than what was applied: %t, want %t", got, c.older)
			}
		})
	}
}
