// Package playground is the screen on which one member's story is told under each SCD type: its rows, its timeline and what
// reports say, month by month, and the SQL behind them. Whoever looks at it may add to the story.
package playground

import (
	"slices"
	"strconv"

	"dimdesk/engine"
	"dimdesk/learn/playground"
	"dimdesk/tui/cell"
	"dimdesk/tui/dialog"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"
	"dimdesk/tui/recipe"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Page is the playground.
type Page struct {
	env    *page.Env
	player *playground.Player
	w, h   int

	stories  []playground.Story // as it was told at first, and after each thing that somebody added
	at       int                // the story that is told
	types    []playground.Type  // that are seen
	several  bool               // a number adds a type, or takes it away
	moment   int                // from 1
	papers   []playground.Paper
	printing bool // what is being computed is to be printed
	first    int  // the moment at whose end the first report is printed; 0 where it is printed, or there is none

	seen  map[playground.Type]playground.Outcome
	shown int // the moment of what is seen
	asked page.Latest
	back  bool // the page was left meanwhile, so that the Lab may hold another's tables
	noted bool // the story's notes were shown
	said  string

	top, left int // how far the rows are scrolled
	hidden    int // lines of rows that do not fit, when it was last drawn
	sql       bool
	pane      recipe.Pane
}

// New makes the page for a story. The Lab is used by it alone.
func New(env *page.Env, lab engine.Lab, story playground.Story) *Page {
	p := &Page{env: env, player: playground.New(lab), stories: []playground.Story{story}, seen: map[playground.Type]playground.Outcome{}}
	p.begin()
	return p
}

// begin looks at the story as it is at first: before its first change, when a report is printed, of which type 1 then makes
// something else.
func (p *Page) begin() {
	p.moment, p.types, p.papers, p.first = 2, []playground.Type{1}, nil, 2
	if n := len(p.story().Moments); p.story().Own || n < 2 {
		p.moment, p.types = n, []playground.Type{2}
		p.first = max(n-1, 1)
	}
	if !p.story().HasOrders() {
		p.first = 0
	}
	if !p.story().Own {
		p.said = "→ goes to month 3, when " + p.story().Title + " moves. 0–7 switch the SCD type. ? lists the keys"
	}
}

func (p *Page) story() playground.Story { return p.stories[p.at] }

// main is the type that is looked at where only one can be: the last that was chosen.
func (p *Page) main() playground.Type { return p.types[len(p.types)-1] }

// Init computes what is seen, and says what is particular about a story of somebody's own. A page that was left and is opened again is as
// it was: the story, the type, the month and what was printed.
func (p *Page) Init() tea.Cmd {
	if notes := p.story().Notes; len(notes) > 0 && !p.noted {
		p.noted = true
		var lines []string
		for i, n := range notes {
			if i > 0 {
				lines = append(lines, "")
			}
			lines = append(lines, cell.Clean(n))
		}
		p.env.Dialogs.Open(dialog.Message("The playground on your own data", lines...))
	}
	p.back = true
	return p.ask()
}

// SetSize gives the page its size; what does not fit side by side any more is not seen.
func (p *Page) SetSize(w, h int) {
	p.w, p.h = w, h
	p.fit()
	p.setSQL()
}

// fit drops the types that were chosen first where there is no room for all.
func (p *Page) fit() {
	if n := len(p.types) - p.most(); n > 0 {
		p.types = p.types[n:]
	}
}

// Update takes keys and replies.
func (p *Page) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case outcomeMsg:
		return p.take(msg)
	case restMsg:
		return p.warm(msg.req)
	case warmMsg:
		if msg.more && !p.asked.Stale(msg.req) {
			return p.rest()
		}
	case tea.MouseWheelMsg:
		p.scroll(int(dialog.Wheel(msg)))
	case tea.KeyPressMsg:
		p.said = ""
		return p.pressed(msg)
	}
	return nil
}

