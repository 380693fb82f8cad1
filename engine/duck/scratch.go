package duck

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"

	"dimdesk/engine"
)

// scratch is a workspace's folder for spilling and normalised files. Its program holds a lock in it, so that what a killed one
// has left, which may be as large as the dimension, is known from what is in use.
type scratch struct {
	dir  string
	lock *flock.Flock
}

const (
	scratchPrefix = "dimdesk-"
	scratchLock   = "in-use"
)

// newScratch makes a folder in parent, "" for the system's temporary folder, and removes what killed programs left there.
func newScratch(parent string) (*scratch, error) {
	if parent != "" {
		if err := os.MkdirAll(parent, 0o700); err != nil {
			return nil, engine.Errorf(engine.CodeFailed, "cannot make the folder for working files: %w", err).Help("set XDG_STATE_HOME to a folder that can be written")
		}
	} else {
		parent = os.TempDir()
	}
	sweep(parent)
	for range 10 {
		dir, err := os.MkdirTemp(parent, scratchPrefix)
		if err != nil {
			return nil, engine.Errorf(engine.CodeFailed, "cannot make a folder for working files: %w", err).Help("set TMPDIR to a folder that can be written")
		}
		s := &scratch{dir, flock.New(filepath.Join(dir, scratchLock))}
		if s.claim() {
			return s, nil
		}
		s.lock.Unlock()
	}
	return nil, errors.New("the folders for working files are removed as they are made")
}

// claim locks the folder, unless another program has found it without a lock in between, and removes it.
func (s *scratch) claim() bool {
	if free, err := s.lock.TryLock(); err != nil {
		_, gone := os.Stat(s.dir)
		return gone == nil // a file system without locks: nobody sweeps there
	} else if !free {
		return false
	}
	_, err := os.Stat(s.lock.Path())
	return err == nil
}

func (s *scratch) remove() error {
	return errors.Join(s.lock.Unlock(), os.RemoveAll(s.dir))
}

// sweep removes the folders whose programs live no more. Another user's, and one that cannot be removed, is left.
func sweep(parent string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), scratchPrefix) || !e.IsDir() {
			continue
		}
		dir := filepath.Join(parent, e.Name())
		path := filepath.Join(dir, scratchLock)
		if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		lock := flock.New(path, flock.SetFlag(os.O_RDONLY))
		free, err := lock.TryLock()
		if err == nil && free && os.RemoveAll(dir) != nil {
			_ = lock.Unlock() // some systems want that first
			_ = os.RemoveAll(dir)
		}
		_ = lock.Unlock()
	}
}
