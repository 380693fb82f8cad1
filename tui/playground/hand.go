package playground

import (
	"slices"
	"time"

	"dimdesk/engine"
	"dimdesk/learn/playground"
	"dimdesk/tui/cell"
	"dimdesk/tui/dialog"

	tea "charm.land/bubbletea/v2"
)

// edit asks what is to be added to the story.
func (p *Page) edit() {
	p.env.Dialogs.Open(&dialog.Menu{Title: "What happens in " + p.now().Name + "?", Items: []string{
		"A move: another value from a date on", "A late move: known now, true since before", "A correction: a value was wrong all along",
		"An order", "A delete: the member is gone", "A return: it is back", "Forget all that was added",
	}, Do: func(i int) tea.Cmd {
		switch i {
		case 0:
			p.column("Which column changes?", func(c string) { p.value(c, playground.Event{Kind: playground.Move, Date: p.within(p.now(), 14)}) })
		case 1:
			p.column("Which column changed, unknown until now?", func(c string) { p.value(c, playground.Event{Kind: playground.Move, Date: p.within(p.before(2), 14)}) })
		case 2:
			p.column("Which column was wrong?", func(c string) {
				p.value(c, playground.Event{Kind: playground.Correct, Date: p.story().Since(c, p.moment)})
			})
		case 3:
			p.amount()
		case 4:
			p.date(playground.Event{Kind: playground.Delete, Date: p.within(p.now(), 14)})
		case 5:
			p.date(playground.Event{Kind: playground.Return, Date: p.within(p.now(), 19)})
		default:
			return p.reset()
		}
		return nil
	}})
}

func (p *Page) now() playground.Moment { return p.story().Moments[p.moment-1] }

// before is a moment some moments ago, at the least the first.
func (p *Page) before(by int) playground.Moment { return p.story().Moments[max(p.moment-1-by, 0)] }

// within is a day some days after a moment began, or its first where that is after its end.
func (p *Page) within(m playground.Moment, days int) string {
	from, err := time.Parse(time.DateOnly, m.From)
	if err != nil {
		return m.From
	}
	if d := from.AddDate(0, 0, days).Format(time.DateOnly); d <= m.AsOf {
		return d
	}
	return m.From
}

// column asks for one of the attributes.
func (p *Page) column(title string, then func(column string)) {
	columns := p.story().Columns
	if len(columns) == 1 {
		then(columns[0])
		return
	}
	columns = columns[:min(len(columns), 9)]
	var items []string
	for _, c := range columns {
		items = append(items, cell.Clean(c))
	}
	p.env.Dialogs.Open(&dialog.Menu{Title: title, Items: items, Do: func(i int) tea.Cmd {
		then(columns[i])
		return nil
	}})
}

// value asks what a column holds then.
func (p *Page) value(column string, e playground.Event) {
	now := p.story().Holds(column, p.now().AsOf, p.moment)
	p.env.Dialogs.Open(dialog.NewPrompt("The new "+cell.Clean(column), []string{"It is " + cell.Value(now) + " now. Nothing typed is NULL."}, "", "go on", func(text string) tea.Cmd {
		e.Columns, e.Values = []string{column}, []engine.Value{{Text: text, Null: text == ""}}
		p.date(e)
		return nil
	}))
}

// amount asks how much is ordered.
func (p *Page) amount() {
	p.env.Dialogs.Open(dialog.NewPrompt("An order of how much?", nil, "100", "go on", func(text string) tea.Cmd {
		p.date(playground.Event{Kind: playground.Order, Amount: text, Date: p.within(p.now(), 14)})
		return nil
	}))
}

// date asks when it became true, and adds it.
func (p *Page) date(e playground.Event) {
	title, body := "From when?", []string{"A date before " + p.now().From + " is late: it becomes known in " + p.now().Name + "."}
	switch e.Kind {
	case playground.Correct:
		title, body = "Since when was it wrong?", []string{"The value that is wrong has been there since then, as far as it is known."}
	case playground.Order:
		title, body = "Ordered when?", nil
	}
	p.env.Dialogs.Open(dialog.NewPrompt(title, body, e.Date, "add it", func(text string) tea.Cmd {
		e.Date = text
		return p.add(e)
	}))
}

// add puts something into the story, and looks at the moment in which it arrives.
func (p *Page) add(e playground.Event) tea.Cmd {
	story, arrives, err := p.story().With(e, p.moment)
	if err != nil {
		p.env.Fail("That cannot be added", err)
		return nil
	}
	p.stories = append(slices.Clone(p.stories[:p.at+1]), story)
	p.at++
	p.moment, p.top = arrives, 0
	p.said = "Added, in " + p.now().Name + ". u takes it back."
	return p.ask()
}

// turn goes back to the story before something was added, or forth again.
func (p *Page) turn(by int) tea.Cmd {
	if p.at+by < 0 || p.at+by >= len(p.stories) {
		p.said = "Nothing was added that could be taken back."
		if by > 0 {
			p.said = "Nothing was taken back that could be added again."
		}
		return nil
	}
	p.at += by
	p.said = "Taken back. Ctrl-r adds it again."
	if by > 0 {
		p.said = "Added again."
	}
	return p.ask()
}

// reset tells the story from its beginning, as it was at first.
func (p *Page) reset() tea.Cmd {
	p.stories, p.at, p.several, p.top, p.left = p.stories[:1], 0, false, 0, 0
	p.begin()
	return p.ask()
}
