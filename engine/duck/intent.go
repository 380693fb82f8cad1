package duck

import (
	"encoding/json"
	"errors"
	"fmt"
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
// program has told what became of it, which is when whoever asked for the commit closes the review or the dimension. As long as
// the program lives it holds a lock on the file. So a note without a lock is that of a program that was killed, and nobody may
// have been told of its commit: lookBack does.
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

// intentPrefix is what the notes beside a home are called, but for the number of the commit.
func intentPrefix(h home) string { return "." + filepath.Base(h.path()) + ".dimdesk-commit-" }

// begin writes the note beside the home, which must be attached for writing: until the note is locked that keeps others away.
func (n *intent) begin(h home) error {
	n.Begun = time.Now()
	n.path = filepath.Join(filepath.Dir(h.path()), fmt.Sprint(intentPrefix(h), n.Commit))
	// One that was there could not be read or removed by lookBack; it is of a commit that never was.
	if err := os.Remove(n.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return n.failed(err)
	}
	var err error
	if n.file, err = os.OpenFile(n.path, os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o666); err != nil {
		return n.failed(err)
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

// end is told when the commit has been tried: the note of one that was not made is dropped at once, and that of one that was
// made joins those that are dropped when it has been told.
func (n *intent) end(others []*intent) []*intent {
	if n.made {
		return append(others, n)
	}
	n.drop()
	return others
}

// drop removes the note. One that cannot be removed is told of once more; one of which nobody knows what became has to be.
func (n *intent) drop() {
	if n.lock != nil {
		n.lock.Unlock()
	}
	if n.written != nil {
		n.durable()
	}
	n.file.Close()
	if !n.unknown {
		os.Remove(n.path)
	}
}

// readIntent reads a note. A line that was not written to its end counts for nothing.
func readIntent(path string) (n intent, err error) {
	file, err := os.Open(path)
	if err != nil {
		return n, err
	}
	defer file.Close()
	for d := json.NewDecoder(file); ; {
		if err := d.Decode(&n); err != nil {
			return n, nil
		}
	}
}

// intents are the notes beside a home whose programs live no more.
func intents(h home) (paths []string, err error) {
	dir := filepath.Dir(h.path())
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if path := filepath.Join(dir, e.Name()); strings.HasPrefix(e.Name(), intentPrefix(h)) && e.Type().IsRegular() && !held(path) {
			paths = append(paths, path)
		}
	}
	return paths, nil
}

// held tells whether a program holds the lock on a file.
func held(path string) bool {
	l := flock.New(path, flock.SetFlag(os.O_RDONLY))
	free, err := l.TryLock()
	l.Unlock()
	return err == nil && !free
}
