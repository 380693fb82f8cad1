package duck

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"dimdesk/engine"
	"dimdesk/engine/csvfile"
	"dimdesk/engine/model"
	"dimdesk/engine/sqlgen"
)

const keySpec = "key: [k1, k2]\nsurrogate_key: sk\nperiod: {from: valid_from, to: valid_to}\ncolumns: {city: 2}\n"

// keyCase is a dimension with a composite key and a batch for it, in two forms: files, and the model's input.
type keyCase struct {
	members [][2]string // each has one open version
	rows    [][2]string // each brings another city; a key that is twice there is a tie
}

func (c keyCase) input(t *testing.T) model.Input {
	spec, err := engine.ParseSpec([]byte(keySpec), "spec.yaml")
	if err != nil {
		t.Fatal(err)
	}
	asOf, err := engine.ParseAsOf("2026-01-01", "UTC", time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	in := model.Input{Spec: spec, Grain: engine.Dates, AsOf: asOf, Attributes: []string{"city"}}
	key := func(k [2]string) []engine.Value { return []engine.Value{engine.Text(k[0]), engine.Text(k[1])} }
	for i, m := range c.members {
		in.Versions = append(in.Versions, model.Version{Line: i + 1, SK: string(rune('1' + i)), Key: key(m), From: time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), Values: []engine.Value{engine.Text("Pune")}})
	}
	for i, r := range c.rows {
		in.Rows = append(in.Rows, model.Row{N: i + 1, Key: key(r), KeyReadable: true, Values: map[string]engine.Value{"city": engine.Text(c.city(i))}})
	}
	return in
}

// city is what row i brings: every third one what is stored.
func (c keyCase) city(i int) string { return []string{"Delhi", "Pune", "Agra"}[i%3] }

// files writes the case as CSV, or as a DuckDB table and JSON lines, in which a text may hold NUL too.
func (c keyCase) files(t *testing.T, dir string, table bool) Options {
	o := Options{Spec: filepath.Join(dir, "spec.yaml"), Batch: filepath.Join(dir, "batch.csv"), Dimension: filepath.Join(dir, "dim.csv"), AsOf: "2026-01-01", StateDir: dir}
	var batch bytes.Buffer
	if table {
		o.Batch, o.Dimension, o.Table = filepath.Join(dir, "batch.jsonl"), filepath.Join(dir, "dim.duckdb"), "dim"
		statements := []string{"CREATE TABLE dim (sk INTEGER, k1 VARCHAR, k2 VARCHAR, city VARCHAR, valid_from DATE, valid_to DATE)"}
		for i, m := range c.members {
			statements = append(statements, "INSERT INTO dim VALUES ("+string(rune('1'+i))+", "+sqlgen.Lit(m[0])+", "+sqlgen.Lit(m[1])+", 'Pune', DATE '2024-01-01', NULL)")
		}
		outside(t, o.Dimension, statements...)
		for i, r := range c.rows {
			line, err := json.Marshal(map[string]string{"k1": r[0], "k2": r[1], "city": c.city(i)})
			if err != nil {
				t.Fatal(err)
			}
			batch.Write(append(line, '\n'))
		}
	} else {
		var dim bytes.Buffer
		write(t, &dim, []string{"sk", "k1", "k2", "city", "valid_from", "valid_to"}, func(row func(...string)) {
			for i, m := range c.members {
				row(string(rune('1'+i)), m[0], m[1], "Pune", "2024-01-01", null)
			}
		})
		write(t, &batch, []string{"k1", "k2", "city"}, func(row func(...string)) {
			for i, r := range c.rows {
				row(r[0], r[1], c.city(i))
			}
		})
		writeTo(t, o.Dimension, dim.Bytes())
	}
	writeTo(t, o.Batch, batch.Bytes())
	writeTo(t, o.Spec, []byte(keySpec))
	return o
}

// null stands for NULL where write is given texts.
const null = "\x00NULL"

