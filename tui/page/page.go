// Package page is what the screens share: the stack that they lie on, the line in which their calls to the engine wait,
// and the parts of a frame. A page is a leaf of the program: the one Bubble Tea model routes messages to it.
package page

import (
	"context"
	"sync/atomic"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/dialog"
	"dimdesk/tui/keys"
	"dimdesk/tui/styles"

	tea "charm.land/bubbletea/v2"
)

// Page is one full screen.
type Page interface {
	// Init begins what the page needs, once it is on the stack and has its size.
	Init() tea.Cmd
	// Update takes a key, paste or mouse message while the page is on top and no dialog is open, and every reply of a Cmd.
	Update(tea.Msg) tea.Cmd
	SetSize(w, h int)
	// View is exactly as large as SetSize said.
	View() string
	// Name and Help are for the list of keys.
	Name() string
	Help() []keys.HelpGroup
}

// Typist is a page on which text is typed: "?" and "q" are letters there.
type Typist interface{ Cursor() *tea.Cursor }

// Interruptible is a page that may be doing something long. Interrupt cancels it and tells whether there was anything.
type Interruptible interface {
	Interrupt() bool
	// Working tells whether it is at something long, which it shows itself.
	Working() bool
}

// Env is what every page works with.
type Env struct {
	Ctx     context.Context
	Styles  *styles.Styles
	Dialogs *dialog.Stack
	Engine  *Line
	Parting Parting

	// What a commit is told beyond what is typed on its screen, and how the dimension is opened for the log and undo.
	Request   engine.CommitRequest
	Dimension func(context.Context) (engine.Dimension, error)

	// What the program ends with.
	Committed *engine.Committed
	Err       error
	Fate      Fate

	pages  []Page
	w, h   int
	calls  context.Context
	cancel context.CancelFunc
}

// Calls is the context for the engine's short calls. CancelCalls ends those that run or wait; later ones are not touched.
func (e *Env) Calls() context.Context {
	if e.calls == nil {
		e.calls, e.cancel = context.WithCancel(e.Ctx)
	}
	return e.calls
}

// CancelCalls ends the calls that run or wait.
func (e *Env) CancelCalls() {
	if e.cancel != nil {
		e.cancel()
	}
	e.calls, e.cancel = nil, nil
}

// Fate is what became of a commit that was still running when the program was left: its reply reaches no page any more, so
// the call itself notes it.
type Fate struct {
	Begun atomic.Bool
	Done  atomic.Pointer[engine.Committed]
}

// Push opens a page over the present one.
func (e *Env) Push(p Page) tea.Cmd {
	p.SetSize(e.w, e.h)
	e.pages = append(e.pages, p)
	return p.Init()
}

// Pop goes back to the page below.
func (e *Env) Pop() {
	if len(e.pages) > 1 {
		e.pages = e.pages[:len(e.pages)-1]
	}
}

// Reset makes a page the only one.
func (e *Env) Reset(p Page) tea.Cmd {
	e.pages = nil
	return e.Push(p)
}

// Top is the page that is seen; nil before the first.
func (e *Env) Top() Page {
	if len(e.pages) == 0 {
		return nil
	}
	return e.pages[len(e.pages)-1]
}

// SetSize gives all pages the size of the screen.
func (e *Env) SetSize(w, h int) {
	e.w, e.h = w, h
	for _, p := range e.pages {
		p.SetSize(w, h)
	}
}

// Broadcast gives a reply to every page: each knows its own by their number.
func (e *Env) Broadcast(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for _, p := range append([]Page(nil), e.pages...) {
		cmds = append(cmds, p.Update(msg))
	}
	return tea.Batch(cmds...)
}

// Answer gives a reply to every page, and shows over what it opens what was found with it.
func (e *Env) Answer(f Found) tea.Cmd {
	cmd := e.Broadcast(f.Reply)
	e.ShowNews(f.Dimension, f.News)
	return cmd
}

// ShowNews shows what became of commits whose programs were killed, before anything else.
func (e *Env) ShowNews(dimension string, news []string) {
	if len(news) == 0 {
		return
	}
	var lines []string
	for _, n := range news {
		lines = append(lines, cell.Clean(n)+".")
	}
	e.Dialogs.Open(dialog.Message("Found beside "+cell.Clean(dimension), lines...))
}

// Leave ends the program with err.
func (e *Env) Leave(err error) tea.Cmd {
	e.Err = err
	return tea.Quit
}

// Fail shows an error: what happened, and what would help.
func (e *Env) Fail(title string, err error) {
	if Cancelled(err) {
		e.Dialogs.Open(dialog.Message("Cancelled", "Nothing was changed."))
		return
	}
	e.Dialogs.Open(dialog.Message(title, explain(err)...))
}

// FailOr shows an error, and offers to do something about it.
func (e *Env) FailOr(title string, err error, key, label string, do func() tea.Cmd) {
	e.Dialogs.Open(&dialog.Confirm{Title: title, Body: explain(err), Buttons: []dialog.Button{
		{Label: "Go back"}, {Key: key, Label: label, Do: do},
	}})
}

// explain is an error in paragraphs: the message, and the hint where there is one.
func explain(err error) []string {
	ee, ok := engineError(err)
	if !ok {
		return []string{err.Error()}
	}
	if ee.Hint == "" {
		return []string{ee.Msg}
	}
	return []string{ee.Msg, "", ee.Hint}
}
