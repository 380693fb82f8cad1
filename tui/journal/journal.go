// Package journal is the screen of a dimension's commits, and the way to take one back.
package journal

import (
	"context"
	"strconv"
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/dialog"
	"dimdesk/tui/grid"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Page lists the commits, the last first.
type Page struct {
	env     *page.Env
	name    string
	w, h    int
	grid    grid.Grid[engine.Entry]
	ready   bool
	said    string
	undo    *Undo
	loading page.Latest
}

type logMsg struct {
	req     int64
	entries []engine.Entry
	err     error
}

// New makes the page for the dimension of that name, which env opens.
func New(env *page.Env, name string) *Page {
	p := &Page{env: env, name: name}
	p.undo = NewUndo(env, func(c engine.Committed) tea.Cmd {
		p.said = "Undone, as commit " + strconv.FormatInt(c.ID, 10) + "."
		if len(c.Notices) > 0 {
			var lines []string
			for _, n := range c.Notices {
				lines = append(lines, cell.Clean(n)+".")
			}
			env.Dialogs.Open(dialog.Message(p.said, lines...))
		}
		return p.load()
	})
	return p
}

// Init reads the journal.
func (p *Page) Init() tea.Cmd { return p.load() }

func (p *Page) load() tea.Cmd {
	req := p.loading.Next()
	return ask(p.env.Calls(), p.env, func(ctx context.Context, d engine.Dimension) tea.Msg {
		entries, err := d.Log(ctx)
		return logMsg{req, entries, err}
	}, func(err error) tea.Msg { return logMsg{req: req, err: err} })
}

// ask opens the dimension for a call and closes it again, so that nothing is held while somebody thinks.
func ask(ctx context.Context, env *page.Env, call func(context.Context, engine.Dimension) tea.Msg, failed func(error) tea.Msg) tea.Cmd {
	open := env.Dimension
	return env.Engine.Do(func() tea.Msg {
		d, err := open(ctx)
		if err != nil {
			return failed(err)
		}
		defer d.Close()
		reply := call(ctx, d)
		return page.Found{Dimension: d.Name(), News: d.News(), Reply: reply}
	})
}

// SetSize sets how many commits are on the screen.
func (p *Page) SetSize(w, h int) {
	p.w, p.h = w, h
	p.grid.SetHeight(h - 6)
}

// Update moves, shows one commit, or undoes it.
func (p *Page) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case logMsg:
		p.loaded(msg)
	case tea.MouseWheelMsg:
		p.grid.Scroll(dialog.Wheel(msg))
	case tea.MouseClickMsg:
		if pos, ok := p.grid.At(msg.Mouse().Y - 2); ok {
			p.grid.Goto(pos)
		}
	case tea.KeyPressMsg:
		p.said = ""
		if p.undo.Running() {
			return nil
		}
		return p.pressed(msg)
	}
	return p.undo.Update(msg)
}

func (p *Page) loaded(m logMsg) {
	if p.loading.Stale(m.req) {
		return
	}
	if m.err != nil {
		p.env.FailOr("The journal could not be read", m.err, "r", "Try again", p.load)
		return
	}
	entries := append([]engine.Entry(nil), m.entries...)
	if n := len(entries); n > 1 && entries[0].ID < entries[n-1].ID {
		for i, j := 0, n-1; i < j; i, j = i+1, j-1 {
			entries[i], entries[j] = entries[j], entries[i]
		}
	}
	p.ready = true
	p.grid.SetTotal(int64(len(entries)))
	p.grid.Put(0, entries)
}

func (p *Page) pressed(msg tea.KeyPressMsg) tea.Cmd {
	e, ok := p.grid.Selected()
	switch {
	case keys.Move(msg, &p.grid):
	case key.Matches(msg, keys.Back, keys.Quit):
		p.env.Pop()
	case key.Matches(msg, keys.Enter) && ok:
		p.env.Dialogs.Open(dialog.NewText("Commit "+strconv.FormatInt(e.ID, 10), func(st *styles.Styles, w int) []string { return details(st, e, w) }))
	case key.Matches(msg, keys.Undo) && ok:
		if e.UndoneBy > 0 {
			p.said = "Commit " + strconv.FormatInt(e.ID, 10) + " is undone already, by commit " + strconv.FormatInt(e.UndoneBy, 10) + "."
			return nil
		}
		return p.undo.Ask(e.ID)
	}
	return nil
}

