package review

import (
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"
	"dimdesk/tui/styles"
)

// View is the title, the counts, the list, the member's pane and the footer.
func (p *Page) View() string {
	st := p.env.Styles
	what := cell.Clean(p.info.Dimension) + " ◂ " + cell.Clean(p.info.Batch)
	lines := []string{
		page.Title(st, p.w, what, "as of "+cell.Clean(p.info.AsOf)),
		p.countsLine(),
		page.Rule(st, p.w, p.chosen(), p.position(), !p.inPane),
	}
	list := page.Fill(p.listLines(), p.lay.listW, p.lay.listH)
	pane := page.Fill(p.pane(p.lay.paneW, p.lay.paneH), p.lay.paneW, p.lay.paneH)
	if p.lay.wide {
		divider := st.Rule.Render("│")
		if p.inPane {
			divider = st.RuleFocus.Render("┃")
		}
		for i := range list {
			lines = append(lines, list[i]+divider+pane[i])
		}
	} else {
		lines = append(lines, list...)
		lines = append(lines, page.Rule(st, p.w, p.notes(), p.hidden(), p.inPane))
		lines = append(lines, pane...)
	}
	left, right := "", ""
	if p.lay.wide {
		left, right = p.notes(), p.hidden()
	}
	lines = append(lines, page.Rule(st, p.w, left, right, false), p.footer())
	return strings.Join(lines, "\n")
}

// countsLine says how the decisions stand, and how many rows there are of each kind.
func (p *Page) countsLine() string {
	st := p.env.Styles
	l := styles.NewLine(p.w, nil).Put(st.Plain, " ")
	if p.counts.Kinds == nil {
		return l.String() // not counted yet, which is not none
	}
	page.Decisions(st, l, p.counts)
	page.Counts(st, l, p.counts.Kinds, p.lay.namedCounts)
	return l.String()
}

// chosen describes what the list is of.
func (p *Page) chosen() string {
	f := p.choice
	var parts []string
	if len(f.Kinds) > 0 {
		var kinds []string
		for _, k := range f.Kinds {
			kinds = append(kinds, k.Mark()+" "+k.String())
		}
		parts = append(parts, strings.Join(kinds, ", "))
	}
	if f.Decision != 0 {
		parts = append(parts, f.Decision.String())
	}
	if f.Column != "" {
		parts = append(parts, cell.Clean(f.Column)+" "+bounds(f.Before)+" → "+bounds(f.After))
	}
	if f.Text != "" {
		parts = append(parts, "“"+cell.Clean(f.Text)+"”")
	}
	text := "all changes"
	if len(parts) > 0 {
		text = "filter: " + strings.Join(parts, " · ") + " (Esc clears)"
	}
	if f.Sort != "" && f.Sort != "row" || f.Desc {
		text += ", by " + sortName(f)
	}
	return text
}

func bounds(v *engine.Value) string {
	if v == nil {
		return "any"
	}
	return cell.Value(*v)
}

// position is where in the list the cursor is.
func (p *Page) position() string {
	if !p.ready {
		return "reading…"
	}
	if p.grid.Total() == 0 {
		return ""
	}
	return cell.Count(p.grid.Cursor()+1) + " of " + cell.Count(p.grid.Total())
}

// hidden says what the list leaves out until it is asked for.
func (p *Page) hidden() string {
	var parts []string
	for _, k := range []engine.Kind{engine.Unchanged, engine.Superseded} {
		if n := p.counts.Kinds[k]; n > 0 {
			parts = append(parts, cell.Count(n)+" "+k.String())
		}
	}
	if len(parts) == 0 {
		return ""
	}
	verb := " hidden · U shows"
	if p.quiet {
		verb = " shown · U hides"
	}
	return strings.Join(parts, ", ") + verb
}

// notes says that there is something to be known of the batch as a whole.
func (p *Page) notes() string {
	n := len(p.info.Notices)
	switch {
	case p.info.Already > 0:
		return "already applied · i shows"
	case n > 0:
		return cell.Plural(int64(n), "note") + " · i shows"
	}
	return ""
}

func (p *Page) listLines() []string {
	if p.grid.Total() > 0 {
		return p.grid.View(p.row)
	}
	if !p.ready {
		return nil
	}
	st := p.env.Styles
	lines := []string{""}
	for _, text := range p.empty() {
		lines = append(lines, styles.NewLine(p.lay.listW, nil).Put(st.Plain, "   ").Put(st.Plain, text).String())
	}
	lines[0] = styles.NewLine(p.lay.listW, nil).String()
	return lines
}

// empty says why the list is, and what to press.
func (p *Page) empty() []string {
	switch {
	case filtered(p.choice):
		return []string{"No changes in this filter. Esc clears it."}
	case p.counts.Rows+p.counts.Absent == 0:
		return []string{"The batch has no rows: there is nothing to decide.", "q leaves; c records the empty batch as applied."}
	}
	return []string{
		"Nothing in this batch changes the dimension: all of its " + cell.Plural(p.counts.Rows, "row") + " are there already.",
		"U shows them; c records the batch as applied; q leaves.",
	}
}

func (p *Page) footer() string {
	st := p.env.Styles
	switch {
	case p.finding:
		in := styles.NewLine(p.w, nil).Put(st.Key, findPrompt).Put(st.Plain, p.input.View())
		return in.Right(st.KeyText, "Enter finds  Esc back ").String()
	case p.said != "":
		return page.Said(st, p.w, p.said)
	case p.inPane:
		return page.Footer(st, p.w, keys.Labelled(keys.Down, "j k", "versions"), keys.Labelled(keys.Right, "h l", "columns"),
			keys.As(keys.Pane, "back to the list"), keys.As(keys.Enter, "full screen"), keys.Timeline, keys.Help)
	}
	return page.Footer(st, p.w, keys.Toggle, keys.As(keys.Enter, "member"), keys.Filter, keys.As(keys.Group, "group"), keys.Find,
		keys.Commit, keys.Undo, keys.As(keys.Reason, "reason"), keys.All, keys.Labelled(keys.NextKind, "[ ]", "kinds"), keys.Timeline,
		keys.SQL, keys.Sort, keys.Quit, keys.Help)
}

// Help lists the keys of this page.
func (p *Page) Help() []keys.HelpGroup {
	moves := keys.Moves
	moves.Keys = append(append(moves.Keys[:0:0], moves.Keys...), keys.Labelled(keys.Left, "h l ← →", "scroll sideways"),
		keys.Labelled(keys.NextKind, "[ ]", "previous, next kind"), keys.As(keys.Pane, "list, or its member"))
	return []keys.HelpGroup{
		keys.Titled("Decide", keys.As(keys.Toggle, "take or park the row"),
			keys.As(keys.Reason, "park with a reason"), keys.All, keys.Undo, keys.Redo, keys.As(keys.Commit, "look at the commit")),
		moves,
		keys.Titled("Find", keys.Find, keys.Labelled(keys.FindNext, "n N", "next, previous found"), keys.Filter,
			keys.Group, keys.Sort, keys.Quiet, keys.As(keys.Back, "clear the filter")),
		keys.Titled("Look closer", keys.As(keys.Enter, "member, full screen"), keys.As(keys.Timeline, "its timeline"),
			keys.SQL, keys.Copy, keys.Notes, keys.Quit),
	}
}
