package tui

import (
	"context"
	"io"
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/dialog"
	"dimdesk/tui/keys"
	"dimdesk/tui/learn"
	"dimdesk/tui/opening"
	"dimdesk/tui/page"
	"dimdesk/tui/review"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// App is the program's one model. It routes: keys to the dialog on top or the page on top, replies to every page.
type App struct {
	env    *page.Env
	o      Options
	cancel context.CancelFunc
	opened io.Closer // what Open made, or a learner's session: to be closed
	mouse  bool
	w, h   int
	busy   busy
}

// New makes the model; it does nothing until it is run.
func New(ctx context.Context, o Options) *App {
	st := styles.New(true) // until the terminal says what it is, if it ever does
	ctx, cancel := context.WithCancel(ctx)
	if o.Request.Allow == (engine.Allow{}) {
		o.Request.Allow = engine.Allow{Deleted: -1, Changed: -1}
	}
	env := &page.Env{Ctx: ctx, Styles: &st, Dialogs: &dialog.Stack{}, Engine: &page.Line{}, Request: o.Request, Dimension: o.Dimension}
	a := &App{env: env, o: o, cancel: cancel, mouse: true}
	env.Parting = page.Parting{Title: "Leave the review?", Body: []string{"Nothing was committed, and leaving commits nothing."}}
	if o.Learn != nil {
		env.Parting = page.Parting{Title: "Leave the lessons?", Body: []string{"What you have done is kept, but for the text in an editor."}}
	}
	return a
}

// Init opens the first page.
func (a *App) Init() tea.Cmd {
	var first tea.Cmd
	switch {
	case a.o.Learn != nil:
		session := learn.New(*a.o.Learn)
		a.opened = session
		first = session.Begin(a.env)
	case a.o.Review != nil:
		first = a.env.Push(review.New(a.env, a.o.Review))
	default:
		first = a.env.Push(opening.New(a.env, a.o.Title, a.o.Open, func(rv engine.Review) tea.Cmd {
			a.opened = rv
			return a.env.Reset(review.New(a.env, rv))
		}))
	}
	return tea.Batch(tea.RequestBackgroundColor, first)
}

// Update routes one message.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := a.route(msg)
	return a, tea.Batch(cmd, a.busy.watch(a.env.Engine))
}

func (a *App) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.w, a.h = msg.Width, msg.Height
		a.env.SetSize(max(a.w, leastW), max(a.h, leastH))
		return a.env.Broadcast(page.Resized{})
	case tea.BackgroundColorMsg:
		colourless := a.env.Styles.Colourless
		*a.env.Styles = styles.New(msg.IsDark())
		a.env.Styles.Colourless = colourless
		return nil
	case tea.ColorProfileMsg:
		a.env.Styles.Colourless = msg.Profile <= colorprofile.ASCII
		return nil
	case page.Found:
		return a.env.Answer(msg)
	case busyTick:
		a.busy.tick(a.env.Engine)
		return nil
	case tea.KeyPressMsg:
		return a.pressed(msg)
	case tea.PasteMsg, tea.MouseWheelMsg, tea.MouseClickMsg:
		return a.input(msg)
	case tea.MouseMsg, tea.KeyReleaseMsg:
		return nil
	}
	return a.env.Broadcast(msg)
}

// input feeds the dialog on top, or else the page on top.
func (a *App) input(msg tea.Msg) tea.Cmd {
	if !a.env.Dialogs.Empty() {
		return a.env.Dialogs.Update(msg)
	}
	return a.env.Top().Update(msg)
}

// pressed takes the keys that mean the same everywhere, unless text is being typed.
func (a *App) pressed(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.Interrupt):
		return a.interrupt()
	case key.Matches(msg, keys.Suspend):
		return tea.Suspend
	case a.small():
		if key.Matches(msg, keys.Quit) {
			return a.env.Leave(nil)
		}
		return nil
	}
	if a.env.Dialogs.Empty() && !a.typing() {
		switch {
		case key.Matches(msg, keys.Help):
			top := a.env.Top()
			_, legend := top.(*review.Page)
			a.env.Dialogs.Open(dialog.NewHelp(top.Name(), append(top.Help(), keys.Program), legend))
			return nil
		case key.Matches(msg, keys.Mouse):
			a.mouse = !a.mouse
			return nil
		}
	}
	return a.input(msg)
}

