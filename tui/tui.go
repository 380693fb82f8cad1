// Package tui is the terminal program: one Bubble Tea model that routes messages to pages and dialogs. It sees only what
// package engine defines.
package tui

import (
	"cmp"
	"context"
	"errors"
	"os"
	"time"

	"dimdesk/engine"
	"dimdesk/tui/learn"
	"dimdesk/tui/opening"
	"dimdesk/tui/page"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// Options are what a review on the screen needs, or the lessons.
type Options struct {
	// Review is what is shown, and stays the caller's to close. Where it is nil, Open makes it behind a screen that
	// shows its progress, and it is closed at the end.
	Review engine.Review
	Open   opening.Open
	Title  string // what is being opened, for that screen: "dim_customer ◂ customers.csv"

	// Dimension opens the dimension for its log and for undo, each time that one is asked for; without it, neither is offered.
	Dimension func(context.Context) (engine.Dimension, error)

	// Request is what a commit is told beyond what is typed: who, a reason to begin with, the parked file instead of the
	// proposed one, and what was lifted on the command line. The zero Allow counts as not given.
	Request engine.CommitRequest

	// Learn, where it is set, is what is shown instead of a review.
	Learn *learn.Options

	// Terminal makes something else the program's terminal than the one that the process runs in.
	Terminal []tea.ProgramOption
}

// Outcome is what a session came to.
type Outcome struct {
	Committed *engine.Committed // nil where nothing was committed
}

// framesPerSecond is how often the screen is drawn where something has changed: a key waits for the next frame, and the 60 of
// other programs are a 60th of a second for that alone.
const framesPerSecond = 120

// drain is how long the end of the program waits for a call to the engine that was cancelled.
const drain = 5 * time.Second

// Run shows the review, or the lessons, until that is left. Its error is an *engine.Error of CodeCancelled where somebody cancelled, and what Open
// returned where that failed; leaving without a commit is no error. When it returns, no call to the engine is running
// any more, unless one did not end within five seconds of being cancelled.
func Run(ctx context.Context, o Options) (Outcome, error) {
	app := New(ctx, o)
	opts := []tea.ProgramOption{tea.WithContext(ctx), tea.WithFilter(app.filter), tea.WithFPS(framesPerSecond)}
	if os.Getenv("NO_COLOR") != "" { // any value counts, not only what parses as a boolean
		opts = append(opts, tea.WithColorProfile(colorprofile.ASCII))
	}
	_, err := tea.NewProgram(app, append(opts, o.Terminal...)...).Run()
	if errors.Is(err, tea.ErrInterrupted) || err != nil && ctx.Err() != nil {
		app.env.Err, err = page.ErrCancelled(), nil
	}
	closeErr := app.Close()
	outcome, endErr := app.Outcome()
	return outcome, cmp.Or(err, endErr, closeErr)
}
