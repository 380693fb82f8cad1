package csvfile

import "context"

// Options say what is known of a file beforehand. The zero Options detect everything.
type Options struct {
	Delimiter byte                    // 0: detect
	Progress  func(done, total int64) // called with the bytes read so far and in all; nil: nobody asks
}

// Shape is what one pass over a file tells of it.
type Shape struct {
	Path      string
	Encoding  Encoding
	BOM       bool
	Delimiter byte   // 0 for JSON lines
	LineEnd   string // "\n", "\r\n" or "\r": the first one; "\n" in a file without any
	MixedEnds bool   // others occur too
	FinalEOL  bool   // the last line ends in a line end
	Multiline bool   // a quoted field holds a line end
	Header    []string
	QuoteAll  bool  // the header and the first record quote every field (NULL aside): new cells are quoted too
	Records   int64 // data records, bad ones too: as many as Normalise writes
	Bad       int64 // records that cannot be split into the header's fields
	FirstBad  string
	Blank     int64 // lines that are no row
	Longest   int64 // bytes of the longest record, as UTF-8 and without its line end

	// Regular says that DuckDB's read_csv reads the file exactly as it is; Why says what stands against it.
	Regular bool
	Why     string

	SHA256 string // of the file's bytes, in hexadecimal; "" from ReadHeader
	Size   int64
	Stamp  Stamp // of the file when reading it began
}

// MaxLine bounds the length in bytes of a line of the normalised form, for read_csv's max_line_size.
func (s *Shape) MaxLine() int64 { return 2*s.Longest + 4*int64(len(s.Header)) + 512 }

// Scan reads a file once, from beginning to end, and tells its shape. Single bad records are counted, not an error; an
// engine.Error of CodeFailed is a file that is missing, a directory, empty, not permitted, no text or not valid text,
// has a header without names or with the same name twice, or changed while it was being read.
func Scan(ctx context.Context, path string, opts Options) (*Shape, error) {
	src, err := openSource(ctx, path, opts.Progress)
	if err != nil {
		return nil, err
	}
	defer src.close()
	s, l, err := src.begun(opts)
	if err != nil {
		return nil, err
	}
	for {
		ok, err := l.next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		s.add(l)
	}
	if err := src.finish(ctx); err != nil {
		return nil, err
	}
	s.SHA256 = src.hex()
	s.Regular = s.Why == ""
	return s, nil
}

// ReadHeader reads no further than line 1. Of its Shape only what that line tells is set: Path to Delimiter, LineEnd,
// Header and QuoteAll, Size and Stamp.
func ReadHeader(ctx context.Context, path string, opts Options) (*Shape, error) {
	src, err := openSource(ctx, path, opts.Progress)
	if err != nil {
		return nil, err
	}
	defer src.close()
	s, _, err := src.begun(opts)
	return s, err
}

// begun reads the header. The lexer stands before the first data record.
func (src *source) begun(opts Options) (*Shape, *lexer, error) {
	delim := opts.Delimiter
	if delim == 0 {
		delim = delimiterOf(src.name, src.win)
	}
	l := src.lexer(delim, maxColumns)
	names, quoted, err := l.readHeader()
	if err != nil {
		return nil, nil, err
	}
	s := &Shape{Path: src.name, Encoding: src.enc, BOM: src.bom, Delimiter: delim, LineEnd: "\n", Header: names,
		QuoteAll: quoted, Size: src.info.Size(), Stamp: stamped(src.info)}
	l.keep = len(names)
	s.FinalEOL = len(l.eol) > 0
	if s.FinalEOL {
		s.LineEnd = string(l.eol)
	}
	s.Longest = int64(len(l.rec))
	s.Multiline = l.breaks > 0
	if s.Encoding != UTF8 {
		s.irregular("it is " + string(s.Encoding))
	}
	if s.LineEnd == "\r" {
		s.irregular("its lines end in CR alone")
	}
	if l.odd {
		s.irregular("a quote stands inside an unquoted name of the header")
	}
	return s, l, nil
}

// irregular keeps the first reason.
func (s *Shape) irregular(why string) {
	if s.Why == "" {
		s.Why = why
	}
}
