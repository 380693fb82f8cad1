package duck

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dimdesk/engine"
)

const labCustomers = "customer_id,full_name,country,valid_from,valid_to\n1,Ada,UK,2024-01-01,\n2,Ravi,,2024-01-01,\n"

func loaded(t testing.TB) *Lab {
	l := newLab(t)
	if err := l.Load(context.Background(), engine.LabTable{Name: "dim_customer", CSV: labCustomers, Types: map[string]string{"valid_to": "DATE"}}); err != nil {
		t.Fatal(err)
	}
	return l
}

// SQL that a learner writes reaches nothing outside of its tables.
func TestLabReachesNothing(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.csv")
	if err := os.WriteFile(secret, []byte("a\n42\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	t.Setenv("HOME", dir)
	l := loaded(t)
	for _, q := range []string{
		"SELECT * FROM read_csv('" + secret + "')",
		"SELECT * FROM '" + secret + "'",
		"SELECT * FROM read_text('" + secret + "')",
		"SELECT * FROM read_blob('" + secret + "')",
		"SELECT * FROM glob('" + dir + "/*')",
		"SELECT * FROM read_parquet('" + secret + "')",
		"SELECT * FROM read_json('" + secret + "')",
		"SELECT * FROM sniff_csv('" + secret + "')",
		"SELECT * FROM query('SELECT 1')",
		"CREATE VIEW v AS SELECT * FROM read_csv('" + secret + "')",
		"CREATE TABLE x AS FROM '" + secret + "'",
		"COPY dim_customer TO '" + out + "'",
		"COPY dim_customer FROM '" + secret + "'",
		"COPY (SELECT 42) TO '/dev/stdout'",
		"ATTACH '" + out + ".duckdb' AS o",
		"ATTACH ':memory:' AS o",
		"DETACH memory",
		"EXPORT DATABASE '" + out + "'",
		"IMPORT DATABASE '" + dir + "'",
		"INSTALL httpfs",
		"LOAD httpfs",
		"LOAD '" + out + "'",
		"SELECT * FROM read_csv('https://localhost/x.csv')",
		"SET enable_external_access = true",
		"SET GLOBAL memory_limit = '8GB'",
		"SET threads = 4",
		"SET temp_directory = '" + dir + "'",
		"SET lock_configuration = false",
		"RESET lock_configuration",
		"SET TimeZone = 'Asia/Tokyo'",
		"SET search_path = 'temp'",
		"USE temp",
		"PRAGMA enable_profiling",
		"PRAGMA enable_external_access = true",
		"PRAGMA enable_progress_bar",
		"PRAGMA memory_limit = '8GB'",
		"PRAGMA temp_directory = '" + dir + "'",
		"CALL enable_logging(storage = 'stdout')",
		"CALL enable_logging(storage = 'file', storage_path = '" + out + "')",
		"SELECT * FROM enable_logging(storage = 'stdout')",
		"SELECT * FROM enable_logging(storage = 'file', storage_path = '" + out + "')",
		"FROM \"Enable_Logging\" /* of (what) */ -- comes\n()",
		"FROM system.main.enable_logging()",
		"CREATE MACRO m() AS TABLE FROM enable_logging(); FROM m()",
		"EXPLAIN ANALYZE SELECT * FROM enable_logging(storage = 'stdout')",
		"FROM query('FROM enable' || '_logging()')",
		"FROM json_execute_serialized_sql(json_serialize_sql('FROM enable' || '_logging()'))",
		"FROM enable_profiling()",
		"FROM arrow_scan(1, 2, 3)",
		"FROM U&\"\\0065nable_logging\"()",
		"PREPARE p AS SELECT 1",
		"PREPARE p AS COPY dim_customer TO '" + out + "'",
		"FROM query_table(['" + secret + "'])",
		"SELECT * FROM read_duckdb('" + secret + "')",
		"SELECT * FROM parquet_metadata('" + secret + "')",
		"CREATE MACRO m() AS TABLE FROM read_csv('" + secret + "')",
		"UPDATE EXTENSIONS",
		"FORCE INSTALL httpfs",
		"CREATE PERSISTENT SECRET s (TYPE s3)",
		"SET variable_x = 1",
		"SELECT getenv('HOME')",
		"SELECT ?",
		"SELECT $1",
	} {
		res, err := l.Run(context.Background(), q)
		if engine.CodeOf(err) != engine.CodeUsage || len(res) > 0 {
			t.Errorf("%s: %v, %+v", q, err, res)
		} else if !strings.HasPrefix(err.Error(), "line 1: ") {
			t.Errorf("%s: %v", q, err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("left in the folder: %v, %v", entries, err)
	}
	if got, err := l.Table(context.Background(), "SELECT current_setting('TimeZone'), current_setting('threads'), current_setting('enable_external_access')", 0); err != nil || labShown(got) != "UTC,1,false" {
		t.Errorf("%s, %v", labShown(got), err)
	}
	if got, err := l.Table(context.Background(), "dim_customer", 0); err != nil || len(got.Rows) != 2 {
		t.Errorf("%v, %v", got, err)
	}
}

// What takes too long or too much is stopped, and the Lab goes on.
func TestLabStopsWhatIsTooMuch(t *testing.T) {
	l := loaded(t)
	l.time = time.Second
	ctx := context.Background()
	for q, want := range map[string]string{
		"\n\nWITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n FROM r) SELECT count(*) FROM r":                         "line 3: this statement was stopped after 1s",
		"SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000) c WHERE hash(a.range, b.range, c.range) = 7": "line 1: this statement was stopped after 1s",
		"CREATE TABLE hog AS SELECT range, hash(range) || 'x' AS h FROM range(100000000)":                                  "",
		"SELECT list(range) FROM range(200000000)":                                                                         "",
		"SELECT len(range(500000000))":                 "line 1: a list of more than a million",
		"SELECT unnest(generate_series(1, 500000000))": "line 1: a list of more than a million",
		"SELECT len(range(500000000, 1, -2))":          "line 1: a list of more than a million",
		"SELECT len(repeat('x', 2000000000))":          "line 1: a repetition of more than a million",
		"SELECT len(rpad('x', 2000000000, 'y'))":       "line 1: a text of more than a million",
	} {
		began := time.Now()
		_, err := l.Run(ctx, q)
		if engine.CodeOf(err) != engine.CodeUsage || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", q, err, want)
		}
		if took := time.Since(began); took > 15*time.Second {
			t.Errorf("%s took %s", q, took)
		}
	}
	res, err := l.Run(ctx, "SELECT range AS n FROM range(10000000)")
	if err != nil || len(res) != 1 || len(res[0].Table.Rows) != labRows || !res[0].Cut {
		t.Fatalf("%v", err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := l.Run(cancelled, "SELECT 1"); engine.CodeOf(err) != engine.CodeCancelled {
		t.Errorf("cancelled: %v", err)
	}
	if got, err := l.Table(ctx, "dim_customer", 1); err != nil || labShown(got) != "1,Ada,UK,2024-01-01,–" {
		t.Errorf("%s, %v", labShown(got), err)
	}
}

// Transactions are the learner's own, also from one Run to the next.
func TestLabTransactions(t *testing.T) {
	ctx := context.Background()
	names := "SELECT string_agg(full_name, ' ' ORDER BY customer_id) FROM dim_customer"
	for _, c := range []struct {
		runs        []string
		fails, want string
	}{
		{[]string{"BEGIN; DELETE FROM dim_customer; ROLLBACK"}, "", "Ada Ravi"},
		{[]string{"BEGIN", "DELETE FROM dim_customer WHERE customer_id = 1", "COMMIT"}, "", "Ravi"},
		{[]string{"BEGIN; DELETE FROM dim_customer WHERE customer_id = 1"}, "", "Ravi"},
		{[]string{"DELETE FROM dim_customer WHERE customer_id = 1;\n\nSELECT nothing FROM dim_customer;\nDELETE FROM dim_customer"}, "line 3: Referenced column", "Ravi"},
		{[]string{"COMMIT"}, "line 1: cannot commit - no transaction is active", "Ada Ravi"},
		{[]string{"BEGIN;\nBEGIN"}, "line 2: cannot start", "Ada Ravi"},
		{[]string{"BEGIN; DELETE FROM dim_customer WHERE customer_id = 1;\nUPDATE dim_customer SET full_name = error('no');\nCOMMIT"}, "line 2: no", "Ada Ravi"},
		{[]string{"BEGIN; DELETE FROM dim_customer WHERE customer_id = 1;\nSELECT error('no')", "SELECT 1"}, "line 1: Current transaction is aborted", "Ada Ravi"},
		{[]string{"BEGIN; DELETE FROM dim_customer WHERE customer_id = 1;\nSELECT error('no')", "ROLLBACK; UPDATE dim_customer SET full_name = 'Jo' WHERE customer_id = 2"}, "", "Ada Jo"},
	} {
		l := loaded(t)
		var err error
		for _, q := range c.runs {
			_, err = l.Run(ctx, q)
		}
		if c.fails == "" && err != nil || c.fails != "" && (err == nil || !strings.HasPrefix(err.Error(), c.fails)) {
			t.Errorf("%q: %v, want %q", c.runs, err, c.fails)
		}
		if got, err := l.Table(ctx, names, 0); err != nil || labShown(got) != c.want {
			t.Errorf("%q: %q, want %q, %v", c.runs, labShown(got), c.want, err)
		}
		if err := l.Load(ctx, engine.LabTable{Name: "dim_customer", CSV: labCustomers}); err != nil {
			t.Errorf("%q: loading afterwards: %v", c.runs, err)
		}
		if got, err := l.Table(ctx, names, 0); err != nil || labShown(got) != "Ada Ravi" {
			t.Errorf("%q: loaded afterwards: %q, %v", c.runs, labShown(got), err)
		}
	}
}

// Results are told as DuckDB writes them, whatever kind of statement gives them.
func TestLabResults(t *testing.T) {
	l := loaded(t)
	everything := "1::BIGINT AS i, 0.1::DOUBLE AS d, 1e20::DOUBLE AS e, 3::DOUBLE AS w, 1.50::DECIMAL(9,2) AS n, -0.05::DECIMAL(9,2) AS m, DATE '2024-02-29' AS day, TIMESTAMP '2024-02-29 12:00:00.5' AS ts, TIMESTAMPTZ '2024-02-29 12:00:00+01' AS tz, TIME '09:30:00' AS tm, true AS b, NULL::VARCHAR AS nothing, '' AS empty, '1c5d3b6a-0000-4000-8000-00000000000f'::UUID AS u, 12::HUGEINT AS h"
	want := "1,0.1,1e+20,3.0,1.50,-0.05,2024-02-29,2024-02-29 12:00:00.5,2024-02-29 11:00:00+00,09:30:00,true,–,,1c5d3b6a-0000-4000-8000-00000000000f,12"
	for _, c := range []struct{ q, want string }{
		{"SELECT " + everything, want},
		{"CREATE TABLE kept AS SELECT " + everything, "1 rows"},
		{"INSERT INTO kept FROM kept RETURNING *", "1 rows\n" + want},
		{"UPDATE dim_customer SET country = 'IN' WHERE country IS NULL", "1 rows"},
		{"DELETE FROM dim_customer WHERE customer_id = 7", "0 rows"},
		{"CREATE VIEW v AS SELECT 1", ""},
		{"SELECT 1 AS a, 2 AS a -- two of a name", "1,2"},
		{"FROM dim_customer SELECT full_name ORDER BY full_name DESC;", "Ravi\nAda"},
		{"SELECT customer_id FROM dim_customer ORDER BY customer_id DESC", "2\n1"},
		{"VALUES (1), (2)", "1\n2"},
		{"WITH x AS (SELECT 3 AS n) SELECT n FROM x", "3"},
		{"SELECT range(3), generate_series(1, 3), range(9, 1, -4), range(DATE '2024-01-01', DATE '2024-01-03', INTERVAL 1 DAY)", "[0, 1, 2],[1, 2, 3],[9, 5],['2024-01-01 00:00:00', '2024-01-02 00:00:00']"},
		{"SELECT repeat('ab', 2), repeat([1], 2), lpad('7', 3, '0'), (SELECT count(*) FROM range(2000000))", "abab,[1, 1],007,2000000"},
		{"SELECT /* a; /* b; */ c; */ 1 -- ;", "1"},
		{"SELECT E'\\';' || $$;$$ || $t$;$t$", "';;;"},
		{"SELECT query.query FROM (SELECT 1 AS query) query", "1"},
		{"SELECT count(*) AS \"Count\" FROM dim_customer", "2"},
		{"SHOW TABLES", "dim_customer\nkept\nv"},
		{"MERGE INTO dim_customer d USING (SELECT 9 AS customer_id) s ON d.customer_id = s.customer_id WHEN NOT MATCHED THEN INSERT (customer_id) VALUES (s.customer_id)", "1 rows"},
		{"PIVOT (SELECT 'a' AS k, 1 AS v) ON k USING sum(v)", "1"},
		{"SET VARIABLE x = 3", ""},
		{"SELECT getvariable('x')", "3"},
	} {
		res, err := l.Run(context.Background(), c.q)
		if err != nil || len(res) != 1 {
			t.Errorf("%s: %v", c.q, err)
			continue
		}
		var got []string
		if res[0].Rows >= 0 {
			got = append(got, fmt.Sprintf("%d rows", res[0].Rows))
		}
		if res[0].Table != nil {
			got = append(got, labShown(*res[0].Table))
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.q, strings.Join(got, "\n"), c.want)
		}
	}
	res, err := l.Run(context.Background(), "SELECT customer_id AS a, full_name AS a, DATE '2024-01-01' AS day, 1.5::DECIMAL(9,2) AS n FROM dim_customer WHERE false")
	if err != nil || strings.Join(res[0].Table.Columns, " ") != "a a day n" || strings.Join(res[0].Table.Types, " ") != "BIGINT VARCHAR DATE DECIMAL(9,2)" {
		t.Errorf("%v, %v", res[0].Table, err)
	}
}

// What was made is gone after a Reset, whatever it was.
func TestLabResetDropsEverything(t *testing.T) {
	l, ctx := loaded(t), context.Background()
	_, err := l.Run(ctx, "CREATE SCHEMA s; CREATE TABLE s.t (a INT); CREATE MACRO plus(a, b) AS a + b; CREATE TYPE mood AS ENUM ('a'); CREATE SEQUENCE q; CREATE TEMP TABLE tt (a INT); CREATE VIEW w AS SELECT 1; BEGIN")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Reset(ctx); err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{"FROM dim_customer", "FROM s.t", "SELECT plus(1, 2)", "SELECT 'a'::mood", "SELECT nextval('q')", "FROM tt", "FROM w", "COMMIT", "SET threads = 2"} {
		if _, err := l.Run(ctx, q); err == nil {
			t.Errorf("%s still works", q)
		}
	}
	if err := l.Load(ctx, engine.LabTable{Name: "w", CSV: "a\n1\n"}); err != nil {
		t.Error(err)
	}
}

func TestSplitStatements(t *testing.T) {
	text := "-- a; comment\nSELECT 'it''s; one', \"a;b\" /* x; /* y; */ */;;\n\n  SELECT $$;$$, $t$ $$; $t$, E'\\';', $1 ; insert into t\nvalues (1) -- last; one\nRETURNING a; SELECT 'returning'; SELECT 'open; never\nclosed"
	var got []string
	for _, s := range splitStatements(text) {
		got = append(got, fmt.Sprintf("%d %v %s", s.line, s.returning(), s.sql))
	}
	want := []string{
		"2 false SELECT 'it''s; one', \"a;b\" /* x; /* y; */ */",
		"4 false SELECT $$;$$, $t$ $$; $t$, E'\\';', $1",
		"4 true insert into t\nvalues (1) -- last; one\nRETURNING a",
		"6 false SELECT 'returning'",
		"6 false SELECT 'open; never\nclosed",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q\nwant\n%q", got, want)
	}
	if got := splitStatements(" ; -- nothing\n"); len(got) > 0 {
		t.Errorf("%v", got)
	}
}
