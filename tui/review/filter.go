package review

import (
	"slices"
	"strconv"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/dialog"
	"dimdesk/tui/keys"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
)

// filterDialog chooses kinds, a decision and a text. The kinds are lines 0 to 8, then come the decision and the text.
type filterDialog struct {
	chosen   map[engine.Kind]bool
	decision engine.Decision
	text     textinput.Model
	counts   engine.Counts
	at       int
	base     engine.Filter // keeps the order
	do       func(engine.Filter) tea.Cmd
}

var (
	decisionLine = len(engine.Kinds)
	textLine     = len(engine.Kinds) + 1
)

func newFilterDialog(f engine.Filter, counts engine.Counts, do func(engine.Filter) tea.Cmd) *filterDialog {
	d := &filterDialog{chosen: map[engine.Kind]bool{}, decision: f.Decision, text: dialog.Input(), counts: counts, base: f, do: do}
	for _, k := range f.Kinds {
		d.chosen[k] = true
	}
	d.text.SetValue(f.Text)
	d.text.CursorEnd()
	d.text.SetWidth(30)
	return d
}

// Update toggles, moves, or edits the text while the text has the focus.
func (d *filterDialog) Update(msg tea.Msg) dialog.Result {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		if d.at == textLine {
			d.text, _ = d.text.Update(msg)
		}
		return dialog.Result{}
	}
	switch k.String() {
	case "esc":
		return dialog.Result{Close: true}
	case "enter":
		f := d.filter()
		return dialog.Result{Close: true, Then: func() tea.Cmd { return d.do(f) }}
	case "down", "tab":
		d.at = (d.at + 1) % (textLine + 1)
		return dialog.Result{}
	case "up", "shift+tab":
		d.at = (d.at + textLine) % (textLine + 1)
		return dialog.Result{}
	}
	if d.at == textLine {
		d.text, _ = d.text.Update(msg)
		return dialog.Result{}
	}
	d.pressed(k)
	return dialog.Result{}
}

// pressed handles the keys that are letters in the text.
func (d *filterDialog) pressed(k tea.KeyPressMsg) {
	switch {
	case key.Matches(k, keys.Down):
		d.at = min(d.at+1, textLine)
	case key.Matches(k, keys.Up):
		d.at = max(d.at-1, 0)
	case key.Matches(k, keys.Toggle):
		if d.at < decisionLine {
			d.toggle(engine.Kinds[d.at])
			return
		}
		d.decision = (d.decision + 1) % 3
	case key.Matches(k, keys.Right):
		d.decision = (d.decision + 1) % 3
	case key.Matches(k, keys.Left):
		d.decision = (d.decision + 2) % 3
	case key.Matches(k, keys.Find):
		d.at = textLine
	case k.String() == "0":
		clear(d.chosen)
	default:
		d.mark(k.String())
	}
}

// mark toggles a kind by its number or its mark.
func (d *filterDialog) mark(text string) {
	for i, kind := range engine.Kinds {
		if text == kind.Mark() || text == strconv.Itoa(i+1) {
			d.toggle(kind)
			d.at = i
		}
	}
}

func (d *filterDialog) toggle(k engine.Kind) { d.chosen[k] = !d.chosen[k] }

func (d *filterDialog) filter() engine.Filter {
	f := engine.Filter{Decision: d.decision, Text: d.text.Value(), Sort: d.base.Sort, Desc: d.base.Desc,
		Column: d.base.Column, Before: d.base.Before, After: d.base.After}
	for _, k := range engine.Kinds {
		if d.chosen[k] {
			f.Kinds = append(f.Kinds, k)
		}
	}
	return f
}

