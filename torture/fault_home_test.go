//go:build linux

package torture

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// theft is what is done to a home while the program holds it.
type theft struct {
	name, home string
	at         stop
	do         func(t *testing.T, s scene) (back func())
	says       string
	trace      bool // what only served the commit is out of reach, and left for the next program
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// taken moves a file of the scene away.
func taken(name string) func(*testing.T, scene) func() {
	return func(t *testing.T, s scene) func() {
		aside := filepath.Join(t.TempDir(), "aside")
		must(t, os.Rename(s.path(name), aside))
		return func() {
			if _, err := os.Stat(s.path(name)); err == nil {
				t.Errorf("%s was made anew", name)
			}
			must(t, os.Rename(aside, s.path(name)))
		}
	}
}

// exchanged puts another file in the place of one, which must then stay as it is.
func exchanged(name string, by func(t *testing.T, s scene) []byte) func(*testing.T, scene) func() {
	return func(t *testing.T, s scene) func() {
		back := taken(name)(t, s)
		other := by(t, s)
		must(t, os.WriteFile(s.path(name), other, 0o600))
		return func() {
			if now, err := os.ReadFile(s.path(name)); err != nil || !bytes.Equal(now, other) {
				t.Errorf("the file that was put there was written to: %v", err)
			}
			must(t, os.Remove(s.path(name)))
			back()
		}
	}
}

// overwritten writes something else into a file, as a program does that asks for no lock.
func overwritten(name string) func(*testing.T, scene) func() {
	return func(t *testing.T, s scene) func() {
		text := s.bytes(t, name)
		other := []byte(text)
		for i := len(other) / 2; i < len(other)/2+5000; i++ {
			other[i]++
		}
		must(t, os.WriteFile(s.path(name), other, 0o600))
		return func() {
			if now := s.bytes(t, name); now != string(other) {
				t.Error("what was written to it is lost")
			}
			must(t, os.WriteFile(s.path(name), []byte(text), 0o600))
		}
	}
}

func folderMoved(t *testing.T, s scene) func() {
	must(t, os.Rename(s.dir, s.dir+".aside"))
	return func() {
		if _, err := os.Stat(s.dir); err == nil {
			t.Error("the folder was made anew")
		}
		must(t, os.Rename(s.dir+".aside", s.dir))
	}
}

func readOnly(t *testing.T, s scene) func() {
	must(t, os.Chmod(s.dir, 0o555))
	return func() { must(t, os.Chmod(s.dir, 0o755)) }
}

const journalFile = "dim.dimdesk.duckdb"

var thefts = []theft{
	{"moved away", inDuckDB, transaction, taken(inDuckDB), "is gone", false},
	{"another in its place", inDuckDB, transaction, exchanged(inDuckDB, func(t *testing.T, s scene) []byte {
		return []byte(newScene(t, inDuckDB, 10).bytes(t, inDuckDB))
	}), "was replaced by another file", false},
	{"written over", inDuckDB, beforeCommit, overwritten(inDuckDB), "another program wrote to", false},
	{"its folder moved", inDuckDB, transaction, folderMoved, "", true},
	{"its folder read-only", inDuckDB, transaction, readOnly, "", true},
	{"moved away", inCSV, transaction, taken(inCSV), "", false},
	{"its journal moved away", inCSV, transaction, taken(journalFile), "is gone", false},
	{"its folder moved", inCSV, transaction, folderMoved, "", true},
	{"its folder read-only", inCSV, transaction, readOnly, "", true},
}

// TestFaultHomeGone takes the home away from a program that holds it, or puts another there. What was committed must be where it
// is looked for, or nowhere.
func TestFaultHomeGone(t *testing.T) {
	t.Parallel()
	for _, home := range []string{inDuckDB, inCSV} {
		v := ventures(t, home, 2000)[1]
		for _, th := range thefts {
			if th.home != home {
				continue
			}
			t.Run(home+"/"+th.name, func(t *testing.T) {
				v.refuses(t, th.at, th.do, th.says, th.trace)
			})
		}
	}
}
