package review

import (
	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/commit"
	"dimdesk/tui/dialog"
	"dimdesk/tui/keys"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// decideKey handles the keys that decide, take back, or go on to the commit.
func (p *Page) decideKey(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	switch {
	case key.Matches(msg, keys.Toggle):
		return p.toggle(), true
	case key.Matches(msg, keys.Reason):
		p.askReason()
	case key.Matches(msg, keys.All):
		return p.countAll(), true
	case key.Matches(msg, keys.Undo):
		return p.undo(false), true
	case key.Matches(msg, keys.Redo):
		return p.undo(true), true
	case key.Matches(msg, keys.Commit):
		return p.env.Push(commit.New(p.env, p.rv)), true
	default:
		return nil, false
	}
	return nil, true
}

// decide sets a decision; the reply goes to every page.
func (s session) decide(sel engine.Selection, d engine.Decision, reason string) tea.Cmd {
	ctx, rv := s.env.Calls(), s.rv
	return s.env.Engine.Do(func() tea.Msg {
		decided, err := rv.Decide(ctx, sel, d, reason)
		return decidedMsg{decided: decided, verb: d.String(), err: err}
	})
}

// undo takes back the last decision, or repeats the one that was taken back.
func (s session) undo(redo bool) tea.Cmd {
	ctx, rv := s.env.Calls(), s.rv
	return s.env.Engine.Do(func() tea.Msg {
		if redo {
			d, err := rv.Redo(ctx)
			return decidedMsg{decided: d, verb: "redone", err: err}
		}
		d, err := rv.Undo(ctx)
		return decidedMsg{decided: d, verb: "undone", err: err}
	})
}

// saidOf is what the footer says after a decision.
func saidOf(m decidedMsg) string {
	switch {
	case m.decided.Rows == 0 && m.verb == "undone":
		return "There is no decision to undo."
	case m.decided.Rows == 0 && m.verb == "redone":
		return "There is no decision to redo."
	case m.decided.Rows == 0:
		return "Nothing to decide there: it is " + m.verb + " already, or changes nothing."
	case m.verb == "undone", m.verb == "redone":
		return m.verb + ": " + cell.Clean(m.decided.What) + "."
	}
	return cell.Plural(m.decided.Rows, "row") + " " + m.verb + "; u undoes it."
}

func (p *Page) decided(m decidedMsg) tea.Cmd {
	if m.err != nil {
		p.env.Fail("That could not be decided", m.err)
		return p.window(true)
	}
	p.said = saidOf(m)
	return p.window(true)
}

// undecidable says why a change has no decision; "" where it can have one.
func undecidable(c engine.Change) string {
	switch {
	case c.Kind == engine.Rejected:
		return "A rejected row cannot be taken; with the commit it goes to the parked file."
	case c.Kind.Quiet():
		return "This row is " + c.Kind.String() + ": it changes nothing, so there is nothing to decide."
	}
	return ""
}

// toggle takes the selected row or parks it, at once on the screen and then in the plan.
func (p *Page) toggle() tea.Cmd {
	c, ok := p.grid.Selected()
	if !ok {
		return nil
	}
	if p.said = undecidable(c); p.said != "" {
		return nil
	}
	d := engine.Parked
	if c.Decision == engine.Parked {
		d = engine.Taken
	}
	c.Decision, c.Reason = d, ""
	p.grid.Set(p.grid.Cursor(), c)
	return p.decide(engine.Selection{IDs: []int64{c.ID}}, d, "")
}

func (p *Page) askReason() {
	c, ok := p.grid.Selected()
	if !ok {
		return
	}
	if p.said = undecidable(c); p.said != "" {
		return
	}
	initial := ""
	if c.Decision == engine.Parked {
		initial = c.Reason
	}
	p.env.Dialogs.Open(dialog.NewPrompt("Park "+cell.Key(c.Key)+": why?", []string{
		"The reason is written beside the row in the parked file.",
	}, initial, "park it", func(reason string) tea.Cmd {
		return p.decide(engine.Selection{IDs: []int64{c.ID}}, engine.Parked, reason)
	}))
}

// countAll counts the rows in the filter that can be decided on, before it asks.
func (p *Page) countAll() tea.Cmd {
	if p.grid.Total() == 0 {
		return nil
	}
	f := decidable(p.filter())
	req := p.searching.Next()
	ctx, rv := p.env.Calls(), p.rv
	return p.env.Engine.Do(func() tea.Msg {
		n, err := rv.Count(ctx, f)
		return countedMsg{req, n, err}
	})
}

// decidable narrows a filter to the kinds that can have a decision.
func decidable(f engine.Filter) engine.Filter {
	kinds := f.Kinds
	if len(kinds) == 0 {
		kinds = engine.Kinds
	}
	f.Kinds = nil
	for _, k := range kinds {
		if !k.Quiet() && k != engine.Rejected {
			f.Kinds = append(f.Kinds, k)
		}
	}
	return f
}

// askAll asks before a decision on all rows in the filter.
func (p *Page) askAll(m countedMsg) {
	if p.searching.Stale(m.req) || p.covered() {
		return
	}
	f := decidable(p.filter())
	switch {
	case m.err != nil:
		p.env.Fail("The rows could not be counted", m.err)
		return
	case m.rows == 0 || len(f.Kinds) == 0:
		p.said = "No row in this filter can be taken or parked."
		return
	}
	all := func(d engine.Decision) func() tea.Cmd {
		return func() tea.Cmd { return p.decide(engine.Selection{Filter: &f}, d, "") }
	}
	body := []string{"All rows of this list that can be decided on: " + p.chosen() + ".", "u undoes it."}
	p.env.Dialogs.Open(askMany(m.rows, p.choice.Decision == engine.Parked, body, all))
}

// askMany asks what to do with many rows: park them, or take them where they are parked. Doing nothing is the default.
func askMany(rows int64, parked bool, body []string, do func(engine.Decision) func() tea.Cmd) *dialog.Confirm {
	park := dialog.Button{Key: "p", Label: "Park " + cell.Plural(rows, "row"), Do: do(engine.Parked)}
	take := dialog.Button{Key: "t", Label: "Take " + cell.Plural(rows, "row"), Do: do(engine.Taken)}
	c := &dialog.Confirm{Title: park.Label + "?", Body: body, Buttons: []dialog.Button{{Label: "Go back"}, park, take}}
	if parked {
		c.Title, c.Buttons[1], c.Buttons[2] = take.Label+"?", take, park
	}
	return c
}
