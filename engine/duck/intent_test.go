package duck

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dimdesk/engine"
)

// notesBeside are the notes of commits in the dimension's folder.
func notesBeside(t *testing.T, o Options) []string {
	t.Helper()
	paths, err := filepath.Glob(beside(o, ".*.dimdesk-commit-*"))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// finds opens a dimension, and wants to be told something ("" for nothing) of a commit that a killed program had begun; what is
// told once is not told again.
func finds(t *testing.T, o Options, want string) {
	t.Helper()
	for i, want := range []string{want, ""} {
		notices, _ := said(t, o)
		if !strings.Contains(notices, want) || want == "" && (strings.Contains(notices, "without its end") || strings.Contains(notices, "cut off")) {
			t.Errorf("opened %d times it says %q; want %q", i+1, notices, want)
		}
	}
}

// die lets go of the lock of a commit's note, as the end of its program does.
func die(t *testing.T, e ended) {
	t.Helper()
	if e.note == nil {
		t.Fatal("there is no note")
	}
	if err := e.note.lock.Unlock(); err != nil {
		t.Fatal(err)
	}
}

// TestCommitThatNobodyWasToldOf is one whose program died after it: whoever comes next is told. As long as the program lives,
// and when it has told itself, nobody is.
func TestCommitThatNobodyWasToldOf(t *testing.T) {
	for name, home := range atHome {
		for _, apply := range []bool{false, true} {
			t.Run(name+map[bool]string{true: " at once"}[apply], func(t *testing.T) {
				t.Parallel()
				o := home(t)
				o.Apply = apply
				req := parkingIn(beside(o, "parked.csv"))
				req.As = "ann"
				r := review(t, o)
				if _, err := r.Commit(context.Background(), req, nil); err != nil {
					t.Fatal(err)
				}
				if apply {
					if err := r.home.detach(r.w); err != nil { // as a process does that ends
						t.Fatal(err)
					}
				}
				finds(t, o, "")
				die(t, r.ended)
				if err := opened(t, o).Close(); err != nil { // one that asks for no notices, and tells nobody
					t.Fatal(err)
				}
				finds(t, o, "commit 1, of batch.csv by ann at 20")
				d := opened(t, o)
				if _, err := d.Undo(context.Background(), 1, engine.CommitRequest{As: "bob"}); err != nil {
					t.Fatal(err)
				}
				finds(t, o, "")
				die(t, d.ended)
				finds(t, o, "commit 2, the undo of commit 1 by bob at 20")
				takeBack(t, o, 2)
				finds(t, o, "")
				if left := notesBeside(t, o); len(left) > 0 {
					t.Errorf("%s are left", left)
				}
			})
		}
	}
}

// TestNoteThatCouldNotBeLookedAt stays for the next, though whoever was to look at it asks for news and closes.
func TestNoteThatCouldNotBeLookedAt(t *testing.T) {
	t.Parallel()
	o := atHome["duckdb"](t)
	r, d := review(t, o), opened(t, o)
	if _, err := r.Commit(context.Background(), parkingIn(beside(o, "parked.csv")), nil); err != nil {
		t.Fatal(err)
	}
	die(t, r.ended)
	outside(t, o.Dimension, "ALTER TABLE dimdesk.commits RENAME batch TO hidden")
	if _, err := d.Log(context.Background()); err == nil {
		t.Error("the journal could be read")
	}
	if news := d.News(); len(news) > 0 {
		t.Errorf("it says %q", news)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	outside(t, o.Dimension, "ALTER TABLE dimdesk.commits RENAME hidden TO batch")
	finds(t, o, "commit 1, of batch.csv")
}

// TestNoteEndsWithTheNextUndo opens a dimension once, and takes back its commit and then each undo: whoever asks for the next has
// told of the one before, so that no more than one note is held.
func TestNoteEndsWithTheNextUndo(t *testing.T) {
	for name, home := range atHome {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := home(t)
			commit(t, o, parkingIn(beside(o, "parked.csv")))
			d := opened(t, o)
			var last *intent
			for id := range int64(4) {
				if _, err := d.Undo(context.Background(), id+1, engine.CommitRequest{As: "bob"}); err != nil {
					t.Fatal(err)
				}
				if held := notesBeside(t, o); len(held) != 1 || held[0] != d.ended.note.path {
					t.Errorf("after undo %d there are %q, and the last is %q", id+1, held, d.ended.note.path)
				}
				if last != nil {
					if _, err := last.file.Stat(); !errors.Is(err, os.ErrClosed) {
						t.Errorf("after undo %d the note of the one before is held: %v", id+1, err)
					}
				}
				last = d.ended.note
			}
			refuse := func() { // an undo that is refused is asked for all the same
				_, err := d.Undo(context.Background(), 99, engine.CommitRequest{})
				refused(t, err, engine.CodeFailed, "no commit 99")
			}
			if refuse(); len(notesBeside(t, o)) > 0 {
				t.Errorf("%q are left", notesBeside(t, o))
			}
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
			finds(t, o, "")
		})
	}
}

