package recipe

import (
	"strings"

	"dimdesk/tui/cell"
	"dimdesk/tui/page"
	"dimdesk/tui/styles"
)

// broken are a clause's lines, none wider than w: what is too long goes on below, indented by two more.
func broken(sql string, w int) []string {
	var lines []string
	for _, line := range strings.Split(strings.Trim(sql, "\n"), "\n") {
		line = cell.Clean(strings.ReplaceAll(strings.TrimRight(line, " "), "\t", "    "))
		indent := len(line) - len(strings.TrimLeft(line, " "))
		parts := cell.Wrap(line, w)
		if len(parts) > 1 {
			indent = min(indent+2, w/2)
			rest := strings.TrimSpace(strings.TrimPrefix(strings.TrimLeft(line, " "), strings.TrimLeft(parts[0], " ")))
			parts = parts[:1]
			for _, part := range cell.Wrap(rest, w-indent) {
				parts = append(parts, strings.Repeat(" ", indent)+part)
			}
		}
		lines = append(lines, parts...)
	}
	return lines
}

// textWidth is what SQL has beside the mark of the clause that is explained.
func (p *Pane) textWidth() int { return max(p.sqlWidth()-3, 10) }

// span is the first and the last line of a clause.
func (p *Pane) span(clause int) (first, last int) {
	for i, c := range p.read().Clauses {
		n := len(broken(c.SQL, p.textWidth()))
		if i == clause {
			return first, first + n - 1
		}
		first += n
	}
	return 0, 0
}

// sql is the lines of SQL that are seen.
func (p *Pane) sql(st *styles.Styles, w int) []string {
	var lines []string
	for i, c := range p.read().Clauses {
		mark, style := "  ", st.Plain
		if i == p.clause {
			mark, style = "▌ ", st.Strong
		}
		for _, text := range broken(c.SQL, p.textWidth()) {
			style := style
			if strings.HasPrefix(strings.TrimLeft(text, " "), "--") && i != p.clause {
				style = st.Quiet
			}
			lines = append(lines, styles.NewLine(w, nil).Put(st.Cursor, mark).Put(style, text).String())
		}
	}
	room := p.room()
	p.top = max(min(p.top, len(lines)-room), 0)
	return page.Fill(lines[p.top:], w, room)
}

// words say what the clause does, and below that what is to be known of the whole, in h lines.
func (p *Pane) words(st *styles.Styles, w, h int) []string {
	r := p.read()
	right := ""
	if n := len(r.Clauses); n > 1 {
		right = cell.Plural(int64(n), "clause")
	}
	lines := []string{page.Rule(st, w, "what this clause does", right, false)}
	if p.clause < len(r.Clauses) {
		for _, text := range cell.Wrap(cell.Clean(r.Clauses[p.clause].Says), w-3) {
			lines = append(lines, styles.NewLine(w, nil).Put(st.Plain, "  "+text).String())
		}
	}
	for _, text := range p.About(st, w-3) {
		lines = append(lines, styles.NewLine(w, nil).Put(st.Plain, "  ").Raw(text, cell.Width(text)).String())
	}
	if len(lines) > h {
		lines = lines[:h]
		lines[h-1] = styles.NewLine(w, nil).Put(st.Plain, "  ").Put(st.Key, "i").Put(st.Quiet, " says the rest: how far it was tried, and which rules it does not keep").String()
	}
	return page.Fill(lines, w, h)
}

// About is how far a recipe was tried and which rules it does not keep, in lines of at most w columns.
func (p *Pane) About(st *styles.Styles, w int) []string {
	r := p.read()
	var lines []string
	if r.Dialect.Evidence != "" {
		for _, text := range cell.Wrap(cell.Clean(r.Dialect.Evidence), w) {
			lines = append(lines, st.Good.Render(text))
		}
	}
	if r.Dialect.Source != "" {
		lines = append(lines, st.Quiet.Render(cell.Cut(cell.Clean(r.Dialect.Source), w)))
	}
	for _, b := range r.Breaks {
		for i, text := range cell.Wrap(cell.Clean(b.Rule+": "+b.Says), w-2) {
			mark := "! "
			if i > 0 {
				mark = "  "
			}
			lines = append(lines, st.Warn.Render(mark+text))
		}
	}
	return lines
}

// All is what the clause under the cursor does and what is to be known of the recipe, for a box of its own.
func (p *Pane) All(st *styles.Styles, w int) []string {
	var lines []string
	if r := p.read(); p.clause < len(r.Clauses) {
		for _, text := range cell.Wrap(cell.Clean(r.Clauses[p.clause].Says), w) {
			lines = append(lines, st.Plain.Render(text))
		}
		lines = append(lines, "")
	}
	return append(lines, p.About(st, w)...)
}

// Title is the name of what is read.
func (p *Pane) Title() string { return cell.Clean(p.read().Dialect.Title) }