func (p *Page) pressed(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.Back, keys.Quit):
		if p.env.Pop(); p.env.Top() == page.Page(p) {
			return p.env.Leave(nil)
		}
	case key.Matches(msg, keys.Pane):
		p.sql = !p.sql
		p.setSQL()
		return p.ask() // what was done is written out only where it is seen
	case key.Matches(msg, keys.Right):
		return p.look(p.moment + 1)
	case key.Matches(msg, keys.Left):
		return p.look(p.moment - 1)
	case key.Matches(msg, keys.Aside):
		if msg.String() == "shift+right" {
			p.left++
		} else {
			p.left = max(p.left-1, 0)
		}
	case key.Matches(msg, keys.Digit):
		n, _ := strconv.Atoi(msg.String())
		return p.choose(playground.Type(n))
	case key.Matches(msg, keys.Range):
		return p.toggleSeveral()
	case key.Matches(msg, keys.Print):
		p.print()
		return p.ask()
	case key.Matches(msg, keys.Edit):
		p.edit()
	case key.Matches(msg, keys.Undo):
		return p.turn(-1)
	case key.Matches(msg, keys.Redo):
		return p.turn(1)
	case p.sql:
		return p.pressedSQL(msg)
	default:
		keys.Move(msg, rows{p})
	}
	return nil
}

// look goes to another moment.
func (p *Page) look(moment int) tea.Cmd {
	n := len(p.story().Moments)
	switch {
	case moment < 1:
		p.said = "The story begins here."
		return nil
	case moment > n:
		p.said = "The story ends here. e adds to it."
		return nil
	}
	p.moment, p.top = moment, 0
	return p.ask()
}

// choose looks at a type, or where several are looked at, adds it or takes it away.
func (p *Page) choose(t playground.Type) tea.Cmd {
	if !slices.Contains(playground.Types, t) {
		p.said = "The types go from 0 to 7."
		return nil
	}
	p.top, p.left = 0, 0
	if !p.several {
		p.types = []playground.Type{t}
		return p.ask()
	}
	if at := slices.Index(p.types, t); at >= 0 {
		if len(p.types) > 1 {
			p.types = slices.Delete(slices.Clone(p.types), at, at+1)
			p.setSQL()
		}
		return nil
	}
	p.types = append(slices.Clone(p.types), t)
	p.fit()
	return p.ask()
}

// toggleSeveral puts another type beside the one that is seen, or leaves only the last that was chosen.
func (p *Page) toggleSeveral() tea.Cmd {
	p.several = !p.several
	if !p.several {
		p.types = []playground.Type{p.main()}
		p.setSQL()
		return nil
	}
	p.said = "Side by side: a number adds a type, or takes it away. v goes back to one."
	other := playground.Type(2)
	if p.main() == other {
		other = 1
	}
	return p.choose(other)
}

// print prints what is reported now.
func (p *Page) print() {
	paper, ok := p.seen[p.main()].Print()
	switch {
	case !p.story().HasOrders():
		p.said = "There are no orders, so there is nothing to report. e adds one."
	case !ok || p.shown != p.moment:
		p.printing = true // as soon as it is computed
	default:
		p.printing = false
		p.papers = append(slices.DeleteFunc(slices.Clone(p.papers), func(old playground.Paper) bool { return old.Moment == paper.Moment && old.Type == paper.Type }), paper)
		p.said = "Printed. What later moments make of it is said below the bars."
	}
}

// Name is for the list of keys.
func (p *Page) Name() string { return "playground" }

// Help lists the keys of this page.
func (p *Page) Help() []keys.HelpGroup {
	return []keys.HelpGroup{
		keys.Titled("Playground", keys.Labelled(keys.Right, "h l ← →", "month before, after"), keys.As(keys.Digit, "an SCD type"), keys.As(keys.Range, "types side by side"),
			keys.As(keys.Pane, "SQL, or the tables"), keys.Labelled(keys.Down, "j k ↓ ↑", "rows out of sight"), keys.As(keys.Aside, "columns out of sight"), keys.As(keys.Print, "print a report"), keys.Back),
		keys.Titled("Your own hand", keys.As(keys.Edit, "add to the story"), keys.Undo, keys.Redo),
		keys.Titled("In the SQL", keys.Labelled(keys.Down, "j k ↓ ↑", "other clauses"), keys.Labelled(keys.NextKind, "[ ]", "other SQL, dialects"), keys.As(keys.Notes, "all about it"), keys.As(keys.Copy, "copy it")),
	}
}
