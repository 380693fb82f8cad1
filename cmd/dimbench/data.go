package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"dimdesk/engine"
	"dimdesk/sampledata"
)

// dataset is a generated base dimension, its batch and its spec.
type dataset struct{ base, batch, spec string }

// prepare finds the generated data in the cache folder or makes it. A folder is named for the text of the SQL that made
// it, so data of an older generator is never taken for new, and it is renamed into place when generate has filled it.
func prepare(ctx context.Context, cache string, g sampledata.Generator, generate func(ctx context.Context, dir string, g sampledata.Generator) error, talk io.Writer) (dataset, error) {
	sum := sha256.Sum256([]byte(strings.Join(append(g.DimensionSQL(), g.BatchSQL("")...), ";")))
	dir := filepath.Join(cache, fmt.Sprintf("%d-%x", g.Members, sum[:4]))
	if _, err := os.Stat(dir); err == nil {
		return in(dir), nil
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return dataset{}, engine.Errorf(engine.CodeFailed, "cannot make the cache folder: %w", err)
	}
	fmt.Fprintf(talk, "generating %d members into %s\n", g.Members, dir)
	making, err := os.MkdirTemp(cache, "making-")
	if err != nil {
		return dataset{}, engine.Errorf(engine.CodeFailed, "cannot make a folder: %w", err)
	}
	defer os.RemoveAll(making)
	if err := generate(ctx, making, g); err != nil {
		return dataset{}, err
	}
	if err := os.Rename(making, dir); err != nil {
		return dataset{}, engine.Errorf(engine.CodeFailed, "cannot keep the generated data: %w", err)
	}
	return in(dir), nil
}

func in(dir string) dataset {
	return dataset{
		base:  filepath.Join(dir, "base.duckdb"),
		batch: filepath.Join(dir, "batch.csv"),
		spec:  filepath.Join(dir, sampledata.GeneratedTable+".dim.yaml"),
	}
}
