package csvfile

import (
	"unicode/utf8"

	"dimdesk/engine"
)

// MaxRecord is the longest record that is read, in bytes. A longer one is a quote that is never closed, or no table.
const MaxRecord = 64 << 20

// field is where one field stands in its record, quotes included.
type field struct {
	start, end int
	quoted     bool
	doubled    bool // it holds doubled quotes
}

// lexer splits a stream into records. next overwrites what it found before; nothing is allocated for a record.
type lexer struct {
	name    string
	win     *window
	delim   byte
	special [256]bool // bytes that end a run of unquoted text
	keep    int       // how many fields of a record are remembered in fields; count goes on

	rec    []byte // the record without its line end; valid until the next call
	eol    []byte // its line end; empty at the end of the stream
	fields []field
	count  int   // fields in the record
	line   int64 // the line that it begins on
	stray  int   // the first field with text after its closing quote; -1 if none
	open   int   // the field whose quote is never closed; -1 if none
	odd    bool  // a quote stands inside an unquoted field
	breaks int64 // line ends inside its quoted fields

	nextLine int64
	offset   int64 // bytes of the stream before rec
	after    int64 // and up to the end of its line end
}

func newLexer(name string, win *window, delim byte, keep int) *lexer {
	l := &lexer{name: name, win: win, delim: delim, keep: keep, nextLine: 1}
	l.special[delim], l.special['"'], l.special['\r'], l.special['\n'] = true, true, true, true
	return l
}

// next finds the next record, a blank line being one with a single empty field. It is false at the end of the stream.
// An error is an engine.Error: text that is not valid, a record that is too long, or the stream's own.
func (l *lexer) next() (bool, error) {
	for {
		data := l.win.data()
		if len(data) > 0 && l.scan(data, l.win.done && l.win.err == nil) {
			break
		}
		switch {
		case l.win.done && l.win.err != nil:
			return false, l.win.failure(l.name, l.nextLine)
		case l.win.done:
			return false, nil
		case len(data) > MaxRecord:
			return false, l.tooLong()
		}
		l.win.more()
	}
	l.win.consume(len(l.rec) + len(l.eol))
	l.line = l.nextLine
	l.nextLine += l.breaks
	if len(l.eol) > 0 {
		l.nextLine++
	}
	l.offset = l.after
	l.after += int64(len(l.rec) + len(l.eol))
	if !utf8.Valid(l.rec) {
		return false, notUTF8(l.name, l.rec, l.line, l.offset)
	}
	return true, nil
}

// scan finds one record at the start of data. It is false where data may end inside the record.
func (l *lexer) scan(data []byte, eof bool) bool {
	l.fields, l.count, l.stray, l.open, l.odd, l.breaks = l.fields[:0], 0, -1, -1, false, 0
	i, n := 0, len(data)
	for {
		f := field{start: i}
		if i < n && data[i] == '"' {
			f.quoted = true
			end := l.quoted(data, i+1, &f)
			if end < 0 {
				l.open, end = l.count, n
			}
			if end == n && !eof {
				return false
			}
			if i = end; i < n && data[i] != l.delim && data[i] != '\r' && data[i] != '\n' && l.stray < 0 {
				l.stray = l.count
			}
		}
		for i < n {
			if !l.special[data[i]] {
				i++
				continue
			}
			if data[i] != '"' {
				break
			}
			l.odd = true
			i++
		}
		f.end = i
		if l.count < l.keep {
			l.fields = append(l.fields, f)
		}
		l.count++
		if i == n {
			l.rec, l.eol = data, nil
			return eof
		}
		if data[i] == l.delim {
			i++
			continue
		}
		end := i + 1
		if data[i] == '\r' {
			if end == n && !eof {
				return false
			}
			if end < n && data[end] == '\n' {
				end++
			}
		}
		l.rec, l.eol = data[:i], data[i:end]
		return true
	}
}

// quoted is the position behind the closing quote of a field whose text begins at i; -1 if data holds none.
func (l *lexer) quoted(data []byte, i int, f *field) int {
	for i < len(data) {
		c := data[i]
		i++
		switch {
		case c > '"':
		case c == '"':
			if i == len(data) || data[i] != '"' {
				return i
			}
			f.doubled = true
			i++
		case c == '\n', c == '\r' && (i == len(data) || data[i] != '\n'):
			l.breaks++
		}
	}
	return -1
}

// text is a field's text without its quotes; scratch holds it where quotes were doubled.
func (l *lexer) text(f field, scratch []byte) []byte {
	raw := l.rec[f.start:f.end]
	if !f.quoted {
		return raw
	}
	raw = raw[1:]
	if k := len(raw); k > 0 && raw[k-1] == '"' {
		raw = raw[:k-1]
	}
	if !f.doubled {
		return raw
	}
	scratch = scratch[:0]
	for i := 0; i < len(raw); i++ {
		scratch = append(scratch, raw[i])
		if raw[i] == '"' {
			i++
		}
	}
	return scratch
}

// blank tells whether the record is an empty line.
func (l *lexer) blank() bool { return len(l.rec) == 0 }

func (l *lexer) tooLong() error {
	if l.open >= 0 {
		return engine.Errorf(engine.CodeFailed, "%s: line %d opens a quote that is not closed within %d MB", l.name, l.nextLine, MaxRecord>>20).
			Help("Close the quote, or write the whole field in quotes with this one doubled.")
	}
	return engine.Errorf(engine.CodeFailed, "%s: line %d is longer than %d MB", l.name, l.nextLine, MaxRecord>>20).
		Help("Is this a table of text, one record a line?")
}
