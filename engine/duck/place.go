package duck

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/csvfile"
	"dimdesk/engine/sqlgen"
)

// place is where the database of a home lies: a path, by which others may take it away, put another in its stead or write to it
// while it is attached. Its lock keeps away only those who ask for it.
type place struct {
	path     string
	attached bool
	writing  bool          // it is attached to be written
	file     fs.FileInfo   // which file it is
	stamp    csvfile.Stamp // as it was when it was attached
}

// attach attaches the database as home. One that is not there is an error, or made where may is set.
func (p *place) attach(ctx context.Context, w *workspace, write, may bool) error {
	if err := p.detach(w); err != nil {
		return err // still attached: it could not be let go before
	}
	before, err := os.Stat(p.path)
	made := may && errors.Is(err, fs.ErrNotExist)
	if err != nil && !made {
		return gone(p.path, err)
	}
	if !made && !before.Mode().IsRegular() {
		return engine.Errorf(engine.CodeFailed, "%s is no file any more; nothing was changed", p.path).Help("bring it back to its place, or open the dimension where it is now")
	}
	mode := " (READ_ONLY)"
	if write {
		mode = ""
	}
	if _, err := w.exec(ctx, "ATTACH "+sqlgen.Lit(p.path)+" AS home"+mode); err != nil {
		return attachError(err, p.path)
	}
	p.attached, p.writing = true, write
	// It may have been taken from its path while it was being opened.
	if p.file, err = os.Stat(p.path); err == nil && (made || os.SameFile(before, p.file)) {
		p.stamp, err = csvfile.StampOf(p.path)
	} else {
		err = gone(p.path, fs.ErrNotExist)
	}
	if err != nil {
		return errors.Join(err, p.detach(w))
	}
	return nil
}

// detach lets the database go.
func (p *place) detach(w *workspace) error {
	if !p.attached {
		return nil
	}
	// A commit that failed leaves an empty log. As long as the lock is held, nobody else has written to it.
	if log, err := os.Stat(p.path + ".wal"); p.writing && err == nil && log.Size() == 0 {
		os.Remove(p.path + ".wal")
	}
	err := phaseDetach.in(func() error {
		_, err := w.exec(context.Background(), "DETACH home")
		return err
	})
	p.attached = err != nil && !strings.Contains(err.Error(), "Detached database") // where there was no memory even for that
	return err
}

// notFolded is said of a home that was written and then not let go as it should be: mostly DuckDB could not fold what it has
// logged into the database.
func notFolded(h home, err error) string {
	database := h.files()[len(h.files())-1]
	if !isThere(database + ".wal") {
		return fmt.Sprintf("what was written is safe, but %s could not be closed as it should: %s", database, firstLine(err.Error()))
	}
	return fmt.Sprintf("what was written is safe, but could not be folded into %s: it is in %[1]s.wal, which must stay beside it until a later commit does that", database)
}

// untouched fails if another program has written to the database since it was attached, in spite of the lock.
func (p *place) untouched() error {
	if err := p.inPlace(); err != nil {
		return err
	}
	if now, err := csvfile.StampOf(p.path); err != nil || !p.stamp.Same(now) {
		return engine.Errorf(engine.CodeFailed, "another program wrote to %s while it was held; nothing was changed", p.path).
			Help("it may be damaged: compare it with a copy from before, and find out which program that was")
	}
	return nil
}

// inPlace fails if the path no longer leads to the database that is attached.
func (p *place) inPlace() error {
	if now, err := os.Stat(p.path); err != nil {
		return gone(p.path, err)
	} else if !os.SameFile(p.file, now) {
		return engine.Errorf(engine.CodeFailed, "%s was replaced by another file meanwhile; nothing was changed", p.path).
			Help("if that is the one that is meant, start again from it")
	}
	return nil
}

// gone is the error of a home that was there when it was opened.
func gone(path string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return attachError(err, path)
	}
	what := path + " is gone"
	if dir := filepath.Dir(path); !isThere(dir) {
		what += ", and so is its folder"
	}
	return engine.Errorf(engine.CodeFailed, "%s; nothing was changed", what).Help("bring it back to its place, or open the dimension where it is now")
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
