package rowout

import (
	"bufio"
	"io"

	"dimdesk/cmd/dimdesk/internal/plain"
	"dimdesk/engine"
	"dimdesk/tui/cell"
)

// Writer writes rows under one heading.
type Writer interface {
	Header(names []string) error
	Row(cells []engine.Value) error
	Close() error
}

// Formats are the names that New knows.
var Formats = []string{"csv", "jsonl", "table"}

// New makes the writer of a format. A table is cut to width; 0 does not cut.
func New(format string, out io.Writer, width int) Writer {
	switch format {
	case "jsonl":
		return &jsonl{out: bufio.NewWriter(out)}
	case "table":
		return &table{out: out, width: width}
	}
	return &csv{out: bufio.NewWriter(out)}
}

type csv struct {
	out *bufio.Writer
	buf []byte
}

func (w *csv) Header(names []string) error { return w.Row(Texts(names...)) }

func (w *csv) Row(cells []engine.Value) error {
	w.buf = AppendCSV(w.buf[:0], cells)
	_, err := w.out.Write(w.buf)
	return err
}

func (w *csv) Close() error { return w.out.Flush() }

type jsonl struct {
	out   *bufio.Writer
	names []string
	buf   []byte
}

func (w *jsonl) Header(names []string) error {
	w.names = append([]string(nil), names...)
	return nil
}

func (w *jsonl) Row(cells []engine.Value) error {
	w.buf = append(AppendObject(w.buf[:0], w.names, cells), '\n')
	_, err := w.out.Write(w.buf)
	return err
}

func (w *jsonl) Close() error { return w.out.Flush() }

type table struct {
	out   io.Writer
	width int
	lines *plain.Table
}

func (w *table) Header(names []string) error {
	w.lines = plain.NewTable(w.out, w.width, plain.List(names)...)
	return nil
}

func (w *table) Row(cells []engine.Value) error {
	texts := make([]string, len(cells))
	for i, v := range cells {
		texts[i] = cell.Value(v)
	}
	return w.lines.Row(texts...)
}

func (w *table) Close() error {
	if w.lines == nil {
		return nil
	}
	return w.lines.Close()
}
