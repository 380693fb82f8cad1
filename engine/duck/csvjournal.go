package duck

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// journalPath is NAME.dimdesk.duckdb beside the file.
func (h *csvHome) journalPath() string {
	return filepath.Join(filepath.Dir(h.file), h.name()+".dimdesk.duckdb")
}

// emptyDatabase is the size of a DuckDB file that holds nothing: its three headers. One that is smaller is being made, or the
// program that made it was killed; no commit can be in it.
const emptyDatabase = 3 * 4096

// journalSize is 0 where there is no journal.
func (h *csvHome) journalSize() (int64, error) {
	info, err := os.Stat(h.journalPath())
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, wrap(err, "cannot look at the journal")
	}
	return info.Size(), nil
}

func (h *csvHome) attachJournal(ctx context.Context, w *workspace, write bool) error {
	if !write {
		size, err := h.journalSize()
		if err != nil || size < emptyDatabase {
			return err
		}
		return h.attachAs(ctx, w, " (READ_ONLY)")
	}
	return h.alone(ctx, func() error {
		size, err := h.journalSize()
		if err == nil && size < emptyDatabase {
			err = os.RemoveAll(h.journalPath()) // nobody is making it now
		}
		if err != nil {
			return wrap(err, "cannot make the journal")
		}
		if err := h.attachAs(ctx, w, ""); err != nil {
			return err
		}
		h.writing, h.empty = true, size <= emptyDatabase
		return nil
	})
}

func (h *csvHome) attachAs(ctx context.Context, w *workspace, mode string) error {
	if _, err := w.exec(ctx, "ATTACH "+sqlgen.Lit(h.journalPath())+" AS home"+mode); err != nil {
		return attachError(err, h.journalPath())
	}
	h.attached, h.writing, h.empty = true, false, false
	return nil
}

func (h *csvHome) detach(w *workspace) error {
	if !h.attached {
		return nil
	}
	h.attached = false
	ctx := context.Background()
	detach := func() error {
		return phaseDetach.in(func() error {
			_, err := w.exec(ctx, "DETACH home")
			return err
		})
	}
	if h.empty {
		n, err := w.count(ctx, "SELECT count(*) FROM duckdb_tables() WHERE database_name = 'home'")
		h.empty = err == nil && n == 0
	}
	if !h.empty {
		return detach()
	}
	// Nothing was committed, so nothing is to be left behind.
	detached := false
	err := h.alone(ctx, func() error {
		detached = true
		return errors.Join(detach(), os.Remove(h.journalPath()))
	})
	if !detached {
		err = detach()
	}
	return err
}

// alone runs fn while no other program makes or removes the journal, which cannot guard itself then: a lock on the dimension's
// file does, for the moment.
func (h *csvHome) alone(ctx context.Context, fn func() error) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	lock := flock.New(h.file, flock.SetFlag(os.O_RDONLY))
	defer lock.Unlock()
	if _, err := lock.TryLockContext(ctx, 5*time.Millisecond); errors.Is(err, context.DeadlineExceeded) {
		return engine.Errorf(engine.CodeLocked, "%s is locked by another program", h.shown).Help("close it there, or try again when it is done; nothing was changed")
	} else if errors.Is(err, context.Canceled) {
		return cancelled(err)
	} // some file systems have no locks: there two programs must not apply the very first batch at once
	return fn()
}