// Interrupt cancels an undo that is running.
func (p *Page) Interrupt() bool { return p.undo.Interrupt() }

// Working tells whether an undo goes on.
func (p *Page) Working() bool { return p.undo.Running() }

// View lists the commits.
func (p *Page) View() string {
	st := p.env.Styles
	lines := []string{
		page.Title(st, p.w, "commits of "+cell.Clean(p.name), cell.Plural(p.grid.Total(), "commit")),
		page.Rule(st, p.w, "the last first", "", true),
	}
	list := p.grid.View(p.row)
	if p.ready && len(list) == 0 {
		list = []string{styles.NewLine(p.w, nil).Put(st.Plain, "   No commits yet. Esc goes back.").String()}
	}
	lines = append(lines, page.Fill(list, p.w, p.h-6)...)
	work := page.Fill(nil, p.w, 2)
	if p.undo.Running() {
		work = p.undo.Lines(p.w)
	}
	lines = append(append(lines, work...), page.Rule(st, p.w, "", "", false))
	if p.said != "" {
		return strings.Join(append(lines, page.Said(st, p.w, p.said)), "\n")
	}
	return strings.Join(append(lines, page.Footer(st, p.w, keys.As(keys.Undo, "undo this commit"), keys.As(keys.Enter, "details"), keys.Back, keys.Help)), "\n")
}

func (p *Page) row(e engine.Entry, ok, selected bool) string {
	st := p.env.Styles
	l := styles.NewLine(p.w, nil)
	cursor := " "
	if selected {
		l, cursor = styles.NewLine(p.w, st.SelectedRow), "▌"
	}
	if !ok {
		return l.String()
	}
	style := st.Plain
	if e.UndoneBy > 0 {
		style = st.Quiet
	}
	l.Put(st.Cursor, cursor).Put(st.Strong, cell.FitRight(strconv.FormatInt(e.ID, 10), 5)).Put(style, "  "+e.At.Format("2006-01-02 15:04")+"  ")
	what := cell.Clean(e.Batch)
	if e.Undoes > 0 {
		what = "↶ undoes commit " + strconv.FormatInt(e.Undoes, 10)
	}
	tail := page.Operations(e.Operations)
	if tail == "none" {
		tail = "no row operations"
	}
	if e.UndoneBy > 0 {
		tail = "undone by commit " + strconv.FormatInt(e.UndoneBy, 10)
	}
	what = cell.Cut(what, max(l.Left()-cell.Width(tail)-3, l.Left()/2))
	l.Put(style, what).Put(st.Plain, "  ")
	return l.Right(st.Quiet, cell.Cut(tail, l.Left()-1)+" ").String()
}

// details are all that the journal knows of a commit.
func details(st *styles.Styles, e engine.Entry, w int) []string {
	var lines []string
	add := func(name, value string) {
		if value == "" {
			return
		}
		for i, part := range cell.Wrap(cell.Clean(value), w-16) {
			if i > 0 {
				name = ""
			}
			lines = append(lines, st.Quiet.Render(cell.Fit(name, 16))+st.Plain.Render(part))
		}
	}
	add("when", e.At.Format("2006-01-02 15:04:05 -07:00"))
	add("by", e.By)
	add("reason", e.Reason)
	add("batch", e.Batch)
	add("SHA-256", e.BatchSHA)
	add("as of", e.AsOf)
	var kinds []string
	for _, k := range engine.Kinds {
		if n := e.Counts[k]; n > 0 {
			kinds = append(kinds, k.Mark()+" "+cell.Count(n)+" "+k.String())
		}
	}
	add("rows", strings.Join(kinds, "  "))
	add("row operations", page.Operations(e.Operations))
	if e.Parked > 0 {
		add("parked", cell.Plural(e.Parked, "row")+" in "+e.ParkFile)
	}
	if e.Undoes > 0 {
		add("undoes", "commit "+strconv.FormatInt(e.Undoes, 10))
	}
	if e.UndoneBy > 0 {
		add("undone by", "commit "+strconv.FormatInt(e.UndoneBy, 10))
	}
	return lines
}

// Name is for the list of keys.
func (p *Page) Name() string { return "commits" }

// Help lists the keys of this page.
func (p *Page) Help() []keys.HelpGroup {
	return []keys.HelpGroup{keys.Titled("Commits", keys.As(keys.Undo, "undo the selected commit"), keys.As(keys.Enter, "all about it"), keys.Back), keys.Moves}
}
