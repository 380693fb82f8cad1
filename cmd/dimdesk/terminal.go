package main

import (
	"fmt"
	"io"
	"os"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"dimdesk/tui/cell"
	"dimdesk/tui/styles"
)

// settleColour makes the libraries keep two rules of ours: any non-empty NO_COLOR counts (they read it as a boolean and
// would pass over "yes"), and what is piped is never coloured (they let these two force it).
func settleColour() {
	if os.Getenv("NO_COLOR") != "" {
		_ = os.Setenv("NO_COLOR", "1")
	}
	_ = os.Unsetenv("CLICOLOR_FORCE")
	_ = os.Unsetenv("TTY_FORCE")
}

// isTerminal tells whether a stream of the command's is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(term.File)
	return ok && term.IsTerminal(f.Fd())
}

// widthOf is a terminal's width in cells, and 0 for what is none.
func widthOf(w io.Writer) int {
	if f, ok := w.(term.File); ok && term.IsTerminal(f.Fd()) {
		if width, _, err := term.GetSize(f.Fd()); err == nil {
			return width
		}
	}
	return 0
}

// coloured gives the stream as it takes colour, and the styles; nil where there must be none.
func coloured(w io.Writer) (io.Writer, *styles.Styles) {
	if !isTerminal(w) || os.Getenv("NO_COLOR") != "" {
		return w, nil
	}
	profile := colorprofile.NewWriter(w, os.Environ())
	if profile.Profile <= colorprofile.ASCII {
		return w, nil
	}
	st := styles.New(lipgloss.HasDarkBackground(os.Stdin, os.Stdout))
	return profile, &st
}

// notices prints what is to be mentioned, as talk, and nothing twice.
func (o *common) notices(cmd *cobra.Command, lines []string) {
	if o.noted == nil {
		o.noted = map[string]bool{}
	}
	for _, line := range lines {
		if !o.noted[line] {
			fmt.Fprintln(cmd.ErrOrStderr(), "note: "+cell.Clean(line))
			o.noted[line] = true
		}
	}
}
