package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dimdesk/engine"

	"github.com/spf13/cobra"
)

func recipesCommand() *cobra.Command {
	s := usual()
	var only []string
	cmd := &cobra.Command{
		Use:   "recipes",
		Short: "Run the recipes of other engines on small cases, and compare the tables with ours",
		Long: "Runs what `dimdesk sql --pattern` prints on DuckDB, PostgreSQL 15 or newer (initdb and psql must be there; a cluster of its own in a\n" +
			"temporary folder), Spark with Delta, Iceberg and Hudi, and dbt (set up once, as for dimbench peers), on the cases in cmd/dimbench/recipes,\n" +
			"and prints what each comes to; and the script that `dimdesk sql --dialect postgresql` prints, which must come to the same. Surrogate\n" +
			"keys need only be different. An engine that cannot be set up is left out, and said.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return recipes(cmd.Context(), s, only, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	s.add(cmd, "dir")
	cmd.Flags().StringSliceVar(&only, "only", nil, "only these: "+strings.Join(kitchenNames(), ", "))
	return cmd
}

// kitchen is an engine that recipes are run on.
type kitchen struct {
	name string // for --only: a dialect's, or "script", which is what dimdesk sql prints for PostgreSQL
	// cook runs a recipe on each case, and gives what the table holds then, or why it failed. has says what it ran on.
	cook func(ctx context.Context, k kitchenware, cases []recipeCase) (dishes []dish, has string, err error)
}

// kitchenware is what kitchens share: where kits are set up, a folder to work in, and whom to tell.
type kitchenware struct {
	kits, work string
	talk       io.Writer
}

// dish is what became of a case: the rows that the table holds, or an error.
type dish struct {
	columns []string
	rows    [][]string
	failed  string
}

func kitchens() []kitchen {
	return []kitchen{
		{"close-then-open", onDuck("close-then-open")},
		{"merge", onDuck("merge")},
		{"postgresql", onPostgres(patternSQL)},
		{"script", onPostgres(scriptSQL)},
		{"delta", onSpark("delta")},
		{"iceberg", onSpark("iceberg")},
		{"hudi", onSpark("hudi")},
		{"dbt", onDbt},
	}
}

func kitchenNames() []string {
	var out []string
	for _, k := range kitchens() {
		out = append(out, k.name)
	}
	return out
}

func recipes(ctx context.Context, s settings, only []string, out, talk io.Writer) error {
	for _, name := range only {
		if !slices.Contains(kitchenNames(), name) {
			return engine.Errorf(engine.CodeUsage, "--only %s: there are %s", name, strings.Join(kitchenNames(), ", "))
		}
	}
	cases, err := recipeCases()
	if err != nil {
		return err
	}
	dir, err := s.folder()
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot make %s: %w", dir, err)
	}
	work, err := os.MkdirTemp(dir, "recipes-")
	if err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot make a working folder: %w", err)
	}
	defer os.RemoveAll(work)
	var ours []dish
	for _, c := range cases {
		d, err := c.ours(ctx, work)
		if err != nil {
			return err
		}
		ours = append(ours, d)
	}
	report := newRecipesReport(cases)
	for _, k := range kitchens() {
		if len(only) > 0 && !slices.Contains(only, k.name) {
			continue
		}
		fmt.Fprintf(talk, "%s\n", k.name)
		dishes, has, err := k.cook(ctx, kitchenware{kits: filepath.Join(dir, "peers"), work: filepath.Join(work, k.name), talk: talk}, cases)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			fmt.Fprintf(talk, "%s is left out: %v\n", k.name, err)
			report.leftOut(k.name, err)
			continue
		}
		report.add(k.name, has, ours, dishes)
	}
	return report.print(out)
}
