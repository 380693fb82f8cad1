package duck

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/csvfile"
	"dimdesk/engine/sqlgen"
)

// csvHome is a dimension that is a CSV or TSV file. It is loaded as text into the table home_csv, whose rowid is the number
// of the data record; its journal is a DuckDB file beside it, which also locks it.
type csvHome struct {
	file    string
	shown   string // the path as the user gave it
	shape   *csvfile.Shape
	loaded  string // the SHA-256 of what home_csv holds
	journal place
	empty   bool                // the journal had nothing in it when it was attached to be written
	raw     map[[2]int64]string // an undo's bytes of fields, by record and field
	bare    bool                // an undo takes the last line end away again
	findings
}

// newCSVHome has its journal, NAME.dimdesk.duckdb, beside the file.
func newCSVHome(file, shown string) *csvHome {
	h := &csvHome{file: file, shown: shown}
	h.journal.path = filepath.Join(filepath.Dir(file), h.name()+".dimdesk.duckdb")
	return h
}

func (h *csvHome) name() string     { return withoutExt(h.file) }
func (h *csvHome) path() string     { return h.file }
func (h *csvHome) id() string       { return filepath.Base(h.file) }
func (h *csvHome) files() []string  { return []string{h.file, h.journal.path} }
func (h *csvHome) text() bool       { return true }
func (h *csvHome) collates() bool   { return false }
func (h *csvHome) relation() string { return "temp.home_csv" }

func (h *csvHome) attach(ctx context.Context, w *workspace, write bool) error {
	if _, err := os.Stat(h.file); err != nil {
		return gone(h.file, err)
	}
	if err := h.attachJournal(ctx, w, write); err != nil {
		return err
	}
	settled, err := h.recover(ctx, w)
	if err == nil && h.journal.attached {
		err = h.lookBack(ctx, w, h, settled)
	}
	if err != nil {
		h.detach(w)
		return err
	}
	if err := h.load(ctx, w); err != nil {
		h.detach(w)
		return err
	}
	return nil
}

// load reads the file into home_csv, unless what is there is the file as it stands.
func (h *csvHome) load(ctx context.Context, w *workspace) error {
	shape, err := csvfile.Scan(ctx, h.file, csvfile.Options{})
	if err != nil {
		return err
	}
	if h.loaded == shape.SHA256 {
		h.shape = shape
		return nil
	}
	if shape.Bad > 0 {
		return engine.Errorf(engine.CodeFailed, "%s: %s", h.shown, shape.FirstBad).Help("a dimension must be whole before anything is applied to it; repair that line")
	}
	b := &batchFile{path: h.file, columns: shape.Header, rows: shape.Records, sha: shape.SHA256}
	if shape.Regular {
		b.read, b.stamp = readCSV(h.file, shape, nil), &shape.Stamp
	} else if err := b.normalised(w, shape.MaxLine(), func(out io.Writer) error {
		_, err := csvfile.Normalise(ctx, h.file, shape, nil, out)
		return err
	}); err != nil {
		return err
	}
	cols := make([]string, len(shape.Header))
	for i, name := range shape.Header {
		cols[i] = fmt.Sprintf("c%d AS %s", i, sqlgen.Ident(name))
	}
	if _, err := w.exec(ctx, "CREATE OR REPLACE TEMP TABLE home_csv AS SELECT "+strings.Join(cols, ", ")+" FROM ("+b.read+")"); err != nil {
		return wrap(b.blame(ctx, err), "cannot read "+h.shown)
	}
	n, err := w.count(ctx, "SELECT count(*) FROM temp.home_csv")
	if err != nil {
		return err
	}
	if err := b.same(ctx); err != nil {
		return err
	}
	if n != shape.Records {
		return engine.Errorf(engine.CodeFailed, "%s has %d records, but %d were read: it changed meanwhile", h.shown, shape.Records, n)
	}
	h.shape, h.loaded = shape, shape.SHA256
	return nil
}

func (h *csvHome) describe(context.Context, *workspace) ([]engine.ColumnInfo, error) {
	cols := make([]engine.ColumnInfo, len(h.shape.Header))
	for i, name := range h.shape.Header {
		cols[i] = engine.ColumnInfo{Name: name, Type: "VARCHAR"}
	}
	return cols, nil
}
