package duck

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dimdesk/engine"
)

// interrupted is a dimension whose commit 1 (of A,Delhi) is in the journal, but was not said to be settled; after is the file
// as that commit made it.
func interrupted(t *testing.T) (o Options, after string) {
	t.Helper()
	o = files(t, threeMembers, "id,city\nA,Delhi\n", plainSpec)
	commit(t, o, nothingAllowed)
	outside(t, beside(o, "dim.dimdesk.duckdb"), "UPDATE dimdesk.commits SET settled = false")
	return o, text(t, o.Dimension)
}

// said are the notices of opening a dimension, and what the log has then.
func said(t *testing.T, o Options) (notices string, commits int) {
	t.Helper()
	d := opened(t, o)
	log, err := d.Log(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	notices = strings.Join(d.Notices(), "\n")
	news := strings.Join(d.News(), "\n")
	if of := "without its end"; !strings.Contains(notices, news) || strings.Contains(notices, of) != strings.Contains(news, of) {
		t.Errorf("of the notices %q the news are %q", notices, news)
	}
	if again := d.News(); len(again) > 0 {
		t.Errorf("%q is new again", again)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return notices, len(log)
}

const leftoverName = ".dim.csv.dimdesk-new"

// settledNow wants the journal to be settled, and nothing to lie beside the file.
func settledNow(t *testing.T, o Options) {
	t.Helper()
	if n := rowsOf(t, beside(o, "dim.dimdesk.duckdb"), "SELECT count(*) FROM dimdesk.commits WHERE settled IS NOT TRUE"); n[0] != "0" {
		t.Errorf("%s commits are not settled", n[0])
	}
	if _, err := os.Stat(beside(o, leftoverName)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something is left beside the file: %v", err)
	}
	if notices, _ := said(t, o); strings.Contains(notices, "interrupted") {
		t.Errorf("it is said again: %s", notices)
	}
}

// TestInterruptedBeforeTheRename finds the file as it was, and the new one whole beside it: the commit is finished.
func TestInterruptedBeforeTheRename(t *testing.T) {
	t.Parallel()
	o, after := interrupted(t)
	put(t, folder(o), "dim.csv", threeMembers)
	put(t, folder(o), leftoverName, after)
	notices, commits := said(t, o)
	if !strings.Contains(notices, "had been interrupted; it was finished now") || commits != 1 {
		t.Errorf("%d commits; %s", commits, notices)
	}
	same(t, "the dimension", text(t, o.Dimension), after)
	settledNow(t, o)
	if out := commit(t, o, nothingAllowed); out.Already != 1 {
		t.Errorf("the batch again: %+v", out)
	}
	takeBack(t, o, 1)
	same(t, "the dimension after undo", text(t, o.Dimension), threeMembers)
}

// TestInterruptedAfterTheRename finds the file as the commit made it: it stands.
func TestInterruptedAfterTheRename(t *testing.T) {
	t.Parallel()
	o, after := interrupted(t)
	notices, commits := said(t, o)
	if !strings.Contains(notices, "it stands") || commits != 1 {
		t.Errorf("%d commits; %s", commits, notices)
	}
	same(t, "the dimension", text(t, o.Dimension), after)
	settledNow(t, o)
}

// TestInterruptedAndNotWhole finds the file as it was, and beside it nothing, or half of the new one: the commit is dropped.
func TestInterruptedAndNotWhole(t *testing.T) {
	for name, half := range map[string]bool{"half": true, "nothing": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, after := interrupted(t)
			put(t, folder(o), "dim.csv", threeMembers)
			if half {
				put(t, folder(o), leftoverName, after[:len(after)-9])
			}
			notices, commits := said(t, o)
			if !strings.Contains(notices, "dropped from the journal") || !strings.Contains(notices, "as it was before") || commits != 0 {
				t.Errorf("%d commits; %s", commits, notices)
			}
			same(t, "the dimension", text(t, o.Dimension), threeMembers)
			settledNow(t, o)
			if out := commit(t, o, nothingAllowed); out.Already != 0 || text(t, o.Dimension) != after {
				t.Errorf("the batch again: %+v, %s", out, text(t, o.Dimension))
			}
		})
	}
}

// TestInterruptedAndChangedSince finds a file that somebody has edited: it is left alone, whatever lies beside it.
func TestInterruptedAndChangedSince(t *testing.T) {
	t.Parallel()
	o, after := interrupted(t)
	edited := strings.Replace(threeMembers, "Rome", "Bari", 1)
	put(t, folder(o), "dim.csv", edited)
	put(t, folder(o), leftoverName, after)
	notices, commits := said(t, o)
	if !strings.Contains(notices, "dropped from the journal") || !strings.Contains(notices, "changed since") || commits != 0 {
		t.Errorf("%d commits; %s", commits, notices)
	}
	same(t, "the dimension", text(t, o.Dimension), edited)
	settledNow(t, o)
}