// TestNoteThatEndsIsNoOrphan drops notes while somebody else looks for those of killed programs: none of these is.
func TestNoteThatEndsIsNoOrphan(t *testing.T) {
	t.Parallel()
	o := atHome["duckdb"](t)
	h, err := openHome(o)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		notes := make([]*intent, 20)
		for i := range notes {
			notes[i] = &intent{Commit: int64(i), made: true}
			if err := notes[i].begin(h); err != nil {
				t.Fatal(err)
			}
		}
		gone := make(chan bool)
		go func() {
			defer close(gone)
			for _, n := range notes {
				n.drop()
			}
		}()
		for ended := false; !ended; {
			select {
			case <-gone:
				ended = true
			default:
			}
			for _, found := range orphans(h) {
				t.Errorf("%s is taken for a killed program's", found.held.Path())
				found.held.Unlock()
			}
		}
	}
}

// TestFailedCommitLeavesNoNote fails at the brake, and in the transaction.
func TestFailedCommitLeavesNoNote(t *testing.T) {
	t.Parallel()
	o := tables(t, "id,city\nA,Delhi\n,Bad\n", plainSpec, "CREATE TABLE dim AS "+threeRows, "CREATE UNIQUE INDEX once ON dim (id)")
	r := review(t, o)
	_, err := r.Commit(context.Background(), nothingAllowed, nil)
	refused(t, err, engine.CodeRejected, "")
	_, err = r.Commit(context.Background(), parkingIn(beside(o, "parked.csv")), nil)
	refused(t, err, engine.CodeFailed, "constraint")
	if left := notesBeside(t, o); len(left) > 0 {
		t.Errorf("%s are left", left)
	}
	finds(t, o, "")
}

// TestParkedFileOfACutOffCommit is what a program leaves that was killed between the parked file and COMMIT: the file is put
// back, unless somebody has changed it since.
func TestParkedFileOfACutOffCommit(t *testing.T) {
	const added = earlierPark + ",Bad,upsert,2026-01-01,,2,,ann,key column id is NULL\n"
	alone := strings.Replace(added, "Z,Lima,upsert,2025-01-01,,9,,me,why\n", "", 1)
	for name, c := range map[string]struct {
		before, after string // what the commit did to the file; "" is none
		now, want     string
		says          string
		unsaid        bool // the note does not say yet what was to be there
	}{
		"rows added":      {earlierPark, added, added, earlierPark, "taken out of", false},
		"a new file":      {"", alone, alone, "", "taken away again", false},
		"not there yet":   {earlierPark, added, earlierPark, earlierPark, "nothing of it is in the dimension", false},
		"not written yet": {earlierPark, added, earlierPark, earlierPark, "nothing of it is in the dimension", true},
		"changed since":   {earlierPark, added, added + "mine\n", added + "mine\n", "may still be in", false},
		"no parked file":  {"", "#!/bin/sh\n", "#!/bin/sh\n", "#!/bin/sh\n", "may still be in", false},
	} {
		for kind, home := range atHome {
			t.Run(name+" "+kind, func(t *testing.T) {
				t.Parallel()
				o := home(t)
				h, err := openHome(o)
				if err != nil {
					t.Fatal(err)
				}
				batch := o.Batch
				o.Batch = put(t, folder(o), "one.csv", "id,city\nC,Lima\n") // so that there is a journal
				commit(t, o, nothingAllowed)
				o.Batch = batch
				path := beside(o, "parked.csv")
				p := parking{File: path, Before: hash(c.before), After: hash(c.after)}
				if c.unsaid {
					p = parking{File: path}
				}
				if c.before != "" {
					put(t, folder(o), filepath.Base(keptAside(path)), c.before)
				}
				put(t, folder(o), ".parked.csv.dimdesk-new", "half")
				put(t, folder(o), "parked.csv", c.now)
				note, err := json.Marshal(intent{Commit: 2, Batch: "batch.csv", By: "ann", Park: p})
				if err != nil {
					t.Fatal(err)
				}
				put(t, folder(o), intentPrefix(h)+"2", string(note)+"\n{\"park\":{\"fi") // killed at the next line
				finds(t, o, c.says)
				now, err := os.ReadFile(path)
				if err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
				same(t, "the parked file", string(now), c.want)
				for _, left := range []string{keptAside(path), beside(o, ".parked.csv.dimdesk-new")} {
					if _, err := os.Stat(left); err == nil && left != path {
						t.Errorf("%s is left", left)
					}
				}
			})
		}
	}
}

// hash is the digest of a text, "" of none.
func hash(text string) string {
	if text == "" {
		return ""
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
}
