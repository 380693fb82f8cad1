// Package tuitest drives a terminal program as a person would: it presses keys, and looks at the screen until it sees what it
// waits for. The screen is that of a terminal emulator, so what a test sees is what a person sees. For the screens' own
// tests it also has a review and a dimension in memory.
package tuitest

import (
	"bytes"
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// patience is how long a test waits for the screen to show something. It is only ever used up by a test that fails.
const patience = time.Minute

// Screen is a running program and the terminal that it runs in.
type Screen struct {
	t    testing.TB
	prog *tea.Program
	term *terminal
	done chan struct{}
	err  error
}

// terminal is an emulator that one goroutine writes to while another looks at it.
type terminal struct {
	mu  sync.Mutex
	emu *vt.Emulator
}

// Write is what the program draws. Without a real terminal the renderer expects newlines to be mapped.
func (t *terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, err := t.emu.Write(bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n"))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// look gives the lines of the screen, and where the cursor is.
func (t *terminal) look() (lines []string, x, y int) {
	t.mu.Lock()
	defer t.mu.Unlock()
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
	pos := t.emu.CursorPosition()
	return lines, pos.X, pos.Y
}

// Start runs a model on a screen of w×h; it is ended with the test.
func Start(t testing.TB, w, h int, model tea.Model) *Screen {
	t.Helper()
	s := &Screen{t: t, term: &terminal{emu: vt.NewEmulator(w, h)}, done: make(chan struct{})}
	in := newQueue()
	ctx, cancel := context.WithCancel(context.Background())
	s.prog = tea.NewProgram(model, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(s.term), tea.WithWindowSize(w, h),
		tea.WithColorProfile(colorprofile.TrueColor), tea.WithEnvironment([]string{"TERM=xterm-256color"}), tea.WithoutSignals())
	go func() { // what the terminal answers to the program's questions
		_, _ = io.Copy(in, s.term.emu)
	}()
	go func() {
		defer close(s.done)
		_, s.err = s.prog.Run()
	}()
	t.Cleanup(func() {
		cancel()
		select {
		case <-s.done:
		case <-time.After(patience):
			t.Error("the program does not end")
		}
		_ = in.Close()
		if answers, ok := s.term.emu.InputPipe().(io.Closer); ok {
			_ = answers.Close()
		}
	})
	return s
}

// Text is what is on the screen now.
func (s *Screen) Text() string {
	lines, _, _ := s.term.look()
	return strings.Join(lines, "\n")
}

// until waits until the screen satisfies ok.
func (s *Screen) until(ok func(text string) bool, what string) *Screen {
	s.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		text := s.Text()
		if ok(text) {
			return s
		}
		if time.Now().After(end) {
			s.t.Fatalf("%s; the screen is:\n%s", what, text)
		}
	}
}

// See waits until all of the texts are on the screen at once.
func (s *Screen) See(texts ...string) *Screen {
	s.t.Helper()
	return s.until(func(screen string) bool {
		for _, t := range texts {
			if !strings.Contains(screen, t) {
				return false
			}
		}
		return true
	}, "did not see "+strings.Join(texts, " and "))
}

// NotSee waits until none of the texts is on the screen.
func (s *Screen) NotSee(texts ...string) *Screen {
	s.t.Helper()
	return s.until(func(screen string) bool {
		for _, t := range texts {
			if strings.Contains(screen, t) {
				return false
			}
		}
		return true
	}, "still seen: "+strings.Join(texts, " or "))
}

// CursorAfter waits until the terminal's cursor is right after a text.
func (s *Screen) CursorAfter(text string) *Screen {
	s.t.Helper()
	return s.until(func(string) bool {
		lines, x, y := s.term.look()
		return strings.HasSuffix(ansi.Cut(lines[y], 0, x), text)
	}, "the cursor is not after "+text)
}

// Press presses keys by name: "j", "space", "enter", "esc", "ctrl+r", "pgdown".
func (s *Screen) Press(names ...string) *Screen {
	s.t.Helper()
	for _, n := range names {
		s.prog.Send(Key(n))
	}
	return s
}

// Type types a text, character by character.
func (s *Screen) Type(text string) *Screen {
	for _, r := range text {
		s.prog.Send(Key(string(r)))
	}
	return s
}

// Send gives the program any other message: a click, a paste, a new size.
func (s *Screen) Send(msg tea.Msg) *Screen {
	s.prog.Send(msg)
	return s
}

// Ended waits until the program has ended.
func (s *Screen) Ended() error {
	s.t.Helper()
	select {
	case <-s.done:
	case <-time.After(patience):
		s.t.Fatalf("the program goes on; the screen is:\n%s", s.Text())
	}
	return s.err
}

var named = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
	"home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "backspace": tea.KeyBackspace,
}

// Key is the message of a key press by name.
func Key(name string) tea.KeyPressMsg {
	if name == "space" || name == " " {
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	}
	if code, ok := named[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: []rune(rest)[0], Mod: tea.ModCtrl}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}
