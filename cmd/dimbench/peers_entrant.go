package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"dimdesk/engine"
)

// entrant is one row of the table of peers: a program with the batch and with a batch of no rows, each from a fresh copy
// of its own base.
type entrant struct {
	name        string
	full, empty *contender
	left        func(ctx context.Context) (versions, error) // what the last full run left
	has         string                                      // its versions
	kept        string                                      // see peer
	outcome     outcome
	failed      error // why it has no figures
}

// batches are the files that the programs are given.
type batches struct{ full, empty string }

// program makes an entrant of a contender that is given its batch on the command line.
func program(c *contender, b batches) *entrant {
	empty := *c
	empty.args = slices.Clone(c.args)
	empty.args[slices.Index(empty.args, b.full)] = b.empty
	return &entrant{
		name: c.name, full: c, empty: &empty, has: driverOf(c.program),
		left: func(context.Context) (versions, error) { return inDatabase(c.file), nil },
	}
}

// enter makes an entrant of a peer that is set up: its base is built in the working folder and kept beside it. Iceberg
// writes down where its files are, so every copy has to lie where the base was made.
func (p peer) enter(ctx context.Context, tb toolbox, work, base string, b batches) (*entrant, error) {
	live, kept := filepath.Join(work, p.name), filepath.Join(work, p.name+".base")
	parquet, batch := filepath.Join(live, "base.parquet"), filepath.Join(live, "batch.csv")
	if err := os.Mkdir(live, 0o755); err != nil {
		return nil, engine.Errorf(engine.CodeFailed, "cannot make a working folder: %w", err)
	}
	if err := errors.Join(unpack(live, p.folders...), copyFile(base, parquet), copyFile(b.empty, batch)); err != nil {
		return nil, err
	}
	for _, c := range p.base(tb) {
		if _, err := command(ctx, live, tb.env, c[0], c[1:]...); err != nil {
			return nil, engine.Errorf(engine.CodeFailed, "%s: cannot make its base: %w", p.title, err)
		}
	}
	if err := errors.Join(os.Remove(parquet), os.Rename(live, kept)); err != nil {
		return nil, engine.Errorf(engine.CodeFailed, "cannot keep the base of %s: %w", p.title, err)
	}
	timed := func(rows string) *contender {
		c := p.apply(tb)
		return &contender{
			name: p.title, program: c[0], args: c[1:], env: tb.env, dir: live,
			fresh: func() error { return errors.Join(copyFolder(kept, live), copyFile(rows, batch)) },
		}
	}
	left := func(ctx context.Context) (versions, error) {
		c := p.export(tb)
		if _, err := command(ctx, live, tb.env, c[0], c[1:]...); err != nil {
			return versions{}, engine.Errorf(engine.CodeFailed, "%s: cannot read its versions: %w", p.title, err)
		}
		return inParquet(filepath.Join(live, "versions.parquet"), p.surrogate)
	}
	return &entrant{name: p.title, full: timed(b.full), empty: timed(b.empty), left: left, has: tb.has, kept: p.kept}, nil
}

// inParquet is what a program has exported: a file, or a folder of them.
func inParquet(name string, surrogate bool) (versions, error) {
	info, err := os.Stat(name)
	if err != nil {
		return versions{}, engine.Errorf(engine.CodeFailed, "a program exported nothing: %w", err)
	}
	if info.IsDir() {
		name = filepath.Join(name, "*.parquet")
	}
	return versions{from: fmt.Sprintf("read_parquet(%s)", literal(name)), surrogate: surrogate}, nil
}

// copyFolder replaces a folder with a copy that is on the disk before it returns.
func copyFolder(from, to string) error {
	if err := os.RemoveAll(to); err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot clear %s: %w", to, err)
	}
	return filepath.WalkDir(from, func(name string, entry os.DirEntry, err error) error {
		if err != nil {
			return engine.Errorf(engine.CodeFailed, "cannot read the base: %w", err)
		}
		rest, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rest)
		if entry.IsDir() {
			if err := os.Mkdir(target, 0o755); err != nil {
				return engine.Errorf(engine.CodeFailed, "cannot copy the base: %w", err)
			}
			return nil
		}
		return copyFile(name, target)
	})
}
