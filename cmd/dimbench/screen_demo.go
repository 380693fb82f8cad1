package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"dimdesk/engine"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/xpty"
)

// demo times the frames of dimdesk demo, in a terminal of the system's that answers no question.
func (s screenSettings) demo(ctx context.Context, work string, all *figures, talk io.Writer) error {
	program := s.dimdesk
	if program == "" {
		program = filepath.Join(work, "dimdesk")
		if err := build(ctx, program); err != nil {
			return err
		}
	}
	fmt.Fprintln(talk, "starting dimdesk demo")
	for i := range 1 + 4*s.runs {
		first, list, err := s.demoOnce(ctx, program, work)
		if err != nil {
			return err
		}
		if i == 0 {
			continue // the program comes from the disk
		}
		all.of("demo: from exec to the first frame (what is opened)", demoTarget).add(first)
		all.of("demo: from exec to the list and its counts", 0).add(list)
	}
	return nil
}

// demoOnce starts the demo, waits for its list, and ends it.
func (s screenSettings) demoOnce(ctx context.Context, program, work string) (first, list time.Duration, err error) {
	pty, err := xpty.NewPty(s.width, s.height)
	if err != nil {
		return 0, 0, engine.Errorf(engine.CodeFailed, "cannot make a terminal: %w", err)
	}
	defer pty.Close()
	cmd := exec.CommandContext(ctx, program, "demo")
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "XDG_STATE_HOME="+filepath.Join(work, "state"), "TMPDIR="+work)
	began := time.Now()
	if err := pty.Start(cmd); err != nil {
		return 0, 0, engine.Errorf(engine.CodeFailed, "cannot start dimdesk demo: %w", err)
	}
	var mu sync.Mutex
	var seen strings.Builder
	wrote := make(chan time.Time, 1000)
	go func() {
		buf := make([]byte, 1<<16)
		for {
			n, err := pty.Read(buf)
			at := time.Now()
			mu.Lock()
			seen.Write(buf[:n])
			mu.Unlock()
			if err != nil {
				close(wrote)
				return
			}
			select {
			case wrote <- at:
			default:
			}
		}
	}()
	for at := range wrote {
		mu.Lock()
		text := ansi.Strip(seen.String())
		mu.Unlock()
		if first == 0 && strings.Contains(text, "dim_customer") && strings.Contains(text, "opening") {
			first = at.Sub(began)
		}
		if strings.Contains(text, "taken") && strings.Contains(text, " of ") {
			list = at.Sub(began)
			break
		}
	}
	if list == 0 {
		return 0, 0, errors.Join(engine.Errorf(engine.CodeFailed, "dimdesk demo ended without a list:\n%s", ansi.Strip(seen.String())), cmd.Wait())
	}
	if first == 0 {
		first = list // the list was the first frame
	}
	if err := cmd.Process.Kill(); err != nil {
		return 0, 0, err
	}
	_ = cmd.Wait() // it was killed, and says so
	return first, list, nil
}
