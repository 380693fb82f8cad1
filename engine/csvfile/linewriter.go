package csvfile

import (
	"bufio"
	"bytes"
	"io"

	"dimdesk/engine"
)

// lineWriter writes lines and holds the last line end back, since only the end of the file tells whether it stays.
type lineWriter struct {
	buf     *bufio.Writer
	eol     string // the file's own
	one     bool   // a file of one column, where an empty last line needs its end to be a row
	path    string
	held    []byte
	started bool
	empty   bool // the last line is empty
}

// newLineWriter writes the byte order mark, and then UTF-8 in the file's encoding.
func newLineWriter(dst io.Writer, shape *Shape) (*lineWriter, error) {
	if shape.BOM {
		if _, err := dst.Write(shape.Encoding.bom()); err != nil {
			return nil, err
		}
	}
	if shape.Encoding != UTF8 {
		dst = &utf16Writer{w: dst, order: shape.Encoding.order()}
	}
	return &lineWriter{buf: bufio.NewWriterSize(dst, windowSize), eol: shape.LineEnd, one: len(shape.Header) == 1, path: shape.Path}, nil
}

// line writes text (a record, or several with the line ends between them) as it is, and its line end later.
func (w *lineWriter) line(text, eol []byte) error {
	if w.merges(text, eol) {
		return engine.Errorf(engine.CodeFailed, "%s mixes CR and LF line ends, and a blank line between the two would be lost", w.path).
			Help("Write the file anew with one kind of line end.")
	}
	return w.put(text, eol)
}

// newLine writes a new record with a line end of the file's kind.
func (w *lineWriter) newLine(text []byte) error {
	eol := []byte(w.eol)
	if w.merges(text, eol) {
		eol = []byte("\r\n")
	}
	return w.put(text, eol)
}

// merges tells whether the line end held and what follows would together read as a single CR LF.
func (w *lineWriter) merges(text, eol []byte) bool {
	next := text
	if len(text) == 0 {
		next = eol
	}
	return len(w.held) == 1 && w.held[0] == '\r' && bytes.HasPrefix(next, []byte("\n"))
}

func (w *lineWriter) put(text, eol []byte) error {
	if w.started && len(w.held) == 0 {
		w.held = append(w.held, w.eol...)
	}
	w.buf.Write(w.held)
	_, err := w.buf.Write(text)
	w.held = append(w.held[:0], eol...)
	w.started, w.empty = true, len(text) == 0
	return err
}

// end writes the last line end, or none if bare.
func (w *lineWriter) end(bare bool) error {
	needed := w.one && w.empty
	if needed && len(w.held) == 0 {
		w.held = append(w.held, w.eol...)
	}
	if !bare || needed {
		w.buf.Write(w.held)
	}
	return w.buf.Flush()
}
