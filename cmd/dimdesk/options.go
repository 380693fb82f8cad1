package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/tui/cell"
)

// common holds the flags that commands share.
type common struct {
	table, spec, asOf, memory string
	noInput                   bool
	as, reason, park          string
	session                   bool            // keep the workspace in the state folder
	atOnce                    bool            // the batch is committed without being looked at
	counted                   bool            // only the counts of the batch are asked
	noted                     map[string]bool // notices that were printed
}

// add gives a command the flags that name a dimension and how to open it.
func (o *common) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.table, "table", "", "the dimension's table, in a DuckDB file")
	f.StringVar(&o.spec, "spec", "", "the spec file, instead of NAME.dim.yaml beside the dimension")
	f.Var(nonEmpty{&o.asOf}, "as-of", "the day or moment that the run counts as, instead of now")
	f.StringVar(&o.memory, "memory-limit", "", "how much memory DuckDB may use, like 512MB")
	f.BoolVar(&o.noInput, "no-input", false, "never ask; what would be asked fails")
}

// addWho gives a command that commits the flags that its journal entry records.
func (o *common) addWho(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.as, "as", "", "who commits, instead of the user")
	cmd.Flags().StringVar(&o.reason, "reason", "", "why, for the journal")
}

// options are what the engine is told. Only a session keeps anything outside the dimension's folder.
func (o *common) options(dimension, batch string, news func(engine.Progress)) (duck.Options, error) {
	opts := duck.Options{
		Dimension: dimension, Table: o.table, Batch: batch, Spec: o.spec, AsOf: o.asOf, MemoryLimit: o.memory,
		Now: time.Now, Progress: news, Apply: o.atOnce && batch != "", Count: o.counted,
	}
	if o.session {
		dir, err := stateDir()
		if err != nil {
			return opts, err
		}
		opts.StateDir = dir
	}
	return opts, nil
}

// withReview opens a batch for the time of fn. The review is closed even where fn was cancelled.
func (o *common) withReview(ctx context.Context, cmd *cobra.Command, dimension, batch string, fn func(*duck.Review) error) error {
	p := startProgress(ctx, cmd.ErrOrStderr(), "opening")
	defer p.stop()
	opts, err := o.options(dimension, batch, p.report)
	if err != nil {
		return err
	}
	r, err := duck.OpenReview(ctx, opts)
	p.stop()
	if err != nil {
		return err
	}
	return o.closed(cmd, fn(r), r.Close())
}

// closed is what a command comes to. That something could not be closed after it was done is a note: it was done.
func (o *common) closed(cmd *cobra.Command, err, closing error) error {
	if err != nil || closing == nil {
		return errors.Join(err, closing)
	}
	o.notices(cmd, []string{"working files could not be removed: " + closing.Error()})
	return nil
}

// withDimension opens a dimension for the time of fn.
func (o *common) withDimension(ctx context.Context, cmd *cobra.Command, dimension string, fn func(*duck.Dimension) error) error {
	p := startProgress(ctx, cmd.ErrOrStderr(), "opening")
	defer p.stop()
	opts, err := o.options(dimension, "", p.report)
	if err != nil {
		return err
	}
	d, err := duck.OpenDimension(ctx, opts)
	p.stop()
	if err != nil {
		return err
	}
	o.notices(cmd, d.Notices())
	return o.closed(cmd, fn(d), d.Close())
}

// stateDir is where a session keeps its workspace: XDG_STATE_HOME on Unix, the user's cache elsewhere.
func stateDir() (string, error) {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "dimdesk"), nil
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
		dir, err := os.UserCacheDir()
		if err != nil {
			return "", engine.Errorf(engine.CodeFailed, "no folder for sessions: %w", err).Help("Set XDG_STATE_HOME to one.")
		}
		return filepath.Join(dir, "dimdesk"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", engine.Errorf(engine.CodeFailed, "no folder for sessions: %w", err).Help("Set XDG_STATE_HOME to one.")
	}
	return filepath.Join(home, ".local", "state", "dimdesk"), nil
}

// again is the command line for another command on the same dimension, to be pasted into a shell.
func (o *common) again(command, dimension string, rest ...string) string {
	words := []string{"dimdesk", command, dimension}
	for _, f := range [][2]string{{"--table", o.table}, {"--spec", o.spec}} {
		if f[1] != "" {
			words = append(words, f[0], f[1])
		}
	}
	words = append(words, rest...)
	for i, w := range words {
		words[i] = quote(w)
	}
	return strings.Join(words, " ")
}

// quote makes a word one word to a shell. What is not printable is written as an escape, which shells read in $'…': a file's name
// must not act on the terminal that it is printed to.
func quote(w string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(`-_./:=+,@\`, r)
	}
	switch {
	case w != "" && strings.IndexFunc(w, func(r rune) bool { return !plain(r) }) < 0:
		return w
	case cell.Clean(w) != w:
		var b strings.Builder
		for _, c := range []byte(w) {
			if c < ' ' || c > '~' || c == '\'' || c == '\\' {
				fmt.Fprintf(&b, `\x%02x`, c)
			} else {
				b.WriteByte(c)
			}
		}
		return "$'" + b.String() + "'"
	case runtime.GOOS == "windows":
		return `"` + w + `"`
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}
