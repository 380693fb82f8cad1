package tuitest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Driver runs a whole program on a screen in memory: keys reach it as the bytes that a terminal sends, and each frame
// that it draws is noted with its time.
type Driver struct {
	term   *terminal
	cancel context.CancelFunc
	done   chan struct{}
	err    error
}

// Drive starts a program on a screen of w×h. run is given the options that make the screen its terminal.
func Drive(ctx context.Context, w, h int, run func(ctx context.Context, terminal ...tea.ProgramOption) error) *Driver {
	d := &Driver{term: newTerminal(w, h), done: make(chan struct{})}
	ctx, d.cancel = context.WithCancel(ctx)
	go func() {
		defer close(d.done)
		d.err = run(ctx, d.term.options(ctx)...)
	}()
	return d
}

// Press presses keys by name, as Screen does, and tells when.
func (d *Driver) Press(names ...string) time.Time {
	var sent strings.Builder
	for _, n := range names {
		sent.WriteString(bytesOf(n))
	}
	at := time.Now()
	_, _ = d.term.in.Write([]byte(sent.String()))
	return at
}

// Await waits until the lines on the screen satisfy ok, and gives the time at which the program drew that. It fails where
// that takes too long, or the program ends.
func (d *Driver) Await(what string, patience time.Duration, ok func(lines []string) bool) (time.Time, error) {
	type sight struct {
		at   time.Time
		seen bool
	}
	seen := make(chan sight, 1)
	go func() {
		at, ok := d.term.await(ok, patience)
		seen <- sight{at, ok}
	}()
	select {
	case s := <-seen:
		if s.seen {
			return s.at, nil
		}
		return s.at, fmt.Errorf("%s was not seen in %s; the screen is:\n%s", what, patience, d.Text())
	case <-d.done:
		return time.Time{}, errors.Join(fmt.Errorf("the program ended before %s was seen", what), d.err)
	}
}

// Text is what is on the screen now.
func (d *Driver) Text() string { return strings.Join(d.term.text(), "\n") }

// Close ends the program and waits for it; what it ended with is told unless that is only that it was ended.
func (d *Driver) Close() error {
	ended := false
	select {
	case <-d.done:
		ended = true
	default:
	}
	d.cancel()
	<-d.done
	d.term.close()
	if ended {
		return d.err
	}
	return nil
}

var sequences = map[string]string{
	"enter": "\r", "esc": "\x1b", "tab": "\t", "space": " ", "backspace": "\x7f", "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
	"home": "\x1b[H", "end": "\x1b[F", "pgup": "\x1b[5~", "pgdown": "\x1b[6~",
}

// bytesOf are the bytes that a terminal sends for a key.
func bytesOf(name string) string {
	if s, ok := sequences[name]; ok {
		return s
	}
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return string(rune(rest[0] & 0x1f))
	}
	return name
}
