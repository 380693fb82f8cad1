package duck

import (
	"context"
	"slices"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// lossless are the types that a column of text may be read as, where each of its texts comes back as it was.
var lossless = []string{"BIGINT", "BOOLEAN", "DATE", "TIMESTAMP"}

// typesOfText tells what a dimension that is text holds in its columns; where a column holds nothing, what it is for. besides is a
// query of more texts of a column, as x, that its type must fit; "" for none.
func typesOfText(ctx context.Context, w *workspace, l *sqlgen.Layout, columns []engine.ColumnInfo, besides func(name string) string) ([]engine.ColumnInfo, error) {
	out := slices.Clone(columns)
	for i, c := range columns {
		from := "SELECT " + sqlgen.Ident(c.Name) + " AS x FROM " + l.Home
		if more := besides(c.Name); more != "" {
			from += " UNION ALL " + more
		}
		empty := false
		holds := make([]bool, len(lossless))
		fits, into := []string{"count(x) = 0"}, []any{&empty}
		for j, t := range lossless {
			fits, into = append(fits, sqlgen.RoundTrip("x", t)), append(into, &holds[j])
		}
		if err := w.one(ctx, "SELECT "+strings.Join(fits, ", ")+" FROM ("+from+")", into...); err != nil {
			return nil, wrap(err, "cannot tell the type of "+c.Name)
		}
		if j := slices.Index(holds, true); j >= 0 {
			out[i].Type = lossless[j]
		} else if empty {
			out[i].Type = meantFor(l, c)
		}
	}
	return out, nil
}

// meantFor is the type of a column that holds nothing yet.
func meantFor(l *sqlgen.Layout, c engine.ColumnInfo) string {
	switch c.Name {
	case l.From.Name, l.To.Name:
		if l.Grain == engine.Dates {
			return "DATE"
		}
		return "TIMESTAMP"
	case l.Current.Name, l.Deleted.Name:
		if isBoolean(l, c.Name) {
			return "BOOLEAN"
		}
	}
	return c.Type
}

// Told is a dimension as a recipe needs to know it: its spec with the flags' texts, and its columns with their types.
func (d *Dimension) Told(ctx context.Context) (engine.Spec, []engine.ColumnInfo, error) {
	spec, columns := d.layout.Spec, d.columns
	if texts := d.layout.Styles.Current; spec.Current.Open == "" && spec.Current.Column != "" && texts[1] != "" {
		spec.Current.Closed, spec.Current.Open = texts[0], texts[1]
	}
	if !d.home.text() {
		return spec, columns, nil
	}
	err := d.with(ctx, func() (err error) {
		columns, err = typesOfText(ctx, d.w, d.layout, columns, func(string) string { return "" })
		return err
	})
	for i, c := range columns {
		// However it is spelled here: elsewhere it is stored as what it is.
		columns[i].Type = c.Type
		if c.Type == "VARCHAR" {
			columns[i].Type = meantFor(d.layout, c)
		}
	}
	if spec.Current.Column != "" && isBoolean(d.layout, spec.Current.Column) {
		spec.Current.Open, spec.Current.Closed = "", ""
	}
	return spec, columns, err
}

// isBoolean tells whether a flag is spelled as a truth value.
func isBoolean(l *sqlgen.Layout, column string) bool {
	texts := l.Styles.Deleted
	if column == l.Current.Name {
		texts = l.Styles.Current
	}
	return strings.EqualFold(texts[1], "true")
}
