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
	"dimdesk/sampledata"

	"github.com/spf13/cobra"
)

func applyCommand() *cobra.Command {
	s := usual()
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
	s.add(cmd, allFlags...)
	cmd.Flags().StringVar(&s.memory, "memory-limit", "", "how much memory DuckDB may use in dimdesk, like 512MB")
	return cmd
}

func apply(ctx context.Context, s settings, out, talk io.Writer) error {
	return s.compare(ctx, talk, func(data dataset, g sampledata.Generator, work string) error {
		hand, desk, err := s.race(ctx, data, work, talk)
		if err != nil {
			return err
		}
		return report(out, g, "both ended with the same rows", hand, desk)
	})
}

// race times dimdesk apply and the hand-written SQL, which must end with the same rows.
func (s settings) race(ctx context.Context, data dataset, work string, talk io.Writer) (hand, desk *contender, err error) {
	if hand, err = handWritten(s, data, work); err != nil {
		return nil, nil, err
	}
	if desk, err = deskApply(ctx, s, data, work, talk); err != nil {
		return nil, nil, err
	}
	if err := rounds(ctx, s.runs, hand, desk, talk); err != nil {
		return nil, nil, err
	}
	return hand, desk, sameRows(ctx, hand.file, desk.file)
}

// compare prepares the data and a working folder for fn.
func (s settings) compare(ctx context.Context, talk io.Writer, fn func(data dataset, g sampledata.Generator, work string) error) error {
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
	return errors.Join(fn(data, g, work), os.RemoveAll(work))
}

// rounds runs two programs in turns. A first round is not counted.
func rounds(ctx context.Context, runs int, a, b *contender, talk io.Writer) error {
	for round := 0; round <= runs; round++ {
		pair := []*contender{a, b}
		if round%2 == 1 {
			pair = []*contender{b, a}
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
			fmt.Fprintf(talk, "round %d of %d: %s %.2f s\n", round, runs, c.name, m.wall.Seconds())
		}
	}
	return nil
}

// handWritten is the SQL written by hand, with a file of its own in the working folder.
func handWritten(s settings, data dataset, work string) (*contender, error) {
	c, err := itself("hand-written SQL")
	if err != nil {
		return nil, err
	}
	c.file = filepath.Join(work, "hand.duckdb")
	c.fresh = func() error { return copyFile(data.base, c.file) }
	c.args = []string{"hand", c.file, data.batch, "--key", s.key}
	return c, nil
}

// deskApply is dimdesk, built if none is given, with a file of its own in the working folder.
func deskApply(ctx context.Context, s settings, data dataset, work string, talk io.Writer) (*contender, error) {
	c, err := s.desk(ctx, work, talk)
	if err != nil {
		return nil, err
	}
	c.name, c.file = "dimdesk apply", filepath.Join(work, "dimdesk.duckdb")
	c.fresh = func() error { return copyFile(data.base, c.file) }
	c.args = []string{"apply", c.file, data.batch, "--spec", data.spec, "--as-of", sampledata.GeneratedAsOf, "--yes"}
	if s.memory != "" {
		c.args = append(c.args, "--memory-limit", s.memory)
	}
	return c, nil
}

// built makes dimdesk from this module, and says how long that took.
func built(ctx context.Context, program string, talk io.Writer) error {
	began := time.Now()
	if err := build(ctx, program); err != nil {
		return err
	}
	_, err := fmt.Fprintf(talk, "built dimdesk in %.0f s\n", time.Since(began).Seconds())
	return err
}
