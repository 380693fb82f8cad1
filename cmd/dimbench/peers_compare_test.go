package main

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"dimdesk/sampledata"
)

// loaded is a small generated dimension, and a copy to which the hand-written SQL has applied the batch.
func loaded(t *testing.T) (data dataset, hand string) {
	t.Helper()
	ctx, dir, g := context.Background(), t.TempDir(), sampledata.Generator{Members: 1000}
	data, err := prepare(ctx, dir, g, generate, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	hand = filepath.Join(dir, "hand.duckdb")
	if err := copyFile(data.base, hand); err != nil {
		t.Fatal(err)
	}
	if err := execute(ctx, handSQL(hand, data.batch, g)); err != nil {
		t.Fatal(err)
	}
	return data, hand
}

func TestCompareSeesWhatAProgramDidLessOrMore(t *testing.T) {
	ctx := context.Background()
	_, hand := loaded(t)
	for name, c := range map[string]struct {
		from      string
		surrogate bool
		want      outcome
	}{
		"the same":           {"SELECT * FROM d", true, outcome{1530, 1530, 0, 0, 0}},
		"other types":        {"SELECT * REPLACE (valid_from::TIMESTAMP AS valid_from, valid_to::TIMESTAMP AS valid_to) FROM d", true, outcome{1530, 1530, 0, 0, 0}},
		"no surrogate key":   {"SELECT * EXCLUDE (customer_sk) FROM d", false, outcome{1530, 1530, 0, 0, 0}},
		"new members only":   {"SELECT * FROM d WHERE valid_from < DATE '2026-06-01' OR customer_id > 1000", true, outcome{1530, 1510, 20, 0, 0}},
		"dated to the hour":  {"SELECT * REPLACE (CASE WHEN customer_id > 1000 THEN valid_from + INTERVAL 1 HOUR ELSE valid_from END AS valid_from) FROM d", true, outcome{1530, 1530, 10, 10, 0}},
		"a version twice":    {"FROM d UNION ALL SELECT * FROM d WHERE customer_id = 1001", true, outcome{1530, 1531, 0, 1, 1}},
		"a NULL that is not": {"SELECT * REPLACE (coalesce(phone, '') AS phone) FROM d", true, outcome{1530, 1530, nullPhones(t, hand), nullPhones(t, hand), 0}},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "versions.parquet")
			err := execute(ctx, []string{
				"ATTACH " + literal(hand) + " AS h (READ_ONLY)", "CREATE TEMP VIEW d AS FROM h." + sampledata.GeneratedTable,
				fmt.Sprintf("COPY (%s) TO %s", c.from, literal(file)),
			})
			if err != nil {
				t.Fatal(err)
			}
			v, err := inParquet(file, c.surrogate)
			if err != nil {
				t.Fatal(err)
			}
			got, err := compare(ctx, hand, v)
			if err != nil || got != c.want {
				t.Errorf("%+v, %v, want %+v", got, err, c.want)
			}
			if got.same() != (c.want.missing+c.want.added+c.want.twice == 0) {
				t.Errorf("%+v is the same: %v", got, got.same())
			}
		})
	}
}

// TestDBTFilesCarryTheHistory runs what fills a snapshot's table and what reads it, on a table with the columns that dbt makes.
func TestDBTFilesCarryTheHistory(t *testing.T) {
	ctx := context.Background()
	data, _ := loaded(t)
	dir := t.TempDir()
	if err := unpack(dir, "dbt"); err != nil {
		t.Fatal(err)
	}
	if err := export(ctx, data.base, filepath.Join(dir, "base.parquet")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	statements := []string{`CREATE TABLE dim_customer (customer_id BIGINT, name VARCHAR, email VARCHAR, city VARCHAR, segment VARCHAR,
		country VARCHAR, tier INTEGER, phone VARCHAR, updated_at DATE, dbt_scd_id VARCHAR, dbt_updated_at DATE, dbt_valid_from DATE, dbt_valid_to DATE)`}
	for _, name := range []string{"base.sql", "versions.sql"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		statements = append(statements, string(text))
	}
	if err := execute(ctx, statements); err != nil {
		t.Fatal(err)
	}
	v, err := inParquet("versions.parquet", false)
	if err != nil {
		t.Fatal(err)
	}
	if o, err := compare(ctx, data.base, v); err != nil || o != (outcome{hand: 1500, other: 1500}) {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestAnEmptyBatchHasTheSameColumns(t *testing.T) {
	data, _ := loaded(t)
	empty := filepath.Join(t.TempDir(), "empty.csv")
	if err := headerOnly(data.batch, empty); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(empty)
	if want := "customer_id,name,email,city,segment,country,tier,phone\n"; err != nil || string(text) != want {
		t.Errorf("%q, %v", text, err)
	}
}

func TestCopyFolderReplaces(t *testing.T) {
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "live")
	for _, name := range []string{filepath.Join(from, "a", "b.txt"), filepath.Join(to, "a", "left.txt")} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("text"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := copyFolder(from, to); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(to, "a", "b.txt")); err != nil || string(text) != "text" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := os.Stat(filepath.Join(to, "a", "left.txt")); err == nil {
		t.Error("what was there is still there")
	}
}

// nullPhones counts the versions that have no phone.
func nullPhones(t *testing.T, file string) (n int64) {
	t.Helper()
	ctx := context.Background()
	err := withConn(ctx, func(conn *sql.Conn) error {
		if _, err := conn.ExecContext(ctx, "ATTACH "+literal(file)+" AS d (READ_ONLY)"); err != nil {
			return err
		}
		return conn.QueryRowContext(ctx, "SELECT count(*) FROM d."+sampledata.GeneratedTable+" WHERE phone IS NULL").Scan(&n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
