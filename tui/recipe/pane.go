// Package recipe shows SQL that is read clause by clause: for each of several dialects its text, what the clause under the
// cursor does, whether it was run, and which rules it does not keep.
package recipe

import (
	"fmt"
	"strings"

	"dimdesk/engine/recipe"
	"dimdesk/tui/cell"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Pane is a list of recipes, one of which is read. It has as many lines and columns as View was last told.
type Pane struct {
	all    []recipe.Recipe
	at     int // the recipe that is read
	clause int // the clause that is explained
	top    int // the first line of SQL that is seen
	w, h   int
}

// Set gives the pane its recipes. Where one of the name that is read is among them, that goes on being read.
func (p *Pane) Set(all []recipe.Recipe) {
	name := p.Name()
	p.all = all
	for i, r := range all {
		if r.Dialect.Name == name {
			p.at = i
			p.clause = min(p.clause, max(len(r.Clauses)-1, 0))
			return
		}
	}
	p.at = 0
	p.Home()
}

// Show begins reading the recipe of that name; there may be none.
func (p *Pane) Show(name string) {
	for i, r := range p.all {
		if r.Dialect.Name == name {
			p.at = i
			p.Home()
		}
	}
}

// Name is the dialect's that is read; "" where there is none.
func (p *Pane) Name() string {
	if p.at >= len(p.all) {
		return ""
	}
	return p.all[p.at].Dialect.Name
}

// Other turns to another recipe: the next, or the one before.
func (p *Pane) Other(back bool) {
	if len(p.all) == 0 {
		return
	}
	by := 1
	if back {
		by = len(p.all) - 1
	}
	p.at = (p.at + by) % len(p.all)
	p.Home()
}

// Move goes to another clause; where one is longer than the pane, through its lines first.
func (p *Pane) Move(by int64) {
	for ; by > 0; by-- {
		p.down()
	}
	for ; by < 0; by++ {
		p.up()
	}
}

func (p *Pane) down() {
	_, last := p.span(p.clause)
	if room := p.room(); last >= p.top+room {
		p.top++
	} else if p.clause < p.clauses()-1 {
		p.clause++
		first, last := p.span(p.clause)
		p.top = max(p.top, min(last-room+1, first))
	}
}

func (p *Pane) up() {
	if first, _ := p.span(p.clause); first < p.top {
		p.top--
	} else if p.clause > 0 {
		p.clause--
		first, last := p.span(p.clause)
		p.top = min(p.top, max(first, last-p.room()+1))
	}
}

// Page goes on by a few clauses.
func (p *Pane) Page(half, back bool) {
	by := int64(6)
	if half {
		by = 3
	}
	if back {
		by = -by
	}
	p.Move(by)
}

// Home goes to the first clause.
func (p *Pane) Home() { p.clause, p.top = 0, 0 }

// End goes to the last clause.
func (p *Pane) End() {
	p.clause = max(p.clauses()-1, 0)
	first, last := p.span(p.clause)
	p.top = max(min(first, last-p.room()+1), 0)
}

// Pressed takes the keys that move in the pane, and tells whether one was such.
func (p *Pane) Pressed(msg tea.KeyPressMsg) bool {
	switch {
	case keys.Move(msg, p):
	case key.Matches(msg, keys.NextKind):
		p.Other(false)
	case key.Matches(msg, keys.PrevKind):
		p.Other(true)
	default:
		return false
	}
	return true
}

// Keys are those of the pane, for a footer.
func (p *Pane) Keys() []key.Binding {
	return []key.Binding{keys.Labelled(keys.Down, "j k", "clauses"), keys.Labelled(keys.NextKind, "[ ]", "other SQL")}
}

// Text is all of the SQL that is read.
func (p *Pane) Text() string {
	var b strings.Builder
	for _, c := range p.read().Clauses {
		b.WriteString(c.SQL)
	}
	return b.String()
}

func (p *Pane) read() recipe.Recipe {
	if p.at >= len(p.all) {
		return recipe.Recipe{}
	}
	return p.all[p.at]
}

func (p *Pane) clauses() int { return len(p.read().Clauses) }

// From listFrom columns on, a list of the recipes, of listW columns, stands beside the SQL.
const (
	listFrom = 110
	listW    = 34
)

func (p *Pane) sqlWidth() int {
	if p.w >= listFrom {
		return p.w - listW - 1
	}
	return p.w
}

// said is how many lines the words below the SQL take, the rule above them included.
func (p *Pane) said() int { return max(min(p.h*2/5, 16), 4) }

// room is how many lines of SQL are seen.
func (p *Pane) room() int {
	room := p.h - p.said()
	if p.w < listFrom {
		room-- // for the name
	}
	return max(room, 1)
}

// View draws the pane.
func (p *Pane) View(st *styles.Styles, w, h int) []string {
	p.w, p.h = w, h
	if len(p.all) == 0 {
		return page.Fill([]string{styles.NewLine(w, nil).Put(st.Quiet, " No SQL belongs to this.").String()}, w, h)
	}
	width := p.sqlWidth()
	right := append(p.sql(st, width), p.words(st, width, p.said())...)
	if w < listFrom {
		return page.Fill(append([]string{p.heading(st)}, right...), w, h)
	}
	right, left := page.Fill(right, width, h), page.Fill(p.list(st, h), listW, h)
	for i := range right {
		right[i] = left[i] + st.Rule.Render("│") + right[i]
	}
	return right
}

// heading names the recipe where there is no list of them.
func (p *Pane) heading(st *styles.Styles) string {
	d := p.read().Dialect
	l := styles.NewLine(p.w, nil).Put(st.Key, " [ ] ").Put(st.Quiet, fmt.Sprintf("%d of %d  ", p.at+1, len(p.all)))
	return l.Put(st.Strong, cell.Clean(d.Title)).String()
}

// list is the names of all recipes, the one that is read among them.
func (p *Pane) list(st *styles.Styles, h int) []string {
	var lines []string
	first := max(min(p.at-h/2, len(p.all)-h), 0)
	for i := first; i < min(first+h, len(p.all)); i++ {
		mark, style := "  ", st.Quiet
		if i == p.at {
			mark, style = "▌ ", st.Strong
		}
		lines = append(lines, styles.NewLine(listW, nil).Put(st.Cursor, mark).Put(style, cell.Clean(p.all[i].Dialect.Title)).String())
	}
	return lines
}
