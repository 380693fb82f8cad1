package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/sampledata"
	"dimdesk/tui/cell"
)

func demoCommand() *cobra.Command {
	o := common{session: true}
	cmd := &cobra.Command{
		Use:   "demo [NAME]",
		Short: "Review a built-in batch on a scratch copy",
		Long: `Review a built-in batch, on a copy in a folder of its own: nothing of yours is touched. Without a terminal it prints the
batch's diff instead.

The samples are ` + strings.Join(sampledata.Names(), ", ") + `.`,
		Example:   "  dimdesk demo\n  dimdesk demo customer-42",
		Args:      wants("[NAME]"),
		ValidArgs: sampledata.Names(),
	}
	cmd.Flags().BoolVar(&o.noInput, "no-input", false, "print the diff, even on a terminal")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		sample, err := sampledata.Demo(strings.Join(args, ""))
		if err != nil {
			return err
		}
		dir, err := os.MkdirTemp("", "dimdesk-demo-")
		if err != nil {
			return engine.Errorf(engine.CodeFailed, "no place for the demo: %w", err).Help("Set TMPDIR to a folder that can be written to.")
		}
		dimension, batch, _, err := sample.Write(dir)
		if err != nil {
			return err
		}
		o.asOf = sample.AsOf
		committed := false
		if hasScreen(cmd) && !o.noInput {
			committed, err = o.screen(cmd.Context(), cmd, dimension, batch)
		} else {
			o.session = false
			err = o.withReview(cmd.Context(), cmd, dimension, batch, func(r *duck.Review) error {
				_, err := printDiff(cmd, r, "table", false)
				return err
			})
		}
		if err != nil {
			return err
		}
		o.goOn(cmd.ErrOrStderr(), dimension, batch, committed)
		return nil
	}
	return cmd
}

// goOn says where the demo's files are, and which commands go on with them.
func (o *common) goOn(out io.Writer, dimension, batch string, committed bool) {
	fmt.Fprintf(out, "\nThe demo's files are in %s. To go on with them:\n", cell.Clean(filepath.Dir(dimension)))
	next := []string{o.again("review", dimension, batch, "--as-of", o.asOf)}
	if committed {
		next = []string{o.again("log", dimension), o.again("undo", dimension)}
	}
	for _, line := range append(next, o.again("history", dimension, "KEY")) {
		fmt.Fprintln(out, "  "+line)
	}
}
