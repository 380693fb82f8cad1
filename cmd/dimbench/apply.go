package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"dimdesk/engine"
	"dimdesk/sampledata"

	"github.com/spf13/cobra"
)

// settings are the flags of dimbench apply.
type settings struct {
	members int64
	runs    int
	key     string
	seed    int64
	dir     string
	dimdesk string
}

func applyCommand() *cobra.Command {
	var s settings
	cmd := &cobra.Command{
		Use:   "apply",
		Short: "Time dimdesk apply and the same batch in hand-written SQL",
		Long: "Generates a dimension of 1.5 versions a member and a batch of a tenth of the members (once, into a cache folder),\n" +
			"builds dimdesk, and times both programs in turns on fresh copies. A first round warms the caches and is not counted.\n" +
			"The last line is dimdesk's wall time divided by the hand-written SQL's: the median, least and greatest of the rounds.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return apply(cmd.Context(), s, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.Int64Var(&s.members, "members", 1_000_000, "members of the dimension")
	f.IntVar(&s.runs, "runs", 5, "rounds that are counted")
	f.StringVar(&s.key, "key", "integer", "business key: integer or text")
	f.Int64Var(&s.seed, "seed", 0, "seed of the generated data")
	f.StringVar(&s.dir, "dir", "", "folder for the data (default: dimbench in the user's cache folder)")
	f.StringVar(&s.dimdesk, "dimdesk", "", "a built dimdesk (default: build ./cmd/dimdesk)")
	return cmd
}

func (s settings) generator() (sampledata.Generator, error) {
	if s.key != "integer" && s.key != "text" {
		return sampledata.Generator{}, engine.Errorf(engine.CodeUsage, "--key %s: it is integer or text", s.key)
	}
	if s.members < 100 || s.runs < 1 {
		return sampledata.Generator{}, engine.Errorf(engine.CodeUsage, "at least 100 --members and one of --runs are needed")
	}
	return sampledata.Generator{Members: s.members, Seed: s.seed, TextKey: s.key == "text"}, nil
}

func apply(ctx context.Context, s settings, out, talk io.Writer) error {
	g, err := s.generator()
	if err != nil {
		return err
	}
	dir, err := s.folder()
	if err != nil {
		return err
	}
	data, err := prepare(ctx, dir, g, generateApart, talk)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp(dir, "run-")
	if err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot make a working folder: %w", err)
	}
	defer os.RemoveAll(work)
	hand, err := handWritten(s, data, work)
	if err != nil {
		return err
	}
	desk, err := deskApply(ctx, s, data, work, talk)
	if err != nil {
		return err
	}
	for round := 0; round <= s.runs; round++ {
		pair := []*contender{hand, desk}
		if round%2 == 1 {
			pair = []*contender{desk, hand}
		}
		for _, c := range pair {
			m, err := c.run(ctx)
			if err != nil {
				return err
			}
			if round == 0 {
				continue
			}
			c.measured = append(c.measured, m)
			fmt.Fprintf(talk, "round %d of %d: %s %.2f s\n", round, s.runs, c.name, m.wall.Seconds())
		}
	}
	if err := sameRows(ctx, hand.file, desk.file); err != nil {
		return err
	}
	return report(out, g, hand, desk)
}

func (s settings) folder() (string, error) {
	if s.dir != "" {
		return s.dir, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", engine.Errorf(engine.CodeFailed, "there is no cache folder: %w", err).Help("Give a folder with --dir.")
	}
	return filepath.Join(cache, "dimbench"), nil
}

// handWritten is the SQL written by hand, with a file of its own in the working folder.
func handWritten(s settings, data dataset, work string) (*contender, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, engine.Errorf(engine.CodeFailed, "cannot find this program to run it again: %w", err)
	}
	c := &contender{name: "hand-written SQL", program: self, file: filepath.Join(work, "hand.duckdb")}
	c.fresh = func() error { return copyFile(data.base, c.file) }
	c.args = []string{"hand", c.file, data.batch, "--key", s.key}
	return c, nil
}

// deskApply is dimdesk, built if none is given, with a file of its own in the working folder.
func deskApply(ctx context.Context, s settings, data dataset, work string, talk io.Writer) (*contender, error) {
	program := s.dimdesk
	if program == "" {
		program = filepath.Join(work, "dimdesk")
		began := time.Now()
		if err := build(ctx, program); err != nil {
			return nil, err
		}
		fmt.Fprintf(talk, "built dimdesk in %.0f s\n", time.Since(began).Seconds())
	}
	c := &contender{name: "dimdesk apply", program: program, file: filepath.Join(work, "dimdesk.duckdb")}
	c.fresh = func() error { return copyFile(data.base, c.file) }
	c.args = []string{"apply", c.file, data.batch, "--spec", data.spec, "--as-of", sampledata.GeneratedAsOf, "--yes"}
	// What dimdesk keeps of its sessions belongs to the run.
	c.env = append(os.Environ(), "XDG_STATE_HOME="+filepath.Join(work, "state"))
	return c, nil
}
