//go:build linux

package torture

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// screen is the terminal that a review runs in: a real one for the program, and an emulator behind it.
type screen struct {
	tty  *os.File
	mu   sync.Mutex
	emu  *vt.Emulator
	over chan struct{} // the program has ended
}

const (
	columns = 100
	rows    = 30
)

// openScreen starts the program in a terminal.
func openScreen(t testing.TB, cmd *exec.Cmd) *screen {
	t.Helper()
	cmd.Env = append(cmd.Env, "TERM=xterm-256color")
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: columns, Rows: rows})
	if err != nil {
		t.Fatal(err)
	}
	s := &screen{tty: tty, emu: vt.NewEmulator(columns, rows), over: make(chan struct{})}
	go func() {
		defer close(s.over)
		buf := make([]byte, 32<<10)
		for {
			n, err := tty.Read(buf)
			s.mu.Lock()
			_, _ = s.emu.Write(buf[:n])
			s.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	go func() { _, _ = io.Copy(tty, s.emu) }() // what the terminal answers to the program's questions
	return s
}

func (s *screen) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.emu.String()
}

// see waits until a text is on the screen.
func (s *screen) see(t testing.TB, text string) {
	t.Helper()
	const looks = 10000 // not a time: the machine may be held up as a whole
	for n := 0; !strings.Contains(s.text(), text); n++ {
		time.Sleep(5 * time.Millisecond)
		if n == looks {
			t.Fatalf("did not see %q; the screen is:\n%s", text, s.text())
		}
	}
}

func (s *screen) press(t testing.TB, keys string) {
	t.Helper()
	if _, err := s.tty.WriteString(keys); err != nil {
		t.Fatal(err)
	}
}

// toTheCommit leads a review to where only Enter is missing.
func (s *screen) toTheCommit(t testing.TB) {
	t.Helper()
	s.see(t, "c commit")
	s.press(t, "c")
	s.see(t, "Type “commit”")
	s.press(t, "commit")
	s.see(t, "› commit")
}

// leave waits for what the review says after its commit, stays for a while, and leaves. It tells whether that was said: the
// program may be killed meanwhile.
func (s *screen) leave(told string, stay time.Duration) (said bool) {
	for !strings.Contains(s.text(), told) {
		select {
		case <-s.over:
			return strings.Contains(s.text(), told)
		case <-time.After(5 * time.Millisecond):
		}
	}
	select {
	case <-s.over:
	case <-time.After(stay):
		_, _ = s.tty.WriteString("q")
	}
	return true
}

// close ends the terminal of a program that has ended.
func (s *screen) close() {
	<-s.over
	_ = s.tty.Close()
	if answers, ok := s.emu.InputPipe().(io.Closer); ok {
		_ = answers.Close()
	}
}
