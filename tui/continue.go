package tui

import (
	"io"

	tea "charm.land/bubbletea/v2"
)

// continuedMsg says that the process goes on after it was stopped: by Ctrl-Z, which Bubble Tea knows of, or from outside.
type continuedMsg struct{}

// retake makes the terminal the program's again, and draws all of it: a shell has had it meanwhile. It is done as if another program
// had been run, in Bubble Tea's own loop, so that it meets neither Ctrl-Z nor the end.
func retake() tea.Cmd {
	return tea.Exec(nothing{}, func(error) tea.Msg { return tea.ClearScreen() })
}

// nothing is a program that ends at once.
type nothing struct{}

func (nothing) Run() error          { return nil }
func (nothing) SetStdin(io.Reader)  {}
func (nothing) SetStdout(io.Writer) {}
func (nothing) SetStderr(io.Writer) {}
