package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"dimdesk/engine"
)

// replaceFile writes a file beside its place and renames it, so that what stands there is either the old or the whole
// new one.
func replaceFile(path string, write func(io.Writer) error) error {
	beside := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.dimdesk-%d", filepath.Base(path), os.Getpid()))
	f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot write %s: %w", path, err)
	}
	out := bufio.NewWriter(f)
	err = write(out)
	if err == nil {
		err = errors.Join(out.Flush(), f.Sync())
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return err
	}
	return nil
}

// sameFile tells whether two paths lead to one file.
func sameFile(a, b string) bool {
	fa, errA := os.Stat(a)
	fb, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(fa, fb)
}
