// Package dimdesk has no code of its own: this test holds the module to the import rules of ARCHITECTURE.md.
package dimdesk

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport says which packages of this module a package may import: the first row whose prefix fits counts.
var mayImport = []struct {
	from string
	may  []string
}{
	{"engine/sqlgen", []string{"engine"}},
	{"engine/csvfile", []string{"engine"}},
	{"engine/model/draw", []string{"engine", "engine/model"}},
	{"engine/model", []string{"engine"}},
	{"engine/duck", []string{"engine", "engine/sqlgen", "engine/csvfile"}},
	{"engine/recipe", []string{"engine"}},
	{"engine", nil},
	{"learn/playground", []string{"engine"}},
	{"learn/handout", []string{"engine", "learn"}},
	{"learn", []string{"engine", "engine/recipe"}},
	{"tui", []string{"engine", "engine/recipe", "learn/...", "tui/..."}},
	{"sampledata", []string{"engine"}},
	{"cmd/dimbench", []string{"engine", "engine/duck", "engine/recipe", "tui/...", "sampledata"}}, // screen runs the whole program; what apply is measured against shares nothing with it
	{"cmd/dimdesk", []string{"engine", "engine/duck", "engine/csvfile", "engine/recipe", "learn/...", "tui/...", "sampledata", "cmd/dimdesk/..."}},
}

// drivers are the packages that talk to a database, and hasDriver the only ones that import them.
var (
	drivers   = []string{"database/sql", "github.com/duckdb/"}
	hasDriver = []string{"engine/duck", "cmd/dimbench"}
)

const module = "dimdesk/"

func TestImportsGoOneWay(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == ".git") {
			return fs.SkipDir
		}
		name = filepath.ToSlash(name)
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		files++
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if why := breach(path.Dir(name), imported); why != "" {
				t.Errorf("%s imports %s: %s", name, imported, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files == 0 {
		t.Error("no file was read")
	}
}

// breach says what is wrong with an import; "" where nothing is.
func breach(from, imported string) string {
	for _, d := range drivers {
		if strings.HasPrefix(imported, d) && !slices.Contains(hasDriver, from) {
			return "only " + strings.Join(hasDriver, " and ") + " talk to a database"
		}
	}
	own, ours := strings.CutPrefix(imported, module)
	if !ours {
		return ""
	}
	for _, rule := range mayImport {
		if within(from, rule.from) {
			if slices.ContainsFunc(rule.may, func(may string) bool {
				tree, whole := strings.CutSuffix(may, "/...")
				return own == may || whole && within(own, tree)
			}) {
				return ""
			}
			return "packages of " + rule.from + " do not (ARCHITECTURE.md, \"Which way imports go\")"
		}
	}
	return "no rule speaks of " + from
}

func within(name, tree string) bool { return name == tree || strings.HasPrefix(name, tree+"/") }

func TestBreachesAreFound(t *testing.T) {
	for _, c := range []struct {
		from, imported string
		want           bool
	}{
		{"engine", "dimdesk/engine/sqlgen", true},
		{"engine", "database/sql", true},
		{"engine/sqlgen", "dimdesk/engine/duck", true},
		{"engine/sqlgen", "dimdesk/engine", false},
		{"tui/review", "dimdesk/engine/duck", true},
		{"tui/review", "database/sql/driver", true},
		{"tui/review", "dimdesk/tui/grid", false},
		{"tuition", "dimdesk/engine", true},
		{"engine/duck", "github.com/duckdb/duckdb-go/v2", false},
		{"cmd/dimdesk", "github.com/duckdb/duckdb-go/v2", true},
		{"cmd/dimdesk/internal/plain", "dimdesk/tui/cell", false},
		{"cmd/dimbench", "dimdesk/engine/duck", false},
		{"cmd/dimbench", "dimdesk/engine/sqlgen", true},
	} {
		if got := breach(c.from, c.imported); (got != "") != c.want {
			t.Errorf("%s imports %s: %q", c.from, c.imported, got)
		}
	}
}
