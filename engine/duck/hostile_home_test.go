package duck

import (
	"context"
	"strings"
	"testing"

	"dimdesk/engine"
)

// TestHostileHomes changes a value and undoes it in tables that have more to them than columns of text.
func TestHostileHomes(t *testing.T) {
	const keyed = "sk INTEGER, id VARCHAR, city VARCHAR, valid_from DATE, valid_to DATE"
	const rows = "INSERT INTO dim (sk, id, city, valid_from, valid_to) VALUES (1, 'A', 'Pune', DATE '2024-01-01', NULL), (2, 'B', 'Rome', DATE '2024-01-01', NULL)"
	for name, c := range map[string]struct {
		batch      string
		statements []string
	}{
		"a generated column":      {"id,city\nA,De'lhi\n", []string{"CREATE TABLE dim (" + keyed + ", shout VARCHAR GENERATED ALWAYS AS (upper(city)) VIRTUAL)", rows}},
		"constraints that hold":   {"id,city\nA,De'lhi\n", []string{"CREATE TABLE dim (sk INTEGER NOT NULL UNIQUE CHECK (sk > 0), id VARCHAR NOT NULL, city VARCHAR CHECK (city <> 'x'), valid_from DATE NOT NULL, valid_to DATE, CHECK (valid_to >= valid_from))", rows}},
		"defaults and a sequence": {"id,city\nA,De'lhi\nN,Oslo\n", []string{"CREATE SEQUENCE s START 100", "CREATE TABLE dim (sk INTEGER DEFAULT nextval('s'), id VARCHAR, city VARCHAR DEFAULT 'nowhere', valid_from DATE DEFAULT DATE '1900-01-01', valid_to DATE DEFAULT DATE '1900-01-01')", rows}},
		"macros of our functions": {"id,city\nA,De'lhi\n", []string{"CREATE MACRO main.lower(x) AS 'hacked'", "CREATE MACRO main.date_trunc(a, b) AS 1", "CREATE MACRO main.hash(a) AS 1", "CREATE TABLE dim (" + keyed + ")", rows}},
		"a schema dimdesk":        {"id,city\nA,De'lhi\n", []string{"CREATE SCHEMA dimdesk", "CREATE TABLE dimdesk.notes (x INTEGER)", "CREATE TABLE dim (" + keyed + ")", rows}},
		"tables of our names":     {"id,city\nA,De'lhi\n", []string{"CREATE TABLE raw (x INTEGER)", "CREATE VIEW batch_row AS SELECT 1 AS x", "CREATE TABLE change (x INTEGER)", "CREATE TABLE opened (x INTEGER)", "CREATE TABLE dim (" + keyed + ")", rows}},
		"types":                   {"id,city\nA,De'lhi\n", []string{"CREATE TYPE mood AS ENUM ('sad', 'ok')", "CREATE TABLE dim (" + keyed + ", st STRUCT(a INTEGER, b VARCHAR), li INTEGER[], ma MAP(VARCHAR, INTEGER), en mood, bl BLOB, bi BIT, iv INTERVAL, hu HUGEINT, uu UUID, js JSON)", rows, "UPDATE dim SET st = {'a': 1, 'b': 'it''s, {\"x\"}'}, li = [1, NULL, 3], ma = MAP {'k': 1}, en = 'ok', bl = '\\x00\\xFF'::BLOB, bi = '101'::BIT, iv = INTERVAL 1 DAY, hu = 170141183460469231731687303715884105727, uu = '00000000-0000-0000-0000-000000000001', js = '{\"a\": [1, null]}'"}},
		"typed values in a batch": {"id,city,en,hu,uu,js,li\nA,De'lhi,sad,7,00000000-0000-0000-0000-000000000002,\"{\"\"b\"\": 1}\",\"[4, 5]\"\n", []string{"CREATE TYPE mood AS ENUM ('sad', 'ok')", "CREATE TABLE dim (" + keyed + ", en mood, hu HUGEINT, uu UUID, js JSON, li INTEGER[])", rows, "UPDATE dim SET en = 'ok', hu = -1, uu = '00000000-0000-0000-0000-000000000001', js = '{}', li = [1]"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			thereAndBack(t, tables(t, c.batch, "key: id\nsurrogate_key: sk\nperiod: {from: valid_from, to: valid_to}\n", c.statements...))
		})
	}
}

// TestHomesThatRefuse: what a table does not allow, and what is no table, is said, and nothing is changed.
func TestHomesThatRefuse(t *testing.T) {
	const rows = "INSERT INTO dim VALUES (1, 'A', 'Pune', DATE '2024-01-01', NULL)"
	for name, c := range map[string]struct {
		says       string
		statements []string
	}{
		"a view":            {"no table", []string{"CREATE TABLE t AS " + threeRows, "CREATE VIEW dim AS FROM t"}},
		"a check":           {"the dimension's own constraint refuses it", []string{"CREATE TABLE dim (sk INTEGER, id VARCHAR, city VARCHAR CHECK (city <> 'Delhi'), valid_from DATE, valid_to DATE)", rows}},
		"one row for a key": {"the dimension's own constraint refuses it", []string{"CREATE TABLE dim (sk INTEGER, id VARCHAR UNIQUE, city VARCHAR, valid_from DATE, valid_to DATE)", rows}},
		"no open end":       {"the dimension's own constraint refuses it", []string{"CREATE TABLE dim (sk INTEGER, id VARCHAR, city VARCHAR, valid_from DATE, valid_to DATE NOT NULL)", "INSERT INTO dim VALUES (1, 'A', 'Pune', DATE '2024-01-01', DATE '2025-01-01')"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := tables(t, "id,city\nA,Delhi\n", "key: id\nsurrogate_key: sk\nperiod: {from: valid_from, to: valid_to}\n", c.statements...)
			before := rowsOf(t, o.Dimension, "FROM dim")
			r, err := OpenReview(context.Background(), o)
			if err == nil {
				defer r.Close()
				_, err = r.Commit(context.Background(), nothingAllowed, nil)
				r.Close()
			}
			refused(t, err, engine.CodeFailed, c.says)
			same(t, "the dimension", strings.Join(rowsOf(t, o.Dimension, "FROM dim"), "\n"), strings.Join(before, "\n"))
		})
	}
}
