package review

import (
	"dimdesk/engine"
	"dimdesk/tui/dialog"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Update routes a message to what it is about.
func (p *Page) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		p.said = ""
		if p.finding {
			return p.typed(msg)
		}
		return p.pressed(msg)
	case tea.PasteMsg:
		if p.finding {
			return p.typed(msg)
		}
	case tea.MouseWheelMsg:
		return p.wheel(msg)
	case tea.MouseClickMsg:
		return p.click(msg)
	case selectedMsg:
		return p.selected(msg)
	case windowMsg:
		return p.windowed(msg)
	case memberMsg:
		return p.read(msg)
	case foundMsg:
		return p.found(msg)
	case decidedMsg:
		return p.decided(msg)
	case countedMsg:
		p.askAll(msg)
	case operationsMsg:
		p.showSQL(msg)
	case page.Resized:
		p.widths = widths{}
		return p.moved()
	case page.PlanChanged:
		p.said = msg.Said
		return p.selectList()
	}
	return nil
}

func (p *Page) pressed(msg tea.KeyPressMsg) tea.Cmd {
	if cmd, done := p.moveKey(msg); done {
		return cmd
	}
	if cmd, done := p.decideKey(msg); done {
		return cmd
	}
	switch {
	case key.Matches(msg, keys.Find):
		p.startFind()
	case key.Matches(msg, keys.FindNext):
		return p.find(false)
	case key.Matches(msg, keys.FindPrev):
		return p.find(true)
	case key.Matches(msg, keys.Filter):
		p.env.Dialogs.Open(newFilterDialog(p.choice, p.counts, p.setFilter))
	case key.Matches(msg, keys.Sort):
		p.openSort()
	case key.Matches(msg, keys.Quiet):
		p.quiet = !p.quiet
		return p.selectList()
	case key.Matches(msg, keys.Group):
		return p.env.Push(newGroups(p.session, p.filter(), p.setGroup))
	case key.Matches(msg, keys.Enter):
		return p.openMember(false)
	case key.Matches(msg, keys.Timeline):
		return p.openMember(true)
	case key.Matches(msg, keys.SQL):
		return p.readOperations()
	case key.Matches(msg, keys.Copy):
		return p.copyRow()
	case key.Matches(msg, keys.Notes):
		p.openNotes()
	case key.Matches(msg, keys.Back):
		return p.back()
	case key.Matches(msg, keys.Quit):
		p.env.AskLeave()
	}
	return nil
}

// moveKey handles the keys that move through the list or the pane.
func (p *Page) moveKey(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	switch {
	case key.Matches(msg, keys.Pane):
		p.inPane = !p.inPane
		return nil, true
	case p.inPane && keys.Move(msg, (*paneMover)(p)):
		return nil, true
	case key.Matches(msg, keys.Left, keys.Right):
		p.sideways(key.Matches(msg, keys.Right))
		return nil, true
	case key.Matches(msg, keys.NextKind):
		return p.seek(false), true
	case key.Matches(msg, keys.PrevKind):
		return p.seek(true), true
	case keys.Move(msg, &p.grid):
		return p.moved(), true
	}
	return nil, false
}

func (p *Page) sideways(right bool) {
	by := -1
	if right {
		by = 1
	}
	if p.inPane {
		p.paneColumn = max(min(p.paneColumn+by, len(p.member.Columns)-1), 0)
		return
	}
	p.shift = max(min(p.shift+8*by, p.widest()-8), 0)
}

// paneMover moves through the versions of the pane; the pane itself keeps the offset in range.
type paneMover Page

func (p *paneMover) Move(by int64) { p.paneTop = max(min(p.paneTop+int(by), len(p.member.After)), 0) }
func (p *paneMover) Page(_, back bool) {
	if back {
		p.Move(-4)
		return
	}
	p.Move(4)
}
func (p *paneMover) Home() { p.paneTop = 0 }
func (p *paneMover) End()  { p.paneTop = len(p.member.After) }

// back leaves the pane, then the marks of a search, then the filter.
func (p *Page) back() tea.Cmd {
	switch {
	case p.inPane:
		p.inPane = false
	case p.text != "":
		p.text = ""
		if filtered(p.choice) {
			p.said = "The search is forgotten. Esc once more clears the filter."
		}
	case filtered(p.choice):
		p.choice = engine.Filter{Sort: p.choice.Sort, Desc: p.choice.Desc}
		return p.selectList()
	default:
		p.said = "This is the first screen. q leaves it; nothing is committed by leaving."
	}
	return nil
}

func (p *Page) wheel(msg tea.MouseWheelMsg) tea.Cmd {
	by := dialog.Wheel(msg)
	m := msg.Mouse()
	if m.X >= p.lay.paneX && m.Y >= p.lay.paneY {
		(*paneMover)(p).Move(by / 3)
		return nil
	}
	p.grid.Scroll(by)
	return p.moved()
}

func (p *Page) click(msg tea.MouseClickMsg) tea.Cmd {
	m := msg.Mouse()
	if m.Button != tea.MouseLeft || m.X >= p.lay.listW {
		return nil
	}
	pos, ok := p.grid.At(m.Y - p.lay.listTop)
	if !ok {
		return nil
	}
	p.inPane = false
	p.grid.Goto(pos)
	return p.moved()
}
