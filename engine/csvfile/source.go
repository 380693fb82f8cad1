package csvfile

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"os"

	"dimdesk/engine"
)

// source is an opened text file: it hashes what is read, decodes it to UTF-8 without its byte order mark, and notices
// when the file changes meanwhile.
type source struct {
	name string // the path, as it was given
	file *os.File
	info fs.FileInfo
	sum  hash.Hash
	raw  io.Reader // the file's bytes, hashed and counted on the way
	read int64     // bytes of the file so far
	bom  bool
	enc  Encoding
	win  *window
	tell func(done, total int64)
}

// openSource opens a file and looks at its first block. Its errors are engine.Errors for people.
func openSource(ctx context.Context, path string, tell func(done, total int64)) (*source, error) {
	// Looked at before it is opened: opening a pipe would wait for whoever writes to it.
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, readFailed(path, err)
	case info.IsDir():
		return nil, engine.Errorf(engine.CodeFailed, "%s is a directory", path).Help("Name a file in it.")
	case !info.Mode().IsRegular():
		return nil, engine.Errorf(engine.CodeFailed, "%s is not a file on disk", path).Help("It is read more than once: save it to a file first.")
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, readFailed(path, err)
	}
	s := &source{name: path, file: file, sum: sha256.New(), enc: UTF8, tell: tell}
	if err := s.begin(ctx); err != nil {
		file.Close()
		return nil, err
	}
	return s, nil
}

func (s *source) begin(ctx context.Context) error {
	var err error
	if s.info, err = s.file.Stat(); err != nil {
		return readFailed(s.name, err)
	}
	s.raw = rawReader{s}
	head := make([]byte, 8<<10)
	n, err := io.ReadFull(s.raw, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return readFailed(s.name, err)
	}
	head = head[:n]
	for _, enc := range []Encoding{UTF8, UTF16LE, UTF16BE} {
		if mark := enc.bom(); bytes.HasPrefix(head, mark) {
			s.enc, s.bom, head = enc, true, head[len(mark):]
			break
		}
	}
	if s.enc == UTF8 {
		if err := binaryFile(s.name, head); err != nil {
			return err
		}
	}
	text := io.MultiReader(bytes.NewReader(head), s.raw)
	if s.enc != UTF8 {
		text = newUTF16Reader(text, s.enc.order(), 2)
	}
	s.win = newWindow(ctx, text)
	return nil
}

// rawReader reads the file, and hashes and counts its bytes.
type rawReader struct{ s *source }

func (r rawReader) Read(p []byte) (int, error) {
	n, err := r.s.file.Read(p)
	r.s.sum.Write(p[:n])
	r.s.read += int64(n)
	if r.s.tell != nil && n > 0 {
		r.s.tell(r.s.read, r.s.info.Size())
	}
	return n, err
}

// lexer begins to split the file into records.
func (s *source) lexer(delim byte, keep int) *lexer {
	l := newLexer(s.name, s.win, delim, keep)
	l.after = s.begins()
	return l
}

// begins is where the text begins, in bytes of the file.
func (s *source) begins() int64 {
	if s.bom {
		return int64(len(s.enc.bom()))
	}
	return 0
}

// finish reads what is left, and fails if the file changed while it was read.
func (s *source) finish(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return readFailed(s.name, err)
		}
		if _, err := io.CopyN(io.Discard, s.raw, 4<<20); err == io.EOF {
			break
		} else if err != nil {
			return readFailed(s.name, err)
		}
	}
	now, err := s.file.Stat()
	if err != nil {
		return readFailed(s.name, err)
	}
	if !stamped(s.info).Same(stamped(now)) || s.read != now.Size() {
		return Changed(s.name)
	}
	return nil
}

// finishAs is finish, and fails if the bytes are not those that shape describes.
func (s *source) finishAs(ctx context.Context, shape *Shape) error {
	if err := s.finish(ctx); err != nil {
		return err
	}
	if s.hex() != shape.SHA256 {
		return Changed(s.name)
	}
	return nil
}

// expect fails early if the file is no longer the one that shape describes.
func (s *source) expect(shape *Shape) error {
	if !shape.Stamp.Same(stamped(s.info)) {
		return Changed(s.name)
	}
	return nil
}

func (s *source) hex() string { return hex.EncodeToString(s.sum.Sum(nil)) }

func (s *source) close() { s.file.Close() }

// Changed is the error of a file that somebody has written to, or replaced, while it was read.
func Changed(name string) error {
	return engine.Errorf(engine.CodeFailed, "%s changed while it was being read; nothing was committed", name).
		Help("Wait until it is written, and start again.")
}

// readFailed puts a failure to read into words; the cause stays in the chain.
func readFailed(name string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &engine.Error{Code: engine.CodeFailed, Msg: name + " does not exist",
			Hint: "Look for its name, or where it was moved to.", Err: err}
	case errors.Is(err, fs.ErrPermission):
		return &engine.Error{Code: engine.CodeFailed, Msg: name + " may not be read by this user",
			Hint: "Ask its owner for permission to read it.", Err: err}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return &engine.Error{Code: engine.CodeCancelled, Msg: "cancelled while reading " + name, Err: err}
	}
	return engine.Errorf(engine.CodeFailed, "%s could not be read: %w", name, err)
}
