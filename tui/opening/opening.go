// Package opening is the screen while a dimension and a batch are read: what is being done, with real numbers, and a way to
// cancel it.
package opening

import (
	"context"
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Open makes a review; it reports progress and can be cancelled.
type Open func(ctx context.Context, progress func(engine.Progress)) (engine.Review, error)

// Page is the screen.
type Page struct {
	env   *page.Env
	title string
	open  Open
	then  func(engine.Review) tea.Cmd
	work  *page.Work
	w, h  int
}

type openedMsg struct {
	of     *page.Work
	review engine.Review
	err    error
}

// New makes the screen for opening what title names; then goes on with the review.
func New(env *page.Env, title string, open Open, then func(engine.Review) tea.Cmd) *Page {
	return &Page{env: env, title: title, open: open, then: then}
}

// Init begins to open.
func (p *Page) Init() tea.Cmd {
	work, ctx := page.StartWork(p.env.Ctx, "opening")
	p.work = work
	open := p.open
	return tea.Batch(work.Tick(), p.env.Engine.Do(func() tea.Msg {
		rv, err := open(ctx, work.Progress)
		if err == nil && ctx.Err() != nil {
			rv.Close()
			rv, err = nil, ctx.Err()
		}
		return openedMsg{work, rv, err}
	}))
}

// SetSize lays the page out anew.
func (p *Page) SetSize(w, h int) { p.w, p.h = w, h }

// Update goes on when the review is there. An error ends the program, where the shell shows it; but a dimension that another
// program holds can be tried again.
func (p *Page) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case openedMsg:
		if msg.of != p.work {
			return nil
		}
		p.work.Done()
		switch {
		case msg.err == nil:
			return p.then(msg.review)
		case page.Cancelled(msg.err):
			return p.env.Leave(page.ErrCancelled())
		case engine.CodeOf(msg.err) == engine.CodeLocked:
			err := msg.err
			p.env.AskRetry(err, p.Init)
			return nil
		}
		return p.env.Leave(msg.err)
	case tea.KeyPressMsg:
		if key.Matches(msg, keys.Back, keys.Quit) && p.work.Running() {
			p.work.Cancel()
		}
		return nil
	}
	return p.work.Ticked(msg)
}

// Interrupt cancels.
func (p *Page) Interrupt() bool { return p.work.Running() && p.work.Cancel() }

// Percent is how much of the present step is done, for the terminal's own bar; -1 where that is not known.
func (p *Page) Percent() int { return p.work.Percent() }

// View says how far it is.
func (p *Page) View() string {
	st := p.env.Styles
	lines := []string{
		page.Title(st, p.w, cell.Clean(p.title), ""),
		page.Rule(st, p.w, "", "", false),
		styles.NewLine(p.w, nil).String(),
	}
	lines = append(lines, p.work.Lines(st, p.w)...)
	lines = page.Fill(lines, p.w, p.h-2)
	return strings.Join(append(lines, page.Rule(st, p.w, "", "", false), page.Footer(st, p.w, keys.Interrupt)), "\n")
}

// Working tells whether it goes on.
func (p *Page) Working() bool { return p.work.Running() }

// Name is for the list of keys.
func (p *Page) Name() string { return "opening" }

// Help lists the keys of this page.
func (p *Page) Help() []keys.HelpGroup {
	return []keys.HelpGroup{keys.Titled("Opening", keys.As(keys.Back, "cancel"))}
}
