package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"dimdesk/cmd/dimdesk/internal/plain"
	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/tui/cell"
)

func undoCommand() *cobra.Command {
	var o common
	var yes bool
	cmd := &cobra.Command{
		Use:   "undo DIMENSION [COMMIT]",
		Short: "Undo a commit: the last, or one named",
		Long: `Take back a commit: the last one that is not undone, or the one that is named.

Undoing is a commit too, and can be undone. It is refused if a member of the commit was changed since, and names those.
Where a program was killed at a commit and that is found just now, --yes wants the commit to be named.`,
		Example: "  dimdesk undo dim_customer.csv\n  dimdesk undo dim_customer.csv 12 --yes --reason 'sent twice'",
		Args:    wants("DIMENSION", "[COMMIT]"),
	}
	o.add(cmd)
	o.addWho(cmd)
	format := formatFlag(cmd, "text", "json")
	cmd.Flags().BoolVar(&yes, "yes", false, "undo without asking")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		var commit int64
		if len(args) > 1 {
			n, err := strconv.ParseInt(args[1], 10, 64)
			if err != nil || n < 1 {
				return usageError(cmd, "%q is not the number of a commit", args[1])
			}
			commit = n
		}
		return o.withDimension(ctx, cmd, args[0], func(d *duck.Dimension) error {
			entry, preview, err := d.UndoPreview(ctx, commit)
			if err != nil {
				return err
			}
			o.notices(cmd, preview.Notices)
			if yes && commit == 0 && len(d.News()) > 0 {
				return o.lastUnknown(d.Name(), args[0])
			}
			if !yes {
				printUndo(cmd, entry, preview)
				if err := o.confirm(ctx, cmd, fmt.Sprintf("Undo commit %d?", entry.ID)); err != nil {
					return err
				}
			}
			p := startProgress(ctx, cmd.ErrOrStderr(), fmt.Sprintf("undoing commit %d", entry.ID))
			done, err := d.Undo(ctx, entry.ID, engine.CommitRequest{As: o.as, Reason: o.reason})
			p.stop()
			if err != nil {
				return err
			}
			o.notices(cmd, done.Notices)
			return o.told(cmd, done, o.printCommitted(cmd.OutOrStdout(), format.value, args[0], nil, done))
		})
	}
	return cmd
}

// lastUnknown refuses to undo the last commit unseen where it may be another than is meant: who gives the command of a killed undo
// again would take back one commit more.
func (o *common) lastUnknown(name, dimension string) error {
	return engine.Errorf(engine.CodeFailed, "a program was killed at a commit of %s, as noted, so the last one may be another than is meant; nothing was changed", name).
		Help("look at it (%s), and name the commit to undo", o.again("log", dimension))
}

// printUndo shows, as talk, the commit that is to be undone and what that would do.
func printUndo(cmd *cobra.Command, e engine.Entry, preview engine.Preview) {
	out := cmd.ErrOrStderr()
	fmt.Fprintf(out, "commit %d, %s, by %s: %s\n", e.ID, e.At.Local().Format("2006-01-02 15:04:05"), cell.Clean(e.By), subject(e))
	fmt.Fprintf(out, "it did: %s\n", outcome(e))
	fmt.Fprintf(out, "undoing it does: %s\n", plain.Operations(preview.Operations))
}
