// Command dimbench measures dimdesk against SQL written by hand for the same batch, and against the programs that others
// use for it: whole process against whole process, each on a fresh copy of the same generated dimension, in turns, with
// the outcomes compared afterwards.
//
// Besides engine/duck it is the one package that imports the DuckDB driver: the SQL written by hand is its own, so that
// nothing of dimdesk's is in what dimdesk is measured against.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"dimdesk/engine"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := &cobra.Command{
		Use:           "dimbench",
		Short:         "Measure dimdesk against hand-written SQL and other programs",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(applyCommand(), screenCommand(), diffCommand(), countCommand(), growthCommand(), peersCommand(), recipesCommand(), generateCommand(), handCommand(), exportCommand())
	if err := root.ExecuteContext(ctx); err != nil {
		if errors.Is(err, context.Canceled) {
			err = engine.Errorf(engine.CodeCancelled, "cancelled")
		}
		fmt.Fprintln(os.Stderr, "dimbench:", err)
		os.Exit(int(engine.CodeOf(err)))
	}
}
