package duck

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"dimdesk/engine"
)

// home is where a dimension lives. It is attached while it is read or written, and let go while somebody thinks.
type home interface {
	// name is what the dimension is called: the table, or the file without its ending.
	name() string
	path() string
	// attach makes the dimension readable (and writable, with its journal) in the workspace, and detach lets it go.
	attach(ctx context.Context, w *workspace, write bool) error
	detach(w *workspace) error
	// news is what attaching found that a killed program had left. It is given once, told ends it, and letGo leaves the rest.
	news() []string
	told()
	letGo()
	// attachJournal is attach without reading the dimension.
	attachJournal(ctx context.Context, w *workspace, write bool) error
	// relation is the dimension in SQL while it is attached.
	relation() string
	// describe lists its columns.
	describe(ctx context.Context, w *workspace) ([]engine.ColumnInfo, error)
	// collates tells whether some column has a collation.
	collates() bool
	// text tells whether every column is text.
	text() bool
	// id is what the journal knows the dimension by; files are those that it needs.
	id() string
	files() []string
	// touching is told in the transaction which rows (a query of their _rid) are about to be updated or removed.
	touching(ctx context.Context, w *workspace, rids string) error
	// commit carries out what fn does to the relation and the journal, atomically.
	commit(ctx context.Context, w *workspace, fn func() error) error
}

// openHome tells by its content what kind of home a file is.
func openHome(o Options) (home, error) {
	info, err := os.Stat(o.Dimension)
	switch {
	case os.IsNotExist(err):
		return nil, engine.Errorf(engine.CodeFailed, "%s does not exist", o.Dimension).Help("a dimension is a CSV or TSV file, or a DuckDB file")
	case err != nil:
		return nil, engine.Errorf(engine.CodeFailed, "cannot look at %s: %w", o.Dimension, err)
	case info.IsDir():
		return nil, engine.Errorf(engine.CodeFailed, "%s is a directory", o.Dimension).Help("a dimension is a CSV or TSV file, or a DuckDB file")
	}
	is, err := isDuckDB(o.Dimension)
	if err != nil {
		return nil, engine.Errorf(engine.CodeFailed, "cannot read %s: %w", o.Dimension, err)
	}
	abs, err := filepath.Abs(o.Dimension)
	if err != nil {
		return nil, err
	}
	// A link is followed, so that there is one journal and one lock for a file, whatever it is called by.
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return nil, err
	}
	if is {
		return &duckHome{db: place{path: abs}, table: tableOf(o)}, nil
	}
	if o.Table != "" {
		return nil, engine.Errorf(engine.CodeUsage, "--table is for a DuckDB file, and %s is none", o.Dimension)
	}
	return newCSVHome(abs, o.Dimension), nil
}

// tableOf is the table that was named: on the command line, or in the spec.
func tableOf(o Options) string {
	if o.Table != "" {
		return o.Table
	}
	path := o.Spec
	if path == "" {
		path = filepath.Join(filepath.Dir(o.Dimension), withoutExt(o.Dimension)+".dim.yaml")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	// A spec that cannot be read is complained of when it is needed.
	if s, err := engine.ParseSpec(data, path); err == nil {
		return s.Table
	}
	return ""
}

// isDuckDB looks for the mark that a DuckDB file has after its checksum.
func isDuckDB(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	head := make([]byte, 12)
	n, _ := f.Read(head)
	return n == 12 && string(head[8:]) == "DUCK", nil
}

func withoutExt(path string) string {
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
