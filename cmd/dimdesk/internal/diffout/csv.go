package diffout

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"dimdesk/cmd/dimdesk/internal/rowout"
	"dimdesk/engine"
)

// csv writes one record for each column that differs, and one for a row in which none does, so that values stay apart
// from one another; row says which records belong together.
type csv struct {
	out    *bufio.Writer
	keys   int
	buf    []byte
	failed error // of the heading
}

func newCSV(out io.Writer, h Head) *csv {
	w := &csv{out: bufio.NewWriter(out), keys: len(h.Info.Key)}
	names := append([]string{"row", "line"}, h.Info.Key...)
	names = append(names, "kind", "effective", "column", "type", "before", "after", "taken", "note", "reason", "hint", "notes")
	w.failed = w.record(rowout.Texts(names...))
	return w
}

func (w *csv) Change(c engine.Change, _ []engine.Operation) error {
	if w.failed != nil {
		return w.failed
	}
	head := []engine.Value{number(c.Row), number(c.Line)}
	for i := range w.keys {
		if i < len(c.Key) {
			head = append(head, c.Key[i])
		} else {
			head = append(head, engine.Null)
		}
	}
	head = append(head, engine.Text(c.Kind.String()), optional(c.Effective))
	tail := []engine.Value{optional(c.Reason), optional(c.Hint), optional(strings.Join(c.Notes, "; "))}
	if len(c.Columns) == 0 {
		none := []engine.Value{engine.Null, engine.Null, engine.Null, engine.Null, engine.Null, engine.Null}
		return w.record(head, none, tail)
	}
	for _, col := range c.Columns {
		cells := []engine.Value{engine.Text(col.Name), engine.Text(col.Type.String()), col.Before, col.After,
			engine.Text(strconv.FormatBool(col.Taken)), optional(col.Note)}
		if err := w.record(head, cells, tail); err != nil {
			return err
		}
	}
	return nil
}

func (w *csv) Close() error {
	if w.failed != nil {
		return w.failed
	}
	return w.out.Flush()
}

func (w *csv) record(parts ...[]engine.Value) error {
	var cells []engine.Value
	for _, p := range parts {
		cells = append(cells, p...)
	}
	w.buf = rowout.AppendCSV(w.buf[:0], cells)
	_, err := w.out.Write(w.buf)
	return err
}

// number is a row or line number, which is NULL where there is none.
func number(n int64) engine.Value {
	if n == 0 {
		return engine.Null
	}
	return engine.Text(strconv.FormatInt(n, 10))
}

// optional is a text that is NULL where it is "".
func optional(s string) engine.Value {
	if s == "" {
		return engine.Null
	}
	return engine.Text(s)
}
