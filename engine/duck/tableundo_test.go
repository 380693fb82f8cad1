package duck

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"dimdesk/engine"
)

// dimTables are tables that dimdesk must give back exactly: how each is made, and a batch on it. A spec of "" is plainSpec.
var dimTables = map[string]struct {
	ddl               []string
	batch, spec, want string // want is the table after the commit, where it matters
	faulty            bool   // the table has faults from the first
}{
	"mixed open ends": {
		ddl:   []string{"CREATE TABLE dim AS SELECT * REPLACE (CASE WHEN id = 'B' THEN DATE '9999-12-31' END AS valid_to) FROM (" + threeRows + ")"},
		batch: "id,city\nA,Delhi\nB,Bari\n",
		spec:  strings.Replace(plainSpec, "to: valid_to", "to: valid_to, open: \"9999-12-31\"", 1),
	},
	"a generated column": {
		ddl:   []string{"CREATE TABLE dim (sk INTEGER, id VARCHAR, city VARCHAR, valid_from DATE, valid_to DATE, up VARCHAR GENERATED ALWAYS AS (upper(city)))", "INSERT INTO dim " + threeRows},
		batch: "id,city\nA,Delhi\n",
		want:  "1|A|Pune|2024-01-01|2026-01-01|PUNE 2|B|Rome|2024-01-01|-|ROME 3|C|Oslo|2024-01-01|-|OSLO 4|A|Delhi|2026-01-01|-|DELHI",
	},
	"a primary key": {
		ddl:   []string{"CREATE TABLE dim (sk INTEGER PRIMARY KEY, id VARCHAR NOT NULL, city VARCHAR, valid_from DATE NOT NULL, valid_to DATE, UNIQUE (id, valid_from))", "INSERT INTO dim " + threeRows},
		batch: "id,city,at\nA,Delhi,2025-01-01\nB,Bari,2023-01-01\nC,Oslo,2023-01-01\n",
		spec:  datedSpec,
		want:  "1|A|Pune|2024-01-01|2025-01-01 2|B|Rome|2024-01-01|- 3|C|Oslo|2023-01-01|- 4|A|Delhi|2025-01-01|- 5|B|Bari|2023-01-01|2024-01-01",
	},
	"a collated attribute": {
		ddl:   []string{"CREATE TABLE dim (sk INTEGER, id VARCHAR, city VARCHAR COLLATE NOCASE, valid_from DATE, valid_to DATE)", "INSERT INTO dim " + threeRows},
		batch: "id,city\nA,PUNE\nB,Bari\n",
		want:  "1|A|Pune|2024-01-01|2026-01-01 2|B|Rome|2024-01-01|2026-01-01 3|C|Oslo|2024-01-01|- 4|A|PUNE|2026-01-01|- 5|B|Bari|2026-01-01|-",
	},
	"a collated key": {
		ddl: []string{"CREATE TABLE dim (sk INTEGER, id VARCHAR COLLATE NOCASE, city VARCHAR, valid_from DATE, valid_to DATE)", "INSERT INTO dim " + threeRows,
			"INSERT INTO dim VALUES (4, 'a', 'Kyiv', DATE '2024-01-01', NULL)"},
		batch: "id,city\na,Agra\n",
		want:  "1|A|Pune|2024-01-01|- 2|B|Rome|2024-01-01|- 3|C|Oslo|2024-01-01|- 4|a|Kyiv|2024-01-01|2026-01-01 5|a|Agra|2026-01-01|-",
	},
	"a schema of its own": {
		ddl:   []string{"CREATE SCHEMA \"sales; x\"", "CREATE TABLE \"sales; x\".dim AS " + threeRows},
		batch: "id,city\nA,Delhi\n",
	},
	"uuid keys": {
		ddl:   []string{"CREATE TABLE dim AS SELECT uuid() AS sk, * EXCLUDE (sk) FROM (" + threeRows + ")"},
		batch: "id,city\nA,Delhi\nN,Nice\n",
		spec:  strings.Replace(plainSpec, "surrogate_key: sk", "surrogate_key: {column: sk, make: uuid}", 1),
	},
	"rows that are alike": {
		ddl:   []string{"CREATE TABLE dim AS SELECT * EXCLUDE (sk) FROM (" + threeRows + ")", "INSERT INTO dim VALUES ('D', 'Bonn', '2024-01-01', '2024-01-01'), ('D', 'Bonn', '2024-01-01', '2024-01-01'), ('D', 'Kiel', '2024-01-01', NULL)"},
		batch: "id,city\nD,Lima\n",
		spec:  strings.Replace(plainSpec, "surrogate_key: sk\n", "", 1),
	},
	"flags, type 1 and NULL flags": {
		ddl: []string{"CREATE TABLE dim AS SELECT *, valid_to IS NULL AS is_current, NULL::BOOLEAN AS is_deleted, 'n' || sk AS name FROM (" + threeRows + ")",
			"INSERT INTO dim VALUES (4, 'A', 'Agra', '2023-01-01', '2024-01-01', false, NULL, 'old')"},
		batch: "id,city,name,op\nA,Pune,new,U\nB,,,D\nC,Lima,n3,U\n",
		spec:  "key: id\nsurrogate_key: sk\nperiod: {from: valid_from, to: valid_to}\ncurrent: is_current\ndeleted: is_deleted\ncolumns: {city: 2, name: 1}\nbatch: {operation: {column: op, delete: [D]}}\n",
	},
	"types that texts lose": {
		ddl:   []string{"CREATE TABLE dim AS SELECT *, ['a, b', 'c''d', NULL] AS tags, {'x': 1, 'y': 'z'} AS part, 0.1::FLOAT AS f, 1.5::DECIMAL(10,2) AS rate, '\\x00\\xff'::BLOB AS raw, INTERVAL 1 MONTH AS every FROM (" + threeRows + ")"},
		batch: "id,city,tags,rate\nA,Delhi,[q],2.5\nB,Rome,\"[r, s]\",1.50\nC,Lima,\"['a, b', 'c''d', NULL]\",1.5\n",
		spec:  strings.Replace(plainSpec, "city: 2", "city: 2, tags: 1, rate: 1", 1),
	},
	"a generated column of a type with a comma, and a default that speaks of one": {
		ddl:   []string{"CREATE TABLE dim (sk INTEGER, id VARCHAR, city VARCHAR DEFAULT '(id VARCHAR GENERATED ALWAYS AS (', valid_from DATE, valid_to DATE, \"half, \"\"x\" DECIMAL(10,2) GENERATED ALWAYS AS (sk / 2), CHECK (sk > 0))", "INSERT INTO dim " + threeRows},
		batch: "id,city\nA,Delhi\n",
		want:  "1|A|Pune|2024-01-01|2026-01-01|0.50 2|B|Rome|2024-01-01|-|1.00 3|C|Oslo|2024-01-01|-|1.50 4|A|Delhi|2026-01-01|-|2.00",
	},
	"indexes on all that is written": {
		ddl: append([]string{"CREATE TABLE dim AS SELECT *, 'n' AS name FROM (" + threeRows + ")"},
			"CREATE INDEX i1 ON dim (valid_from)", "CREATE INDEX i2 ON dim (valid_to)", "CREATE INDEX i3 ON dim (city)", "CREATE INDEX i4 ON dim (name)"),
		batch: everyWay, spec: everyWaySpec, want: everyWayDone,
	},
	"a primary key of key and start": {
		ddl:   []string{"CREATE TABLE dim (sk INTEGER, id VARCHAR, city VARCHAR, valid_from DATE, valid_to DATE, name VARCHAR, PRIMARY KEY (id, valid_from), UNIQUE (id, valid_to))", "INSERT INTO dim SELECT *, 'n' FROM (" + threeRows + ")"},
		batch: everyWay, spec: everyWaySpec, want: everyWayDone,
	},
	"a list beside, which is overwritten too": {
		ddl:   []string{"CREATE TABLE dim AS SELECT *, ['n'] AS name FROM (" + threeRows + ")"},
		batch: strings.NewReplacer("new", "[new]", "n\n", "[n]\n").Replace(everyWay), spec: everyWaySpec, want: strings.NewReplacer("|new", "|[new]", "|n", "|[n]").Replace(everyWayDone),
	},
	"facts that refer to it, and a unique start": {
		ddl: []string{"CREATE TABLE dim (sk INTEGER PRIMARY KEY, id VARCHAR, city VARCHAR, valid_from DATE, valid_to DATE, name VARCHAR, UNIQUE (id, valid_from))", "INSERT INTO dim SELECT *, 'n' FROM (" + threeRows + ")",
			"INSERT INTO dim VALUES (4, 'D', 'Bonn', '2025-01-01', '2025-01-01', 'n')", "CREATE TABLE fact (sk INTEGER REFERENCES dim (sk))", "INSERT INTO fact SELECT sk FROM dim"},
		batch: "id,city,at,name\nA,Delhi,2025-01-01,new\nB,Bari,2023-01-01,n\nD,Kiel,2025-01-01,n\n", spec: everyWaySpec,
		want: "1|A|Pune|2024-01-01|2025-01-01|new 2|B|Rome|2024-01-01|-|n 3|C|Oslo|2024-01-01|-|n 4|D|Kiel|2025-01-01|-|n 5|A|Delhi|2025-01-01|-|new 6|B|Bari|2023-01-01|2024-01-01|n",
	},
	"surrogate keys that are missing": {
		ddl:    []string{"CREATE TABLE dim AS FROM (" + threeRows + ")", "UPDATE dim SET sk = NULL WHERE id <> 'C'"},
		batch:  "id,city\nA,Delhi\nB,Bari\nC,Lima\n",
		faulty: true,
	},
	"surrogate keys that stand on several rows": {
		ddl:    []string{"CREATE TABLE dim AS SELECT 7 AS sk, * EXCLUDE (sk) FROM (" + threeRows + ")", "INSERT INTO dim VALUES (7, 'A', 'Agra', '2023-01-01', '2024-01-01')", "UPDATE dim SET city = 'Rome'"},
		batch:  "id,city\nA,Delhi\nB,Bari\n",
		faulty: true,
	},
	"surrogate keys that are decimals": {
		ddl:   []string{"CREATE TABLE dim AS SELECT sk::DECIMAL(18,2) AS sk, * EXCLUDE (sk) FROM (" + threeRows + ")"},
		batch: "id,city\nA,Delhi\nN,Nice\n",
		want:  "1.00|A|Pune|2024-01-01|2026-01-01 2.00|B|Rome|2024-01-01|- 3.00|C|Oslo|2024-01-01|- 4.00|A|Delhi|2026-01-01|- 5.00|N|Nice|2026-01-01|-",
	},
	"surrogate keys that are doubles": {
		ddl:   []string{"CREATE TABLE dim AS SELECT sk::DOUBLE AS sk, * EXCLUDE (sk) FROM (" + threeRows + ")"},
		batch: "id,city\nA,Delhi\nN,Nice\n",
	},
	"keys that are written in two ways": {
		ddl:   []string{"CREATE TABLE dim AS SELECT * REPLACE (INTERVAL (sk * 30) DAY AS id) FROM (" + threeRows + ")"},
		batch: "id,city\n1 month,Delhi\n60 days,Rome\n",
	},
	"keys whose texts are numbers and that are none": {
		ddl:   []string{"CREATE TABLE dim AS SELECT * REPLACE (sk::VARCHAR::BLOB AS id) FROM (" + threeRows + ")"},
		batch: "id,city\n1,Delhi\n10,Nice\n9,Bonn\n",
		want:  "1|1|Pune|2024-01-01|2026-01-01 2|2|Rome|2024-01-01|- 3|3|Oslo|2024-01-01|- 4|1|Delhi|2026-01-01|- 5|9|Bonn|2026-01-01|- 6|10|Nice|2026-01-01|-",
	},
	"a period of whole seconds": {
		ddl:   []string{"CREATE TABLE dim AS SELECT sk, id, city, valid_from::TIMESTAMP_S AS valid_from, valid_to::TIMESTAMP_S AS valid_to FROM (" + threeRows + ")"},
		batch: "id,city,at\nA,Delhi,2025-01-01 10:00:00.999\nB,Bari,2024-01-01 00:00:00.5\nC,Bonn,2025-01-01 10:00:00.1\nC,Lima,2025-01-01 10:00:00.2\n",
		spec:  datedSpec,
		want:  "1|A|Pune|2024-01-01 00:00:00|2025-01-01 10:00:00 2|B|Bari|2024-01-01 00:00:00|- 3|C|Oslo|2024-01-01 00:00:00|2025-01-01 10:00:00 4|A|Delhi|2025-01-01 10:00:00|- 5|C|Lima|2025-01-01 10:00:00|-",
	},
	"nanoseconds": {
		ddl:   []string{"CREATE TABLE dim AS SELECT sk, id, city, valid_from::TIMESTAMP AS valid_from, valid_to::TIMESTAMP AS valid_to, TIMESTAMP_NS '2024-01-01 00:00:00.123456789' AS seen FROM (" + threeRows + ")"},
		batch: "id,city\nA,Delhi\n",
	},
}

