package page

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"dimdesk/engine"

	tea "charm.land/bubbletea/v2"
)

// Line is the queue in which calls to the engine wait. A review serves one caller at a time, and Bubble Tea runs Cmds at
// once, so each call takes its place when it is made and runs when those before it are done. Update never waits.
type Line struct {
	last    chan struct{} // closed when the last call that took a place is done
	running sync.Mutex    // held by the call that runs
	waiting atomic.Int64
	closed  atomic.Bool
	yield   func() // cancels the last call that gives way; nil where there is none
}

// Do makes a Cmd of a call and takes its place in the line. It must be called from Update, and its Cmd be run.
func (l *Line) Do(call func() tea.Msg) tea.Cmd { return l.take(call, 1) }

// take makes a Cmd of a call that counts as so many that somebody waits for.
func (l *Line) take(call func() tea.Msg, waiting int64) tea.Cmd {
	if l.yield != nil {
		l.yield()
		l.yield = nil
	}
	before, done := l.last, make(chan struct{})
	l.last = done
	l.waiting.Add(waiting)
	return func() tea.Msg {
		defer l.waiting.Add(-waiting)
		defer close(done)
		if before != nil {
			<-before
		}
		l.running.Lock()
		defer l.running.Unlock()
		if l.closed.Load() {
			return nil
		}
		return call()
	}
}

// Aside is Do for a call that gives way: it is cancelled as soon as another takes its place in the line, and may then be made
// again behind that.
func (l *Line) Aside(parent context.Context, call func(context.Context) tea.Msg) tea.Cmd {
	return l.aside(parent, call, 1)
}

// Unasked is Aside for a call that nobody waits for: the line is not busy with it.
func (l *Line) Unasked(parent context.Context, call func(context.Context) tea.Msg) tea.Cmd {
	return l.aside(parent, call, 0)
}

func (l *Line) aside(parent context.Context, call func(context.Context) tea.Msg, waiting int64) tea.Cmd {
	ctx, cancel := context.WithCancel(parent)
	cmd := l.take(func() tea.Msg {
		defer cancel()
		return call(ctx)
	}, waiting)
	l.yield = cancel
	return cmd
}

// Busy tells whether a call that somebody waits for is running or waiting.
func (l *Line) Busy() bool { return l.waiting.Load() > 0 }

// Close lets no further call begin and waits for the one that runs, at most for a time.
func (l *Line) Close(patience time.Duration) (drained bool) {
	l.closed.Store(true)
	free := make(chan struct{})
	go func() {
		l.running.Lock()
		defer l.running.Unlock()
		close(free)
	}()
	select {
	case <-free:
		return true
	case <-time.After(patience):
		return false
	}
}

// Latest numbers the calls of one purpose, so that the reply to any but the last is dropped, and a call that was
// overtaken while it waited is not made at all.
type Latest struct{ n atomic.Int64 }

// Next is the number of a new call.
func (l *Latest) Next() int64 { return l.n.Add(1) }

// Last is the number of the last call.
func (l *Latest) Last() int64 { return l.n.Load() }

// Stale tells whether a later call was made than the one with this number.
func (l *Latest) Stale(n int64) bool { return l.n.Load() != n }

// Cancelled tells whether an error is only that of a cancelled context.
func Cancelled(err error) bool {
	return errors.Is(err, context.Canceled) || engine.CodeOf(err) == engine.CodeCancelled
}

func engineError(err error) (*engine.Error, bool) { return errors.AsType[*engine.Error](err) }

// ErrCancelled is what the program ends with when somebody cancels it.
func ErrCancelled() error {
	return engine.Errorf(engine.CodeCancelled, "cancelled; nothing was changed")
}