// TestInterruptedUndo finds an undo that never reached the file: what it undid is not undone.
func TestInterruptedUndo(t *testing.T) {
	t.Parallel()
	o := files(t, threeMembers, "id,city\nA,Delhi\n", plainSpec)
	commit(t, o, nothingAllowed)
	after := text(t, o.Dimension)
	takeBack(t, o, 1)
	outside(t, beside(o, "dim.dimdesk.duckdb"), "UPDATE dimdesk.commits SET settled = false WHERE id = 2")
	put(t, folder(o), "dim.csv", after)
	if notices, commits := said(t, o); !strings.Contains(notices, "had been interrupted before it was done") || commits != 1 {
		t.Errorf("%d commits; %s", commits, notices)
	}
	takeBack(t, o, 1)
	same(t, "the dimension after undo", text(t, o.Dimension), threeMembers)
}

// TestInterruptedUndoOfAnUndo finds one that never reached the file: the first undo holds, and the batch is undone.
func TestInterruptedUndoOfAnUndo(t *testing.T) {
	t.Parallel()
	o := files(t, threeMembers, "id,city\nA,Delhi\n", plainSpec)
	commit(t, o, nothingAllowed)
	takeBack(t, o, 1)
	takeBack(t, o, 2)
	outside(t, beside(o, "dim.dimdesk.duckdb"), "UPDATE dimdesk.commits SET settled = false WHERE id = 3")
	put(t, folder(o), "dim.csv", threeMembers)
	if notices, commits := said(t, o); !strings.Contains(notices, "had been interrupted before it was done") || commits != 2 {
		t.Errorf("%d commits; %s", commits, notices)
	}
	same(t, "what is undone", strings.Join(rowsOf(t, beside(o, "dim.dimdesk.duckdb"), "SELECT id, undone_by FROM dimdesk.commits ORDER BY id"), " "), "1|2 2|-")
	if out := commit(t, o, nothingAllowed); out.ID != 3 {
		t.Errorf("the batch again: %+v", out)
	}
}

// TestDroppedCommitLeavesNothing looks through the whole journal for it: its number is given anew.
func TestDroppedCommitLeavesNothing(t *testing.T) {
	for name, apply := range map[string]bool{"review": false, "apply": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := files(t, threeMembers, "id,city\nA,Delhi\nD,Bari\n,Bad\n", plainSpec)
			o.Apply = apply
			commit(t, o, parkingIn(beside(o, "parked.csv")))
			journal := beside(o, "dim.dimdesk.duckdb")
			outside(t, journal, "UPDATE dimdesk.commits SET settled = false")
			put(t, folder(o), "dim.csv", threeMembers)
			said(t, o)
			for _, table := range rowsOf(t, journal, "SELECT table_name FROM duckdb_tables() WHERE schema_name = 'dimdesk'") {
				if left := rowsOf(t, journal, "FROM dimdesk."+table); len(left) > 0 {
					t.Errorf("%s still has %s", table, left)
				}
			}
			commit(t, o, parkingIn(beside(o, "parked.csv")))
			takeBack(t, o, 1)
			same(t, "the dimension after undo", text(t, o.Dimension), threeMembers)
		})
	}
}

// TestLeftoverOfAKilledCommit lies beside the file, and the journal does not know of it: reading leaves it alone, since a commit
// may be under way, and the next write drops it.
func TestLeftoverOfAKilledCommit(t *testing.T) {
	for name, known := range map[string]bool{"the first commit": false, "a later commit": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := files(t, threeMembers, "id,city\nA,Delhi\n,Bad\n", plainSpec)
			if known {
				one := o
				one.Batch = put(t, folder(o), "one.csv", "id,city\nC,Lima\n")
				commit(t, one, nothingAllowed)
			}
			before := text(t, o.Dimension)
			put(t, folder(o), leftoverName, "half")
			r := review(t, o)
			same(t, "what is left, after reading", text(t, beside(o, leftoverName)), "half")
			_, err := r.Commit(context.Background(), nothingAllowed, nil)
			refused(t, err, engine.CodeRejected, "")
			same(t, "the dimension", text(t, o.Dimension), before)
			commit(t, o, parkingIn(beside(o, "parked.csv")))
			if _, err := os.Stat(beside(o, leftoverName)); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("it is still there after a commit: %v", err)
			}
			settledNow(t, o)
		})
	}
}

// TestHalfMadeJournal is what is left where a program is killed while the journal is made: it counts as none.
func TestHalfMadeJournal(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole.duckdb")
	outside(t, whole)
	database := text(t, whole)
	if len(database) != emptyDatabase {
		t.Fatalf("an empty database has %d bytes", len(database))
	}
	for _, size := range []int{0, 100, 4096, 2 * 4096, emptyDatabase} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			o := files(t, threeMembers, "id,city\nA,Delhi\n,Bad\n", plainSpec)
			journal := put(t, folder(o), "dim.dimdesk.duckdb", database[:size])
			if notices, commits := said(t, o); commits != 0 {
				t.Errorf("%d commits; %s", commits, notices)
			}
			_, err := review(t, o).Commit(context.Background(), nothingAllowed, nil)
			refused(t, err, engine.CodeRejected, "")
			if _, err := os.Stat(journal); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("nothing was committed, and there is a journal: %v", err)
			}
			put(t, folder(o), "dim.dimdesk.duckdb", database[:size])
			if out := commit(t, o, parkingIn(beside(o, "parked.csv"))); out.ID != 1 {
				t.Errorf("committed %+v", out)
			}
		})
	}
}