// A batch that touches versions in several ways at once: one is ended and overwritten, one begins earlier and is overwritten, one
// is overwritten in place.
const (
	everyWay     = "id,city,at,name\nA,Delhi,2025-01-01,new\nB,Rome,2023-01-01,n\nB,Rome,2025-01-01,new\nC,Lima,2024-01-01,n\nD,Bonn,2025-01-01,n\n"
	everyWaySpec = "key: id\nsurrogate_key: sk\nperiod: {from: valid_from, to: valid_to}\ncolumns: {city: 2, name: 1}\nbatch: {effective: at}\n"
	everyWayDone = "1|A|Pune|2024-01-01|2025-01-01|new 2|B|Rome|2023-01-01|-|new 3|C|Lima|2024-01-01|-|n 4|A|Delhi|2025-01-01|-|new 5|D|Bonn|2025-01-01|-|n"
)

// TestUndoGivesTheTableBack commits and undoes on each table: it is the very rows as before, compared both ways.
func TestUndoGivesTheTableBack(t *testing.T) {
	for name, c := range dimTables {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if c.spec == "" {
				c.spec = plainSpec
			}
			o := tables(t, c.batch, c.spec, c.ddl...)
			dim := "dim"
			if name == "a schema of its own" {
				dim = "\"sales; x\".dim"
			}
			outside(t, o.Dimension, "CREATE TABLE first AS FROM "+dim)
			out := commit(t, o, nothingAllowed)
			if c.want != "" {
				same(t, "the table", strings.Join(rowsOf(t, o.Dimension, "FROM "+dim+" ORDER BY sk"), " "), c.want)
			}
			if faults, _, err := opened(t, o).Verify(context.Background(), 0); err != nil || !c.faulty && len(faults) > 0 && faults[0].Fault {
				t.Errorf("the table after the commit has %+v, %v", faults, err)
			}
			outside(t, o.Dimension, "CREATE TABLE second AS FROM "+dim)
			for i, is := range []string{"first", "second", "first"} { // the commit, its undo and that one's are undone
				takeBack(t, o, out.ID+int64(i))
				for _, q := range []string{"FROM " + dim + " EXCEPT ALL FROM " + is, "FROM " + is + " EXCEPT ALL FROM " + dim} {
					if rows := rowsOf(t, o.Dimension, q); len(rows) > 0 {
						t.Errorf("after undo %d: %s: %s", i+1, q, strings.Join(rows, " "))
					}
				}
			}
			const said = "id, city, valid_from, valid_to" // its surrogate keys are new ones
			o.Apply = true
			if out := commit(t, o, nothingAllowed); out.ID == 0 {
				t.Errorf("the batch once more: %+v", out)
			}
			for _, q := range []string{"SELECT " + said + " FROM " + dim + " EXCEPT ALL SELECT " + said + " FROM second", "SELECT " + said + " FROM second EXCEPT ALL SELECT " + said + " FROM " + dim} {
				if rows := rowsOf(t, o.Dimension, q); len(rows) > 0 {
					t.Errorf("applied without a review: %s: %s", q, strings.Join(rows, " "))
				}
			}
		})
	}
}

