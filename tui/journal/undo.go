package journal

import (
	"context"
	"path/filepath"
	"strconv"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/dialog"
	"dimdesk/tui/page"

	tea "charm.land/bubbletea/v2"
)

// Undo takes a commit back, for any page: it looks what that would do, asks for the word, and does it. The dimension is opened
// for each of the two and closed again, so that nothing is held while somebody thinks.
type Undo struct {
	env  *page.Env
	work *page.Work
	done func(engine.Committed) tea.Cmd
}

type (
	undoPreviewMsg struct {
		of      *Undo
		entry   engine.Entry
		preview engine.Preview
		err     error
	}
	undoneMsg struct {
		of        *Undo
		commit    int64
		committed engine.Committed
		err       error
	}
)

// NewUndo makes one that gives what was done to done.
func NewUndo(env *page.Env, done func(engine.Committed) tea.Cmd) *Undo {
	return &Undo{env: env, done: done}
}

// Running tells whether an undo, or the look at it, is under way.
func (u *Undo) Running() bool { return u.work.Running() }

// Interrupt cancels it.
func (u *Undo) Interrupt() bool { return u.work.Running() && u.work.Cancel() }

// Lines says how far it is.
func (u *Undo) Lines(w int) []string { return u.work.Lines(u.env.Styles, w) }

// with makes a Cmd that asks the dimension, and shows that this goes on.
func (u *Undo) with(what string, call func(context.Context, engine.Dimension) tea.Msg, failed func(error) tea.Msg) tea.Cmd {
	work, ctx := page.StartWork(u.env.Ctx, what)
	u.work = work
	return tea.Batch(work.Tick(), ask(ctx, u.env, call, failed))
}

// Ask looks what taking back a commit would do, and then asks.
func (u *Undo) Ask(commit int64) tea.Cmd {
	return u.with("looking at commit "+strconv.FormatInt(commit, 10), func(ctx context.Context, d engine.Dimension) tea.Msg {
		e, p, err := d.UndoPreview(ctx, commit)
		return undoPreviewMsg{u, e, p, err}
	}, func(err error) tea.Msg { return undoPreviewMsg{of: u, entry: engine.Entry{ID: commit}, err: err} })
}

// Update follows what was begun here.
func (u *Undo) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case undoPreviewMsg:
		if msg.of == u {
			u.work.Done()
			u.previewed(msg)
		}
		return nil
	case undoneMsg:
		if msg.of != u {
			return nil
		}
		u.work.Done()
		if msg.err != nil {
			u.failed(msg.err, func() tea.Cmd { return u.undo(msg.commit) })
			return nil
		}
		return u.done(msg.committed)
	}
	return u.work.Ticked(msg)
}

func (u *Undo) previewed(m undoPreviewMsg) {
	if m.err != nil {
		u.failed(m.err, func() tea.Cmd { return u.Ask(m.entry.ID) })
		return
	}
	word := m.preview.Word
	if word == "" {
		word = "undo"
	}
	body := []string{
		"Commit " + strconv.FormatInt(m.entry.ID, 10) + describe(m.entry) + ".",
		"Row operations that take it back: " + page.Operations(m.preview.Operations),
	}
	for _, s := range m.preview.Stops {
		body = append(body, "! "+s.Why)
	}
	for _, n := range m.preview.Notices {
		body = append(body, "· "+n)
	}
	if m.entry.Parked > 0 {
		body = append(body, "The rows that it parked stay in "+cell.Clean(filepath.Base(m.entry.ParkFile))+".")
	}
	if m.entry.Undoes != 0 {
		body = append(body, "Commit "+strconv.FormatInt(m.entry.Undoes, 10)+" holds again then.")
	}
	body = append(body, "The undo is a commit of its own, and can be undone too.")
	u.env.Dialogs.Open(dialog.NewTyped("Undo commit "+strconv.FormatInt(m.entry.ID, 10)+"?", body, word, "undo the commit", func() tea.Cmd { return u.undo(m.entry.ID) }))
}

func (u *Undo) undo(commit int64) tea.Cmd {
	req := engine.CommitRequest{As: u.env.Request.As, Allow: engine.Allow{Deleted: -1, Changed: -1}}
	return u.with("undoing commit "+strconv.FormatInt(commit, 10), func(ctx context.Context, d engine.Dimension) tea.Msg {
		c, err := d.Undo(ctx, commit, req)
		return undoneMsg{u, commit, c, err}
	}, func(err error) tea.Msg { return undoneMsg{of: u, commit: commit, err: err} })
}

func (u *Undo) failed(err error, again func() tea.Cmd) {
	if engine.CodeOf(err) == engine.CodeLocked {
		u.env.FailOr("Another program holds the dimension", err, "r", "Try again", again)
		return
	}
	u.env.Fail("Not undone: nothing was changed", err)
}

// describe says of what and when a commit was.
func describe(e engine.Entry) string {
	text := ""
	switch {
	case e.Undoes != 0:
		text += ", the undo of commit " + strconv.FormatInt(e.Undoes, 10)
	case e.Batch != "":
		text += " of " + cell.Clean(e.Batch)
	}
	if !e.At.IsZero() {
		text += ", " + e.At.Format("2006-01-02 15:04")
	}
	if e.By != "" {
		text += ", by " + cell.Clean(e.By)
	}
	return text
}
