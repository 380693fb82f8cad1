package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"dimdesk/engine"
)

// contender is one of the programs that are timed.
type contender struct {
	name     string
	program  string
	args     []string
	env      []string     // nil is this program's own
	dir      string       // where it runs; "" is where this program does
	file     string       // the copy of the dimension that it changes
	fresh    func() error // puts a copy of the base there
	measured []measurement
}

// measurement is one run of a whole process, with the children that it waited for. Cpu is their time in user and system
// mode together. Peak is the most memory that one of them held, in bytes; 0 where the system does not say.
type measurement struct {
	wall, cpu time.Duration
	peak      int64
}

// run gives the contender a fresh copy of the base and times it. Only the process is timed, not the copying.
func (c *contender) run(ctx context.Context) (measurement, error) {
	if err := c.fresh(); err != nil {
		return measurement{}, err
	}
	began := time.Now()
	state, err := command(ctx, c.dir, c.env, c.program, c.args...)
	wall := time.Since(began)
	if err != nil {
		return measurement{}, engine.Errorf(engine.CodeFailed, "%s failed: %w", c.name, err)
	}
	return measurement{wall: wall, cpu: state.UserTime() + state.SystemTime(), peak: peak(state)}, nil
}

// command runs a program to its end, in a folder and an environment ("" and nil are this program's). The error has the
// last lines of what it said.
func command(ctx context.Context, dir string, env []string, program string, args ...string) (*os.ProcessState, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = dir, env
	said, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		lines := strings.Split(strings.TrimSpace(string(said)), "\n")
		return nil, fmt.Errorf("%w\n%s %s\n%s", err, program, strings.Join(args, " "), strings.Join(lines[max(0, len(lines)-lastLines):], "\n"))
	}
	return cmd.ProcessState, nil
}

const lastLines = 20

// copyFile replaces a database with a copy that is on the disk before it returns, so that its being written out is not
// part of what is timed next. A write-ahead log that a failed run left goes too.
func copyFile(from, to string) error {
	if err := os.Remove(to + ".wal"); err != nil && !errors.Is(err, os.ErrNotExist) {
		return engine.Errorf(engine.CodeFailed, "cannot remove the log of %s: %w", to, err)
	}
	in, err := os.Open(from)
	if err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot read the base file: %w", err)
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot copy the base file: %w", err)
	}
	_, err = io.Copy(out, in)
	if err := errors.Join(err, out.Sync(), out.Close()); err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot copy the base file: %w", err)
	}
	return nil
}

// build makes dimdesk from this module.
func build(ctx context.Context, to string) error {
	said, err := exec.CommandContext(ctx, "go", "build", "-o", to, "dimdesk/cmd/dimdesk").CombinedOutput()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return engine.Errorf(engine.CodeFailed, "dimdesk does not build: %w\n%s", err, strings.TrimSpace(string(said))).
			Help("Run dimbench inside the dimdesk module, or give a built program with --dimdesk.")
	}
	return nil
}