// TestTablesThatAreNotWritten has tables that dimdesk could not write and give back: it says so before it does anything.
func TestTablesThatAreNotWritten(t *testing.T) {
	for says, ddl := range map[string]string{
		"valid_from is a TIMESTAMP and valid_to a DATE":       "SELECT * REPLACE (valid_from::TIMESTAMP AS valid_from) FROM (" + threeRows + ")",
		"valid_to a TIMESTAMP WITH TIME ZONE":                 "SELECT * REPLACE (valid_from::TIMESTAMP AS valid_from, valid_to::TIMESTAMPTZ AS valid_to) FROM (" + threeRows + ")",
		"what is a UNION(n INTEGER, s VARCHAR), and the jour": "SELECT *, 1::UNION(n INTEGER, s VARCHAR) AS what FROM (" + threeRows + ")",
	} {
		t.Run(says, func(t *testing.T) {
			t.Parallel()
			r, err := OpenReview(context.Background(), tables(t, "id,city\nA,Delhi\n", plainSpec, "CREATE TABLE dim AS "+ddl))
			if err == nil {
				defer r.Close()
				_, err = r.Commit(context.Background(), nothingAllowed, nil)
			}
			refused(t, err, engine.CodeFailed, says)
		})
	}
}

// TestUndoAfterTheTableChanged changes a table outside dimdesk after a commit. Undo puts it back, or says whose rows are others now.
func TestUndoAfterTheTableChanged(t *testing.T) {
	for change, says := range map[string]string{
		"ALTER TABLE dim ALTER sk TYPE VARCHAR":                       "",
		"ALTER TABLE dim ALTER sk TYPE BIGINT":                        "",
		"CREATE OR REPLACE TABLE dim AS FROM dim ORDER BY id DESC":    "",
		"ALTER TABLE dim RENAME sk TO old_sk":                         "surrogate key",
		"UPDATE dim SET id = 'Z' WHERE id = 'A' AND valid_to IS NULL": "1 member has changed",
		"UPDATE dim SET id = 'Z' WHERE id = 'A'":                      "changed since commit 1",
	} {
		t.Run(change, func(t *testing.T) {
			t.Parallel()
			o := tables(t, "id,city\nA,Delhi\n", plainSpec, "CREATE TABLE dim AS "+threeRows)
			o.Apply = true
			commit(t, o, nothingAllowed)
			outside(t, o.Dimension, change)
			if strings.Contains(change, "RENAME") {
				o.Spec = put(t, folder(o), "other.yaml", strings.Replace(plainSpec, "surrogate_key: sk\n", "", 1))
			}
			before := contents(t, o)
			_, err := opened(t, o).Undo(context.Background(), 1, engine.CommitRequest{})
			if says != "" {
				refused(t, err, engine.CodeMoved, says)
				same(t, "the table", contents(t, o), before)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(rowsOf(t, o.Dimension, "FROM dim ORDER BY sk"), " ")
			same(t, "the table", got, "1|A|Pune|2024-01-01|- 2|B|Rome|2024-01-01|- 3|C|Oslo|2024-01-01|-")
		})
	}
}

// TestKeyTypesThatAreFull needs more keys than the column's type holds, and just as many as it does.
func TestKeyTypesThatAreFull(t *testing.T) {
	for typ, most := range map[string]string{"TINYINT": "127", "UTINYINT": "255", "SMALLINT": "32767", "INTEGER": "2147483647", "UINTEGER": "4294967295", "BIGINT": "9223372036854775807"} {
		t.Run(typ, func(t *testing.T) {
			t.Parallel()
			ddl := fmt.Sprintf("CREATE TABLE dim AS SELECT (CASE WHEN id = 'A' THEN %s - 1 ELSE sk END)::%s AS sk, * EXCLUDE (sk) FROM (%s)", most, typ, threeRows)
			o := tables(t, "id,city\nA,Delhi\nB,Bari\n", plainSpec, ddl)
			before := contents(t, o)
			_, err := review(t, o).Commit(context.Background(), nothingAllowed, nil)
			refused(t, err, engine.CodeFailed, "sk is a "+typ+" and holds no more than "+most)
			same(t, "the table", contents(t, o), before)
			o.Batch = put(t, folder(o), "one.csv", "id,city\nB,Bari\n")
			commit(t, o, nothingAllowed)
			if got := rowsOf(t, o.Dimension, "SELECT max(sk) FROM dim"); got[0] != most {
				t.Errorf("the new key is %s", got[0])
			}
		})
	}
}

// TestUndoFreesNoKeys opens versions, undoes that, and opens others: their keys are above the highest ever used.
func TestUndoFreesNoKeys(t *testing.T) {
	for name, o := range map[string]Options{
		"csv":    files(t, threeMembers, "id,city\nA,Delhi\nB,Bari\n", plainSpec),
		"duckdb": tables(t, "id,city\nA,Delhi\nB,Bari\n", plainSpec, "CREATE TABLE dim AS "+threeRows),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			commit(t, o, nothingAllowed)
			takeBack(t, o, 0)
			o.Batch = put(t, folder(o), "other.csv", "id,city\nC,Lima\n")
			commit(t, o, nothingAllowed)
			if got := contents(t, o); !strings.Contains(got, `"6","C","Lima"`) || strings.Contains(got, `"4"`) {
				t.Errorf("the dimension is\n%s", got)
			}
			takeBack(t, o, 0)
			o.Batch = put(t, folder(o), "third.csv", "id,city\nC,Agra\n")
			commit(t, o, nothingAllowed)
			if got := contents(t, o); !strings.Contains(got, `"7","C","Agra"`) {
				t.Errorf("the dimension is\n%s", got)
			}
		})
	}
}