// View lists the kinds with their counts, the decision and the text.
func (d *filterDialog) View(st *styles.Styles, w, h int) string {
	var body []string
	for i, k := range engine.Kinds {
		box, style := "[ ]", st.Plain
		if d.chosen[k] {
			box, style = "[x]", st.Strong
		}
		body = append(body, d.line(st, i).Put(st.Key, strconv.Itoa(i+1)).Put(style, " "+box+" ").Put(st.Kind(k), k.Mark()).
			Put(style, " "+cell.Fit(k.String(), 12)).Put(st.Quiet, cell.FitRight(cell.Count(d.counts.Kinds[k]), 12)).String())
	}
	body = append(body, "", d.decisionView(st), d.line(st, textLine).Put(st.Plain, "text      ").Put(st.FieldOn, d.text.View()).String())
	if d.base.Column != "" {
		body = append(body, styles.NewLine(filterWidth, nil).Put(st.Quiet, "  only "+cell.Clean(d.base.Column)+" "+bounds(d.base.Before)+" → "+bounds(d.base.After)).String())
	}
	keysLine := dialog.Keys(st, "space 1–9", "toggle", "0", "none", "Enter", "show", "Esc", "back")
	return dialog.Frame(st, filterWidth, "Show only … (no kind ticked: all that change something)", body, keysLine)
}

const filterWidth = 58

func (d *filterDialog) line(st *styles.Styles, i int) *styles.Line {
	l := styles.NewLine(filterWidth, nil)
	if d.at == i {
		return l.Put(st.Cursor, "▌ ")
	}
	return l.Put(st.Plain, "  ")
}

func (d *filterDialog) decisionView(st *styles.Styles) string {
	l := d.line(st, decisionLine).Put(st.Plain, "decision  ")
	for _, one := range []engine.Decision{engine.NoDecision, engine.Taken, engine.Parked} {
		name := one.String()
		if one == engine.NoDecision {
			name = "any"
		}
		if one == d.decision {
			l.Put(st.ButtonOn, "▸"+name+" ").Put(st.Plain, " ")
			continue
		}
		l.Put(st.Button, " "+name+"  ")
	}
	return l.Put(st.Quiet, "  h l").String()
}

// Cursor is in the text while that has the focus.
func (d *filterDialog) Cursor() *tea.Cursor {
	c := d.text.Cursor()
	if d.at != textLine || c == nil {
		return nil
	}
	c.X += dialog.InsetX + 12
	c.Y = dialog.InsetY + 2 + len(engine.Kinds) + 2
	return c
}

// setFilter shows what was chosen.
func (p *Page) setFilter(f engine.Filter) tea.Cmd {
	p.choice, p.text = f, ""
	if slices.Contains(f.Kinds, engine.Unchanged) || slices.Contains(f.Kinds, engine.Superseded) {
		p.quiet = false // they are asked for by name; U has nothing to add
	}
	return p.selectList()
}

// setGroup shows the rows of one group.
func (p *Page) setGroup(f engine.Filter) tea.Cmd {
	f.Sort, f.Desc = p.choice.Sort, p.choice.Desc
	p.choice, p.text = f, ""
	return p.selectList()
}

var sorts = []string{"row", "key", "kind", "effective"}

var sortNames = map[string]string{"row": "row of the file", "key": "business key", "kind": "kind", "effective": "effective time"}

func sortName(f engine.Filter) string {
	name := sortNames[f.Sort]
	if f.Sort == "" {
		name = sortNames["row"]
	}
	if f.Desc {
		name += ", last first"
	}
	return name
}

// openSort chooses the order; the present one again turns it round.
func (p *Page) openSort() {
	m := &dialog.Menu{Title: "Order by (the same again: last first)"}
	for i, s := range sorts {
		m.Items = append(m.Items, sortNames[s])
		if s == p.choice.Sort {
			m.At = i
		}
	}
	m.Do = func(i int) tea.Cmd {
		same := sorts[i] == p.choice.Sort || sorts[i] == "row" && p.choice.Sort == ""
		p.choice.Desc = same && !p.choice.Desc
		p.choice.Sort = sorts[i]
		return p.selectList()
	}
	p.env.Dialogs.Open(m)
}
