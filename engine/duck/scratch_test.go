package duck

import (
	"os"
	"path/filepath"
	"testing"
)

// TestWorkingFilesOfAKilledProgram are removed by the next one, those of a living one are not, nor is what only looks like them.
func TestWorkingFilesOfAKilledProgram(t *testing.T) {
	t.Parallel()
	parent := t.TempDir()
	made := func() *scratch {
		t.Helper()
		s, err := newScratch(parent)
		if err != nil {
			t.Fatal(err)
		}
		put(t, s.dir, "spilled", "x")
		return s
	}
	dead, alive := made(), made()
	if err := dead.lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(parent, "dimdesk-other")
	if err := os.Mkdir(other, 0o700); err != nil {
		t.Fatal(err)
	}
	next := made()
	for dir, want := range map[string]bool{dead.dir: false, alive.dir: true, other: true, next.dir: true} {
		if _, err := os.Stat(dir); err == nil != want {
			t.Errorf("%s: %v", dir, err)
		}
	}
	for _, s := range []*scratch{alive, next} {
		if err := s.remove(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(s.dir); err == nil {
			t.Errorf("%s is left", s.dir)
		}
	}
}
