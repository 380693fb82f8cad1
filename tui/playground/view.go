package playground

import (
	"strconv"
	"strings"

	"dimdesk/learn/playground"
	"dimdesk/tui/cell"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/key"
)

// A panel is one type. Panels stand side by side where each has at least panelW columns, else one below the other where each has at
// least panelH lines.
const (
	panelW = 49
	panelH = 9
)

// frame is the lines around the panels: title, types and moments, and the footer with its rule.
const frame = 4

// beside tells whether panels stand side by side.
func (p *Page) beside() bool { return p.w >= 2*panelW+1 }

// most is how many types can be seen at once.
func (p *Page) most() int {
	if p.beside() {
		return min((p.w+1)/(panelW+1), 4)
	}
	if p.roomy() {
		return tablesH / panelH
	}
	return max(min((p.h-frame)/panelH, 3), 1)
}

// View draws the page.
func (p *Page) View() string {
	st := p.env.Styles
	s := p.story()
	lines := []string{page.Title(st, p.w, "playground: "+cell.Clean(s.Title), p.edited()), p.status()}
	switch room := p.h - frame; {
	case p.roomy():
		lines = append(append(lines, p.panels(tablesH)...), p.sqlPane(room-tablesH)...)
	case p.sql:
		lines = append(lines, p.sqlPane(room)...)
	default:
		lines = append(lines, p.panels(room)...)
	}
	lines = append(lines, page.Rule(st, p.w, "", "", false))
	if p.said != "" {
		return strings.Join(append(lines, page.Said(st, p.w, p.said)), "\n")
	}
	return strings.Join(append(lines, p.footer()), "\n")
}

// tablesH is what the panels have on a screen on which the SQL is seen below them.
const tablesH = 24

// roomy tells whether the SQL is seen beside the tables, so that Tab only tells in which of them the keys move.
func (p *Page) roomy() bool { return p.h-frame-tablesH >= 12 }

func (p *Page) sqlPane(h int) []string {
	st := p.env.Styles
	heading := page.Rule(st, p.w, "SQL of type "+strconv.Itoa(int(p.main()))+" in "+p.now().Name, "", p.sql)
	return append([]string{heading}, p.pane.View(st, p.w, h-1)...)
}

// edited says how much was added to the story.
func (p *Page) edited() string {
	if p.at == 0 {
		return ""
	}
	return "+ " + cell.Plural(int64(p.at), "event") + " of yours"
}

func (p *Page) footer() string {
	bindings := []key.Binding{keys.Labelled(keys.Right, "← →", "month"), keys.As(keys.Digit, "type"), keys.As(keys.Range, "side by side"), keys.As(keys.Edit, "add"),
		keys.As(keys.Print, "print"), keys.As(keys.Pane, "SQL"), keys.Undo, keys.Help}
	bindings[1] = keys.Labelled(keys.Digit, "0–7", "type")
	if p.several {
		bindings[2] = keys.As(keys.Range, "one type")
	}
	if p.sql {
		bindings = append([]key.Binding{keys.As(keys.Pane, "tables")}, append(p.pane.Keys(), keys.As(keys.Copy, "copy"), bindings[0], bindings[1], keys.Help)...)
	}
	return page.Footer(p.env.Styles, p.w, bindings...)
}

// status is the types and the moments, those that are seen among them.
func (p *Page) status() string {
	st := p.env.Styles
	l := styles.NewLine(p.w, nil).Put(st.Quiet, " type")
	for _, t := range playground.Types {
		put(st, l, strconv.Itoa(int(t)), p.isSeen(t))
	}
	moments := p.story().Moments
	l.Put(st.Quiet, "   ")
	if len(moments) > 12 || p.story().Own {
		l.Put(st.Strong, " ‹ "+cell.Clean(p.now().Name)+" › ").Put(st.Quiet, strconv.Itoa(p.moment)+" of "+strconv.Itoa(len(moments)))
	} else {
		l.Put(st.Quiet, "month")
		for i := range moments {
			put(st, l, strconv.Itoa(i+1), i+1 == p.moment)
		}
		l.Put(st.Quiet, "   until "+p.now().AsOf)
	}
	if p.shown != p.moment {
		l.Right(st.Warn, "… ")
	}
	return l.String()
}

// put adds one of several to a line: the chosen one in brackets.
func put(st *styles.Styles, l *styles.Line, text string, chosen bool) {
	if chosen {
		l.Put(st.RuleFocus, "["+text+"]")
	} else {
		l.Put(st.Quiet, " "+text+" ")
	}
}

func (p *Page) isSeen(t playground.Type) bool {
	for _, s := range p.types {
		if s == t {
			return true
		}
	}
	return false
}

// panels draws the types that are seen.
func (p *Page) panels(h int) []string {
	st := p.env.Styles
	n := len(p.types)
	p.hidden = 0
	if n == 1 || !p.beside() {
		var lines []string
		for i, t := range p.types {
			one := []panel{p.parts(t, p.w)}
			room := (h - len(lines)) / (n - i)
			fit := p.fitPanels(one, room)
			lines = append(lines, p.draw(one[0], fit, room, n == 1 && !p.sql)...)
		}
		return lines
	}
	var all []panel
	left := p.w - (n - 1)
	for i, t := range p.types {
		w := left / (n - i)
		left -= w
		all = append(all, p.parts(t, w))
	}
	heights := p.fitPanels(all, h)
	lines := make([]string, h)
	for i, a := range all {
		for j, text := range p.draw(a, heights, h, false) {
			if i > 0 {
				lines[j] += st.Rule.Render("│")
			}
			lines[j] += text
		}
	}
	return lines
}
