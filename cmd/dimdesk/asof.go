package main

import (
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dimdesk/cmd/dimdesk/internal/rowout"
	"dimdesk/engine"
	"dimdesk/engine/duck"
)

func asofCommand() *cobra.Command {
	var o common
	var file string
	cmd := &cobra.Command{
		Use:   "asof DIMENSION TIME",
		Short: "Print the dimension as it was at a time",
		Long: `Print the version of every member that was in force at a time, in order of business key, as the dimension stores it.

A day, in a dimension of timestamps, means that day's last moment.`,
		Example: "  dimdesk asof dim_customer.csv 2025-12-31\n  dimdesk asof dim_customer.csv 2025-12-31 --out year-end.csv",
		Args:    wants("DIMENSION", "TIME"),
	}
	o.add(cmd)
	format := formatFlag(cmd, rowout.Formats...)
	cmd.Flags().StringVar(&file, "out", "", "write to this file instead of stdout")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		return o.withDimension(ctx, cmd, args[0], func(d *duck.Dimension) error {
			at, err := engine.ParseAsOf(args[1], d.Spec().Period.Zone, time.Now())
			if err != nil {
				return err
			}
			write := func(out io.Writer) error {
				w := rowout.New(format.value, out, widthOf(out))
				p := startProgressBeside(ctx, cmd)
				defer p.stop()
				err := d.AsOf(ctx, at, w.Header, func(cells []engine.Value) error {
					p.row("printing", 0)
					return unwritten(w.Row(cells))
				})
				return ended(err, w.Close())
			}
			if file == "" {
				return write(cmd.OutOrStdout())
			}
			if err := o.spares(args[0], file); err != nil {
				return err
			}
			return replaceFile(ctx, file, write)
		})
	}
	return cmd
}

// spares refuses to write over the dimension, its journal or its spec.
func (o *common) spares(dimension, file string) error {
	stem := strings.TrimSuffix(dimension, filepath.Ext(dimension))
	for _, kept := range []string{dimension, stem + ".dimdesk.duckdb", stem + ".dim.yaml", o.spec} {
		if kept != "" && sameFile(kept, file) {
			return engine.Errorf(engine.CodeUsage, "--out %s would write over the dimension or what belongs to it; nothing was changed", file).
				Help("Choose another file.")
		}
	}
	return nil
}
