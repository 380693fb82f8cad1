package csvfile

import (
	"bytes"
	"context"
	"io"
	"strconv"
)

// Normalise writes a file's data records in the one form that read_csv reads exactly: UTF-8, commas, LF, and the columns
//
//	_row,_line,_bad,_raw,c0,c1,…
//
// _row counts from 1, _line is the line that the record begins on, c0 is the header's first column. A text is always
// quoted; an unquoted field that is empty or one of nulls is an unquoted empty field, NULL. Of a record that cannot be
// split into the header's fields _bad says why, _raw is its text as it stands, and its other columns are NULL; _bad and
// _raw of any other are NULL. It gives the number of records, which is the shape's.
//
// The shape is that of an earlier Scan; a file that changed since is an error.
func Normalise(ctx context.Context, path string, shape *Shape, nulls []string, w io.Writer) (int64, error) {
	src, err := openSource(ctx, path, nil)
	if err != nil {
		return 0, err
	}
	defer src.close()
	if err := src.expect(shape); err != nil {
		return 0, err
	}
	l := src.lexer(shape.Delimiter, len(shape.Header))
	if _, err := l.next(); err != nil {
		return 0, err
	}
	out := newNormalWriter(w, len(shape.Header))
	null := newNullTexts(nulls)
	for {
		ok, err := l.next()
		if err != nil {
			return out.rows, err
		}
		if !ok {
			break
		}
		if !l.isRow(len(shape.Header)) {
			continue
		}
		if !l.sound(len(shape.Header)) {
			out.bad(l.line, l.fault(len(shape.Header)), l.rec)
		} else {
			out.begin(l.line)
			for _, f := range l.fields {
				raw := l.rec[f.start:f.end]
				switch {
				case f.quoted:
					out.ready(raw)
				case null.has(raw):
					out.null()
				default:
					out.text(raw)
				}
			}
		}
		if err := out.end(); err != nil {
			return out.rows, err
		}
	}
	if err := out.flush(); err != nil {
		return out.rows, err
	}
	return out.rows, src.finishAs(ctx, shape)
}

// nullTexts are the unquoted texts that mean NULL; the empty one always does.
type nullTexts struct {
	texts   map[string]bool
	longest int
}

func newNullTexts(nulls []string) nullTexts {
	n := nullTexts{texts: map[string]bool{"": true}}
	for _, text := range nulls {
		n.texts[text] = true
		n.longest = max(n.longest, len(text))
	}
	return n
}

func (n nullTexts) has(raw []byte) bool {
	return len(raw) == 0 || len(raw) <= n.longest && n.texts[string(raw)]
}

// normalWriter writes the normalised form.
type normalWriter struct {
	w       io.Writer
	buf     []byte
	columns int
	rows    int64
}

func newNormalWriter(w io.Writer, columns int) *normalWriter {
	n := &normalWriter{w: w, columns: columns, buf: make([]byte, 0, windowSize)}
	n.buf = append(n.buf, "_row,_line,_bad,_raw"...)
	for i := range columns {
		n.buf = strconv.AppendInt(append(n.buf, ",c"...), int64(i), 10)
	}
	n.buf = append(n.buf, '\n')
	return n
}

// begin begins a row; as many of ready, text and null as there are columns follow, and end.
func (n *normalWriter) begin(line int64) {
	n.count(line)
	n.buf = append(n.buf, ",,"...)
}

// bad writes a row that could not be read; end follows.
func (n *normalWriter) bad(line int64, why string, raw []byte) {
	n.beginBad(line, why, raw)
	for range n.columns {
		n.null()
	}
}

// beginBad is begin for a row that cannot be applied, of which some fields are known.
func (n *normalWriter) beginBad(line int64, why string, raw []byte) {
	n.count(line)
	n.text([]byte(why))
	n.text(raw)
}

func (n *normalWriter) count(line int64) {
	n.rows++
	n.buf = strconv.AppendInt(n.buf, n.rows, 10)
	n.buf = append(n.buf, ',')
	n.buf = strconv.AppendInt(n.buf, line, 10)
}

// ready is a field that is quoted already.
func (n *normalWriter) ready(raw []byte) {
	n.buf = append(append(n.buf, ','), raw...)
}

func (n *normalWriter) null() { n.buf = append(n.buf, ',') }

func (n *normalWriter) text(text []byte) {
	n.buf = appendQuoted(append(n.buf, ','), text)
}

func (n *normalWriter) end() error {
	n.buf = append(n.buf, '\n')
	if len(n.buf) < windowSize-4096 {
		return nil
	}
	return n.flush()
}

func (n *normalWriter) flush() error {
	_, err := n.w.Write(n.buf)
	n.buf = n.buf[:0]
	return err
}

// appendQuoted appends text in quotes, its own doubled.
func appendQuoted(b, text []byte) []byte {
	b = append(b, '"')
	for {
		i := bytes.IndexByte(text, '"')
		if i < 0 {
			break
		}
		b = append(append(b, text[:i+1]...), '"')
		text = text[i+1:]
	}
	return append(append(b, text...), '"')
}
