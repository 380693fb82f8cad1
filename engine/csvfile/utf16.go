package csvfile

import (
	"encoding/binary"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// Encoding is how a file's text is stored.
type Encoding string

// The encodings that are read and written. UTF-16 is told by its byte order mark, and always has one.
const (
	UTF8    Encoding = "UTF-8"
	UTF16LE Encoding = "UTF-16 LE"
	UTF16BE Encoding = "UTF-16 BE"
)

func (e Encoding) order() binary.ByteOrder {
	if e == UTF16BE {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

func (e Encoding) bom() []byte {
	switch e {
	case UTF16LE:
		return []byte{0xFF, 0xFE}
	case UTF16BE:
		return []byte{0xFE, 0xFF}
	}
	return []byte{0xEF, 0xBB, 0xBF}
}

// badText is text that is not what its encoding allows, at a byte of the file.
type badText struct{ offset int64 }

func (b *badText) Error() string { return fmt.Sprintf("not valid text at byte %d", b.offset) }

// utf16Reader turns UTF-16 into UTF-8. What is no character (half a pair, an odd last byte) is a *badText, so that
// whatever was read can be written again as it was.
type utf16Reader struct {
	r      io.Reader
	order  binary.ByteOrder
	in     []byte
	n      int // bytes in in
	out    []byte
	offset int64 // of in[0] in the file
	err    error
}

func newUTF16Reader(r io.Reader, order binary.ByteOrder, offset int64) *utf16Reader {
	return &utf16Reader{r: r, order: order, in: make([]byte, windowSize/2), offset: offset}
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.out) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		var n int
		n, u.err = u.r.Read(u.in[u.n:])
		u.n += n
		u.decode(u.err == io.EOF)
	}
	n := copy(p, u.out)
	u.out = u.out[n:]
	return n, nil
}

// decode moves whole characters from in to out.
func (u *utf16Reader) decode(last bool) {
	u.out = u.out[:0]
	i := 0
	for i+2 <= u.n {
		r, size := rune(u.order.Uint16(u.in[i:])), 2
		if utf16.IsSurrogate(r) {
			if i+4 > u.n {
				break
			}
			r, size = utf16.DecodeRune(r, rune(u.order.Uint16(u.in[i+2:]))), 4
			if r == utf8.RuneError {
				u.err = &badText{u.offset + int64(i)}
				return
			}
		}
		u.out = utf8.AppendRune(u.out, r)
		i += size
	}
	u.offset += int64(i)
	u.n = copy(u.in, u.in[i:u.n])
	if last && u.n > 0 {
		u.err = &badText{u.offset}
	}
}

// utf16Writer turns UTF-8 into UTF-16.
type utf16Writer struct {
	w     io.Writer
	order binary.ByteOrder
	out   []byte
	rest  []byte // the beginning of a character that the next Write goes on with
}

func (u *utf16Writer) Write(p []byte) (int, error) {
	text := p
	if len(u.rest) > 0 {
		text = append(u.rest, p...)
	}
	u.out = u.out[:0]
	for len(text) > 0 && utf8.FullRune(text) {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		if hi, lo := utf16.EncodeRune(r); hi != utf8.RuneError {
			u.out = appendUnit(appendUnit(u.out, u.order, hi), u.order, lo)
		} else {
			u.out = appendUnit(u.out, u.order, r)
		}
	}
	u.rest = append([]byte(nil), text...)
	if _, err := u.w.Write(u.out); err != nil {
		return 0, err
	}
	return len(p), nil
}

func appendUnit(b []byte, order binary.ByteOrder, unit rune) []byte {
	var two [2]byte
	order.PutUint16(two[:], uint16(unit))
	return append(b, two[:]...)
}
