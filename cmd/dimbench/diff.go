package main

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dimdesk/engine"
	"dimdesk/sampledata"

	"github.com/spf13/cobra"
)

func diffCommand() *cobra.Command {
	s := usual()
	cmd := &cobra.Command{
		Use:   "diff",
		Short: "Time dimdesk diff to its counts and a plain SQL that reads, joins and counts",
		Long: "The plain SQL reads the batch, joins it with the current versions and counts what is new, changed and unchanged. dimdesk\n" +
			"prints the same counts, by its rules. Both must agree. Data, rounds and the last line are those of dimbench apply.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return diff(cmd.Context(), s, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	s.add(cmd, allFlags...)
	return cmd
}

func diff(ctx context.Context, s settings, out, talk io.Writer) error {
	return s.compare(ctx, talk, func(data dataset, g sampledata.Generator, work string) error {
		plain, err := itself("plain SQL", "count", data.base, data.batch)
		if err != nil {
			return err
		}
		desk, err := s.desk(ctx, work, talk)
		if err != nil {
			return err
		}
		desk.name = "dimdesk diff"
		desk.args = []string{"diff", data.base, data.batch, "--spec", data.spec, "--as-of", sampledata.GeneratedAsOf, "--format", "counts"}
		if err := sameCounts(ctx, plain, desk); err != nil {
			return err
		}
		if err := rounds(ctx, s.runs, plain, desk, talk); err != nil {
			return err
		}
		return report(out, g, "both found the same counts", plain, desk)
	})
}

// sameCounts runs both once, and checks that they print the same numbers.
func sameCounts(ctx context.Context, a, b *contender) error {
	var numbers [2][]string
	for i, c := range []*contender{a, b} {
		cmd := exec.CommandContext(ctx, c.program, c.args...)
		cmd.Env = c.env
		said, err := cmd.Output()
		if err != nil {
			return engine.Errorf(engine.CodeFailed, "%s failed: %w", c.name, err)
		}
		numbers[i] = regexp.MustCompile(`\d+`).FindAllString(strings.ReplaceAll(string(said), ",", ""), -1)
	}
	if !slices.Equal(numbers[0], numbers[1]) {
		return engine.Errorf(engine.CodeFailed, "the counts differ: %v and %v", numbers[0], numbers[1])
	}
	return nil
}

// countCommand is the plain SQL, as a process of its own.
func countCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "count FILE BATCH",
		Hidden: true,
		Args:   cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return count(cmd.Context(), args[0], args[1], cmd.OutOrStdout())
		},
	}
}

func count(ctx context.Context, file, batch string, out io.Writer) error {
	return withConn(ctx, func(conn *sql.Conn) error {
		if _, err := conn.ExecContext(ctx, "ATTACH "+literal(file)+" AS d (READ_ONLY)"); err != nil {
			return err
		}
		var key string
		if err := conn.QueryRowContext(ctx, "SELECT data_type FROM duckdb_columns() WHERE database_name = 'd' AND column_name = 'customer_id'").Scan(&key); err != nil {
			return err
		}
		typed, differs := []string{"'customer_id': " + literal(key)}, []string(nil)
		for _, a := range sampledata.Attributes {
			typed = append(typed, literal(a.Name)+": "+literal(a.Type))
			differs = append(differs, fmt.Sprintf("d.%[1]s IS DISTINCT FROM b.%[1]s", a.Name))
		}
		// FILTERs of the one join, as people count.
		var added, changed, same int64
		err := conn.QueryRowContext(ctx, fmt.Sprintf(`SELECT count(*) FILTER (d.customer_id IS NULL), count(*) FILTER (d.customer_id IS NOT NULL AND (%[1]s)), count(*) FILTER (d.customer_id IS NOT NULL AND NOT (%[1]s))
FROM read_csv(%[2]s, header = true, auto_detect = false, columns = {%[3]s}) b LEFT JOIN d.%[4]s d ON d.customer_id = b.customer_id AND d.is_current`,
			strings.Join(differs, " OR "), literal(batch), strings.Join(typed, ", "), sampledata.GeneratedTable)).Scan(&added, &changed, &same)
		if err == nil {
			_, err = fmt.Fprintln(out, added, changed, same)
		}
		return err
	})
}

// itself is a hidden command of this program as a contender.
func itself(name string, args ...string) (*contender, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, engine.Errorf(engine.CodeFailed, "cannot find this program to run it again: %w", err)
	}
	return &contender{name: name, program: self, args: args, fresh: func() error { return nil }}, nil
}

// desk is dimdesk, built if none is given, with what it keeps in the working folder.
func (s settings) desk(ctx context.Context, work string, talk io.Writer) (*contender, error) {
	program := s.dimdesk
	if program == "" {
		program = filepath.Join(work, "dimdesk")
		if err := built(ctx, program, talk); err != nil {
			return nil, err
		}
	}
	env := append(os.Environ(), "XDG_STATE_HOME="+filepath.Join(work, "state"))
	return &contender{name: "dimdesk", program: program, env: env, fresh: func() error { return nil }}, nil
}
