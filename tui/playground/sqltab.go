package playground

import (
	"slices"
	"strconv"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/recipe"
	"dimdesk/learn/playground"
	"dimdesk/tui/dialog"
	"dimdesk/tui/keys"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// setSQL gives the SQL tab what belongs to what is seen: the statements of the moment, how the tables are composed, how reports are read,
// and the same load on other engines.
func (p *Page) setSQL() {
	out, ok := p.seen[p.main()]
	if !ok || !p.sqlSeen() {
		return
	}
	p.pane.Set(append(p.own(out), elsewhere(p.story(), out)...))
}

// sqlSeen tells whether the SQL is on the screen.
func (p *Page) sqlSeen() bool { return p.sql || p.roomy() }

// own is the SQL that was run here.
func (p *Page) own(out playground.Outcome) []recipe.Recipe {
	var all []recipe.Recipe
	run := recipe.Dialect{Evidence: "Run here, in DuckDB, on the rows that you see."}
	add := func(name, title string, clauses []recipe.Clause) {
		if len(clauses) > 0 {
			d := run
			d.Name, d.Title = name, title
			all = append(all, recipe.Recipe{Dialect: d, Clauses: clauses})
		}
	}
	title := "What dimdesk ran in " + p.now().Name
	if out.Type.Composed() {
		title += ", as type 2"
	}
	add("plan", title, plan(out))
	all[0].Dialect.Evidence = ""
	if slices.ContainsFunc(out.Applied, func(a engine.LabApplied) bool { return a.Script != "" && len(a.Statements) > 0 }) {
		all[0].Dialect.Evidence = "What the engine did here, written out with its values, as dimdesk sql prints it."
	}
	var compose []recipe.Clause
	for _, piece := range out.Compose {
		compose = append(compose, recipe.Clause{SQL: piece.SQL, Says: piece.Says})
	}
	add("compose", "Composing type "+strconv.Itoa(int(out.Type)), compose)
	for _, r := range out.Readings {
		var clauses []recipe.Clause
		for _, f := range r.By {
			clauses = append(clauses, reading(f)...)
		}
		add("read "+r.Name, "Revenue "+r.Name, clauses)
	}
	return all
}

// plan is the statements of the moment: with their values where the plan is written out so.
func plan(out playground.Outcome) []recipe.Clause {
	if len(out.Batches) == 0 {
		return []recipe.Clause{{SQL: "-- Nothing was staged.\n", Says: "No statement was run, as no row arrived: orders are no part of the dimension."}}
	}
	var clauses []recipe.Clause
	for _, applied := range out.Applied {
		if applied.Script == "" && len(applied.Statements) > 0 {
			return []recipe.Clause{{SQL: "-- It is being written out.\n", Says: "One moment."}}
		}
		clauses = append(clauses, script(applied.Script)...)
	}
	if len(clauses) == 0 {
		return []recipe.Clause{{SQL: "-- Nothing is to be done for what was staged.\n", Says: "The rows that arrived change nothing in a dimension of this type, so that the plan has no statement."}}
	}
	return clauses
}

// script cuts a plan that is written out after each statement. What its comments say is what the statement does.
func script(text string) []recipe.Clause {
	var clauses []recipe.Clause
	var c recipe.Clause
	var says []string
	statement := false
	for _, l := range strings.SplitAfter(text, "\n") {
		c.SQL += l
		switch word := strings.TrimSpace(l); {
		case strings.HasPrefix(word, "--") && !statement:
			says = append(says, strings.TrimSpace(strings.TrimLeft(word, "-")))
		case word != "":
			statement = true
			if !strings.HasSuffix(word, ";") {
				continue
			}
			if t := transaction(word); t != "" { // what stands above it is of the whole
				says = []string{t}
			}
			c.Says = sentence(strings.Join(says, " "))
			clauses, c, says, statement = append(clauses, c), recipe.Clause{}, nil, false
		}
	}
	if n := len(clauses); n > 0 {
		clauses[n-1].SQL += c.SQL
	}
	return clauses
}

// transaction says what a statement does that begins or ends one; "" for any other.
func transaction(sql string) string {
	switch {
	case strings.HasPrefix(sql, "BEGIN"):
		return "begins a transaction: what follows happens as a whole, or not at all"
	case strings.HasPrefix(sql, "COMMIT"):
		return "ends the transaction: now all of it is seen at once"
	}
	return ""
}

func sentence(comment string) string {
	if comment == "" {
		return ""
	}
	return strings.ToUpper(comment[:1]) + strings.TrimRight(comment[1:], ".") + "."
}

// reading is a report's query in clauses.
func reading(f playground.Figures) []recipe.Clause {
	var clauses []recipe.Clause
	for _, l := range strings.SplitAfter(strings.TrimSpace(f.SQL), "\n") {
		says := ""
		switch word := strings.TrimSpace(l); {
		case strings.HasPrefix(word, "SELECT"):
			says = "The revenue for each " + f.Column + ". What it is read from is what tells this way of reading from others."
		case strings.HasPrefix(word, "LEFT JOIN"):
			says = "Each order finds its row. LEFT, so that money which finds none is seen and not lost."
		case strings.HasPrefix(word, "AND o.order_date >="):
			says = "The version must have begun: >=, so that an order at the very moment of a change belongs to the new version."
		case strings.HasPrefix(word, "AND (o.order_date <"):
			says = "And not have ended: <, so that the order does not belong to the old version too. NULL is an open end."
		case strings.HasPrefix(word, "GROUP BY"):
			says = "One row for each value, in the order in which they came."
		}
		if n := len(clauses); says == "" && n > 0 {
			clauses[n-1].SQL += l
			continue
		}
		clauses = append(clauses, recipe.Clause{SQL: l, Says: says})
	}
	if n := len(clauses); n > 0 {
		clauses[n-1].SQL += "\n\n"
	}
	return clauses
}

// pressedSQL takes the keys of the SQL tab.
func (p *Page) pressedSQL(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case p.pane.Pressed(msg):
	case key.Matches(msg, keys.Copy):
		p.said = "Copied."
		return tea.SetClipboard(p.pane.Text())
	case key.Matches(msg, keys.Notes):
		p.env.Dialogs.Open(p.about())
	}
	return nil
}

// about is a box that says all of a clause and of its recipe.
func (p *Page) about() *dialog.Text {
	return dialog.NewText(p.pane.Title(), func(st *styles.Styles, w int) []string { return p.pane.All(st, w) })
}
