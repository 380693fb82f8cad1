package review

import (
	"dimdesk/tui/cell"
	"dimdesk/tui/dialog"

	tea "charm.land/bubbletea/v2"
)

const findPrompt = " find: "

func (p *Page) startFind() {
	p.finding = true
	p.input = dialog.Input()
	p.input.SetWidth(max(p.w-len(findPrompt)-24, 8))
}

// typed edits the search; Enter searches from the next row on, Esc forgets it.
func (p *Page) typed(msg tea.Msg) tea.Cmd {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		switch k.String() {
		case "esc":
			p.finding, p.text = false, ""
			return nil
		case "enter":
			p.finding = false
			p.text = p.input.Value()
			return p.find(false)
		}
	}
	var cmd tea.Cmd
	p.input, cmd = p.input.Update(msg)
	return cmd
}

// find looks for the text from the cursor on, and from the other end of the list where there is no more.
func (p *Page) find(back bool) tea.Cmd {
	if !p.ready {
		return nil // the list that would be searched is not there yet
	}
	if p.text == "" {
		p.said = "Nothing was searched yet: / searches."
		return nil
	}
	start, again := p.grid.Cursor()+1, int64(0)
	if back {
		start, again = p.grid.Cursor()-1, p.grid.Total()-1
	}
	req, list, text := p.searching.Next(), p.list, p.text
	ctx, rv := p.env.Calls(), p.rv
	return p.env.Engine.Do(func() tea.Msg {
		if p.searching.Stale(req) {
			return nil
		}
		m := foundMsg{req: req, pos: -1, nothing: "“" + cell.Clean(text) + "” is nowhere in this list."}
		if start >= 0 && start < list.Total {
			m.pos, m.err = rv.Find(ctx, list, text, start, back)
		}
		if m.pos < 0 && m.err == nil && list.Total > 0 {
			m.wrapped = true
			m.pos, m.err = rv.Find(ctx, list, text, again, back)
		}
		return m
	})
}

// seek jumps to the next or previous row of another kind.
func (p *Page) seek(back bool) tea.Cmd {
	req, list, from := p.searching.Next(), p.list, p.grid.Cursor()
	ctx, rv := p.env.Calls(), p.rv
	if !p.ready || list.Total == 0 {
		return nil
	}
	return p.env.Engine.Do(func() tea.Msg {
		if p.searching.Stale(req) {
			return nil
		}
		pos, err := rv.Seek(ctx, list, from, back)
		return foundMsg{req: req, pos: pos, nothing: "No other kind further on in this list.", err: err}
	})
}

func (p *Page) found(m foundMsg) tea.Cmd {
	if p.searching.Stale(m.req) {
		return nil
	}
	switch {
	case m.err != nil:
		p.env.Fail("The search did not end", m.err)
		return nil
	case m.pos < 0:
		p.said = m.nothing
		return nil
	case m.wrapped:
		p.said = "The search went on from the other end of the list."
	}
	p.grid.Goto(m.pos)
	return p.moved()
}
