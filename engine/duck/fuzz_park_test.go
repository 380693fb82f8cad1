package duck

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"dimdesk/engine"
	"dimdesk/engine/csvfile"
)

// FuzzParked: whatever a batch's cells hold, each row of it that is parked or rejected comes back from the parked file as it was.
func FuzzParked(f *testing.F) {
	for i, c := range [][5]string{
		{"A", "Delhi", "x", "n/a", "2025-01-01"}, {"A", "n/a", "", "n/a", "2025-01-01 10:00:00"}, {"B", "a \"b\", c", "\r\n", "-", "31/05/2025"}, {"", "x", "\u202e", "", "2025-02-30"},
		{"Z", "\x1b[2J", " x ", "\t", ""}, {"'; --", "=1+1", "\ufeff", "'", "2027-01-01"}, {"A", "–", "NULL", "NULL", "2025-01-01T00:00:00Z"}, {"C", "upsert", "delete", "delete", "2025-01-01 24:00"},
	} {
		f.Add(c[0], c[1], c[2], c[3], c[4], byte(i))
	}
	dir := f.TempDir()
	ctx := context.Background()
	f.Fuzz(func(t *testing.T, key, city, note, nullText, at string, mask byte) {
		for _, s := range []string{key, city, note, nullText, at} {
			if !utf8.ValidString(s) || strings.ContainsRune(s, 0) {
				return
			}
		}
		tidy(dir)
		spec, err := engine.ParseSpec([]byte(plainSpec+"batch: {effective: at}\n"), "spec.yaml")
		if err != nil {
			t.Fatal(err)
		}
		spec.Batch.Nulls = []string{nullText}
		o := Options{Dimension: filepath.Join(dir, "dim.csv"), Batch: filepath.Join(dir, "batch.csv"), Spec: filepath.Join(dir, "spec.yaml"), AsOf: "2026-01-01", StateDir: dir}
		writeTo(t, o.Dimension, []byte(threeMembers))
		writeTo(t, o.Spec, spec.YAML())
		var batch bytes.Buffer
		write(t, &batch, []string{"id", "city", "note", "at"}, func(row func(...string)) {
			row(key, city, note, at)
			row("A", city, note, "2025-03-01")
			row("B", note, city, at)
			row("N"+key, null, null, "2025-03-01")
			row(null, city, note, at)
		}, nullText)
		batch.WriteString("ragged," + strings.ReplaceAll(fmt.Sprintf("%q", note), "\\\"", "\"\"") + "\n")
		writeTo(t, o.Batch, batch.Bytes())

		r := review(t, o)
		before := changesOf(t, r)
		var ids []int64
		for i, c := range before {
			if c.Decision == engine.Taken && mask>>i&1 == 0 {
				ids = append(ids, c.ID)
			}
		}
		if _, err := r.Decide(ctx, engine.Selection{IDs: ids}, engine.Parked, note); len(ids) > 0 && err != nil {
			t.Fatal(err)
		}
		left := map[int64]engine.Change{}
		for _, c := range changesOf(t, r) {
			if c.Decision == engine.Parked || c.Kind == engine.Rejected {
				left[c.Row] = c
			}
		}
		req := parkingIn(filepath.Join(dir, "parked.csv"))
		req.As, req.Reason = city, note
		out, err := r.Commit(ctx, req, nil)
		if err != nil {
			t.Fatal(err)
		}
		if out.Parked != int64(len(left)) {
			t.Fatalf("%d parked, want %d", out.Parked, len(left))
		}
		r.Close()
		shape, err := csvfile.Scan(ctx, req.ParkFile, csvfile.Options{})
		if err != nil || shape.Records != out.Parked || shape.Bad > 0 {
			t.Fatalf("%+v, %v\n%s", shape, err, text(t, req.ParkFile))
		}
		// On the dimension as it was, the rows that are given back are again what they were.
		os.Remove(filepath.Join(dir, "dim.dimdesk.duckdb"))
		writeTo(t, o.Dimension, []byte(threeMembers))
		o.Batch = req.ParkFile
		back := changesOf(t, review(t, o))
		if len(back) != len(left) {
			t.Fatalf("%d rows come back of %d\n%s", len(back), len(left), text(t, req.ParkFile))
		}
		for i, row := range rowNumbers(t, req.ParkFile) {
			was := left[row]
			if was.Kind == engine.Rejected {
				if back[i].Kind != engine.Rejected {
					t.Fatalf("%+v\ncomes back as\n%+v\n%s", was, back[i], text(t, req.ParkFile))
				}
				continue
			}
			if got, want := told(back[i]), told(was); got != want {
				t.Fatalf("%s\ncomes back as\n%s\n%s", want, got, text(t, req.ParkFile))
			}
		}
	})
}

// told is what a change says, apart from where its row stands and what it was decided.
func told(c engine.Change) string {
	return fmt.Sprintf("%v %s at %s %+v", c.Key, c.Kind, c.Effective, c.Columns)
}

// rowNumbers are the _row of each row of a parked file.
func rowNumbers(t *testing.T, path string) (numbers []int64) {
	t.Helper()
	_, rows := readCSVRows(t, path, nil)
	for _, row := range rows {
		var n int64
		if _, err := fmt.Sscan(row[len(row)-4].Text, &n); err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, n)
	}
	return numbers
}

func changesOf(t *testing.T, r *Review) []engine.Change {
	t.Helper()
	return changes(t, r, engine.Filter{Kinds: engine.Kinds})
}

