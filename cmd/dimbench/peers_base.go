package main

import (
	"bufio"
	"context"
	"database/sql"
	"debug/buildinfo"
	"os"
	"runtime/debug"
	"slices"

	"dimdesk/engine"
	"dimdesk/sampledata"

	"github.com/spf13/cobra"
)

// exportCommand writes the generated dimension as Parquet, which all peers read. It is hidden: peers runs it as a process
// of its own (see generateApart).
func exportCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "export FILE PARQUET",
		Hidden: true,
		Args:   cobra.ExactArgs(2),
		RunE:   func(cmd *cobra.Command, args []string) error { return export(cmd.Context(), args[0], args[1]) },
	}
}

func export(ctx context.Context, file, parquet string) error {
	return execute(ctx, []string{
		"ATTACH " + literal(file) + " AS generated (READ_ONLY)",
		"COPY generated." + sampledata.GeneratedTable + " TO " + literal(parquet) + " (FORMAT parquet)",
	})
}

func exportApart(ctx context.Context, file, parquet string) error {
	self, err := os.Executable()
	if err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot find this program to run it again: %w", err)
	}
	if _, err := command(ctx, "", nil, self, "export", file, parquet); err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot write the base as Parquet: %w", err)
	}
	return nil
}

// headerOnly writes a batch of no rows: the first line of another.
func headerOnly(batch, to string) error {
	file, err := os.Open(batch)
	if err == nil {
		defer file.Close()
		var first string
		if first, err = bufio.NewReader(file).ReadString('\n'); err == nil {
			err = os.WriteFile(to, []byte(first), 0o644)
		}
	}
	if err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot write an empty batch: %w", err)
	}
	return nil
}

// driverOf is the DuckDB driver that a Go program is built with; "" if it does not say.
func driverOf(program string) string {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return ""
	}
	i := slices.IndexFunc(info.Deps, func(m *debug.Module) bool { return m.Path == "github.com/duckdb/duckdb-go/v2" })
	if i < 0 {
		return ""
	}
	return "duckdb-go " + info.Deps[i].Version
}

// duckdbVersion is the release of DuckDB that this program, and with it the hand-written SQL, runs on.
func duckdbVersion(ctx context.Context) (version string, err error) {
	err = withConn(ctx, func(conn *sql.Conn) error {
		return conn.QueryRowContext(ctx, "SELECT version()").Scan(&version)
	})
	return version, err
}
