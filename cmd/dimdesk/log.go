package main

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"dimdesk/cmd/dimdesk/internal/plain"
	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/tui/cell"
)

func logCommand() *cobra.Command {
	var o common
	cmd := &cobra.Command{
		Use:     "log DIMENSION",
		Short:   "List the commits",
		Example: "  dimdesk log dim_customer.csv",
		Args:    wants("DIMENSION"),
	}
	o.add(cmd)
	format := formatFlag(cmd, "table", "jsonl")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		return o.withDimension(ctx, cmd, args[0], func(d *duck.Dimension) error {
			entries, err := d.Log(ctx)
			if err != nil {
				return err
			}
			if format.value == "jsonl" {
				return encodeLog(cmd.OutOrStdout(), entries)
			}
			if len(entries) == 0 {
				fmt.Fprintln(cmd.ErrOrStderr(), "no commits yet")
			}
			return printLog(cmd.OutOrStdout(), entries)
		})
	}
	return cmd
}

func printLog(out io.Writer, entries []engine.Entry) error {
	t := plain.NewTable(out, widthOf(out), "commit", "at", "by", "of", "as of", "what").Right(0).Prose()
	for _, e := range entries {
		if err := t.Row(fmt.Sprint(e.ID), e.At.Local().Format("2006-01-02 15:04:05"), cell.Clean(e.By), subject(e), cell.Clean(e.AsOf), outcome(e)); err != nil {
			return err
		}
	}
	return t.Close()
}

// subject is what a commit applied or took back.
func subject(e engine.Entry) string {
	if e.Undoes != 0 {
		return fmt.Sprintf("undo of %d", e.Undoes)
	}
	return cell.Clean(e.Batch)
}

// outcome is what a commit did: its row operations, what it parked, whether it was undone, and the reason given.
func outcome(e engine.Entry) string {
	text := plain.Operations(e.Operations)
	if e.Parked > 0 {
		text += fmt.Sprintf("; parked %s in %s", cell.Plural(e.Parked, "row"), cell.Clean(e.ParkFile))
	}
	if e.UndoneBy != 0 {
		text += fmt.Sprintf("; undone by %d", e.UndoneBy)
	}
	if e.Reason != "" {
		text += "; " + cell.Clean(e.Reason)
	}
	return text
}

// logEntry is one line of log --format jsonl: null where a commit has no such thing.
type logEntry struct {
	Commit     int64            `json:"commit"`
	Kind       string           `json:"kind"`
	At         string           `json:"at"`
	By         string           `json:"by"`
	Reason     *string          `json:"reason"`
	Batch      *string          `json:"batch"`
	BatchSHA   *string          `json:"batch_sha256"`
	AsOf       *string          `json:"as_of"`
	Counts     map[string]int64 `json:"counts"`
	Operations map[string]int64 `json:"operations"`
	Parked     int64            `json:"parked"`
	ParkFile   *string          `json:"park_file"`
	Undoes     *int64           `json:"undoes"`
	UndoneBy   *int64           `json:"undone_by"`
}

func encodeLog(out io.Writer, entries []engine.Entry) error {
	for _, e := range entries {
		if err := encode(out, logEntry{
			Commit: e.ID, Kind: e.Kind, At: e.At.UTC().Format(time.RFC3339Nano), By: e.By, Reason: given(e.Reason),
			Batch: given(e.Batch), BatchSHA: given(e.BatchSHA), AsOf: given(e.AsOf),
			Counts: kindCounts(e.Counts), Operations: named(e.Operations),
			Parked: e.Parked, ParkFile: given(e.ParkFile), Undoes: given(e.Undoes), UndoneBy: given(e.UndoneBy),
		}); err != nil {
			return err
		}
	}
	return nil
}
