package review

import (
	"context"
	"time"

	"dimdesk/engine"
	"dimdesk/tui/page"

	tea "charm.land/bubbletea/v2"
)

// selectList asks for the list that the filter selects, from its beginning.
func (p *Page) selectList() tea.Cmd {
	req, f, n := p.selecting.Next(), p.filter(), int64(3*max(p.lay.listH, 1))
	p.windowing.Next() // rows of the old list that are still under way are not wanted
	ctx, rv := p.env.Calls(), p.rv
	p.ready = false
	return p.env.Engine.Do(func() tea.Msg {
		if p.selecting.Stale(req) {
			return nil
		}
		m := selectedMsg{req: req}
		if m.list, m.err = rv.Select(ctx, 0, f); m.err != nil {
			return m
		}
		if m.list.Total > 0 {
			m.rows, m.err = rv.Window(ctx, m.list, 0, min(n, m.list.Total))
		}
		if m.err != nil {
			return m
		}
		m.counts, m.err = rv.Counts(ctx)
		return m
	})
}

// window asks for the rows around the screen, and for the counts where they may have changed.
func (p *Page) window(counts bool) tea.Cmd {
	from, n := p.grid.Around()
	req, list := p.windowing.Next(), p.list
	ctx, rv := p.env.Calls(), p.rv
	return p.env.Engine.Do(func() tea.Msg {
		if p.windowing.Stale(req) && !counts {
			return nil
		}
		m := windowMsg{req: req, from: from, n: n}
		if n > 0 {
			m.rows, m.err = rv.Window(ctx, list, from, n)
		}
		if m.err != nil || !counts {
			return m
		}
		c, err := rv.Counts(ctx)
		m.counts, m.err = &c, err
		return m
	})
}

// moved fetches what the screen lacks after the cursor moved.
func (p *Page) moved() tea.Cmd {
	p.widths.widen(p.grid.Near(), p.lay.listW)
	var rows tea.Cmd
	if _, _, need := p.grid.Need(); need && p.ready {
		rows = p.window(false)
	}
	return tea.Batch(rows, p.readMember(false))
}

// readMember asks for the history of the selected change's member, unless it is there already.
func (p *Page) readMember(again bool) tea.Cmd {
	c, ok := p.grid.Selected()
	if !ok || c.ID == p.memberOf && !again {
		return nil
	}
	if c.ID != p.memberOf {
		p.paneTop, p.paneColumn = 0, 0
	}
	if p.asked.IsZero() {
		p.asked = time.Now()
	}
	req := p.reading.Next()
	calls, rv := p.env.Calls(), p.rv
	return p.env.Engine.Aside(calls, func(ctx context.Context) tea.Msg {
		if p.reading.Stale(req) {
			return nil
		}
		m, err := rv.Member(ctx, c.ID)
		return memberMsg{req, c.ID, m, err, calls}
	})
}

func (p *Page) selected(m selectedMsg) tea.Cmd {
	if p.selecting.Stale(m.req) {
		return nil
	}
	p.ready = true
	if m.err != nil {
		p.choice, p.quiet = p.applied, p.appliedQuiet // what is on the screen is still the list before
		p.env.Fail("The list could not be read", m.err)
		return nil
	}
	p.applied, p.appliedQuiet = p.choice, p.quiet
	p.list, p.counts = m.list, m.counts
	p.shift, p.memberOf, p.member, p.asked = 0, 0, engine.Member{}, time.Time{}
	p.widths = widths{}
	p.grid.SetTotal(m.list.Total)
	p.put(0, m.rows)
	p.grid.Home()
	return p.moved()
}

func (p *Page) windowed(m windowMsg) tea.Cmd {
	if m.counts != nil {
		p.counts = *m.counts
	}
	if p.windowing.Stale(m.req) {
		return nil
	}
	if m.err != nil {
		p.env.Fail("The rows could not be read", m.err)
		return nil
	}
	if !p.grid.Covers(m.from, m.n) {
		return p.window(false) // the screen moved on meanwhile
	}
	p.put(m.from, m.rows)
	return p.readMember(m.counts != nil)
}

func (p *Page) put(from int64, rows []engine.Change) {
	p.grid.Put(from, rows)
	p.widths.widen(p.grid.Near(), p.lay.listW)
}

func (p *Page) read(m memberMsg) tea.Cmd {
	switch {
	case p.reading.Stale(m.req):
	case page.Cancelled(m.err) && m.calls.Err() == nil:
		return p.readMember(true) // another call came first; this waits behind it
	case m.err != nil:
		p.asked = time.Time{}
		p.env.Fail("The member's history could not be read", m.err)
	default:
		p.member, p.memberOf, p.asked = m.member, m.change, time.Time{}
		return p.readMember(false) // where the cursor moved on, and back, meanwhile
	}
	return nil
}
