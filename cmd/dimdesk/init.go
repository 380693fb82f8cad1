package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/tui/cell"
)

func initCommand() *cobra.Command {
	var o common
	var force, toStdout bool
	cmd := &cobra.Command{
		Use:   "init DIMENSION [BATCH]",
		Short: "Detect the spec and write it",
		Long: `Detect the spec of a dimension from its columns (and those of a batch) and write it beside the dimension, as
NAME.dim.yaml, where every other command finds it. Read it through: detection proposes, you decide.`,
		Example: "  dimdesk init dim_customer.csv customers.csv\n  dimdesk init dim_customer.csv --print",
		Args:    wants("DIMENSION", "[BATCH]"),
	}
	o.add(cmd)
	cmd.Flags().BoolVar(&force, "force", false, "write over a spec that exists")
	cmd.Flags().BoolVar(&toStdout, "print", false, "print the spec instead of writing it")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		batch := ""
		if len(args) > 1 {
			batch = args[1]
		}
		p := startProgress(ctx, cmd.ErrOrStderr(), "reading")
		defer p.stop()
		opts, err := o.options(args[0], batch, p.report)
		if err != nil {
			return err
		}
		opts.Spec = ""
		spec, detected, err := duck.DetectSpec(ctx, opts)
		p.stop()
		if err != nil {
			return err
		}
		for _, line := range detected {
			fmt.Fprintln(cmd.ErrOrStderr(), cell.Clean(line))
		}
		if toStdout {
			_, err := cmd.OutOrStdout().Write(spec.YAML())
			return err
		}
		path := o.spec
		if path == "" {
			path = specBeside(args[0], spec.Table)
		}
		if err := writeSpec(cmd.Context(), path, spec.YAML(), force); err != nil {
			return err
		}
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "wrote %s\n", cell.Clean(path))
		return err
	}
	return cmd
}

// specBeside is where the other commands look for a spec first: NAME.dim.yaml, NAME being the table's or the file's.
func specBeside(dimension, table string) string {
	if table != "" {
		return filepath.Join(filepath.Dir(dimension), table+".dim.yaml")
	}
	return strings.TrimSuffix(dimension, filepath.Ext(dimension)) + ".dim.yaml"
}

// writeSpec makes the spec file. Only by force it takes another's place.
func writeSpec(ctx context.Context, path string, yaml []byte, force bool) error {
	if force {
		return replaceFile(ctx, path, func(w io.Writer) error {
			_, err := w.Write(yaml)
			return err
		})
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return specExists(path)
	}
	if err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot write %s: %w", path, err)
	}
	_, err = f.Write(yaml)
	if err = ended(err, f.Close()); err != nil {
		os.Remove(path) // half a spec would be read as one
		return engine.Errorf(engine.CodeFailed, "cannot write %s: %w", path, err)
	}
	return nil
}

func specExists(path string) error {
	return engine.Errorf(engine.CodeFailed, "%s exists; nothing was changed", path).
		Help("Pass --force to write over it, or --print to only look.")
}
