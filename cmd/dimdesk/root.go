package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// The groups in which the help lists commands.
const (
	groupBatch   = "batch"
	groupHistory = "history"
	groupSetup   = "setup"
)

const welcome = `dimdesk reviews and commits changes to slowly changing dimensions.

First steps:

  dimdesk demo                      review a built-in batch, on a scratch copy
  dimdesk init DIMENSION [BATCH]    write down what your columns mean
  dimdesk diff DIMENSION BATCH      see what a batch would do, and change nothing
  dimdesk learn                     lessons: what SCD types are, and the SQL for them

A DIMENSION is a CSV or TSV file, or a DuckDB file with --table NAME.
A BATCH is CSV, TSV, Parquet or JSON lines.`

func newRoot() *cobra.Command {
	cobra.EnableCommandSorting = false
	root := &cobra.Command{
		Use:   "dimdesk",
		Short: "Review and commit changes to slowly changing dimensions",
		Long:  welcome,
		Args:  knownCommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(flagError)
	root.AddGroup(
		&cobra.Group{ID: groupBatch, Title: "a batch"},
		&cobra.Group{ID: groupHistory, Title: "the history"},
		&cobra.Group{ID: groupSetup, Title: "and besides"},
	)
	root.SetHelpCommandGroupID(groupSetup)
	root.SetCompletionCommandGroupID(groupSetup)
	root.SetHelpCommand(helpCommand())
	for _, g := range []struct {
		id       string
		commands []*cobra.Command
	}{
		{groupBatch, []*cobra.Command{demoCommand(), reviewCommand(), diffCommand(), applyCommand(), sqlCommand()}},
		{groupHistory, []*cobra.Command{historyCommand(), asofCommand(), logCommand(), undoCommand(), verifyCommand()}},
		{groupSetup, []*cobra.Command{initCommand(), learnCommand()}},
	} {
		for _, c := range g.commands {
			c.GroupID, c.Long = g.id, flowing(c.Long)
			root.AddCommand(c)
		}
	}
	return root
}

// flowing joins the lines of each paragraph, so that the help breaks them where the terminal ends and not where the source does.
func flowing(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = strings.ReplaceAll(p, "\n", " ")
	}
	return strings.Join(paragraphs, "\n\n")
}

// helpCommand is cobra's, with a wrong command said as everywhere else.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Say more about a command",
		GroupID: groupSetup,
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return knownCommand(cmd.Root(), args)
			}
			return about.Help()
		},
	}
}
