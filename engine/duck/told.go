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

// typesOfText tells what a dimension that is text holds in its columns. besides is a query of more texts of a column, as x, that its
// type must fit; "" for none.
func typesOfText(ctx context.Context, w *workspace, h home, columns []engine.ColumnInfo, besides func(name string) string) ([]engine.ColumnInfo, error) {
	out := slices.Clone(columns)
	for i, c := range columns {
		from := "SELECT " + sqlgen.Ident(c.Name) + " AS x FROM " + h.relation()
		if more := besides(c.Name); more != "" {
			from += " UNION ALL " + more
		}
		holds := make([]bool, len(lossless))
		var fits []string
		var into []any
		for j, t := range lossless {
			fits, into = append(fits, sqlgen.RoundTrip("x", t)), append(into, &holds[j])
		}
		if err := w.one(ctx, "SELECT "+strings.Join(fits, ", ")+" FROM ("+from+")", into...); err != nil {
			return nil, wrap(err, "cannot tell the type of "+c.Name)
		}
		if j := slices.Index(holds, true); j >= 0 {
			out[i].Type = lossless[j]
		}
	}
	return out, nil
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
		columns, err = typesOfText(ctx, d.w, d.home, columns, func(string) string { return "" })
		return err
	})
	for i, c := range columns {
		switch flag := c.Name == spec.Current.Column || c.Name == spec.Deleted; {
		case c.Name == spec.Period.From || c.Name == spec.Period.To:
			columns[i].Type = "DATE"
			if d.layout.Grain != engine.Dates {
				columns[i].Type = "TIMESTAMP"
			}
		case flag && isBoolean(d.layout, c.Name):
			columns[i].Type = "BOOLEAN"
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