// write writes a CSV as dimdesk writes one.
func write(t *testing.T, out *bytes.Buffer, header []string, rows func(row func(...string)), nulls ...string) {
	t.Helper()
	w, err := csvfile.NewWriter(out, ',', header, nulls)
	if err != nil {
		t.Fatal(err)
	}
	rows(func(texts ...string) {
		vals := make([]engine.Value, len(texts))
		for i, s := range texts {
			if vals[i] = engine.Text(s); s == null {
				vals[i] = engine.Null
			}
		}
		if err := w.Write(vals); err != nil {
			t.Fatal(err)
		}
	})
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
}

func writeTo(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// FuzzKeys: whatever the texts of a composite key are, the engine makes of them what the model does, commits it, finds each
// member by them, and undoes it.
func FuzzKeys(f *testing.F) {
	for i, k := range [][4]string{
		{"a", "b", "ab", ""}, {"a", "b", "a/b", "'; DROP TABLE dim; --"}, {"007", "7", "7.0", "1e3"}, {"+7", "-0", " 7", "7 "}, {"1_000", "0x10", ".5", "5."}, {"NaN", "inf", "1e400", "1/2"},
		{"999999999999999999999999999999999999999999", "0.0000000001", "1e-12", "٣"}, {"A", "a", "É", "E\u0301"}, {"\u202ea", "a\u200b", "\ufeffa", "a"}, {"\x1b[2J", "\x07", "\u009b31m", "\x1f"},
		{"NULL", "null", "–", "\"\""}, {"a\nb", "a\r\nb", "a\rb", "a\tb"}, {"\x00", "a\x00b", "a", "\x00\x00"}, {"%", "_", "?", "$1"}, {"\\", "\\'", "''", "\"\"\""}, {"true", "2024-01-01", "NULL::VARCHAR", "k0"},
	} {
		f.Add(k[0], k[1], k[2], k[3], i%2 == 0 || strings.ContainsRune(k[0], 0))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, a, b, c, d string, table bool) {
		for _, s := range []string{a, b, c, d} {
			if !utf8.ValidString(s) || !table && strings.ContainsRune(s, 0) || strings.HasPrefix(s, null) {
				return // no file of text holds it
			}
		}
		for _, name := range []string{"dim.duckdb", "dim.duckdb.wal", "dim.dimdesk.duckdb", "parked.csv"} {
			os.Remove(filepath.Join(dir, name))
		}
		x := keyCase{members: [][2]string{{a, b}, {c, d}}, rows: [][2]string{{a, b}, {c, d}, {b, a}, {a + b, ""}, {"", a + b}, {d, d}}}
		o := x.files(t, dir, table)
		first := contents(t, o)
		want := model.Run(x.input(t))
		r, err := OpenReview(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		err = r.Each(context.Background(), engine.Filter{Kinds: engine.Kinds}, func(ch engine.Change, ops []engine.Operation) error {
			w := want.Rows[ch.Row-1]
			if got, exp := outline(ch.Kind, false, ops), outline(w.Kind, false, w.Operations); got != exp || ch.Key[0].Text != x.rows[ch.Row-1][0] {
				t.Errorf("row %d, key %v:\n engine %s (%s)\n model  %s (%s)", ch.Row, ch.Key, got, ch.Reason, exp, w.Reason)
			}
			return nil
		})
		if err != nil || t.Failed() {
			t.Fatalf("%v; members %q, rows %q", err, x.members, x.rows)
		}
		out, err := r.Commit(context.Background(), parkingIn(filepath.Join(dir, "parked.csv")), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		dim, err := OpenDimension(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		defer dim.Close()
		for _, m := range x.members {
			if h, err := dim.History(context.Background(), m[:]); err != nil || len(h.Before) == 0 {
				t.Fatalf("the history of %q: %+v, %v", m, h, err)
			}
		}
		if _, err := dim.Undo(context.Background(), out.ID, engine.CommitRequest{}); err != nil {
			t.Fatal(err)
		}
		if got := contents(t, o); got != first {
			t.Fatalf("after undo\n%s\nwant\n%s", got, first)
		}
	})
}
