package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/sampledata"
	"dimdesk/tui"
	"dimdesk/tui/tuitest"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"
)

// screenSettings are the flags of dimbench screen.
type screenSettings struct {
	settings
	changes       int64
	width, height int
	check         bool
}

func screenCommand() *cobra.Command {
	s := screenSettings{settings: usual()}
	s.members = 10_000_000
	cmd := &cobra.Command{
		Use:   "screen",
		Short: "Time what a person waits for on the screen",
		Long: "Generates a dimension and a batch (once, into a cache folder; a fifth of the batch's rows change nothing, the others\n" +
			"are --changes), reviews it with the real program and engine on a screen in memory, and presses keys. Each time runs\n" +
			"from the key to the moment when the program has written what was awaited. The first frame of dimdesk demo is timed\n" +
			"from the start of its process, in a terminal of the system's.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return screen(cmd.Context(), s, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	s.add(cmd, "members", "runs", "key", "seed", "dir", "dimdesk")
	f := cmd.Flags()
	f.Lookup("runs").Usage = "rounds: of decisions on everything, and of 200 keys and 20 histories each"
	f.Int64Var(&s.changes, "changes", 1_000_000, "rows of the batch that change something")
	f.IntVar(&s.width, "width", 120, "columns of the screen")
	f.IntVar(&s.height, "height", 40, "lines of the screen")
	f.BoolVar(&s.check, "check", false, "fail where a target is missed")
	return cmd
}

// sameShare is how many of a hundred rows of the batch are as stored.
const sameShare = 20

func screen(ctx context.Context, s screenSettings, out, talk io.Writer) error {
	g, err := s.generator()
	if err != nil {
		return err
	}
	g.Rows, g.Same = s.changes*100/(100-sameShare), sameShare
	if known := g.Rows * 9 / 10; s.changes < 1000 || known > g.Members {
		return engine.Errorf(engine.CodeUsage, "--changes %d: at least 1000, and no more than the %d --members have versions for", s.changes, s.members)
	}
	dir, err := s.folder()
	if err != nil {
		return err
	}
	data, err := prepare(ctx, dir, g, generateApart, talk)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "dimbench-")
	if err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot make a working folder: %w", err)
	}
	defer os.RemoveAll(work)
	var all figures
	err = s.demo(ctx, work, &all, talk)
	if err == nil {
		err = s.review(ctx, g, data, work, &all, talk)
	}
	rows, _, _ := g.Batch()
	fmt.Fprintf(out, "%d members, %s key, a batch of %d rows with %d changes, a screen of %d×%d; times in ms\n\n", g.Members, s.key, rows, s.changes, s.width, s.height)
	missed, failed := all.print(out) // what was measured is told also where the rest was not
	if err = errors.Join(err, failed); err == nil && s.check && missed > 0 {
		err = engine.Errorf(engine.CodeFailed, "%d of the targets are missed", missed)
	}
	return err
}

// review opens the review, and has everything in it measured.
func (s screenSettings) review(ctx context.Context, g sampledata.Generator, data dataset, work string, all *figures, talk io.Writer) error {
	rows, err := sampleRows(data.batch, g, 20*s.runs)
	if err != nil {
		return err
	}
	opts := duck.Options{Dimension: data.base, Batch: data.batch, Spec: data.spec, AsOf: sampledata.GeneratedAsOf, StateDir: filepath.Join(work, "state"), Now: time.Now}
	open := func(ctx context.Context, news func(engine.Progress)) (engine.Review, error) {
		opts := opts
		opts.Progress = news
		r, err := duck.OpenReview(ctx, opts)
		if err != nil {
			return nil, err
		}
		return r, nil
	}
	began := time.Now()
	d := &desk{changes: s.changes, height: s.height, Driver: tuitest.Drive(ctx, s.width, s.height, func(ctx context.Context, terminal ...tea.ProgramOption) error {
		_, err := tui.Run(ctx, tui.Options{Title: "dimbench", Open: open, Terminal: terminal})
		return err
	})}
	fmt.Fprintln(talk, "opening the review")
	err = d.measure(began, s.runs, rows, all, talk)
	if ended := d.Close(); err == nil {
		err = ended
	}
	return err
}
