package csvfile

import (
	"context"
	"io"
	"iter"
	"slices"
	"strings"

	"dimdesk/engine"
)

// Rewriting says what becomes of a file's records. The zero Rewriting is a copy.
//
// Its parts undo one another. What Replaced and Removed report, given back as RawCells and Inserts, with Cut the number
// of records that were appended and NoFinalEOL the opposite of the first Shape's FinalEOL, makes the first bytes again.
type Rewriting struct {
	Edits  iter.Seq2[Edit, error]   // in order of record, at most one each; nil: none
	Append iter.Seq2[[]Cell, error] // new records, a cell for each column of the header; nil: none
	Cut    int64                    // how many of the last records are left out
	// NoFinalEOL leaves out the last line end. Without it the last line ends as it did; behind appended records there is
	// a line end if the file ended in one before (and always where the last is the NULL of a one-column file).
	NoFinalEOL bool
	Nulls      []string // unquoted texts that readers of the file take for NULL: such a value is quoted

	// Replaced is told the bytes of each field before it is replaced, and Removed those of each record before it is left
	// out, line end included (dropped ones with the blank lines before them). The bytes are UTF-8 whatever the file's
	// encoding, and valid until the call returns. Either may be nil.
	Replaced func(record int64, column int, raw []byte) error
	Removed  func(record int64, raw []byte) error
}

// Edit is what happens to one record. Records count from 0, as Normalise's _row does from 1, without blank lines.
type Edit struct {
	Record  int64
	Columns []int // the fields that are replaced, counted from 0 …
	Cells   []Cell
	Drop    bool   // the record is left out
	Insert  string // text that goes before it, as Removed reported it. Record may be the number of records: at the end
}

// Rewrite copies a file to dst. Every record that no edit names, and every field that none replaces, keeps its bytes:
// quotes, line ends and blank lines as they are. New records follow the last line, with the file's delimiter and line
// end; a line end goes before them where the last line had none.
//
// A field is quoted where it must be (it holds the delimiter, a quote or a line end, it begins or ends with a space, it
// is empty, or reads as NULL), or where the file quotes all; NULL is an unquoted empty field. It is an error to edit a
// record that cannot be split into the header's fields, to drop or follow one whose quote is never closed (whatever came
// behind it would be part of it), and if the file is not the one that shape describes.
func Rewrite(ctx context.Context, path string, shape *Shape, change Rewriting, dst io.Writer) error {
	src, err := openSource(ctx, path, nil)
	if err != nil {
		return err
	}
	defer src.close()
	if err := src.expect(shape); err != nil {
		return err
	}
	r := &rewriter{
		lex: src.lexer(shape.Delimiter, len(shape.Header)), shape: shape, change: change,
		keep:  shape.Records - change.Cut,
		style: style{delim: shape.Delimiter, all: shape.QuoteAll, nulls: newNullTexts(change.Nulls)},
	}
	if r.out, err = newLineWriter(dst, shape); err != nil {
		return err
	}
	if err := r.all(); err != nil {
		return err
	}
	return src.finishAs(ctx, shape)
}

type rewriter struct {
	lex    *lexer
	out    *lineWriter
	shape  *Shape
	change Rewriting
	style  style
	keep   int64  // records from here on are cut
	at     int64  // the record that comes next
	blanks []byte // blank lines before it that are not written yet
	open   string // what is wrong with a last record whose quote is never closed
	buf    []byte
}

func (r *rewriter) all() error {
	if r.change.Cut < 0 || r.keep < 0 {
		return r.refused("%d of %d records cannot be cut off", r.change.Cut, r.shape.Records)
	}
	if _, err := r.lex.next(); err != nil {
		return err
	}
	if err := r.out.line(r.lex.rec, r.lex.eol); err != nil {
		return err
	}
	if err := r.edits(); err != nil {
		return err
	}
	for {
		ok, err := r.next()
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		if err := r.pass(); err != nil {
			return err
		}
	}
	if r.change.Cut == 0 {
		if err := r.writeBlanks(); err != nil {
			return err
		}
	}
	bare := r.change.NoFinalEOL
	if r.change.Append != nil {
		n, err := r.appended()
		if err != nil {
			return err
		}
		bare = bare || n > 0 && !r.shape.FinalEOL
	}
	return r.out.end(bare)
}

func (r *rewriter) edits() error {
	if r.change.Edits == nil {
		return nil
	}
	last := int64(-1)
	for e, err := range r.change.Edits {
		if err != nil {
			return err
		}
		if e.Record <= last {
			return r.refused("the edit of record %d comes after that of record %d", e.Record, last)
		}
		last = e.Record
		if err := r.edit(e); err != nil {
			return err
		}
	}
	return nil
}

// edit copies the records before e's, and does what e says.
func (r *rewriter) edit(e Edit) error {
	for r.at < e.Record {
		ok, err := r.next()
		if err != nil {
			return err
		}
		if !ok {
			return r.refused("there is no record %d to edit, only %d", e.Record, r.at)
		}
		if err := r.pass(); err != nil {
			return err
		}
	}
	if e.Insert != "" {
		if err := r.closed(); err != nil {
			return err
		}
		text := []byte(e.Insert)
		end := len(text) - lineEnd(text)
		if err := r.out.line(text[:end], text[end:]); err != nil {
			return err
		}
	}
	if !e.Drop && len(e.Columns) == 0 {
		return nil
	}
	ok, err := r.next()
	if err != nil {
		return err
	}
	if !ok || r.at > r.keep {
		return r.refused("there is no record %d to edit", e.Record)
	}
	if e.Drop {
		return r.remove(true)
	}
	return r.replace(e)
}

