package tuitest

import (
	"io"
	"sync"
)

// queue is a pipe that never makes the writer wait: the terminal may answer when the program has stopped listening.
type queue struct {
	mu     sync.Mutex
	more   *sync.Cond
	held   []byte
	closed bool
}

func newQueue() *queue {
	q := &queue{}
	q.more = sync.NewCond(&q.mu)
	return q
}

func (q *queue) Write(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.held = append(q.held, p...)
	q.more.Signal()
	return len(p), nil
}

func (q *queue) Read(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.held) == 0 && !q.closed {
		q.more.Wait()
	}
	if len(q.held) == 0 {
		return 0, io.EOF
	}
	n := copy(p, q.held)
	q.held = q.held[n:]
	return n, nil
}

func (q *queue) Close() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.more.Broadcast()
	return nil
}
