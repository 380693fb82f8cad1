package engine

import (
	"fmt"
	"os"
	"syscall"
	"testing"
)

// TestWhatWouldHelpAgainstTheMachine words the errors of the system and of a database alike, and leaves all others alone.
func TestWhatWouldHelpAgainstTheMachine(t *testing.T) {
	for _, c := range []struct {
		cause error
		help  string
	}{
		{&os.PathError{Op: "write", Path: "/x/new.csv", Err: syscall.ENOSPC}, "make room on that disk, and try again"},
		{fmt.Errorf(`IO Error: Could not write file "/x/dim.duckdb.wal": No space left on device`), "make room on that disk, and try again"},
		{&os.PathError{Op: "open", Path: "/x/new.csv", Err: syscall.EROFS}, "its disk can only be read: mount it for writing, or work on a copy elsewhere"},
		{os.ErrNotExist, ""},
	} {
		if e := Errorf(CodeFailed, "cannot write: %w", c.cause); e.Hint != c.help {
			t.Errorf("%v: %q, want %q", c.cause, e.Hint, c.help)
		}
	}
	if e := Errorf(CodeFailed, "cannot write: %w", syscall.ENOSPC).Help("name another file"); e.Hint != "name another file" {
		t.Errorf("what the caller knows better is lost: %q", e.Hint)
	}
	if e := Errorf(CodeRejected, "the city is %q", "no space left on device"); e.Hint != "" {
		t.Errorf("data was taken for a cause: %q", e.Hint)
	}
}
