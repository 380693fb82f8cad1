package main

import (
	"strings"

	"github.com/spf13/cobra"

	"dimdesk/cmd/dimdesk/internal/historyout"
	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/tui/cell"
)

func historyCommand() *cobra.Command {
	var o common
	cmd := &cobra.Command{
		Use:   "history DIMENSION KEY…",
		Short: "Draw and list one member's versions",
		Long: `Draw one member's versions to scale, and list them.

A business key of several columns is given as several arguments, in the order of the spec.`,
		Example: "  dimdesk history dim_customer.csv C101\n  dimdesk history warehouse.duckdb UK 123 --table dim_company",
		Args:    wants("DIMENSION", "KEY…"),
	}
	o.add(cmd)
	format := formatFlag(cmd, "table", "jsonl", "csv")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		return o.withDimension(ctx, cmd, args[0], func(d *duck.Dimension) error {
			s, key := d.Spec(), args[1:]
			if len(key) != len(s.Key) {
				return engine.Errorf(engine.CodeUsage, "the business key of %s is %s: that is %s, and %d given",
					d.Name(), strings.Join(s.Key, ", "), cell.Plural(int64(len(s.Key)), "value"), len(key)).
					Help("Give one argument for each.")
			}
			m, err := d.History(ctx, key)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			switch format.value {
			case "jsonl":
				return historyout.JSON(out, s, m)
			case "csv":
				return historyout.CSV(out, s, m)
			}
			width := widthOf(out)
			painted, st := coloured(out)
			return historyout.Draw(painted, s, m, width, st)
		})
	}
	return cmd
}
