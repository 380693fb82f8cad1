// Package tuitest drives a terminal program as a person would: it presses keys, and looks at the screen until it sees what it
// waits for. The screen is that of a terminal emulator, so what a test sees is what a person sees. For the screens' own
// tests it also has a review and a dimension in memory.
package tuitest

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
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

// Start runs a model on a screen of w×h; it is ended with the test.
func Start(t testing.TB, w, h int, model tea.Model) *Screen {
	t.Helper()
	s := &Screen{t: t, term: newTerminal(w, h), done: make(chan struct{})}
	ctx, cancel := context.WithCancel(context.Background())
	s.term.keep = true
	s.prog = tea.NewProgram(model, s.term.options(ctx)...)
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
		s.term.close()
	})
	return s
}

// Text is what is on the screen now.
func (s *Screen) Text() string { return strings.Join(s.term.text(), "\n") }

// Written is all that the program has written to the terminal so far, byte for byte.
func (s *Screen) Written() string {
	s.term.mu.Lock()
	defer s.term.mu.Unlock()
	return string(s.term.kept)
}

// until waits until the screen satisfies ok.
func (s *Screen) until(ok func(text string) bool, what string) *Screen {
	s.t.Helper()
	if _, seen := s.term.await(func(lines []string) bool { return ok(strings.Join(lines, "\n")) }, patience); !seen {
		s.t.Fatalf("%s; the screen is:\n%s", what, s.Text())
	}
	return s
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
		lines, pos := s.term.lines(), s.term.emu.CursorPosition() // the screen is held while it is looked at
		return strings.HasSuffix(ansi.Cut(lines[pos.Y], 0, pos.X), text)
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
