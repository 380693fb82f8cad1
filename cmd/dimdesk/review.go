package main

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/tui"
	"dimdesk/tui/cell"
	"dimdesk/tui/opening"
)

func reviewCommand() *cobra.Command {
	o := common{session: true}
	cmd := &cobra.Command{
		Use:   "review DIMENSION BATCH",
		Short: "Review a batch on screen, then commit it",
		Long: `Review a batch in the terminal: every row as a classified change, with the member's history before and after. Hold back
what is not right, and commit the rest. Leaving the review commits nothing.`,
		Example: "  dimdesk review dim_customer.csv customers.csv",
		Args:    wants("DIMENSION", "BATCH"),
	}
	o.add(cmd)
	o.addWho(cmd)
	cmd.Flags().StringVar(&o.park, "park", "", "the parked file, instead of BATCH.parked.csv beside the batch")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if o.noInput || !hasScreen(cmd) {
			return engine.Errorf(engine.CodeFailed, "a review needs a terminal to show and to ask on").
				Help("%s prints the same changes, and dimdesk apply commits them.", o.again("diff", args[0], args[1]))
		}
		_, err := o.screen(cmd.Context(), cmd, args[0], args[1])
		return err
	}
	return cmd
}

// hasScreen tells whether both ends of the command are a terminal.
func hasScreen(cmd *cobra.Command) bool {
	return isTerminal(cmd.InOrStdin()) && isTerminal(cmd.OutOrStdout())
}

// screen runs the review screen, says afterwards what was committed, and tells whether anything was.
func (o *common) screen(ctx context.Context, cmd *cobra.Command, dimension, batch string) (committed bool, err error) {
	outcome, err := tui.Run(ctx, tui.Options{
		Title:     cell.Clean(filepath.Base(dimension) + " ◂ " + filepath.Base(batch)),
		Request:   engine.CommitRequest{As: o.as, Reason: o.reason, ParkFile: o.park, Allow: newAllow().Allow},
		Open:      o.opener(dimension, batch),
		Dimension: o.reopener(dimension),
	})
	if err != nil {
		return false, err
	}
	if outcome.Committed == nil {
		_, err := fmt.Fprintln(cmd.ErrOrStderr(), "nothing was committed")
		return false, err
	}
	return true, o.told(cmd, *outcome.Committed, o.printCommitted(cmd.OutOrStdout(), "text", dimension, nil, *outcome.Committed))
}

// opener makes the review for the screen, which shows the progress itself.
func (o *common) opener(dimension, batch string) opening.Open {
	return func(ctx context.Context, news func(engine.Progress)) (engine.Review, error) {
		opts, err := o.options(dimension, batch, news)
		if err != nil {
			return nil, err
		}
		r, err := duck.OpenReview(ctx, opts)
		if err != nil {
			return nil, err
		}
		return r, nil
	}
}

// reopener opens the dimension for the screen's log and undo.
func (o *common) reopener(dimension string) func(context.Context) (engine.Dimension, error) {
	return func(ctx context.Context) (engine.Dimension, error) {
		opts, err := o.options(dimension, "", nil)
		if err != nil {
			return nil, err
		}
		d, err := duck.OpenDimension(ctx, opts)
		if err != nil {
			return nil, err
		}
		return d, nil
	}
}
