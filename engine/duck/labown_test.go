package duck

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dimdesk/engine"
)

// A sample is the rows themselves where they are few, and the members that the batch is about where they are many.
func TestSample(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	o := Options{Dimension: filepath.Join(dir, "dim_x.csv"), Batch: filepath.Join(dir, "batch.csv"), StateDir: t.TempDir()}
	var dim strings.Builder
	dim.WriteString("id;name;valid_from;valid_to\n")
	for i := range 50 {
		fmt.Fprintf(&dim, "%03d;\"a, %d\";2024-01-01;\n", i, i)
	}
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(o.Dimension, dim.String())
	write(filepath.Join(dir, "dim_x.dim.yaml"), "key: id\nperiod: {from: valid_from, to: valid_to}\nfacts: {file: orders.csv, key: id, time: at, measures: [amount]}\n")
	write(filepath.Join(dir, "orders.csv"), "id,at,amount\n041,2024-02-01,5\n007,2024-02-02,6\n041,2024-01-01,7.50\n")
	write(o.Batch, "id,name\n041,\"\"\n042,\n")
	l := newLab(t)
	for _, c := range []struct {
		limit       int64
		rows, notes string
	}{
		{100, "50", ""},
		{10, "2", "dim_x has 50 rows: versions of the batch's members, at most 10 are here"},
		{1, "1", "dim_x has 50 rows: versions of the batch's members, at most 1 are here\nthe batch has 2 rows: the first 1 are here, as staged"},
	} {
		tables, notes, err := Sample(ctx, o, c.limit)
		if err != nil || strings.Join(notes, "\n") != c.notes {
			t.Fatalf("%d: %q, %v", c.limit, notes, err)
		}
		if err := l.Load(ctx, tables...); err != nil {
			t.Fatal(err)
		}
		got, err := l.Table(ctx, "SELECT count(*), max(d.name), (SELECT count(*) FROM staged WHERE name = '') FROM dim_x d WHERE id >= '0'", 0)
		if err != nil || !strings.HasPrefix(labShown(got), c.rows+",a, ") || !strings.HasSuffix(labShown(got), ",1") {
			t.Errorf("%d: %s, %v", c.limit, labShown(got), err)
		}
	}
	spec, err := engine.ParseSpec([]byte(text(t, filepath.Join(dir, "dim_x.dim.yaml"))), "x")
	if err != nil {
		t.Fatal(err)
	}
	facts, err := MemberFacts(ctx, o, *spec, []engine.Value{engine.Text("041")})
	if err != nil || labShown(facts) != "2024-01-01,7.50\n2024-02-01,5" {
		t.Errorf("%s, %v", labShown(facts), err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 4 || text(t, o.Dimension) != dim.String() {
		t.Errorf("left: %v, %v", left, err)
	}
}

// A table of a DuckDB file keeps its types in a sample, but for those that only its file knows.
func TestSampleOfATable(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	o := Options{Dimension: filepath.Join(dir, "w.duckdb"), Table: "staged", Batch: filepath.Join(dir, "batch.csv"), Spec: filepath.Join(dir, "s.yaml"), StateDir: t.TempDir()}
	db, err := sql.Open("duckdb", o.Dimension)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(`CREATE TYPE mood AS ENUM ('glad', 'sad');
		CREATE TABLE staged (id VARCHAR, mood mood, tags VARCHAR[], valid_from TIMESTAMPTZ, valid_to TIMESTAMPTZ);
		INSERT INTO staged VALUES ('007', 'glad', ['a', 'b'], '2024-01-01 00:00:00+00', NULL);
		CREATE TABLE orders (who VARCHAR, moment TIMESTAMP, amount DECIMAL(9,2), other INTEGER);
		INSERT INTO orders VALUES ('007', '2024-02-01 12:00:00', 5, 1), ('7', '2024-02-01', 6, 1)`)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		o.Batch: "id,mood\n007,sad\n",
		o.Spec:  "table: staged\nkey: id\nperiod: {from: valid_from, to: valid_to}\nfacts: {table: orders, key: who, time: moment, measures: [amount, other]}\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tables, _, err := Sample(ctx, o, 10)
	if err != nil {
		t.Fatal(err)
	}
	l := newLab(t)
	if err := l.Load(ctx, tables...); err != nil {
		t.Fatal(err)
	}
	got, err := l.Table(ctx, "dim_staged", 0)
	if err != nil || strings.Join(got.Types, " ") != "VARCHAR VARCHAR VARCHAR TIMESTAMPTZ TIMESTAMPTZ" || labShown(got) != "007,glad,[a, b],2024-01-01 00:00:00+00,–" {
		t.Errorf("%v %s, %v", got.Types, labShown(got), err)
	}
	spec, err := engine.ParseSpec([]byte(text(t, o.Spec)), "s.yaml")
	if err != nil {
		t.Fatal(err)
	}
	facts, err := MemberFacts(ctx, o, *spec, []engine.Value{engine.Text("007")})
	if err != nil || labShown(facts) != "2024-02-01 12:00:00,5.00" {
		t.Errorf("%s, %v", labShown(facts), err)
	}
}
