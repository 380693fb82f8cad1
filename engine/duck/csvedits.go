package duck

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/csvfile"
	"dimdesk/engine/sqlgen"
)

// replaced is the bytes of a field before a commit.
type replaced struct {
	record int64
	field  int
	raw    string
}

func keepCells(ctx context.Context, w *workspace, id int64, kept []replaced) error {
	const page = 1000
	for len(kept) > 0 {
		n := min(page, len(kept))
		rows := make([]string, n)
		for i, c := range kept[:n] {
			rows[i] = fmt.Sprintf("(%d, %d, %d, encode(%s))", id, c.record, c.field, sqlgen.Lit(c.raw))
		}
		if _, err := w.exec(ctx, "INSERT INTO home.dimdesk.cells VALUES "+strings.Join(rows, ", ")); err != nil {
			return err
		}
		kept = kept[n:]
	}
	return nil
}

func eachEdit(edits []csvfile.Edit, yield func(csvfile.Edit, error) bool) {
	for _, e := range edits {
		if !yield(e, nil) {
			return
		}
	}
}

// edits tells what became of the rows in csv_before: fields that changed, and rows that are gone.
func (h *csvHome) edits(ctx context.Context, w *workspace, id int64) ([]csvfile.Edit, error) {
	var sel []string
	for _, name := range h.shape.Header {
		q := sqlgen.Ident(name)
		sel = append(sel, fmt.Sprintf("b.%[1]s IS DISTINCT FROM a.%[1]s", q), "a."+q)
	}
	var out []csvfile.Edit
	err := w.query(ctx, "SELECT b.\"dimdesk row\", a.rowid IS NULL, "+strings.Join(sel, ", ")+" FROM csv_before b LEFT JOIN temp.home_csv a ON a.rowid = b.\"dimdesk row\" ORDER BY 1", func(rows *sql.Rows) error {
		e := csvfile.Edit{}
		n := len(h.shape.Header)
		differs := make([]bool, n)
		vals := make([]sql.NullString, n)
		dest := []any{&e.Record, &e.Drop}
		for i := range n {
			dest = append(dest, &differs[i], &vals[i])
		}
		if err := rows.Scan(dest...); err != nil {
			return err
		}
		for i := range n {
			if e.Drop || !differs[i] {
				continue
			}
			cell := csvfile.ValueCell(engine.Value{Text: vals[i].String, Null: !vals[i].Valid})
			if raw, ok := h.raw[[2]int64{e.Record, int64(i)}]; ok {
				cell = csvfile.RawCell(raw)
			}
			e.Columns, e.Cells = append(e.Columns, i), append(e.Cells, cell)
		}
		if e.Drop || len(e.Columns) > 0 {
			out = append(out, e)
		}
		return nil
	})
	return out, err
}

// appended hands out the rows behind the file's last record.
func (h *csvHome) appended(ctx context.Context, w *workspace, records int64, yield func([]csvfile.Cell, error) bool) {
	var sel []string
	for _, name := range h.shape.Header {
		sel = append(sel, sqlgen.Ident(name))
	}
	stop := errors.New("stopped")
	err := w.query(ctx, fmt.Sprintf("SELECT %s FROM temp.home_csv WHERE rowid >= %d ORDER BY rowid", strings.Join(sel, ", "), records), func(rows *sql.Rows) error {
		vals, err := scanTexts(rows, len(sel))
		if err != nil {
			return err
		}
		cells := make([]csvfile.Cell, len(vals))
		for i, v := range vals {
			cells[i] = csvfile.ValueCell(v)
		}
		if !yield(cells, nil) {
			return stop
		}
		return nil
	})
	if err != nil && err != stop {
		yield(nil, err)
	}
}