// next reads the next row; blank lines before it gather in blanks.
func (r *rewriter) next() (bool, error) {
	for {
		ok, err := r.lex.next()
		if err != nil || !ok {
			return false, err
		}
		if r.lex.isRow(len(r.shape.Header)) {
			r.at++
			if r.lex.open >= 0 {
				r.open = r.lex.fault(len(r.shape.Header))
			}
			return true, nil
		}
		r.blanks = append(r.blanks, r.lex.eol...)
	}
}

// pass writes the row that next read as it is, or cuts it.
func (r *rewriter) pass() error {
	if r.at > r.keep {
		return r.remove(false)
	}
	if err := r.writeBlanks(); err != nil {
		return err
	}
	return r.out.line(r.lex.rec, r.lex.eol)
}

func (r *rewriter) writeBlanks() error {
	if len(r.blanks) == 0 {
		return nil
	}
	end := len(r.blanks) - lineEnd(r.blanks)
	err := r.out.line(r.blanks[:end], r.blanks[end:])
	r.blanks = r.blanks[:0]
	return err
}

// remove leaves out the row that next read. The blank lines before it go with it, unless it is the first that is cut:
// those stood there before it was appended.
func (r *rewriter) remove(drop bool) error {
	if err := r.closed(); err != nil {
		return err
	}
	if !drop && r.at == r.keep+1 {
		if err := r.writeBlanks(); err != nil {
			return err
		}
	}
	r.buf = append(append(append(r.buf[:0], r.blanks...), r.lex.rec...), r.lex.eol...)
	r.blanks = r.blanks[:0]
	if r.change.Removed == nil {
		return nil
	}
	return r.change.Removed(r.at-1, r.buf)
}

// replace writes the row that next read with some fields replaced.
func (r *rewriter) replace(e Edit) error {
	columns := len(r.shape.Header)
	if why := r.lex.fault(columns); why != "" {
		return r.refused("%s", why)
	}
	if len(e.Columns) != len(e.Cells) || slices.Min(e.Columns) < 0 || slices.Max(e.Columns) >= columns {
		return r.refused("record %d: %d cells for the columns %v of %d", e.Record, len(e.Cells), e.Columns, columns)
	}
	if err := r.writeBlanks(); err != nil {
		return err
	}
	cellOf := make(map[int]int, len(e.Columns))
	for k, column := range e.Columns {
		cellOf[column] = k
	}
	r.buf = r.buf[:0]
	for i, f := range r.lex.fields {
		if i > 0 {
			r.buf = append(r.buf, r.shape.Delimiter)
		}
		raw := r.lex.rec[f.start:f.end]
		k, edited := cellOf[i]
		if !edited {
			r.buf = append(r.buf, raw...)
			continue
		}
		if r.change.Replaced != nil {
			if err := r.change.Replaced(e.Record, i, raw); err != nil {
				return err
			}
		}
		r.buf = r.style.appendCell(r.buf, e.Cells[k])
	}
	if err := r.readable(e.Cells); err != nil {
		return err
	}
	return r.out.line(r.buf, r.lex.eol)
}

func (r *rewriter) appended() (n int64, err error) {
	for cells, err := range r.change.Append {
		if err != nil {
			return n, err
		}
		if err := r.closed(); err != nil {
			return n, err
		}
		if len(cells) != len(r.shape.Header) {
			return n, r.refused("a new record has %d cells, the header has %d", len(cells), len(r.shape.Header))
		}
		r.buf = r.buf[:0]
		for i, c := range cells {
			if i > 0 {
				r.buf = append(r.buf, r.shape.Delimiter)
			}
			r.buf = r.style.appendCell(r.buf, c)
		}
		if err := r.readable(cells); err != nil {
			return n, err
		}
		if err := r.out.newLine(r.buf); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// readable refuses a record in buf, made of new cells, that nobody could read again: from a file of another format may come what
// no text file holds.
func (r *rewriter) readable(cells []Cell) error {
	for _, c := range cells {
		if !c.IsRaw && strings.IndexByte(c.Value.Text, 0) >= 0 {
			return r.refused("a new value holds a NUL character, which no text file can: %.40q", c.Value.Text).Help("Take it out at the source, or park the row.")
		}
	}
	if len(r.buf) > MaxRecord {
		return r.refused("a new record would have %d MB, and %d are the most that are read", len(r.buf)>>20, MaxRecord>>20).Help("Park the row, or keep the dimension in a database.")
	}
	return nil
}

// closed refuses to go on behind a record whose quote is never closed, or to take it away: where it ends is not known.
func (r *rewriter) closed() error {
	if r.open == "" {
		return nil
	}
	return r.refused("%s", r.open).Help("Close the quote first.")
}

func (r *rewriter) refused(format string, args ...any) *engine.Error {
	e := engine.Errorf(engine.CodeFailed, format, args...)
	e.Msg = r.shape.Path + ": " + e.Msg
	return e
}
