package duck

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// findSpec reads the spec that was named, or the one beside the dimension; nil where there is none.
func findSpec(o Options, h home) (*engine.Spec, string, error) {
	paths := []string{o.Spec}
	if o.Spec == "" {
		dir := filepath.Dir(h.path())
		paths = []string{filepath.Join(dir, h.name()+".dim.yaml"), filepath.Join(dir, withoutExt(h.path())+".dim.yaml")}
	}
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if errors.Is(err, os.ErrNotExist) && o.Spec == "" {
			continue
		}
		if err != nil {
			return nil, p, engine.Errorf(engine.CodeFailed, "cannot read the spec %s: %w", p, err).Help("dimdesk init writes one")
		}
		s, err := engine.ParseSpec(data, p)
		return s, p, err
	}
	return nil, "", nil
}

// bound is a spec with the columns that it was bound to.
type bound struct {
	spec    *engine.Spec
	columns []engine.ColumnInfo
	notices []string
}

// bindSpec finds or detects the spec of an attached dimension. batch is nil where there is none.
func bindSpec(ctx context.Context, w *workspace, o Options, h home, batch []string) (*bound, error) {
	cols, err := h.describe(ctx, w)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(cols, func(c engine.ColumnInfo) bool { return strings.EqualFold(c.Name, "rowid") }); i >= 0 {
		return nil, engine.Errorf(engine.CodeFailed, "%s has a column named %s, which hides the database's own row numbers", h.path(), cols[i].Name).Help("rename that column")
	}
	spec, path, err := findSpec(o, h)
	if err != nil {
		return nil, err
	}
	b := &bound{spec: spec, columns: cols}
	if spec == nil {
		sample, err := sampleOf(ctx, w, h, cols)
		if err != nil {
			return nil, err
		}
		found, lines, err := engine.Detect(cols, sample, batch)
		if err != nil {
			return nil, err
		}
		b.spec = found
		for _, l := range lines {
			b.notices = append(b.notices, "detected: "+l)
		}
	} else if o.Spec == "" {
		b.notices = append(b.notices, "spec: "+filepath.Base(path))
	}
	more, err := b.spec.Bind(cols, batch)
	b.notices = append(b.notices, more...)
	return b, err
}

// sampleOf reads the first rows as text, for detection.
func sampleOf(ctx context.Context, w *workspace, h home, cols []engine.ColumnInfo) ([][]engine.Value, error) {
	var sel []string
	for _, c := range cols {
		sel = append(sel, sqlgen.Ident(c.Name)+"::VARCHAR")
	}
	var out [][]engine.Value
	err := w.query(ctx, "SELECT "+strings.Join(sel, ", ")+" FROM "+h.relation()+" LIMIT 1000", func(r *sql.Rows) error {
		vals, err := scanTexts(r, len(cols))
		out = append(out, vals)
		return err
	})
	return out, err
}

// scanTexts reads n text columns of a row.
func scanTexts(r *sql.Rows, n int) ([]engine.Value, error) {
	raw := make([]sql.NullString, n)
	dest := make([]any, n)
	for i := range raw {
		dest[i] = &raw[i]
	}
	if err := r.Scan(dest...); err != nil {
		return nil, err
	}
	return values(raw), nil
}

func values(raw []sql.NullString) []engine.Value {
	out := make([]engine.Value, len(raw))
	for i, v := range raw {
		out[i] = engine.Value{Text: v.String, Null: !v.Valid}
	}
	return out
}
