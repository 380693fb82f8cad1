package main

import (
	"bufio"
	"context"
	"io"
	"os"

	"dimdesk/engine"
	"dimdesk/engine/csvfile"
)

// replaceFile writes a file beside its place and renames it, so that what stands there is either the old or the whole
// new one.
func replaceFile(ctx context.Context, path string, write func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return engine.Errorf(engine.CodeFailed, "%s is a directory", path).Help("name a file in it")
	}
	return csvfile.Replace(ctx, path, func(w io.Writer) error {
		out := bufio.NewWriter(w)
		if err := write(out); err != nil {
			return err
		}
		return out.Flush()
	})
}

// sameFile tells whether two paths lead to one file.
func sameFile(a, b string) bool {
	fa, errA := os.Stat(a)
	fb, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(fa, fb)
}
