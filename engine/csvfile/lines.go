package csvfile

import (
	"bytes"
	"unicode/utf8"

	"dimdesk/engine"
)

// lineReader splits a stream at LF, with the CR before it; CR alone is no line end here.
type lineReader struct {
	name   string
	win    *window
	text   []byte // the line; valid until the next call
	eol    []byte
	number int64
	offset int64 // bytes of the file up to the end of the line
}

func (s *source) lines() *lineReader {
	return &lineReader{name: s.name, win: s.win, offset: s.begins()}
}

// next finds the next line; false at the end of the stream. Errors are those of a lexer.
func (r *lineReader) next() (bool, error) {
	for {
		data := r.win.data()
		i := bytes.IndexByte(data, '\n')
		switch {
		case i >= 0:
			r.take(data[:i+1])
		case r.win.err != nil:
			return false, r.win.failure(r.name, r.number+1)
		case r.win.done && len(data) == 0:
			return false, nil
		case r.win.done:
			r.take(data)
		case len(data) > MaxRecord:
			return false, engine.Errorf(engine.CodeFailed, "%s: line %d is longer than %d MB", r.name, r.number+1, MaxRecord>>20).
				Help("Write one object a line.")
		default:
			r.win.more()
			continue
		}
		if !utf8.Valid(r.text) {
			return false, notUTF8(r.name, r.text, r.number, r.offset-int64(len(r.text)+len(r.eol)))
		}
		return true, nil
	}
}

func (r *lineReader) take(line []byte) {
	r.win.consume(len(line))
	r.number++
	end := len(line)
	if bytes.HasSuffix(line, []byte("\n")) {
		end -= lineEnd(line)
	}
	r.text, r.eol = line[:end], line[end:]
	r.offset += int64(len(line))
}
