package main

import (
	"context"
	"errors"
	"os"

	"charm.land/huh/v2"
	"github.com/spf13/cobra"

	"dimdesk/engine"
)

// confirm asks whether to go on; no is the default, and an error. Where nobody can be asked, the error says which flag
// answers instead.
func (o *common) confirm(ctx context.Context, cmd *cobra.Command, question string) error {
	if o.noInput || !isTerminal(cmd.InOrStdin()) || !isTerminal(cmd.ErrOrStderr()) {
		return engine.Errorf(engine.CodeFailed, "%s needs an answer, and there is no terminal to ask on; nothing was changed", cmd.Name()).
			Help("Pass --yes to go on without being asked.")
	}
	yes := false
	form := huh.NewForm(huh.NewGroup(huh.NewConfirm().Title(question).Description("Press y or n.").Affirmative("Yes").Negative("No").Value(&yes))).
		WithInput(cmd.InOrStdin()).WithOutput(cmd.ErrOrStderr()).WithShowHelp(false).
		WithAccessible(os.Getenv("ACCESSIBLE") != "")
	err := form.RunWithContext(ctx)
	switch {
	case ctx.Err() != nil, errors.Is(err, huh.ErrUserAborted):
		return errCancelled
	case err != nil:
		return engine.Errorf(engine.CodeFailed, "cannot ask: %w", err).Help("Pass --yes to go on without being asked.")
	case !yes:
		return errCancelled
	}
	return nil
}
