// Package commit is the screen before a commit and the one after it. Before: everything that will be done, the statements,
// what the proof checks and what would stop it, and a word that must be typed. After: what was done and how to undo it.
package commit

import (
	"context"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/dialog"
	"dimdesk/tui/grid"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
)

// Page is the screen before a commit.
type Page struct {
	env  *page.Env
	rv   engine.Review
	info engine.Info
	w, h int

	ctx     context.Context // ends when the page is left
	cancel  context.CancelFunc
	preview *engine.Preview
	at      grid.Scroll

	word, reason textinput.Model
	inReason     bool
	said         string
	allow        engine.Allow // what was lifted on this screen
	again        bool

	work *page.Work
}

type (
	previewMsg struct {
		of      *Page
		preview engine.Preview
		err     error
	}
	committedMsg struct {
		of        *Page
		committed engine.Committed
		err       error
	}
	replannedMsg struct {
		of  *Page
		err error
	}
)

// New makes the screen for the plan of a review as it is now.
func New(env *page.Env, rv engine.Review) *Page {
	p := &Page{env: env, rv: rv, info: rv.Info(), word: dialog.Input(), reason: dialog.Input(), allow: env.Request.Allow, again: env.Request.Again}
	p.ctx, p.cancel = context.WithCancel(env.Calls())
	p.reason.SetValue(env.Request.Reason)
	return p
}

// Init reads what a commit would do.
func (p *Page) Init() tea.Cmd {
	ctx, rv := p.ctx, p.rv
	return p.env.Engine.Do(func() tea.Msg {
		preview, err := rv.Preview(ctx)
		return previewMsg{p, preview, err}
	})
}

// SetSize lays the page out anew.
func (p *Page) SetSize(w, h int) {
	p.w, p.h = w, h
	p.word.SetWidth(24)
	p.reason.SetWidth(max(w-cell.Width(reasonLabel)-2, 10))
}

// Update edits the fields, scrolls, and follows the commit.
func (p *Page) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case previewMsg:
		return p.previewed(msg)
	case committedMsg:
		return p.committed(msg)
	case replannedMsg:
		return p.replanned(msg)
	case tea.KeyPressMsg:
		if !p.work.Running() {
			return p.pressed(msg)
		}
	case tea.PasteMsg:
		if !p.work.Running() {
			return p.edit(msg)
		}
	case tea.MouseWheelMsg:
		p.at.Move(dialog.Wheel(msg))
	}
	return p.work.Ticked(msg)
}

func (p *Page) previewed(m previewMsg) tea.Cmd {
	if m.of != p {
		return nil
	}
	if m.err != nil {
		p.leave()
		if !page.Cancelled(m.err) {
			p.env.Fail("The commit could not be prepared", m.err)
		}
		return nil
	}
	p.preview = &m.preview
	return nil
}

func (p *Page) leave() {
	p.cancel()
	p.env.Pop()
}

func (p *Page) pressed(msg tea.KeyPressMsg) tea.Cmd {
	p.said = ""
	switch {
	case key.Matches(msg, keys.Back):
		p.leave()
	case p.preview == nil:
	case key.Matches(msg, keys.Enter):
		return p.enter()
	case key.Matches(msg, keys.Pane):
		p.inReason = !p.inReason
	case key.Matches(msg, scrolling...):
		keys.Move(msg, &p.at)
	default:
		return p.edit(msg)
	}
	return nil
}

// scrolling are the moving keys that are not text, nor move in a line of text.
var scrolling = []key.Binding{arrow(keys.Down, "down"), arrow(keys.Up, "up"), keys.PageDown, keys.PageUp, keys.HalfDown, keys.HalfUp}

func arrow(b key.Binding, name string) key.Binding {
	b.SetKeys(name)
	return b
}

func (p *Page) edit(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	if p.inReason {
		p.reason, cmd = p.reason.Update(msg)
		return cmd
	}
	p.word, cmd = p.word.Update(msg)
	return cmd
}

// Cursor is in the field that has the focus.
func (p *Page) Cursor() *tea.Cursor {
	if p.preview == nil || p.work.Running() {
		return nil
	}
	if p.inReason {
		c := p.reason.Cursor()
		c.X += cell.Width(reasonLabel)
		c.Y = p.h - 3
		return c
	}
	c := p.word.Cursor()
	c.X += cell.Width(p.wordLabel())
	c.Y = p.h - 4
	return c
}

// Interrupt cancels the commit that is running.
func (p *Page) Interrupt() bool { return p.work.Running() && p.work.Cancel() }

// Working tells whether it goes on.
func (p *Page) Working() bool { return p.work.Running() }

// Name is for the list of keys.
func (p *Page) Name() string { return "commit" }

// Help lists the keys of this page.
func (p *Page) Help() []keys.HelpGroup {
	return []keys.HelpGroup{keys.Titled("Commit", keys.As(keys.Enter, "commit, when the word is typed"), keys.As(keys.Pane, "between word and reason"), keys.Back)}
}
