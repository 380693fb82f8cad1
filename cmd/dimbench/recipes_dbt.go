package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"dimdesk/engine/recipe"
)

// onDbt runs all cases in one dbt project: a snapshot of no rows makes the tables, the history so far is put in by SQL, and then the
// batch is the snapshots' model. dbt dates versions by a column, so a case without one has the as-of in loaded_at.
func onDbt(ctx context.Context, k kitchenware, cases []recipeCase) ([]dish, string, error) {
	tb, err := dbtKit.setUp(ctx, k.kits, k.talk)
	if err != nil {
		return nil, "", err
	}
	if err := errors.Join(os.MkdirAll(filepath.Join(k.work, "models"), 0o755), os.MkdirAll(filepath.Join(k.work, "snapshots"), 0o755)); err != nil {
		return nil, "", err
	}
	for _, name := range []string{"dbt_project.yml", "profiles.yml"} {
		text, err := peerFiles.ReadFile("peers/dbt/" + name)
		if err == nil {
			err = os.WriteFile(filepath.Join(k.work, name), text, 0o644)
		}
		if err != nil {
			return nil, "", err
		}
	}
	file := filepath.Join(k.work, "dimension.duckdb")
	var parts []dbtPart
	for _, c := range cases {
		p, err := dbtPartOf(c)
		if err == nil {
			err = errors.Join(os.WriteFile(filepath.Join(k.work, "models", "staged_"+p.id+".sql"), []byte("select * from main.rows_"+p.id+"\n"), 0o644),
				os.WriteFile(filepath.Join(k.work, "snapshots", p.id+".yml"), []byte(p.yaml), 0o644))
		}
		if err != nil {
			return nil, "", err
		}
		parts = append(parts, p)
	}
	dbt := func(what string) (string, error) {
		_, err := command(ctx, k.work, tb.env, tb.program("dbt"), what, "--threads", "1", "--quiet")
		if err != nil {
			return err.Error(), nil // one case may fail; which, its table shows
		}
		return "", nil
	}
	for _, step := range []struct {
		sql  func(dbtPart) []string
		then []string
	}{
		{func(p dbtPart) []string { return p.rows("LIMIT 0") }, []string{"run", "snapshot"}},
		{func(p dbtPart) []string { return append(p.rows(""), p.history...) }, nil},
	} {
		var all []string
		for _, p := range parts {
			all = append(all, step.sql(p)...)
		}
		if err := execute(ctx, append([]string{"ATTACH " + literal(file) + " AS d", "USE d"}, all...)); err != nil {
			return nil, "", err
		}
		for _, what := range step.then {
			if said, err := dbt(what); err != nil || said != "" {
				return nil, "", fmt.Errorf("dbt %s: %w%s", what, err, said)
			}
		}
	}
	failures := map[string]string{}
	for _, p := range parts {
		for range p.times {
			if _, err := command(ctx, k.work, tb.env, tb.program("dbt"), "snapshot", "--select", "dim_"+p.id, "--threads", "1", "--quiet"); err != nil {
				failures[p.id] = dbtSaid(err.Error())
			}
		}
	}
	var out []dish
	for _, p := range parts {
		d := dish{failed: failures[p.id]}
		if d.failed == "" {
			err := withConn(ctx, func(conn *sql.Conn) (err error) {
				if _, err := conn.ExecContext(ctx, "ATTACH "+literal(file)+" AS d (READ_ONLY)"); err != nil {
					return err
				}
				d, err = served(ctx, conn, "SELECT COLUMNS(*)::VARCHAR FROM d.main.dim_"+p.id)
				return err
			})
			if err != nil {
				return nil, "", err
			}
		}
		out = append(out, d)
	}
	return out, tb.has, nil
}

// dbtSaid is the line of dbt's that says what was wrong.
func dbtSaid(all string) string {
	for line := range strings.Lines(all) {
		if strings.Contains(line, "Error:") {
			return strings.TrimSpace(line)
		}
	}
	return oneLine(all)
}

// dbtPart is a case in the project.
type dbtPart struct {
	id      string
	times   int
	staged  []string // makes rows_all_ID
	history []string
	yaml    string
}

func (p dbtPart) rows(limit string) []string {
	return append(p.staged, "CREATE OR REPLACE TABLE rows_"+p.id+" AS SELECT * FROM all_"+p.id+" "+limit, "DROP TABLE all_"+p.id)
}

func dbtPartOf(c recipeCase) (p dbtPart, err error) {
	p.id, p.times = "c"+c.name[:2], c.Times
	dated := !strings.Contains(c.Spec, "effective:")
	t, err := c.table("dim_"+p.id, "staged_"+p.id)
	if err != nil {
		return p, err
	}
	more := ""
	if dated {
		t.Spec.Batch.Effective = "loaded_at"
		more = ", DATE '" + c.AsOf + "' AS loaded_at"
	}
	r, err := recipe.For("dbt", t)
	if err != nil {
		return p, err
	}
	p.yaml = r.SQL()
	setUp, err := c.setUp("before_"+p.id, "plain_"+p.id, sqlDialect{using: func(bool) string { return "" }})
	if err != nil {
		return p, err
	}
	var staged, before []string
	for _, s := range setUp {
		if strings.Contains(s, " plain_") {
			staged = append(staged, s)
		} else {
			before = append(before, s)
		}
	}
	p.staged = append(staged, "CREATE OR REPLACE TABLE all_"+p.id+" AS SELECT *"+more+" FROM plain_"+p.id, "DROP TABLE plain_"+p.id)
	columns, _, err := sheetOf(c.Batch)
	if err != nil {
		return p, err
	}
	from, to := t.Spec.Period.From, t.Spec.Period.To
	var keep []string
	dimension, _, err := sheetOf(c.Dimension)
	if err != nil {
		return p, err
	}
	for _, name := range dimension {
		for _, b := range columns {
			if b == name {
				keep = append(keep, name)
			}
		}
	}
	key := strings.Join(t.Spec.Key, " || '|' || ")
	p.history = append(before, "INSERT INTO dim_"+p.id+" BY NAME SELECT "+strings.Join(keep, ", ")+", "+from+" AS "+t.Spec.Batch.Effective+", md5("+key+" || '|' || "+from+"::VARCHAR) AS dbt_scd_id, "+
		from+" AS dbt_updated_at, "+from+", "+to+" FROM before_"+p.id)
	return p, nil
}
