package duck

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"dimdesk/engine"
	"dimdesk/engine/csvfile"
)

// intent is the note of a commit: a file beside the home, written before the commit does anything lasting, and removed when its
// program has told what became of it, which is when whoever asked for the commit closes the review or the dimension, or asks it
// for more that may need a note. As long as the program lives it holds a lock on the file. So a note without a lock is that of a
// program that was killed, and nobody may have been told of its commit: lookBack does.
type intent struct {
	Commit int64     `json:"commit"`
	Batch  string    `json:"batch"`
	Undoes int64     `json:"undoes,omitempty"`
	By     string    `json:"by"`
	Begun  time.Time `json:"begun"`
	Park   parking   `json:"park,omitzero"`

	path    string
	file    *os.File
	lock    *flock.Flock
	written chan error // gives whether the note is on the disk
	made    bool       // the commit is in the journal, or may be
	unknown bool       // nobody could look
}

// intentPrefix is how the names of the notes beside a home begin.
func intentPrefix(h home) string { return "." + filepath.Base(h.path()) + ".dimdesk-commit-" }

// begin writes the note beside the home, which must be attached for writing: until the note is locked that keeps others away.
func (n *intent) begin(h home) error {
	n.Begun = time.Now()
	var err error
	if n.file, err = os.CreateTemp(filepath.Dir(h.path()), intentPrefix(h)+"*"); err != nil {
		return n.failed(err)
	}
	n.path = n.file.Name()
	if info, err := os.Stat(h.path()); err == nil {
		_ = n.file.Chmod(info.Mode().Perm()) // whoever may read the dimension is to be told
	}
	if err := n.append(n); err != nil {
		n.drop()
		return n.failed(err)
	}
	n.lock = flock.New(n.path, flock.SetFlag(os.O_RDONLY))
	_, _ = n.lock.TryLock() // some file systems cannot; there a commit may be said to have been cut off while its program still ends
	n.written = make(chan error, 1)
	go func() { n.written <- errors.Join(n.file.Sync(), csvfile.SyncFolder(n.path)) }()
	return nil
}

// append adds a line. What a later line says stands.
func (n *intent) append(v any) error {
	line, err := json.Marshal(v)
	if err == nil {
		_, err = n.file.Write(append(line, '\n'))
	}
	return err
}

// parks notes what is about to take the parked file's place.
func (n *intent) parks(p parking) error {
	n.Park = p
	err := n.append(struct {
		Park parking `json:"park"`
	}{p})
	if err = errors.Join(err, n.durable()); err == nil {
		err = n.file.Sync()
	}
	if err != nil {
		return n.failed(err)
	}
	return nil
}

// durable waits until the first line is on the disk. It was begun early, as a disk may take its time.
func (n *intent) durable() error {
	err := <-n.written
	n.written <- err
	if err != nil {
		return n.failed(err)
	}
	return nil
}

func (n *intent) failed(err error) error {
	return engine.Errorf(engine.CodeFailed, "the commit cannot be noted beside the dimension, and nothing was changed: %w", err).
		Help("the folder must be writable, and have room")
}

// ended is the note of the last commit that was made, until that has been told.
type ended struct{ note *intent }

// add is told when the commit has been tried. The note of one that was not made is dropped at once.
func (e *ended) add(n *intent) {
	if n.made {
		e.note = n
		return
	}
	n.drop()
}

// told drops the note: whoever asked for the commit has told what became of it.
func (e *ended) told() {
	if e.note != nil {
		e.note.drop()
	}
	e.note = nil
}

// drop removes the note. One that cannot be removed is told of once more; one of which nobody knows what became has to be.
func (n *intent) drop() {
	if n.written != nil {
		n.durable()
	}
	n.file.Close()
	if !n.unknown {
		discard(n.path, n.lock)
	}
	if n.lock != nil {
		n.lock.Unlock()
	}
}

// discard removes a file that is locked. Some systems want the lock to be let go first.
func discard(path string, lock *flock.Flock) {
	if os.Remove(path) != nil && lock != nil {
		lock.Unlock()
		os.Remove(path)
	}
}

// orphan is a note whose program lives no more, and the lock that it is held with now.
type orphan struct {
	intent
	held *flock.Flock
}

// orphans are those beside a home that is attached, so that no commit is under way. A folder that cannot be read has none: what
// is wrong with it is said by what needs it.
func orphans(h home) (all []orphan) {
	dir := filepath.Dir(h.path())
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), intentPrefix(h)) || !e.Type().IsRegular() {
			continue
		}
		path := filepath.Join(dir, e.Name())
		// Read before it is locked, as on some systems nobody reads a locked file.
		text, err := os.ReadFile(path)
		if err != nil {
			continue // another user's: that one is told
		}
		o := orphan{held: flock.New(path, flock.SetFlag(os.O_RDONLY))}
		if free, err := o.held.TryLock(); err == nil && !free || errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			o.held.Unlock()
			continue // it was let go as it was removed: that commit has been told
		}
		lines := json.NewDecoder(bytes.NewReader(text))
		for lines.Decode(&o.intent) == nil { // a line that was not written to its end counts for nothing
		}
		all = append(all, o)
	}
	return all
}
