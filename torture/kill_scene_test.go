//go:build linux

package torture

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"dimdesk/sampledata"
)

// scene is a folder with a dimension, the spec of it and batches, from which programs start.
type scene struct {
	home string // the file's name in the folder
	dir  string
}

// The homes that a dimension may have.
const (
	inDuckDB = "warehouse.duckdb"
	inCSV    = "dim.csv"
)

const (
	specFile   = "spec.yaml"
	parkedFile = "parked.csv"
)

// batches is how many batches lie in a folder: batch1.csv and so on, each as of a day of its own.
const batches = 3

func batchFile(n int) string { return fmt.Sprintf("batch%d.csv", n) }

// appliedScenes are a scene to which nothing was applied yet, the same after batch 1, and after batch 2.
func appliedScenes(t *testing.T, home string, members int64) (bare, one, two scene) {
	t.Helper()
	bare = newScene(t, home, members)
	one = bare.copy(t)
	dimdesk(t, 0, one.dir, one.apply(1)...)
	two = one.copy(t)
	dimdesk(t, 0, two.dir, two.apply(2)...)
	return bare, one, two
}

// newScene makes a dimension of so many members and its batches, to which nothing was applied yet. A batch has rows as stored,
// of members that moved, and new ones, and some that cannot be applied and are to be parked.
func newScene(t testing.TB, home string, members int64) scene {
	t.Helper()
	s := scene{home, t.TempDir()}
	db, err := sql.Open("duckdb", s.path(inDuckDB))
	if err != nil {
		t.Fatal(err)
	}
	run := func(statements ...string) {
		for _, q := range statements {
			if _, err := db.Exec(q); err != nil {
				t.Fatalf("%s: %v", q, err)
			}
		}
	}
	g := sampledata.Generator{Members: members}
	run(g.DimensionSQL()...)
	for n := 1; n <= batches; n++ {
		file := s.path(batchFile(n))
		// The keys of the new members follow on those of the batch before.
		run(sampledata.Generator{Members: members + int64(n-1)*members/50, Seed: int64(n)}.BatchSQL(file)...)
		s.add(t, batchFile(n), fmt.Sprintf("%s,nobody %d%s\n%d,too few\n", "", n, strings.Repeat(",x", len(sampledata.Attributes)-1), n))
	}
	spec := g.Spec()
	if home == inCSV {
		run("COPY (FROM " + sampledata.GeneratedTable + " ORDER BY customer_sk) TO '" + s.path(inCSV) + "' (FORMAT csv, HEADER)")
		_, spec, _ = bytes.Cut(spec, []byte("\n")) // there is no table
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if home == inCSV {
		if err := os.Remove(s.path(inDuckDB)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(s.path(specFile), spec, 0o600); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s scene) path(name string) string { return filepath.Join(s.dir, name) }

func (s scene) add(t testing.TB, name, text string) {
	t.Helper()
	f, err := os.OpenFile(s.path(name), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// copy is the same scene in another folder.
func (s scene) copy(t testing.TB) scene {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "place")
	if err := os.CopyFS(dir, os.DirFS(s.dir)); err != nil {
		t.Fatal(err)
	}
	return scene{s.home, dir}
}

// The programs that are run on a scene, as their arguments.
func (s scene) apply(n int) []string {
	return []string{"apply", s.home, batchFile(n), "--yes", "--park", parkedFile, "--spec", specFile, "--as", "ann", "--as-of", s.day(n)}
}

func (s scene) review(n int) []string {
	return []string{"review", s.home, batchFile(n), "--park", parkedFile, "--spec", specFile, "--as", "ann", "--as-of", s.day(n)}
}

func (s scene) undo() []string {
	return []string{"undo", s.home, "--yes", "--spec", specFile, "--as", "ann", "--as-of", s.day(batches)}
}

func (s scene) log() []string {
	return []string{"log", s.home, "--spec", specFile, "--format", "jsonl"}
}

func (s scene) verify() []string { return []string{"verify", s.home, "--spec", specFile} }

func (s scene) day(n int) string { return fmt.Sprintf("2026-06-%02d", n) }

// content is what the dimension says: the rows of a table in an order of their own, the bytes of a CSV. The file stays as it
// is, with what a killed program left in its log.
func (s scene) content(t testing.TB) string {
	t.Helper()
	if s.home == inCSV {
		return s.bytes(t, inCSV)
	}
	db, err := sql.Open("duckdb", s.path(inDuckDB)+"?access_mode=read_only")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var text string
	if err := db.QueryRow("SELECT string_agg(r::VARCHAR, chr(10) ORDER BY r) FROM " + sampledata.GeneratedTable + " r").Scan(&text); err != nil {
		t.Fatal(err)
	}
	return text
}

// bytes are those of a file, "" where there is none.
func (s scene) bytes(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(s.path(name))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(b)
}

// here are the parts of a log that are of a run only: when, and in which folder.
var here = regexp.MustCompile(`"at":"[^"]*"|"park_file":"[^"]*/`)

// state is a scene after something happened there.
type state struct {
	content, parked, log string
	talk                 string // what the log said besides
}

// state reads the scene as it is, and what the program says of the commits.
func (s scene) state(t testing.TB) state {
	t.Helper()
	log := dimdesk(t, 0, s.dir, s.log()...)
	return state{s.content(t), s.bytes(t, parkedFile), here.ReplaceAllString(log.out, ""), log.talk}
}

// differs says in what a state is not the one that is wanted, "" where it is.
func (got state) differs(want state) string {
	var in []string
	for _, part := range []struct{ name, got, want string }{
		{"the dimension", got.content, want.content}, {parkedFile, got.parked, want.parked}, {"the log", got.log, want.log},
	} {
		if part.got != part.want {
			in = append(in, fmt.Sprintf("%s:\n%s", part.name, firstDifference(part.got, part.want)))
		}
	}
	return strings.Join(in, "\n")
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		a, b := "(nothing)", "(nothing)"
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			return fmt.Sprintf("  line %d of %d is  %s\n  and of %d should be  %s", i+1, len(g), a, len(w), b)
		}
	}
	return "  (the same)"
}