// TestUndosInTurn undoes a commit, that undo, that one, and so on: the log says of each whether it holds, the batch counts as
// applied where its commit does, and the last step never came to its end in the CSV.
func TestUndosInTurn(t *testing.T) {
	for name, o := range map[string]Options{
		"csv":    files(t, threeMembers, "id,city\nA,Delhi\nD,Bonn\n", plainSpec),
		"duckdb": tables(t, "id,city\nA,Delhi\nD,Bonn\n", plainSpec, "CREATE TABLE dim AS "+threeRows),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := contents(t, o)
			commit(t, o, nothingAllowed)
			after, says := contents(t, o), []string{
				"2 undone by 0, 1 undone by 2",
				"3 undone by 0, 2 undone by 3, 1 undone by 0",
				"4 undone by 0, 3 undone by 4, 2 undone by 0, 1 undone by 2",
				"5 undone by 0, 4 undone by 5, 3 undone by 0, 2 undone by 3, 1 undone by 0",
			}
			for i, want := range says {
				takeBack(t, o, int64(i+1))
				same(t, "the log", marks(t, o), want)
				now, applied := before, int64(0)
				if i%2 == 1 {
					now, applied = after, 1
				}
				same(t, "the dimension", contents(t, o), now)
				if p, err := review(t, o).appliedNow(t); err != nil || p != applied {
					t.Errorf("after %d undos the batch counts as applied by %d, %v", i+1, p, err)
				}
			}
			if o.Table != "" {
				return
			}
			outside(t, beside(o, "dim.dimdesk.duckdb"), "UPDATE dimdesk.commits SET settled = false WHERE id = 5")
			put(t, folder(o), "dim.csv", threeMembers)
			opened(t, o)
			same(t, "the log after an interruption", marks(t, o), says[2])
		})
	}
}

