package csvfile

import (
	"context"
	"io"
)

const windowSize = 256 << 10

// window is the part of a stream that is in memory: the bytes not yet consumed. It grows to hold one record.
type window struct {
	ctx        context.Context
	r          io.Reader
	buf        []byte
	start, end int
	done       bool  // the stream has ended
	err        error // it ended with this
}

func newWindow(ctx context.Context, r io.Reader) *window {
	return &window{ctx: ctx, r: r, buf: make([]byte, windowSize)}
}

// data is valid until the next call of more.
func (w *window) data() []byte { return w.buf[w.start:w.end] }

func (w *window) consume(n int) { w.start += n }

// more reads on behind the unconsumed bytes. After it either data is longer or done is set.
func (w *window) more() {
	if w.done {
		return
	}
	if w.start > 0 {
		copy(w.buf, w.buf[w.start:w.end])
		w.start, w.end = 0, w.end-w.start
	}
	if w.end > len(w.buf)/2 {
		w.buf = append(w.buf, make([]byte, len(w.buf))...)
	}
	for range 100 {
		if err := w.ctx.Err(); err != nil {
			w.done, w.err = true, err
			return
		}
		n, err := w.r.Read(w.buf[w.end:])
		w.end += n
		if err != nil {
			w.done = true
			if err != io.EOF {
				w.err = err
			}
			return
		}
		if n > 0 {
			return
		}
	}
	w.done, w.err = true, io.ErrNoProgress
}
