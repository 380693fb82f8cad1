package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"dimdesk/engine"
	"dimdesk/sampledata"

	"github.com/spf13/cobra"
)

// generateCommand fills a folder. It is hidden: apply runs it as a process of its own.
func generateCommand() *cobra.Command {
	var g sampledata.Generator
	cmd := &cobra.Command{
		Use:    "generate FOLDER",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE:   func(cmd *cobra.Command, args []string) error { return generate(cmd.Context(), args[0], g) },
	}
	f := cmd.Flags()
	f.Int64Var(&g.Members, "members", 1_000_000, "members of the dimension")
	f.Int64Var(&g.Seed, "seed", 0, "seed of the generated data")
	f.BoolVar(&g.TextKey, "text-key", false, "business keys are text")
	f.Int64Var(&g.Rows, "rows", 0, "rows of the batch")
	f.Int64Var(&g.Same, "same", 0, "of a hundred rows of the batch so many are as stored")
	return cmd
}

// generateApart runs the generator in a process of its own. On Linux a child's peak memory starts at that of the process
// which started it, so the one that measures has to stay small.
func generateApart(ctx context.Context, dir string, g sampledata.Generator) error {
	self, err := os.Executable()
	if err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot find this program to run it again: %w", err)
	}
	said, err := exec.CommandContext(ctx, self, "generate", dir, "--members", strconv.FormatInt(g.Members, 10),
		"--seed", strconv.FormatInt(g.Seed, 10), "--text-key="+strconv.FormatBool(g.TextKey),
		"--rows", strconv.FormatInt(g.Rows, 10), "--same", strconv.FormatInt(g.Same, 10)).CombinedOutput()
	if err != nil {
		return errors.Join(ctx.Err(), engine.Errorf(engine.CodeFailed, "cannot generate the data: %w\n%s", err, strings.TrimSpace(string(said))))
	}
	return nil
}

// generate writes the base dimension, the batch and the spec into a folder.
func generate(ctx context.Context, dir string, g sampledata.Generator) error {
	d := in(dir)
	statements := []string{"ATTACH " + literal(d.base) + " AS generated", "USE generated"}
	statements = append(statements, g.DimensionSQL()...)
	statements = append(statements, g.BatchSQL(d.batch)...)
	statements = append(statements, "USE memory", "DETACH generated")
	if err := execute(ctx, statements); err != nil {
		return err
	}
	if err := os.WriteFile(d.spec, g.Spec(), 0o644); err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot write the spec: %w", err)
	}
	return nil
}
