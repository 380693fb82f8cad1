package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"dimdesk/cmd/dimdesk/internal/diffout"
	"dimdesk/cmd/dimdesk/internal/plain"
	"dimdesk/engine"
	"dimdesk/engine/duck"
)

// errChanges is how diff --exit-code exits where there are changes. It says nothing: the diff has said it.
var errChanges = &engine.Error{Code: engine.CodeChanges}

func diffCommand() *cobra.Command {
	var o common
	var all, exitCode bool
	cmd := &cobra.Command{
		Use:   "diff DIMENSION BATCH",
		Short: "Print what a batch would do",
		Long: `Print every row of a batch as a classified change, and change nothing.

A table, Markdown and HTML leave unchanged and superseded rows out and count them, unless --all asks for them.
JSON lines and CSV always hold every row: the batch's rows in order, then the members that are absent from a snapshot.
"counts" prints how many rows there are of each kind, and nothing else: the quickest look, also at a batch of millions.`,
		Example: "  dimdesk diff dim_customer.csv customers.csv\n  dimdesk diff dim_customer.csv customers.csv --format jsonl --as-of 2026-05-31\n  dimdesk diff dim_customer.csv customers.csv --format counts --exit-code",
		Args:    wants("DIMENSION", "BATCH"),
	}
	o.add(cmd)
	format := formatFlag(cmd, append(slices.Clone(diffout.Formats), countsFormat)...)
	cmd.Flags().BoolVar(&all, "all", false, "list unchanged and superseded rows too")
	cmd.Flags().BoolVar(&exitCode, "exit-code", false, "exit with 2 if there are changes")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.counted = format.value == countsFormat
		return o.withReview(cmd.Context(), cmd, args[0], args[1], func(r *duck.Review) error {
			o.notices(cmd, r.Info().Notices)
			counts, err := printDiff(cmd, r, format.value, all)
			if err != nil {
				return err
			}
			if exitCode && hasChanges(counts) {
				return errChanges
			}
			return nil
		})
	}
	return cmd
}

// countsFormat is the format that lists no rows.
const countsFormat = "counts"

// printDiff prints every change of a review in a format.
func printDiff(cmd *cobra.Command, r *duck.Review, format string, all bool) (engine.Counts, error) {
	ctx := cmd.Context()
	counts, err := r.Counts(ctx)
	if err != nil {
		return counts, err
	}
	if format == countsFormat {
		_, err := fmt.Fprintln(cmd.OutOrStdout(), plain.Kinds(counts.Kinds))
		return counts, err
	}
	head := diffout.Head{Info: r.Info(), Counts: counts, All: all}
	out := cmd.OutOrStdout()
	if format == "table" {
		head.Width = widthOf(out)
		out, head.Styles = coloured(out)
	}
	filter := engine.Filter{}
	if all || diffout.Data(format) {
		filter.Kinds = engine.Kinds
	}
	w := diffout.New(format, out, head)
	p := startProgressBeside(ctx, cmd)
	total := counts.Rows + counts.Absent
	if len(filter.Kinds) == 0 {
		total -= counts.Kinds[engine.Unchanged] + counts.Kinds[engine.Superseded]
	}
	err = r.Each(ctx, filter, func(c engine.Change, ops []engine.Operation) error {
		p.row("printing", total)
		return w.Change(c, ops)
	})
	err = ended(err, w.Close())
	p.stop()
	if err == nil && diffout.Data(format) {
		fmt.Fprintln(cmd.ErrOrStderr(), plain.Kinds(counts.Kinds))
	}
	return counts, err
}

// hasChanges tells whether any row asks for something, or cannot have it.
func hasChanges(counts engine.Counts) bool {
	for kind, n := range counts.Kinds {
		if n > 0 && !kind.Quiet() {
			return true
		}
	}
	return false
}
