//go:build linux

package tui_test

import (
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"dimdesk/tui"
	"dimdesk/tui/tuitest"

	"github.com/charmbracelet/x/term"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// inTerminal, in the environment, makes TestGoingOnAfterAStop the program that is stopped.
const inTerminal = "DIMDESK_TEST_IN_TERMINAL"

// TestGoingOnAfterAStop stops the program from outside, gives the terminal to a shell, and lets it go on: it is drawn anew, and takes keys.
func TestGoingOnAfterAStop(t *testing.T) {
	if os.Getenv(inTerminal) != "" {
		if _, err := tui.Run(context.Background(), tui.Options{Review: tuitest.NewReview()}); err != nil {
			t.Fatal(err)
		}
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestGoingOnAfterAStop$")
	cmd.Env = append(os.Environ(), inTerminal+"=1", "TERM=xterm-256color")
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 80, Rows: 24})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tty.Close() }()
	defer func() { _ = cmd.Process.Kill() }()
	var emu atomic.Pointer[vt.SafeEmulator]
	blank := func() {
		e := vt.NewSafeEmulator(80, 24)
		emu.Store(e)
		go func() { _, _ = io.Copy(tty, e) }() // what the terminal answers
	}
	blank()
	go func() {
		for buf := make([]byte, 32<<10); ; {
			n, err := tty.Read(buf)
			if err != nil {
				return
			}
			_, _ = emu.Load().Write(buf[:n])
		}
	}()
	await := func(what string, ok func() bool) {
		t.Helper()
		for end := time.Now().Add(time.Minute); !ok(); time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: not so; the screen is:\n%s", what, emu.Load().String())
			}
		}
	}
	see := func(text string) {
		t.Helper()
		await(text, func() bool { return strings.Contains(emu.Load().String(), text) })
	}
	see("1 of 33")
	raw, err := term.GetState(tty.Fd())
	if err != nil {
		t.Fatal(err)
	}
	cooked := *raw
	cooked.Lflag |= syscall.ICANON | syscall.ECHO | syscall.ISIG
	cooked.Iflag |= syscall.ICRNL
	for range 2 {
		if err := cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		var status syscall.WaitStatus
		if _, err := syscall.Wait4(cmd.Process.Pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
			t.Fatal(err, status)
		}
		if err := term.SetState(tty.Fd(), &cooked); err != nil {
			t.Fatal(err)
		}
		blank()
		if err := cmd.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		see("1 of 33")
		await("the terminal takes single keys", func() bool {
			s, err := term.GetState(tty.Fd())
			return err == nil && s.Lflag&syscall.ICANON == 0
		})
	}
	press := func(keys string) {
		t.Helper()
		if _, err := tty.WriteString(keys); err != nil {
			t.Fatal(err)
		}
	}
	press("j")
	see("2 of 33")
	press("q")
	see("Leave the review?")
	press("y")
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
}
