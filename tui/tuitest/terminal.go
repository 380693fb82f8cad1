package tuitest

import (
	"bytes"
	"context"
	"io"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/vt"
)

// terminal is an emulator that shows what a program writes. It draws in a goroutine of its own, as a real one does in a
// process of its own: the program isn't made to wait for it.
type terminal struct {
	in *queue // what is typed, and what the terminal answers to the program's questions

	mu      sync.Mutex // of what was written and isn't drawn yet
	more    *sync.Cond
	written []frame
	kept    []byte // all that was written, where keep says so
	keep    bool
	closed  bool

	screen sync.Mutex // of the emulator and what follows
	emu    *vt.Emulator
	drawn  time.Time // when what is on the screen was written
	watch  *watch
}

// frame is what a program wrote at once, and when.
type frame struct {
	text []byte
	at   time.Time
}

// watch waits for the screen to satisfy ok.
type watch struct {
	ok   func(lines []string) bool
	seen chan time.Time
}

func newTerminal(w, h int) *terminal {
	t := &terminal{in: newQueue(), emu: vt.NewEmulator(w, h)}
	t.more = sync.NewCond(&t.mu)
	go t.draw()
	go func() { _, _ = io.Copy(t.in, t.emu) }()
	return t
}

// options make it the terminal of a program.
func (t *terminal) options(ctx context.Context) []tea.ProgramOption {
	t.screen.Lock()
	defer t.screen.Unlock()
	return []tea.ProgramOption{tea.WithContext(ctx), tea.WithInput(t.in), tea.WithOutput(t), tea.WithWindowSize(t.emu.Width(), t.emu.Height()),
		tea.WithColorProfile(colorprofile.TrueColor), tea.WithEnvironment([]string{"TERM=xterm-256color"}), tea.WithoutSignals()}
}

// Write is what the program draws.
func (t *terminal) Write(p []byte) (int, error) {
	at := time.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.keep {
		t.kept = append(t.kept, p...)
	}
	// Without a real terminal the renderer expects newlines to be mapped.
	t.written = append(t.written, frame{bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n")), at})
	t.more.Signal()
	return len(p), nil
}

func (t *terminal) draw() {
	for {
		t.mu.Lock()
		for len(t.written) == 0 && !t.closed {
			t.more.Wait()
		}
		if t.closed {
			t.mu.Unlock()
			return
		}
		f := t.written[0]
		t.written = t.written[1:]
		t.mu.Unlock()

		t.screen.Lock()
		_, _ = t.emu.Write(f.text)
		t.drawn = f.at
		t.look()
		t.screen.Unlock()
	}
}

// look tells the one who watches whether the screen is as awaited.
func (t *terminal) look() {
	if w := t.watch; w != nil && w.ok(t.lines()) {
		w.seen <- t.drawn
		t.watch = nil
	}
}

// await waits until the screen satisfies ok, and gives the time at which that was written; ok is false where it does not
// happen.
func (t *terminal) await(ok func(lines []string) bool, patience time.Duration) (at time.Time, seen bool) {
	w := &watch{ok, make(chan time.Time, 1)}
	t.screen.Lock()
	t.watch = w
	t.look()
	t.screen.Unlock()
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case at := <-w.seen:
		return at, true
	case <-late.C:
	}
	t.screen.Lock()
	defer t.screen.Unlock()
	t.watch = nil
	return time.Time{}, false
}

// text is what is on the screen, line by line.
func (t *terminal) text() []string {
	t.screen.Lock()
	defer t.screen.Unlock()
	return t.lines()
}

func (t *terminal) lines() (lines []string) {
	for y := range t.emu.Height() {
		var b strings.Builder
		for x := 0; x < t.emu.Width(); {
			c := t.emu.CellAt(x, y)
			if c == nil || c.Content == "" {
				b.WriteByte(' ')
				x++
				continue
			}
			b.WriteString(c.Content)
			x += max(c.Width, 1)
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	return lines
}

// close ends the goroutines.
func (t *terminal) close() {
	t.mu.Lock()
	t.closed = true
	t.more.Signal()
	t.mu.Unlock()
	_ = t.in.Close()
	if answers, ok := t.emu.InputPipe().(io.Closer); ok {
		_ = answers.Close()
	}
}
