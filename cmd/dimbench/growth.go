package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"dimdesk/engine"
	"dimdesk/sampledata"

	"github.com/spf13/cobra"
)

// growthCommand measures how time and memory of apply grow with the dimension.
func growthCommand() *cobra.Command {
	s := usual()
	s.runs = 3
	sizes := []int64{100_000, 1_000_000, 10_000_000, 50_000_000}
	cmd := &cobra.Command{
		Use:   "growth",
		Short: "Time dimdesk apply at several sizes, each with a batch of a tenth of the members, and with an empty one",
		Long: "A line for each size: the median wall time of dimdesk and of the hand-written SQL, their ratio, dimdesk's greatest peak\n" +
			"memory, its time for a million members, and its time for a batch of no rows.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return growth(cmd.Context(), s, sizes, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	cmd.Flags().Int64SliceVar(&sizes, "members", sizes, "sizes, in members")
	s.add(cmd, "runs", "dir", "dimdesk")
	return cmd
}

// grown is the line of one size.
type grown struct {
	members           int64
	desk, hand, ratio float64
	peak, empty       float64
}

func growth(ctx context.Context, s settings, sizes []int64, out, talk io.Writer) error {
	if s.dimdesk == "" {
		dir, err := os.MkdirTemp("", "dimbench-")
		if err != nil {
			return engine.Errorf(engine.CodeFailed, "cannot make a folder for the program: %w", err)
		}
		defer os.RemoveAll(dir)
		s.dimdesk = dir + string(os.PathSeparator) + "dimdesk"
		if err := built(ctx, s.dimdesk, talk); err != nil {
			return err
		}
	}
	var lines []grown
	for _, n := range sizes {
		line, err := s.grow(ctx, n, talk)
		if err != nil {
			return err
		}
		lines = append(lines, line)
	}
	w := tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "members\tbatch\tapply s\thand s\tratio\tpeak MB\ts per million\tempty batch s\t")
	for _, l := range lines {
		fmt.Fprintf(w, "%d\t%d\t%.2f\t%.2f\t%.2f\t%.0f\t%.2f\t%.2f\t\n", l.members, l.members/10, l.desk, l.hand, l.ratio, l.peak, l.desk/float64(l.members)*1e6, l.empty)
	}
	return w.Flush()
}

// grow measures one size.
func (s settings) grow(ctx context.Context, members int64, talk io.Writer) (l grown, err error) {
	s.members = members
	err = s.compare(ctx, talk, func(data dataset, _ sampledata.Generator, work string) error {
		fmt.Fprintf(talk, "%d members\n", members)
		hand, desk, err := s.race(ctx, data, work, talk)
		if err != nil {
			return err
		}
		d, h := spreadOf(each(desk, seconds)), spreadOf(each(hand, seconds))
		l = grown{members: members, desk: d.median, hand: h.median, ratio: spreadOf(ratios(hand, desk)).median, peak: spreadOf(each(desk, megabytes)).greatest}
		none := work + string(os.PathSeparator) + "none.csv"
		if err := headerOnly(data.batch, none); err != nil {
			return err
		}
		desk.args[2], desk.measured = none, nil
		for range s.runs {
			m, err := desk.run(ctx)
			if err != nil {
				return err
			}
			desk.measured = append(desk.measured, m)
		}
		l.empty = spreadOf(each(desk, seconds)).median
		return errors.Join(os.Remove(hand.file), os.Remove(desk.file))
	})
	return l, err
}