// marks are the commits of the log with those that undid them.
func marks(t *testing.T, o Options) string {
	t.Helper()
	log, err := opened(t, o).Log(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range log {
		out = append(out, fmt.Sprintf("%d undone by %d", e.ID, e.UndoneBy))
	}
	return strings.Join(out, ", ")
}

// appliedNow is the commit that has applied the batch and holds.
func (r *Review) appliedNow(t *testing.T) (id int64, err error) {
	t.Helper()
	if err := r.home.attachJournal(context.Background(), r.w, false); err != nil {
		return 0, err
	}
	defer r.home.detach(r.w)
	j, err := openJournal(context.Background(), r.w, r.home)
	if err != nil {
		return 0, err
	}
	out, err := r.appliedBefore(context.Background(), j)
	return out.Already, err
}

// TestUndoReadsItsOwnEntry undoes the last commit that stands, of one of two tables in a file, and then one by its number. The
// entry of a third, which nobody can read, is in the way of the log alone.
func TestUndoReadsItsOwnEntry(t *testing.T) {
	t.Parallel()
	o := tables(t, "id,city\nA,Delhi\n", plainSpec, "CREATE TABLE dim AS "+threeRows, "CREATE TABLE other AS "+threeRows)
	commit(t, o, nothingAllowed)
	o.Batch = put(t, folder(o), "two.csv", "id,city\nB,Bari\n")
	commit(t, o, nothingAllowed)
	o.Batch = put(t, folder(o), "three.csv", "id,city\nC,Bergen\n")
	commit(t, o, nothingAllowed)
	other := o
	other.Table = "other"
	commit(t, other, nothingAllowed)
	outside(t, o.Dimension, "UPDATE dimdesk.commits SET kinds = '{' WHERE id = 1")
	for n, c := range []struct {
		commit, undoes, is int64
	}{{0, 3, 5}, {0, 2, 6}, {5, 5, 7}, {0, 3, 8}} {
		d := opened(t, o)
		e, _, err := d.UndoPreview(context.Background(), c.commit)
		if err != nil || e.ID != c.undoes {
			t.Fatalf("undo %d of %d: it is of %d, %v", n, c.commit, e.ID, err)
		}
		if out := takeBack(t, o, c.commit); out.ID != c.is {
			t.Errorf("undo %d is commit %d, want %d", n, out.ID, c.is)
		}
	}
	d := opened(t, o)
	if _, err := d.Log(context.Background()); err == nil {
		t.Error("the log reads an entry that is none")
	}
	for commit, says := range map[int64]string{3: "undone already, by commit 8", 4: "has no commit 4", 99: "has no commit 99"} {
		_, _, err := d.UndoPreview(context.Background(), commit)
		refused(t, err, engine.CodeFailed, says)
	}
	other.Table = "other"
	takeBack(t, other, 0)
	_, _, err := opened(t, other).UndoPreview(context.Background(), 0)
	refused(t, err, engine.CodeFailed, "no commit that could be undone")
}