func (a *App) typing() bool {
	t, ok := a.env.Top().(page.Typist)
	return ok && t.Cursor() != nil
}

// interrupt cancels what is running, and where that does not end, leaves at once. Where nothing is running it asks whether to
// leave, and the second time leaves.
func (a *App) interrupt() tea.Cmd {
	if p, ok := a.env.Top().(page.Interruptible); ok && p.Working() {
		if p.Interrupt() {
			return nil
		}
		return a.env.Leave(page.ErrCancelled())
	}
	switch {
	case a.env.Committed != nil:
		return a.env.Leave(nil)
	case a.o.Learn != nil && a.env.Leaving():
		return a.env.Leave(nil)
	case a.env.Leaving(), a.small(), a.busy.shown() && a.busy.cancelled:
		return a.env.Leave(page.ErrCancelled())
	case a.busy.shown():
		a.busy.cancelled = true
		a.env.CancelCalls()
		return nil
	}
	a.env.AskLeave()
	return nil
}

// filter drops what nobody listens to before it costs a redraw.
func (a *App) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	switch msg.(type) {
	case tea.MouseMotionMsg, tea.MouseReleaseMsg:
		return nil
	}
	return msg
}

// View is the page on top with the dialogs over it.
func (a *App) View() tea.View {
	v := tea.NewView("")
	v.AltScreen = true
	v.WindowTitle = "dimdesk"
	if a.mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	top := a.env.Top()
	switch {
	case a.w == 0 || top == nil:
		return v
	case a.small():
		v.Content = tooSmall(a.w, a.h)
		return v
	}
	content := top.View()
	if p, ok := top.(page.Interruptible); !ok || !p.Working() {
		content = a.busy.over(a.env.Styles, content, a.w)
	}
	v.Content, v.Cursor = a.env.Dialogs.Draw(a.env.Styles, content, a.w, a.h)
	if t, ok := top.(page.Typist); ok && a.env.Dialogs.Empty() {
		v.Cursor = t.Cursor()
	}
	if p, ok := top.(*opening.Page); ok && p.Percent() >= 0 {
		v.ProgressBar = tea.NewProgressBar(tea.ProgressBarDefault, p.Percent())
	}
	return v
}

// The least screen that everything fits on.
const (
	leastW = 60
	leastH = 16
)

func (a *App) small() bool { return a.w < leastW || a.h < leastH }

func tooSmall(w, h int) string {
	var lines []string
	for _, l := range cell.Wrap("This window is a little small. dimdesk needs 60 columns and 16 lines; please make it larger. q leaves, and commits nothing.", max(w-2, 1)) {
		lines = append(lines, cell.Cut(" "+l, w))
	}
	return strings.Join(lines[:min(len(lines), max(h, 1))], "\n")
}

// Close ends what is running and closes what was opened. It must be called once the program has ended; a second time does
// nothing.
func (a *App) Close() error {
	a.cancel()
	if !a.env.Engine.Close(drain) || a.opened == nil {
		return nil
	}
	opened := a.opened
	a.opened = nil
	return opened.Close()
}

// Outcome is what the session came to, and the error that it ended with. It is known after Close: a commit may have ended while the
// program was being left.
func (a *App) Outcome() (Outcome, error) {
	done := a.env.Committed
	if done == nil {
		done = a.env.Fate.Done.Load()
	}
	switch {
	case done != nil && engine.CodeOf(a.env.Err) == engine.CodeCancelled:
		return Outcome{Committed: done}, nil
	case a.env.Fate.Begun.Load():
		return Outcome{}, engine.Errorf(engine.CodeFailed, "left before the commit had ended").Help("dimdesk log says whether it was done.")
	}
	return Outcome{Committed: done}, a.env.Err
}
