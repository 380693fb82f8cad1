package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/recipe"
)

// sparkJob is a case as recipes.py reads it: statements that set it up, those of the recipe, and the table to read then.
type sparkJob struct {
	Name   string   `json:"name"`
	SetUp  []string `json:"set_up"`
	Recipe []string `json:"recipe"`
	Times  int      `json:"times"`
	Table  string   `json:"table"`
}

// onSpark runs a recipe on all cases in one Spark.
func onSpark(format string) func(context.Context, kitchenware, []recipeCase) ([]dish, string, error) {
	return func(ctx context.Context, k kitchenware, cases []recipeCase) ([]dish, string, error) {
		of := sparkKit
		if format == "hudi" {
			of = kit{folder: "hudi", java: true}
		}
		tb, err := of.setUp(ctx, k.kits, k.talk)
		if err != nil {
			return nil, "", err
		}
		var jobs []sparkJob
		for _, c := range cases {
			job, err := sparkJobOf(c, format)
			if err != nil {
				return nil, "", err
			}
			jobs = append(jobs, job)
		}
		text, err := json.Marshal(jobs)
		if err != nil {
			return nil, "", err
		}
		if err := os.MkdirAll(k.work, 0o755); err != nil {
			return nil, "", err
		}
		if err := unpack(k.work, "spark"); err != nil {
			return nil, "", err
		}
		if err := os.WriteFile(filepath.Join(k.work, "jobs.json"), text, 0o644); err != nil {
			return nil, "", err
		}
		if _, err := command(ctx, k.work, tb.env, tb.program("spark-submit"), "--master", "local[*]", "--driver-memory", "2g", "--driver-class-path", tb.jars, "recipes.py", format); err != nil {
			return nil, "", engine.Errorf(engine.CodeFailed, "Spark failed: %w", err)
		}
		text, err = os.ReadFile(filepath.Join(k.work, "results.json"))
		if err != nil {
			return nil, "", err
		}
		var results []struct {
			Columns []string   `json:"columns"`
			Rows    [][]string `json:"rows"`
			Failed  string     `json:"failed"`
		}
		if err := json.Unmarshal(text, &results); err != nil {
			return nil, "", err
		}
		var out []dish
		for _, r := range results {
			out = append(out, dish{r.Columns, r.Rows, r.Failed})
		}
		return out, tb.has, nil
	}
}

func sparkJobOf(c recipeCase, format string) (job sparkJob, err error) {
	id := "c" + c.name[:2]
	catalog := ""
	if format == "iceberg" {
		catalog = "local.db."
	}
	dim, staged := catalog+"dim_"+id, "staged_"+id
	t, err := c.table(dim, staged)
	if err != nil {
		return job, err
	}
	r, err := recipe.For(format, t)
	if err != nil {
		return job, err
	}
	d := sqlDialect{types: map[string]string{"VARCHAR": "STRING"}, using: func(dimension bool) string {
		switch {
		case !dimension:
			return " USING parquet"
		case format == "hudi":
			return " USING hudi TBLPROPERTIES (type = 'cow', primaryKey = '" + strings.Join(t.Spec.Key, ",") + "," + t.Spec.Period.From + "')"
		}
		return " USING " + format
	}}
	job = sparkJob{Name: c.name, Times: c.Times, Table: dim}
	if job.SetUp, err = c.setUp(dim, staged, d); err != nil {
		return job, err
	}
	for _, s := range strings.Split(r.SQL(), ";\n") {
		if s = strings.TrimSpace(s); s != "" {
			job.Recipe = append(job.Recipe, s)
		}
	}
	return job, nil
}
