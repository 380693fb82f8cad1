package duck

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dimdesk/engine"
)

// vanishing is what becomes of a home between plan and commit: what is done to it, what is said then, and how it comes back.
type vanishing struct {
	name string
	code engine.Code
	says map[string]string // by the kind of home
	away func(t *testing.T, o Options)
	back func(t *testing.T, o Options)
}

const aside = ".aside"

func toAside(t *testing.T, path string) { done(t, os.Rename(path, path+aside)) }

func fromAside(t *testing.T, path string) {
	done(t, os.RemoveAll(path))
	done(t, os.Rename(path+aside, path))
}

func done(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func homeBack(t *testing.T, o Options)   { fromAside(t, o.Dimension) }
func folderBack(t *testing.T, o Options) { fromAside(t, folder(o)) }

var vanishings = []vanishing{
	{"moved away", engine.CodeFailed, map[string]string{"csv": "is gone", "duckdb": "is gone"},
		func(t *testing.T, o Options) { toAside(t, o.Dimension) }, homeBack},
	{"its folder moved away", engine.CodeFailed, map[string]string{"csv": "and so is its folder", "duckdb": "and so is its folder"},
		func(t *testing.T, o Options) { toAside(t, folder(o)) }, folderBack},
	{"a text in its place", engine.CodeFailed, map[string]string{"duckdb": "no longer a DuckDB file"},
		func(t *testing.T, o Options) {
			toAside(t, o.Dimension)
			put(t, folder(o), filepath.Base(o.Dimension), strings.Repeat("no dimension at all,\"\n", 1000))
		}, homeBack},
	{"nothing in its place", engine.CodeFailed, map[string]string{"csv": "is empty", "duckdb": "no longer a DuckDB file"},
		func(t *testing.T, o Options) {
			toAside(t, o.Dimension)
			put(t, folder(o), filepath.Base(o.Dimension), "")
		}, homeBack},
	{"a folder in its place", engine.CodeFailed, map[string]string{"csv": "is a directory", "duckdb": "is no file any more"},
		func(t *testing.T, o Options) {
			toAside(t, o.Dimension)
			done(t, os.Mkdir(o.Dimension, 0o700))
		}, homeBack},
	{"another dimension in its place", engine.CodeMoved, map[string]string{"csv": "columns", "duckdb": "columns"},
		func(t *testing.T, o Options) {
			toAside(t, o.Dimension)
			other := "sk,room,valid_from,valid_to\n1,A1,2024-01-01,\n"
			if o.Table == "" {
				put(t, folder(o), filepath.Base(o.Dimension), other)
				return
			}
			outside(t, o.Dimension, "CREATE TABLE dim AS SELECT 1 AS sk, 'A1' AS room, DATE '2024-01-01' AS valid_from, NULL::DATE AS valid_to")
		}, homeBack},
	{"a column more", engine.CodeMoved, map[string]string{"csv": "columns", "duckdb": "columns"},
		func(t *testing.T, o Options) {
			if o.Table == "" {
				toAside(t, o.Dimension)
				put(t, folder(o), filepath.Base(o.Dimension), strings.ReplaceAll(threeMembers, "\n", ",x\n"))
				return
			}
			outside(t, o.Dimension, "ALTER TABLE dim ADD COLUMN x VARCHAR")
		}, func(t *testing.T, o Options) {
			if o.Table == "" {
				homeBack(t, o)
				return
			}
			outside(t, o.Dimension, "ALTER TABLE dim DROP COLUMN x")
		}},
	{"its table renamed", engine.CodeFailed, map[string]string{"duckdb": "has no table dim any more"},
		func(t *testing.T, o Options) { outside(t, o.Dimension, "ALTER TABLE dim RENAME TO other") },
		func(t *testing.T, o Options) { outside(t, o.Dimension, "ALTER TABLE other RENAME TO dim") }},
}

// eachVanishing runs a test for every way in which a home vanishes, and each kind of home that it concerns.
func eachVanishing(t *testing.T, test func(t *testing.T, v vanishing, o Options, says string)) {
	for _, v := range vanishings {
		for _, kind := range []string{"csv", "duckdb"} {
			says, ok := v.says[kind]
			if !ok {
				continue
			}
			t.Run(v.name+"/"+kind, func(t *testing.T) {
				t.Parallel()
				batch := "id,city\nA,Delhi\nN,Nice\n,Bad\n"
				o := files(t, threeMembers, batch, plainSpec)
				if kind == "duckdb" {
					o = tables(t, batch, plainSpec, "CREATE TABLE dim AS "+threeRows)
				}
				// What the program itself keeps is elsewhere.
				o.StateDir = t.TempDir()
				test(t, v, o, says)
			})
		}
	}
}

// here lists what is in the folder of the dimension, if it is there.
func here(t *testing.T, o Options) string {
	t.Helper()
	entries, err := os.ReadDir(folder(o))
	if errors.Is(err, os.ErrNotExist) {
		return "gone"
	}
	done(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, "\n")
}

// TestHomeVanishesDuringAReview commits when the home is away: that is refused, nothing is left anywhere, and when it is back the
// same review commits.
func TestHomeVanishesDuringAReview(t *testing.T) {
	eachVanishing(t, func(t *testing.T, v vanishing, o Options, says string) {
		r := review(t, o)
		park(t, r, "later", "N")
		req := parkingIn(beside(o, "parked.csv"))
		v.away(t, o)
		before := here(t, o)
		_, err := r.Commit(context.Background(), req, nil)
		refused(t, err, v.code, says)
		helps(t, err)
		same(t, "the folder", here(t, o), before)
		v.back(t, o)
		out, err := r.Commit(context.Background(), req, nil)
		if err != nil || out.ID != 1 || out.Parked != 2 {
			t.Fatalf("when it is back: %+v, %v", out, err)
		}
		done(t, r.Close())
		soundAfter(t, o, []string{"parked.csv"})
	})
}

// TestHomeVanishesBeforeAnUndo does the same to what was looked at to be undone.
func TestHomeVanishesBeforeAnUndo(t *testing.T) {
	eachVanishing(t, func(t *testing.T, v vanishing, o Options, says string) {
		if v.name == "a column more" && o.Table == "" {
			t.Skip("the file's bytes are not those of the start any more")
		}
		commit(t, o, parkingIn(beside(o, "parked.csv")))
		d := opened(t, o)
		if _, _, err := d.UndoPreview(context.Background(), 1); err != nil {
			t.Fatal(err)
		}
		v.away(t, o)
		before := here(t, o)
		_, err := d.Undo(context.Background(), 1, engine.CommitRequest{})
		refused(t, err, v.code, says)
		helps(t, err)
		same(t, "the folder", here(t, o), before)
		v.back(t, o)
		if out, err := d.Undo(context.Background(), 1, engine.CommitRequest{}); err != nil || out.ID != 2 {
			t.Fatalf("when it is back: %+v, %v", out, err)
		}
		done(t, d.Close())
		if o.Table == "" {
			same(t, "the dimension", text(t, o.Dimension), threeMembers)
		}
		soundAfter(t, o, []string{"parked.csv"})
	})
}

// helps wants an error to say what would help.
func helps(t *testing.T, err error) {
	t.Helper()
	if e, ok := errors.AsType[*engine.Error](err); !ok || e.Hint == "" {
		t.Errorf("it doesn't say what would help: %v", err)
	}
}

// soundAfter wants a dimension without faults, beside which nothing is left but its journal and the files that are named.
func soundAfter(t *testing.T, o Options, besides []string) {
	t.Helper()
	if findings, _, err := opened(t, o).Verify(context.Background(), 0); err != nil || len(findings) > 0 {
		t.Errorf("verify: %v, %v", findings, err)
	}
	expected := append([]string{"batch.csv", "spec.yaml", filepath.Base(o.Dimension)}, besides...)
	if o.Table == "" {
		expected = append(expected, "dim.dimdesk.duckdb")
	}
	slices.Sort(expected)
	same(t, "the folder", here(t, o), strings.Join(expected, "\n"))
}
