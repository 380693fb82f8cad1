//go:build linux

package torture

import (
	"bytes"
	"database/sql"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// sized is a dimension with given header and rows, in a CSV or, loaded from that, in a database
// with every column text but the period's.
func sized(t *testing.T, home, header string, rows ...string) (dir string, contents func() string) {
	t.Helper()
	dir = t.TempDir()
	path := filepath.Join(dir, "dim.csv")
	must(t, os.WriteFile(path, []byte(header+"\n"+strings.Join(rows, "\n")+"\n"), 0o600))
	if home == inCSV {
		return dir, func() string {
			text, err := os.ReadFile(path)
			must(t, err)
			return string(text)
		}
	}
	file := filepath.Join(dir, inDuckDB)
	query := func(q string, dest ...any) {
		db, err := sql.Open("duckdb", file)
		must(t, err)
		defer db.Close()
		must(t, db.QueryRow(q).Scan(dest...))
	}
	var n int64
	query("CREATE TABLE dim AS SELECT * REPLACE (valid_from::DATE AS valid_from, valid_to::DATE AS valid_to, sk::BIGINT AS sk) FROM read_csv('"+path+"', header=true, all_varchar=true, delim=',', quote='\"', max_line_size=67108864)", &n)
	must(t, os.Remove(path))
	return dir, func() (hash string) {
		query("SELECT string_agg(hash(dim)::VARCHAR, ' ' ORDER BY sk) FROM dim", &hash)
		return hash
	}
}

// thereAndBack: a batch is looked at, applied and undone, each within so much of a processor's time.
func thereAndBack(t *testing.T, home, dir string, contents func() string, limit time.Duration, says ...string) {
	t.Helper()
	name := map[string]string{inCSV: "dim.csv", inDuckDB: inDuckDB}[home]
	before := contents()
	run := func(args ...string) string {
		t.Helper()
		c := command(dir, args...)
		a := finish(t, c)
		used := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
		t.Logf("%s %s: %v, %d MB", args[0], home, used, c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss>>10)
		if a.code != 0 || used > limit {
			t.Fatalf("dimdesk %q took %v, exit code %d\n%.2000s", args, used, a.code, a.talk)
		}
		return a.out
	}
	diff := run("diff", name, "batch.csv", "--as-of", "2026-01-01", "--format", "jsonl")
	for _, what := range says {
		if !strings.Contains(diff, what) {
			t.Errorf("the diff doesn't say %.80q", what)
		}
	}
	run("apply", name, "batch.csv", "--as-of", "2026-01-01", "--yes", "--as", "ann")
	if contents() == before {
		t.Error("nothing was applied")
	}
	run("undo", name, "--yes", "--as", "ann")
	if contents() != before {
		t.Error("undo leaves something else than what was there")
	}
}

var (
	wide  = flag.Int("columns", 400, "how many columns TestWide has")
	types = flag.String("column-types", "1 2 0 ignore", "the SCD types of TestWide's columns, in turn")
)

// TestWide has more columns than anybody looks at, of every SCD type that needs no other column. What takes the square of the
// columns would take minutes.
func TestWide(t *testing.T) {
	columns, turns := *wide, strings.Fields(*types)
	row := func(first string, value func(i int) string, last string) string {
		b := bytes.NewBufferString(first)
		for i := range columns {
			b.WriteString("," + value(i))
		}
		return b.String() + last
	}
	name := func(i int) string { return fmt.Sprintf("col%d", i) }
	stored := func(i int) string { return fmt.Sprintf("v%d", i%7) }
	sent := func(i int) string {
		if i%8 < 4 {
			return "new"
		}
		return stored(i)
	}
	var spec strings.Builder
	spec.WriteString("key: id\nsurrogate_key: sk\nperiod: {from: valid_from, to: valid_to}\ncolumns:\n")
	for i := range columns {
		fmt.Fprintf(&spec, "  col%d: %s\n", i, turns[i%len(turns)])
	}
	for _, home := range []string{inCSV, inDuckDB} {
		t.Run(home, func(t *testing.T) {
			dir, contents := sized(t, home, row("sk,id", name, ",valid_from,valid_to"), row("1,A", stored, ",2024-01-01,"), row("2,B", stored, ",2024-01-01,"))
			must(t, os.WriteFile(filepath.Join(dir, "dim.dim.yaml"), []byte(spec.String()), 0o600))
			must(t, os.WriteFile(filepath.Join(dir, "batch.csv"), []byte(row("id", name, "")+"\n"+row("A", sent, "")+"\n"+row("B", stored, "")+"\n"+row("N", stored, "")+"\n"), 0o600))
			says := []string{`"col0"`, `"col393"`}
			if slices.Contains(turns, "0") {
				says = append(says, "type 0 keeps the original")
			}
			thereAndBack(t, home, dir, contents, time.Duration(columns)*150*time.Millisecond, says...)
		})
	}
}

// TestLargeCell has cells of 50 MB, of many lines and quotes, in the dimension and in the batch.
func TestLargeCell(t *testing.T) {
	const size = 50 << 20
	text := strings.Repeat("lorem ipsum, \"\"dolor\"\" sit\n", size/27+1)
	for _, home := range []string{inCSV, inDuckDB} {
		t.Run(home, func(t *testing.T) {
			dir, contents := sized(t, home, "sk,id,a,b,valid_from,valid_to", "1,A,x,y,2024-01-01,", "2,B,\""+text+"\",y,2024-01-01,")
			must(t, os.WriteFile(filepath.Join(dir, "batch.csv"), []byte("id,a,b\nA,\""+text+"\",y\nB,z,y\n"), 0o600))
			thereAndBack(t, home, dir, contents, time.Minute, `lorem ipsum, \"dolor\" sit\nlorem`)
		})
	}
}