// tidy removes what an earlier input left in a folder.
func tidy(dir string) {
	for _, name := range []string{"dim.dimdesk.duckdb", "dim.dimdesk.duckdb.wal", "parked.csv", "still.csv"} {
		os.Remove(filepath.Join(dir, name))
	}
}

// FuzzMangledPark: a parked file that somebody mangled is refused in words, or read with every row of it told once; and rows are
// added to it only where they can be found again.
func FuzzMangledPark(f *testing.F) {
	head := "id,city" + parkHeader
	for _, s := range []string{
		head + "A,Delhi,upsert,2025-06-02,,1,,kim,\nB,,delete,2025-06-02,,,,kim,ask\n", head, head + "A,Delhi,upsert,2025-06-02,,1,,kim", head + "A,Delhi,UPSERT,,,x,,,\n", head + "A,Delhi,delete,02/06/2025,,1,,kim,\n",
		head + "A,\"Delhi,upsert,2025-06-02,,1,,kim,\n", head + "A,Delhi,,,,,,,\n,,,,,,,,\n", "_operation,_row,_reason\n,,\n", "id,_operation,_row,_reason,city\nA,upsert,1,,Delhi\n",
		"ID,CITY,_OPERATION,_EFFECTIVE,_SEQUENCE,_ROW,_LINE,_BY,_REASON\nA,Delhi,upsert,2025-06-02,,1,,,\n", strings.ReplaceAll(head, ",", ";") + "A;Delhi;upsert;2025-06-02;;1;;;\n", head + "A,Delhi,upsert,9999-12-31,9,1,,kim,\nA,Agra,upsert,9999-12-31,x,2,,kim,\n",
		"id,city,_operation,_effective,_row,_reason\nA,Delhi,upsert,infinity,1,\n", head + "A,Delhi\nB\n\n\r\n", "\xff\xfe" + head, head + "\x00", "id,city,_operation,_operation,_row,_reason\n", head + "A,Delhi,upsert,2025-06-02,,99999999999999999999,,kim,\n",
	} {
		f.Add([]byte(s))
	}
	dir := f.TempDir()
	ctx := context.Background()
	f.Fuzz(func(t *testing.T, mangled []byte) {
		tidy(dir)
		o := Options{Dimension: filepath.Join(dir, "dim.csv"), Batch: filepath.Join(dir, "mangled.csv"), Spec: filepath.Join(dir, "spec.yaml"), AsOf: "2026-01-01", StateDir: dir}
		writeTo(t, o.Dimension, []byte(threeMembers))
		writeTo(t, o.Spec, []byte(plainSpec))
		writeTo(t, o.Batch, mangled)
		addTo(t, o, mangled)
		r, err := OpenReview(ctx, o)
		if err != nil {
			worded(t, err)
			return
		}
		defer r.Close()
		shape, err := csvfile.Scan(ctx, o.Batch, csvfile.Options{})
		if err != nil {
			t.Fatal(err)
		}
		kinds := map[engine.Kind]int64{}
		told := int64(0)
		for _, c := range changesOf(t, r) {
			if kinds[c.Kind]++; c.Row > 0 {
				told++
			}
		}
		counts, err := r.Counts(ctx)
		if err != nil || told != shape.Records || fmt.Sprint(counts.Kinds) != fmt.Sprint(kinds) {
			t.Fatalf("%d of %d rows told, %v; counted %v, %v", told, shape.Records, kinds, counts.Kinds, err)
		}
		out, err := r.Commit(ctx, parkingIn(filepath.Join(dir, "still.csv")), nil)
		if err != nil {
			worded(t, err)
			same(t, "the dimension", text(t, o.Dimension), threeMembers)
			return
		}
		if out.Parked != kinds[engine.Rejected] {
			t.Fatalf("%d rejected, %d parked", kinds[engine.Rejected], out.Parked)
		}
	})
}

// worded wants an error for people, and one that a person can do something about.
func worded(t *testing.T, err error) {
	t.Helper()
	if code := engine.CodeOf(err); code != engine.CodeFailed && code != engine.CodeBrake || strings.Contains(err.Error(), "\nin: ") || !utf8.ValidString(err.Error()) {
		t.Fatalf("code %d: %v", code, err)
	}
}

// addTo parks a row into the mangled file: it is refused and the file stays as it is, or the row stands behind all that was there.
func addTo(t *testing.T, o Options, mangled []byte) {
	t.Helper()
	ctx := context.Background()
	before, unreadable := csvfile.Scan(ctx, o.Batch, csvfile.Options{})
	path := o.Batch
	o.Batch = filepath.Join(filepath.Dir(path), "batch.csv")
	writeTo(t, o.Batch, []byte("id,city\n,Bad\n"))
	_, err := review(t, o).Commit(ctx, parkingIn(path), nil)
	now := []byte(text(t, path))
	if err != nil {
		worded(t, err)
		if !bytes.Equal(now, mangled) {
			t.Fatalf("refused (%v), and the file is %q", err, now)
		}
		return
	}
	after, err := csvfile.Scan(ctx, path, csvfile.Options{Delimiter: before.Delimiter})
	if unreadable != nil || err != nil || after.Records != before.Records+1 || after.Bad != before.Bad || !bytes.HasPrefix(now, mangled) {
		t.Fatalf("%q became %q: %+v, %v, %v", mangled, now, after, err, unreadable)
	}
	writeTo(t, path, mangled)
	tidy(filepath.Dir(path))
	writeTo(t, o.Dimension, []byte(threeMembers))
}
