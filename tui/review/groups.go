package review

import (
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

// groupsAtMost is how many groups are listed; the largest come first.
const groupsAtMost = 500

// groups is the page on which alike changes are one line each, and are decided on together.
type groups struct {
	session
	w, h    int
	filter  engine.Filter
	grid    grid.Grid[engine.Group]
	ready   bool
	said    string
	show    func(engine.Filter) tea.Cmd
	loading page.Latest
}

func newGroups(s session, f engine.Filter, show func(engine.Filter) tea.Cmd) *groups {
	return &groups{session: s, filter: f, show: show}
}

// Init reads the groups.
func (g *groups) Init() tea.Cmd { return g.load() }

func (g *groups) load() tea.Cmd {
	req, f := g.loading.Next(), g.filter
	ctx, rv := g.env.Calls(), g.rv
	return g.env.Engine.Do(func() tea.Msg {
		if g.loading.Stale(req) {
			return nil
		}
		list, err := rv.Groups(ctx, f, groupsAtMost)
		return groupsMsg{req, list, err}
	})
}

// SetSize sets how many groups are on the screen.
func (g *groups) SetSize(w, h int) {
	g.w, g.h = w, h
	g.grid.SetHeight(h - 4)
}

// Update moves, decides on a group, or opens it.
func (g *groups) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case groupsMsg:
		g.loaded(msg)
	case decidedMsg:
		if msg.err == nil { // an error is shown by the main page
			g.said = saidOf(msg)
		}
		return g.load()
	case page.PlanChanged:
		return g.load()
	case tea.MouseWheelMsg:
		g.grid.Scroll(dialog.Wheel(msg))
	case tea.MouseClickMsg:
		if pos, ok := g.grid.At(msg.Mouse().Y - 2); ok {
			g.grid.Goto(pos)
		}
	case tea.KeyPressMsg:
		g.said = ""
		return g.pressed(msg)
	}
	return nil
}

func (g *groups) loaded(m groupsMsg) {
	if g.loading.Stale(m.req) {
		return
	}
	if m.err != nil {
		g.env.Fail("The groups could not be read", m.err)
		return
	}
	g.ready = true
	g.grid.SetTotal(int64(len(m.groups)))
	g.grid.Put(0, m.groups)
}

func (g *groups) pressed(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case keys.Move(msg, &g.grid):
	case key.Matches(msg, keys.Back, keys.Group, keys.Quit):
		g.env.Pop()
	case key.Matches(msg, keys.Toggle):
		g.ask()
	case key.Matches(msg, keys.Undo):
		return g.undo(false)
	case key.Matches(msg, keys.Redo):
		return g.undo(true)
	case key.Matches(msg, keys.Enter):
		if group, ok := g.grid.Selected(); ok {
			g.env.Pop()
			return g.show(group.Filter)
		}
	}
	return nil
}

// ask asks before it decides on a whole group.
func (g *groups) ask() {
	group, ok := g.grid.Selected()
	if !ok {
		return
	}
	f := decidable(group.Filter)
	if len(f.Kinds) == 0 {
		g.said = "The rows of this group change nothing or are rejected: there is nothing to decide."
		return
	}
	all := func(d engine.Decision) func() tea.Cmd {
		return func() tea.Cmd { return g.decide(engine.Selection{Filter: &f}, d, "") }
	}
	g.env.Dialogs.Open(askMany(group.Rows, group.Parked == group.Rows, []string{groupText(group), "u undoes it."}, all))
}

// groupText says what the rows of a group have in common.
func groupText(g engine.Group) string {
	switch {
	case g.Column != "" && (g.Kind == engine.New || g.Kind == engine.Returned) && g.Before.Null:
		return cell.Clean(g.Column) + cell.Sup(g.Type) + " " + cell.Value(g.After)
	case g.Column != "":
		return cell.Clean(g.Column) + cell.Sup(g.Type) + " " + cell.Value(g.Before) + " → " + cell.Value(g.After)
	case g.Kind != 0:
		return g.Kind.String()
	}
	return "several kinds"
}

// View lists the groups, the largest first.
func (g *groups) View() string {
	st := g.env.Styles
	lines := []string{
		page.Title(st, g.w, "alike changes ◂ "+cell.Clean(g.info.Batch), howManyGroups(g.grid.Total())),
		page.Rule(st, g.w, "one line for each column and its old and new value", "", true),
	}
	list := g.grid.View(g.row)
	if g.ready && len(list) == 0 {
		list = []string{styles.NewLine(g.w, nil).Put(st.Plain, "   No changes in this filter. Esc goes back.").String()}
	}
	lines = append(lines, page.Fill(list, g.w, g.h-4)...)
	footer := page.Footer(st, g.w, keys.As(keys.Toggle, "take/park the group"), keys.As(keys.Enter, "list its rows"), keys.Back, keys.Undo, keys.Redo, keys.Help)
	if g.said != "" {
		footer = page.Said(st, g.w, g.said)
	}
	return strings.Join(append(lines, page.Rule(st, g.w, "", "", false), footer), "\n")
}

// howManyGroups does not take the most that are listed for all that there are.
func howManyGroups(n int64) string {
	if n == groupsAtMost {
		return "the " + cell.Count(n) + " largest groups"
	}
	return cell.Plural(n, "group")
}

func (g *groups) row(group engine.Group, ok, selected bool) string {
	st := g.env.Styles
	l := styles.NewLine(g.w, nil)
	cursor := " "
	if selected {
		l = styles.NewLine(g.w, st.SelectedRow)
		cursor = "▌"
	}
	if !ok {
		return l.Put(st.Quiet, "  …").String()
	}
	mark := " "
	if group.Kind != 0 {
		mark = group.Kind.Mark()
	}
	l.Put(st.Cursor, cursor).Put(st.Kind(group.Kind), mark+" ").Put(st.Strong, cell.FitRight(cell.Plural(group.Rows, "row"), 12)).Put(st.Plain, "   ")
	var right []string
	if group.Late > 0 && group.Kind != engine.Late {
		right = append(right, cell.Count(group.Late)+" late")
	}
	if group.Parked > 0 {
		right = append(right, "⏸ "+cell.Count(group.Parked)+" parked")
	}
	tail := strings.Join(right, ", ")
	text := groupText(group)
	return l.Put(st.Plain, cell.Cut(text, max(l.Left()-cell.Width(tail)-3, 4))).Right(st.Quiet, tail+" ").String()
}

// Name and Help are for the list of keys.
func (g *groups) Name() string { return "alike changes" }

// Help lists the keys of this page.
func (g *groups) Help() []keys.HelpGroup {
	return []keys.HelpGroup{
		keys.Titled("Groups", keys.As(keys.Toggle, "take or park the whole group"), keys.As(keys.Enter, "list its rows"),
			keys.Undo, keys.Redo, keys.Back),
		keys.Moves,
	}
}
