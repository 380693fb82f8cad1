package duck

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"github.com/gofrs/flock"

	"dimdesk/engine"
)

// emptyDatabase is the size of a DuckDB file that holds nothing: its three headers. One that is smaller is being made, or the
// program that made it was killed; no commit can be in it.
const emptyDatabase = 3 * 4096

// journalSize is 0 where there is no journal.
func (h *csvHome) journalSize() (int64, error) {
	info, err := os.Stat(h.journal.path)
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
		h.empty = false
		return h.journal.attach(ctx, w, false, false)
	}
	return h.alone(ctx, func() error {
		size, err := h.journalSize()
		if err == nil && size < emptyDatabase {
			err = os.RemoveAll(h.journal.path) // nobody is making it now
		}
		if err != nil {
			return wrap(err, "cannot make the journal")
		}
		if err := h.journal.attach(ctx, w, true, true); err != nil {
			if size < emptyDatabase && engine.CodeOf(err) != engine.CodeLocked { // it was being made
				os.RemoveAll(h.journal.path)
			}
			return err
		}
		h.empty = size <= emptyDatabase
		return nil
	})
}

func (h *csvHome) detach(w *workspace) error {
	if !h.journal.attached {
		return nil
	}
	if h.empty {
		n, err := w.count(context.Background(), "SELECT count(*) FROM duckdb_tables() WHERE database_name = 'home'")
		if size, look := h.journalSize(); err != nil && look == nil {
			n = size - emptyDatabase // there may be no memory to count
		}
		h.empty = n == 0
	}
	if !h.empty {
		return h.journal.detach(w)
	}
	// Nothing was committed, so nothing is to be left behind.
	detached := false
	err := h.alone(context.Background(), func() error {
		detached = true
		return errors.Join(h.journal.detach(w), os.Remove(h.journal.path))
	})
	if !detached {
		err = h.journal.detach(w)
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
