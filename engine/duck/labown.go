package duck

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/csvfile"
	"dimdesk/engine/sqlgen"
)

// Staged is what a batch is called beside a dimension in a Lab.
const Staged = "staged"

// Sample reads at most so many rows of a dimension and of a batch, for a Lab. Neither is written. notes say what was left out.
func Sample(ctx context.Context, o Options, limit int64) (tables []engine.LabTable, notes []string, err error) {
	h, err := openHome(o)
	if err != nil {
		return nil, nil, err
	}
	w, err := openWorkspace(ctx, o, append(h.files(), o.Batch)...)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	if err := h.attach(ctx, w, false); err != nil {
		return nil, nil, err
	}
	defer func() {
		h.letGo() // nobody was told of what was found
		err = errors.Join(err, h.detach(w))
	}()
	b, err := inspect(ctx, w, o.Batch, nullsOf(o, h), nil)
	if err != nil {
		return nil, nil, err
	}
	defer b.close()
	if err := b.load(ctx, w); err != nil {
		return nil, nil, err
	}
	cols, err := h.describe(ctx, w)
	if err != nil {
		return nil, nil, err
	}
	dim := engine.LabTable{Name: h.name(), Types: map[string]string{}}
	if strings.EqualFold(dim.Name, Staged) {
		dim.Name = "dim_" + dim.Name
	}
	var names, texts, places []string
	for _, c := range cols {
		names, texts = append(names, c.Name), append(texts, sqlgen.Ident(c.Name)+"::VARCHAR")
		if !h.text() && plainType(c.Type) {
			dim.Types[c.Name] = c.Type
		}
	}
	for i := range b.columns {
		places = append(places, fmt.Sprintf("c%d", i))
	}
	from := h.relation()
	n, err := w.count(ctx, "SELECT count(*) FROM "+from)
	if err != nil {
		return nil, nil, err
	}
	if n > limit {
		what := "the first"
		if met := metBy(ctx, w, o, h, b, limit); met != "" {
			from, what = met, "versions of the batch's members, at most"
		}
		notes = append(notes, fmt.Sprintf("%s has %d rows: %s %d are here", dim.Name, n, what, limit))
	}
	if b.rows > limit {
		notes = append(notes, fmt.Sprintf("the batch has %d rows: the first %d are here, as %s", b.rows, limit, Staged))
	}
	if dim.CSV, err = csvOf(ctx, w, names, "SELECT "+strings.Join(texts, ", ")+" FROM "+from, limit); err != nil {
		return nil, nil, err
	}
	staged := engine.LabTable{Name: Staged}
	staged.CSV, err = csvOf(ctx, w, b.columns, "SELECT "+strings.Join(places, ", ")+" FROM raw", limit)
	return []engine.LabTable{dim, staged}, notes, err
}

// nullsOf are the texts that mean NULL to a spec; a spec that cannot be read is not complained of here.
func nullsOf(o Options, h home) []string {
	if s, _, err := findSpec(o, h); err == nil && s != nil {
		return s.Batch.Nulls
	}
	return nil
}

// plainType tells whether a type can be named for a column anywhere: no enum of the file's own, and nothing nested.
func plainType(t string) bool {
	word, _, _ := strings.Cut(t, "(")
	return slices.Contains(strings.Fields("BOOLEAN TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT UHUGEINT FLOAT DOUBLE DECIMAL VARCHAR DATE TIME TIMESTAMP TIMESTAMP_S TIMESTAMP_MS TIMESTAMP_NS UUID"), word) || t == "TIMESTAMP WITH TIME ZONE"
}

// metBy is the part of a dimension whose keys are in the first rows of the batch; "" where the key is not known.
func metBy(ctx context.Context, w *workspace, o Options, h home, b *batchFile, limit int64) string {
	bound, err := bindSpec(ctx, w, o, h, b.columns)
	if err != nil {
		return ""
	}
	var on []string
	for _, k := range bound.spec.Key {
		at := slices.IndexFunc(b.columns, func(name string) bool {
			if to, renamed := bound.spec.Batch.Rename[name]; renamed {
				name = to
			}
			return engine.FoldName(name) == engine.FoldName(k)
		})
		if at < 0 {
			return ""
		}
		on = append(on, fmt.Sprintf("h.%s::VARCHAR = r.c%d", sqlgen.Ident(k), at))
	}
	return fmt.Sprintf("%s h SEMI JOIN (SELECT * FROM raw LIMIT %d) r ON %s", h.relation(), limit, strings.Join(on, " AND "))
}

// csvOf is what a query of texts gives, as CSV.
func csvOf(ctx context.Context, w *workspace, names []string, q string, limit int64) (string, error) {
	var text strings.Builder
	out, err := csvfile.NewWriter(&text, ',', names, nil)
	if err != nil {
		return "", err
	}
	err = w.query(ctx, fmt.Sprintf("%s LIMIT %d", q, limit), func(r *sql.Rows) error {
		row, err := scanTexts(r, len(names))
		if err != nil {
			return err
		}
		return out.Write(row)
	})
	err = errors.Join(wrap(err, "cannot read rows"), out.Flush())
	return text.String(), err
}

// MemberFacts reads the facts of one member that a spec names, each a time and its first measure; none where it names none, or
// the key is of several columns. A file of facts is looked for beside the dimension.
func MemberFacts(ctx context.Context, o Options, spec engine.Spec, key []engine.Value) (t engine.Table, err error) {
	f := spec.Facts
	if f == nil || len(f.Measures) == 0 || len(key) != 1 || key[0].Null {
		return t, nil
	}
	t.Columns = []string{f.Time, f.Measures[0]}
	h, err := openHome(o)
	if err != nil {
		return t, err
	}
	path := f.File
	if path != "" && !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(h.path()), path)
	}
	files := h.files()
	if path != "" {
		files = []string{path}
	}
	w, err := openWorkspace(ctx, o, files...)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	name, from := sqlgen.Ident, "home."+sqlgen.Ident(f.Table)
	if path != "" {
		b, err := inspect(ctx, w, path, spec.Batch.Nulls, nil)
		if err != nil {
			return t, err
		}
		defer b.close()
		if err := b.load(ctx, w); err != nil {
			return t, err
		}
		name = func(column string) string {
			at := slices.IndexFunc(b.columns, func(c string) bool { return engine.FoldName(c) == engine.FoldName(column) })
			if at < 0 {
				return sqlgen.Ident(column)
			}
			return fmt.Sprintf("c%d", at)
		}
		from = "raw"
	} else {
		if err := h.attach(ctx, w, false); err != nil {
			return t, err
		}
		defer func() {
			h.letGo()
			err = errors.Join(err, h.detach(w))
		}()
	}
	q := fmt.Sprintf("SELECT %s::VARCHAR AS t, %s::VARCHAR FROM %s WHERE %s::VARCHAR = %s ORDER BY t LIMIT 1000", name(f.Time), name(f.Measures[0]), from, name(f.Key), sqlgen.Lit(key[0].Text))
	err = w.query(ctx, q, func(r *sql.Rows) error {
		row, err := scanTexts(r, 2)
		t.Rows = append(t.Rows, row)
		return err
	})
	return t, wrap(err, "cannot read the facts")
}
