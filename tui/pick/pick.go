// Package pick is a page on which one of several members is chosen, to be looked at on a page of its own.
package pick

import (
	"context"
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/dialog"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Item is one that can be chosen.
type Item struct {
	Kind engine.Kind // what the batch means for it
	Name string      // its key and label
	What string      // what changes
}

// Options are what a page needs.
type Options struct {
	Title string // of the screen
	Ask   string // what is to be chosen
	Right string // said at the right of the title
	Items []Item
	// Open reads what is behind an item, and gives the maker of its page. It is called in the line of the engine's calls.
	Open func(ctx context.Context, item int) (func() page.Page, error)
}

// Page is the list.
type Page struct {
	env     *page.Env
	o       Options
	w, h    int
	at, top int // the item under the cursor, and the first that is seen
	opening page.Latest
	open    bool // something is being opened
}

// openedMsg is what was read of an item.
type openedMsg struct {
	req  int64
	make func() page.Page
	err  error
}

// New makes a page; there must be an item.
func New(env *page.Env, o Options) *Page { return &Page{env: env, o: o} }

// Init asks for nothing: the list is there.
func (p *Page) Init() tea.Cmd { return nil }

// SetSize lays the page out anew.
func (p *Page) SetSize(w, h int) { p.w, p.h = w, h }

// Update moves in the list, or opens what is under the cursor.
func (p *Page) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case openedMsg:
		return p.opened(msg)
	case tea.MouseWheelMsg:
		p.Move(dialog.Wheel(msg) / 3)
	case tea.KeyPressMsg:
		switch {
		case key.Matches(msg, keys.Enter):
			return p.choose()
		case key.Matches(msg, keys.Back, keys.Quit):
			p.env.Pop()
		default:
			keys.Move(msg, p)
		}
	}
	return nil
}

func (p *Page) choose() tea.Cmd {
	req, ctx, at := p.opening.Next(), p.env.Calls(), p.at
	p.open = true
	return p.env.Engine.Do(func() tea.Msg {
		if p.opening.Stale(req) {
			return nil
		}
		m := openedMsg{req: req}
		m.make, m.err = p.o.Open(ctx, at)
		return m
	})
}

func (p *Page) opened(msg openedMsg) tea.Cmd {
	if p.opening.Stale(msg.req) {
		return nil
	}
	p.open = false
	if msg.err != nil {
		p.env.Fail("This one cannot be shown", msg.err)
		return nil
	}
	return p.env.Push(msg.make())
}

// Move goes to another item.
func (p *Page) Move(by int64) { p.at = max(min(p.at+int(by), len(p.o.Items)-1), 0) }

// Page goes on by what is seen at once, or half of that.
func (p *Page) Page(half, back bool) {
	by := max(p.seen()-1, 1)
	if half {
		by = max(p.seen()/2, 1)
	}
	if back {
		by = -by
	}
	p.Move(int64(by))
}

// Home goes to the first item.
func (p *Page) Home() { p.at = 0 }

// End goes to the last item.
func (p *Page) End() { p.at = len(p.o.Items) - 1 }

// seen is how many items are seen at once.
func (p *Page) seen() int { return max(p.h-4, 1) }

// View is the list.
func (p *Page) View() string {
	st := p.env.Styles
	n := p.seen()
	p.top = max(min(p.top, p.at, len(p.o.Items)-n), p.at-n+1, 0)
	names := 0
	for _, it := range p.o.Items {
		names = max(names, min(cell.Width(it.Name), p.w/2))
	}
	var list []string
	for i := p.top; i < min(p.top+n, len(p.o.Items)); i++ {
		list = append(list, p.line(st, i, names))
	}
	lines := append([]string{page.Title(st, p.w, p.o.Title, p.o.Right), page.Rule(st, p.w, p.o.Ask, "", true)}, page.Fill(list, p.w, n)...)
	footer := page.Footer(st, p.w, keys.Enter, keys.Labelled(keys.Down, "j k", "others"), keys.Back, keys.Help)
	if p.open {
		footer = page.Said(st, p.w, "reading its history…")
	}
	return strings.Join(append(lines, page.Rule(st, p.w, "", "", false), footer), "\n")
}

func (p *Page) line(st *styles.Styles, i, names int) string {
	it := p.o.Items[i]
	l, style, cursor := styles.NewLine(p.w, nil), st.Plain, "  "
	if i == p.at {
		l, style, cursor = styles.NewLine(p.w, st.SelectedRow), st.Strong, "▌ "
	}
	l.Put(st.Cursor, cursor).Put(st.Kind(it.Kind), it.Kind.Mark()).Put(st.Plain, " ").Put(style, cell.Fit(it.Name, names))
	return l.Put(st.Quiet, cell.Cut("  "+it.What, max(l.Left(), 0))).String()
}

// Name is for the list of keys.
func (p *Page) Name() string { return "members" }

// Help lists the keys of this page.
func (p *Page) Help() []keys.HelpGroup {
	return []keys.HelpGroup{
		keys.Titled("Members", keys.As(keys.Enter, "its story"), keys.Labelled(keys.Back, "Esc q", "back")),
		keys.Moves,
	}
}
