package playground

import (
	"context"
	"slices"
	"time"

	"dimdesk/learn/playground"
	"dimdesk/tui/page"

	tea "charm.land/bubbletea/v2"
)

// outcomeMsg is what the types that are seen have made of the story.
type outcomeMsg struct {
	req      int64
	moment   int
	outcomes map[playground.Type]playground.Outcome
	paper    *playground.Paper // the first report, printed on the way
	err      error
}

// ask computes what is to be seen now.
func (p *Page) ask() tea.Cmd {
	req, ctx := p.asked.Next(), p.env.Calls()
	player, story, types, moment, papers, first := p.player, p.story(), p.types, p.moment, p.papers, p.first
	script, again := p.sqlSeen(), p.back
	return p.env.Engine.Do(func() tea.Msg {
		m := outcomeMsg{req: req, moment: moment, outcomes: map[playground.Type]playground.Outcome{}}
		if p.asked.Stale(req) {
			return m
		}
		if again {
			player.Again()
		}
		if first > 0 {
			out, err := player.Outcome(ctx, playground.Ask{Story: story, Type: types[0], Moment: first})
			if err != nil {
				m.err = err
				return m
			}
			if paper, ok := out.Print(); ok {
				papers, m.paper = append(slices.Clip(papers), paper), &paper
			}
		}
		for _, t := range types {
			if m.outcomes[t], m.err = player.Outcome(ctx, playground.Ask{Story: story, Type: t, Moment: moment, Papers: papers, Script: script && t == types[len(types)-1]}); m.err != nil {
				return m
			}
		}
		return m
	})
}

// take shows what was computed.
func (p *Page) take(m outcomeMsg) tea.Cmd {
	if p.asked.Stale(m.req) {
		return nil
	}
	if page.Cancelled(m.err) {
		p.said, p.printing = "Cancelled. Any month and type can be asked for again.", false
		return nil
	}
	if m.err != nil {
		p.env.FailOr("The playground could not go on", m.err, "r", "Tell the story from its beginning", p.reset)
		return nil
	}
	p.back = false
	if m.paper != nil {
		p.papers, p.first = append(p.papers, *m.paper), 0
	}
	p.seen, p.shown = m.outcomes, m.moment
	p.setSQL()
	if p.printing {
		p.print()
		return p.ask()
	}
	return p.rest()
}

// The engine takes some 150 ms for what is seen for the first time. While nobody presses a key it computes what is likely to be asked
// for next, one thing at a time, and gives way to whoever does press one.
type (
	restMsg struct{ req int64 } // nothing was pressed for a while
	warmMsg struct {
		req  int64
		more bool
	}
)

// rest is how long the engine rests between two things that nobody has asked for.
func (p *Page) rest() tea.Cmd {
	req := p.asked.Last()
	return tea.Tick(30*time.Millisecond, func(time.Time) tea.Msg { return restMsg{req} })
}

// warm computes the next thing that nobody has asked for yet. What goes wrong with it is told when somebody does.
func (p *Page) warm(req int64) tea.Cmd {
	if p.asked.Stale(req) {
		return nil
	}
	player, story, moment, script := p.player, p.story(), p.moment, p.sqlSeen()
	return p.env.Engine.Unasked(p.env.Calls(), func(ctx context.Context) tea.Msg {
		more, err := player.Warm(ctx, story, moment, script)
		return warmMsg{req, more && err == nil}
	})
}
