// Package review is the screen on which a batch is looked at and decided on: the list of its changes, and beside each the
// member's history before and after. It holds about five screens of the list, never more.
package review

import (
	"slices"
	"time"

	"dimdesk/engine"
	"dimdesk/tui/grid"
	"dimdesk/tui/page"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
)

// session is what the pages of one review share.
type session struct {
	env  *page.Env
	rv   engine.Review
	info engine.Info
}

// Page is the review's main page.
type Page struct {
	session
	w, h int
	lay  layout

	choice engine.Filter // what was chosen: kinds, decision, text, group, sort
	quiet  bool          // unchanged and superseded rows are shown too
	// applied and appliedQuiet are what the list on the screen was selected by.
	applied      engine.Filter
	appliedQuiet bool
	list         engine.List
	ready        bool // list is what choice asks for
	counts       engine.Counts
	grid         grid.Grid[engine.Change]
	widths       widths
	shift        int // how far the columns of the list are scrolled sideways

	member     engine.Member
	memberOf   int64     // the change that member belongs to
	asked      time.Time // when the member was asked for that is not there yet; zero where it is
	inPane     bool      // the keys move in the member's pane
	paneTop    int
	paneColumn int

	finding bool
	input   textinput.Model
	text    string // what was last searched

	said string // shown in the footer until the next key

	selecting, windowing, reading, searching page.Latest
}

// New makes the page of a review.
func New(env *page.Env, rv engine.Review) *Page {
	return &Page{session: session{env: env, rv: rv, info: rv.Info()}}
}

// Init reads the first rows and the counts. What became of a killed program's commit is said first: nobody may know of it.
func (p *Page) Init() tea.Cmd {
	p.env.ShowNews(p.info.Dimension, p.info.News)
	return p.selectList()
}

// SetSize lays the page out anew.
func (p *Page) SetSize(w, h int) {
	p.w, p.h = w, h
	p.lay = arrange(w, h)
	p.grid.SetHeight(p.lay.listH)
}

// Name is for the list of keys.
func (p *Page) Name() string { return "review" }

// Cursor is where the search is typed; nil while nothing is.
func (p *Page) Cursor() *tea.Cursor {
	if !p.finding {
		return nil
	}
	c := p.input.Cursor()
	if c != nil {
		c.X += len(findPrompt)
		c.Y = p.h - 1
	}
	return c
}

// covered tells whether another page or a dialog was opened meanwhile: a reply must not open one over it.
func (p *Page) covered() bool { return p.env.Top() != page.Page(p) || !p.env.Dialogs.Empty() }

// filter is the engine's filter for what was chosen.
func (p *Page) filter() engine.Filter {
	f := p.choice
	if !p.quiet {
		return f
	}
	kinds := f.Kinds
	if len(kinds) == 0 {
		f.Kinds = engine.Kinds
		return f
	}
	f.Kinds = nil
	for _, k := range engine.Kinds {
		if k.Quiet() || slices.Contains(kinds, k) {
			f.Kinds = append(f.Kinds, k)
		}
	}
	return f
}

// filtered tells whether anything was chosen beyond the order.
func filtered(f engine.Filter) bool {
	return len(f.Kinds) > 0 || f.Decision != 0 || f.Text != "" || f.Column != "" || f.Before != nil || f.After != nil
}
