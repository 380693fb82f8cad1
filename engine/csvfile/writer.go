package csvfile

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"dimdesk/engine"
)

// Writer writes a new file of delimited text: UTF-8, LF, a header and rows, quoted only where they must be. Scan reads
// back exactly what was written, NULL and the empty string apart.
type Writer struct {
	out     *bufio.Writer
	style   style
	columns int
	buf     []byte
	rows    int64
}

// NewWriter begins a file with its header. Values that equal one of nulls, the unquoted texts that its readers take for
// NULL, are quoted.
func NewWriter(w io.Writer, delimiter byte, header []string, nulls []string) (*Writer, error) {
	f := &Writer{out: bufio.NewWriterSize(w, 64<<10), columns: len(header),
		style: style{delim: delimiter, nulls: newNullTexts(nulls)}}
	for i, name := range header {
		if i > 0 {
			f.buf = append(f.buf, delimiter)
		}
		// A name that holds any delimiter is quoted, so that the header tells which one is the file's.
		if strings.ContainsAny(name, delimiters) {
			f.buf = appendQuoted(f.buf, []byte(name))
		} else {
			f.buf = f.style.appendValue(f.buf, engine.Text(name))
		}
	}
	_, err := f.out.Write(append(f.buf, '\n'))
	return f, err
}

// DelimiterFor is the delimiter that a new file of this name is written with: a tab for .tsv and .tab, else a comma.
func DelimiterFor(path string) byte {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".tsv", ".tab":
		return '\t'
	}
	return ','
}

// Write adds a row of as many values as the header has names.
func (f *Writer) Write(row []engine.Value) error {
	if len(row) != f.columns {
		return fmt.Errorf("a row of %d values for %d columns", len(row), f.columns)
	}
	f.buf = f.buf[:0]
	for i, v := range row {
		if i > 0 {
			f.buf = append(f.buf, f.style.delim)
		}
		f.buf = f.style.appendValue(f.buf, v)
	}
	f.rows++
	_, err := f.out.Write(append(f.buf, '\n'))
	return err
}

// Rows is the number of rows written, without the header.
func (f *Writer) Rows() int64 { return f.rows }

// Flush hands on what is buffered; the file is complete only after it.
func (f *Writer) Flush() error { return f.out.Flush() }
