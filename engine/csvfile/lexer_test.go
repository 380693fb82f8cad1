package csvfile

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// records reads everything that a lexer tells of a text.
func records(t *rapid.T, r io.Reader, delim byte) (all []string) {
	l := newLexer("text", newWindow(context.Background(), r), delim, 3)
	for {
		ok, err := l.next()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return all
		}
		all = append(all, fmt.Sprintf("%d %q %q %v %d %d %d %v", l.line, l.rec, l.eol, l.fields, l.count, l.stray, l.open, l.odd))
	}
}

// TestWhereReadsEnd: records are the same wherever the reads of a stream happen to end, between CR and LF or two quotes too.
func TestWhereReadsEnd(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		f := drawFile(r, true)
		text := f.text
		if rapid.Bool().Draw(r, "open") {
			text = append(text, "\nx\"\",\"open\r\n"...)
		}
		whole := records(r, bytes.NewReader(text), f.delim)
		for _, other := range []io.Reader{iotest.OneByteReader(bytes.NewReader(text)), iotest.DataErrReader(bytes.NewReader(text))} {
			if got := records(r, other, f.delim); !slices.Equal(got, whole) {
				r.Fatalf("%q: %q, want %q", text, got, whole)
			}
		}
	})
}

// TestLexerAllocatesNothing: a million rows cost no more memory than one.
func TestLexerAllocatesNothing(t *testing.T) {
	text := bytes.Repeat([]byte("C101,\"Amit \"\"A\"\" Kumar\",,Mumbai\r\n"), 1000)
	r := bytes.NewReader(text)
	l := newLexer("text", newWindow(context.Background(), r), ',', 4)
	got := testing.AllocsPerRun(10, func() {
		r.Reset(text)
		l.win.done = false
		for {
			if ok, err := l.next(); err != nil || !ok {
				break
			}
		}
	})
	if got > 0 {
		t.Errorf("%v allocations for 1000 records", got)
	}
}
