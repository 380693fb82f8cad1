package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"dimdesk/engine"

	"github.com/spf13/cobra"
)

// peersSettings are the flags of dimbench peers.
type peersSettings struct {
	settings
	only   []string
	format string
}

func peersCommand() *cobra.Command {
	s := peersSettings{settings: usual()}
	s.runs = 3
	cmd := &cobra.Command{
		Use:   "peers",
		Short: "Time the same batch in dbt, SQLMesh and Spark too",
		Long: "Sets up dbt-duckdb, SQLMesh and Spark with Delta and Iceberg (once, from PyPI and Maven Central, into a folder of their own;\n" +
			"python3 and, for Spark, java must be there), and times them, hand-written SQL and dimdesk apply with the batch of dimbench apply,\n" +
			"in turns, each on a fresh copy of its own base. A first round warms the caches and is not counted. What each has stored is held\n" +
			"against what the hand-written SQL has. A program that cannot be set up is left out, and said.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return peers(cmd.Context(), s, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	s.add(cmd, "members", "runs", "seed", "dir", "dimdesk")
	f := cmd.Flags()
	f.StringSliceVar(&s.only, "only", nil, "only these: dimdesk, dbt, sqlmesh, spark-delta, spark-iceberg (the hand-written SQL always)")
	f.StringVar(&s.format, "format", "text", "text or markdown")
	return cmd
}

func peers(ctx context.Context, s peersSettings, out, talk io.Writer) error {
	g, err := s.generator()
	if err != nil {
		return err
	}
	chosen, desk, err := choose(s.only)
	if err != nil {
		return err
	}
	if s.format != "text" && s.format != "markdown" {
		return engine.Errorf(engine.CodeUsage, "--format %s: it is text or markdown", s.format)
	}
	dir, err := s.folder()
	if err != nil {
		return err
	}
	if dir, err = filepath.Abs(dir); err != nil { // the peers run elsewhere
		return engine.Errorf(engine.CodeFailed, "cannot tell where %s is: %w", dir, err)
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
	all, err := s.entrants(ctx, data, work, chosen, desk, talk)
	if err != nil {
		return err
	}
	if err := inTurns(ctx, all, s.runs, talk); err != nil {
		return err
	}
	if err := compareAll(ctx, all, talk); err != nil {
		return err
	}
	version, err := duckdbVersion(ctx)
	if err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot ask DuckDB for its version: %w", err)
	}
	all[0].has = "DuckDB " + version + ", " + all[0].has
	if err := peersReport(out, s.format, g, all, time.Now()); err != nil {
		return err
	}
	if len(all) > 1 && !slices.ContainsFunc(all[1:], func(e *entrant) bool { return e.failed == nil }) {
		return engine.Errorf(engine.CodeFailed, "none of the other programs could be measured")
	}
	return nil
}

// entrants are the rows of the table: first the hand-written SQL, which all others are measured against.
func (s peersSettings) entrants(ctx context.Context, data dataset, work string, chosen []peer, withDesk bool, talk io.Writer) ([]*entrant, error) {
	b := batches{full: data.batch, empty: filepath.Join(work, "empty.csv")}
	if err := headerOnly(b.full, b.empty); err != nil {
		return nil, err
	}
	hand, err := handWritten(s.settings, data, work)
	if err != nil {
		return nil, err
	}
	all := []*entrant{program(hand, b)}
	if withDesk {
		desk, err := deskApply(ctx, s.settings, data, work, talk)
		if err != nil {
			return nil, err
		}
		all = append(all, program(desk, b))
	}
	base := filepath.Join(work, "base.parquet")
	if len(chosen) > 0 {
		if err := exportApart(ctx, data.base, base); err != nil {
			return nil, err
		}
	}
	kits := map[kit]func() (toolbox, error){} // those of Spark share one, which is set up, or fails, once
	for _, p := range chosen {
		if kits[p.kit] == nil {
			kits[p.kit] = sync.OnceValues(func() (toolbox, error) {
				return p.kit.setUp(ctx, filepath.Join(filepath.Dir(work), "peers"), talk)
			})
		}
		var e *entrant
		tb, err := kits[p.kit]()
		if err == nil {
			fmt.Fprintf(talk, "%s: making its base\n", p.title)
			e, err = p.enter(ctx, tb, work, base, b)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			fmt.Fprintf(talk, "%s is left out: %v\n", p.title, err)
			e = &entrant{name: p.title, failed: err}
		}
		all = append(all, e)
	}
	return all, nil
}
