package main

import (
	"context"
	"embed"
	"encoding/csv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/engine/recipe"
)

// recipeFiles are the cases that recipes are run on.
//
//go:embed recipes/*.yaml
var recipeFiles embed.FS

// recipeCase is a small dimension and a batch. Types has all columns of both.
type recipeCase struct {
	name      string
	About     string            `yaml:"about"`
	Times     int               `yaml:"times"` // how often the batch is applied; 0 is once
	AsOf      string            `yaml:"as_of"`
	Types     map[string]string `yaml:"types"`
	Spec      string            `yaml:"spec"`
	Dimension string            `yaml:"dimension"`
	Batch     string            `yaml:"batch"`
}

func recipeCases() ([]recipeCase, error) {
	names, err := fs.Glob(recipeFiles, "recipes/*.yaml")
	if err != nil {
		return nil, err
	}
	var out []recipeCase
	for _, name := range names {
		text, err := recipeFiles.ReadFile(name)
		if err != nil {
			return nil, err
		}
		c := recipeCase{name: strings.TrimSuffix(filepath.Base(name), ".yaml")}
		if err := yaml.UnmarshalWithOptions(text, &c, yaml.Strict()); err != nil {
			return nil, engine.Errorf(engine.CodeFailed, "%s: %w", name, err)
		}
		c.Times = max(c.Times, 1)
		out = append(out, c)
	}
	return out, nil
}

// sheet reads one of the case's tables: its columns, and its rows with "" for NULL.
func sheetOf(text string) (columns []string, rows [][]string, err error) {
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return nil, nil, err
	}
	return all[0], all[1:], nil
}

// table is what the case's recipe is written for; dimension and staged name the tables.
func (c recipeCase) table(dimension, staged string) (recipe.Table, error) {
	spec, err := engine.ParseSpec([]byte(c.Spec), c.name)
	if err != nil {
		return recipe.Table{}, err
	}
	names, _, err := sheetOf(c.Dimension)
	if err != nil {
		return recipe.Table{}, err
	}
	supplied, _, err := sheetOf(c.Batch)
	if err != nil {
		return recipe.Table{}, err
	}
	t := recipe.Table{Name: dimension, Staged: staged, Supplied: supplied, AsOf: c.AsOf}
	for _, name := range names {
		t.Columns = append(t.Columns, engine.ColumnInfo{Name: name, Type: c.Types[name]})
	}
	_, err = spec.Bind(t.Columns, supplied)
	t.Spec = *spec
	return t, err
}

// ours applies the batch with dimdesk. Where that is stopped, the dimension is as it was.
func (c recipeCase) ours(ctx context.Context, work string) (d dish, err error) {
	dir := filepath.Join(work, "ours-"+c.name)
	o, err := c.files(dir)
	if err != nil {
		return d, err
	}
	o.Apply = true
	for range c.Times {
		if err := applyOurs(ctx, o, filepath.Join(dir, "parked.csv")); err != nil && engine.CodeOf(err) != engine.CodeBrake {
			return d, engine.Errorf(engine.CodeFailed, "%s: %w", c.name, err)
		}
	}
	text, err := os.ReadFile(o.Dimension)
	if err != nil {
		return d, err
	}
	d.columns, d.rows, err = sheetOf(string(text))
	return d, err
}

// files writes the case into a folder.
func (c recipeCase) files(dir string) (duck.Options, error) {
	o := duck.Options{Dimension: filepath.Join(dir, "dimension.csv"), Batch: filepath.Join(dir, "batch.csv"), Spec: filepath.Join(dir, "spec.yaml"), AsOf: c.AsOf}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return o, err
	}
	for file, text := range map[string]string{o.Dimension: c.Dimension, o.Batch: c.Batch, o.Spec: c.Spec} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return o, err
		}
	}
	return o, nil
}

func applyOurs(ctx context.Context, o duck.Options, park string) (err error) {
	r, err := duck.OpenReview(ctx, o)
	if err != nil {
		return err
	}
	defer func() {
		if e := r.Close(); err == nil {
			err = e
		}
	}()
	_, err = r.Commit(ctx, engine.CommitRequest{ParkFile: park, Again: true, Allow: engine.Allow{Deleted: -1, Changed: -1}}, nil)
	return err
}

// setUp makes both tables in an engine, whose types and literals the dialect tells: statements without an end.
func (c recipeCase) setUp(dimension, staged string, d sqlDialect) ([]string, error) {
	var out []string
	for _, t := range []struct {
		name, text string
		own        bool
	}{{dimension, c.Dimension, true}, {staged, c.Batch, false}} {
		columns, rows, err := sheetOf(t.text)
		if err != nil {
			return nil, err
		}
		var defs []string
		for _, name := range columns {
			def := name + " " + d.typ(c.Types[name])
			if strings.HasSuffix(name, "_sk") || name == "surrogate_key" {
				def += d.identity
			}
			defs = append(defs, def)
		}
		out = append(out, "CREATE TABLE "+t.name+" ("+strings.Join(defs, ", ")+")"+d.using(t.own))
		var values []string
		for _, row := range rows {
			var cells []string
			for i, v := range row {
				cells = append(cells, valueOf(v, c.Types[columns[i]]))
			}
			values = append(values, "("+strings.Join(cells, ", ")+")")
		}
		if len(values) > 0 {
			out = append(out, "INSERT INTO "+t.name+" VALUES "+strings.Join(values, ", "))
		}
	}
	return out, nil
}

// valueOf is a value as SQL that every engine here reads.
func valueOf(v, typ string) string {
	switch {
	case v == "":
		return "CAST(NULL AS " + map[bool]string{true: "VARCHAR(20)", false: typ}[typ == "VARCHAR"] + ")"
	case slices.Contains([]string{"INTEGER", "BOOLEAN"}, typ):
		return v
	case typ == "DATE":
		return "DATE '" + v + "'"
	}
	return literal(v)
}

// sqlDialect is how an engine makes tables.
type sqlDialect struct {
	types    map[string]string
	identity string
	using    func(dimension bool) string
}

func (d sqlDialect) typ(t string) string {
	if own, ok := d.types[t]; ok {
		return own
	}
	return t
}
