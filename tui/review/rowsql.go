package review

import (
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/dialog"
	"dimdesk/tui/keys"
	"dimdesk/tui/styles"

	tea "charm.land/bubbletea/v2"
)

// readOperations asks for the row operations that follow from the selected change.
func (p *Page) readOperations() tea.Cmd {
	c, ok := p.grid.Selected()
	if !ok {
		return nil
	}
	req := p.searching.Next()
	ctx, rv := p.env.Calls(), p.rv
	return p.env.Engine.Do(func() tea.Msg {
		ops, err := rv.Operations(ctx, c.ID)
		return operationsMsg{req, c, ops, err}
	})
}

func (p *Page) showSQL(m operationsMsg) {
	if p.searching.Stale(m.req) {
		return
	}
	if m.err != nil {
		p.env.Fail("The row's operations could not be read", m.err)
		return
	}
	text := rowSQL(p.info, m.change, m.ops)
	p.env.Dialogs.Open(dialog.NewText("SQL of "+cell.Key(m.change.Key), func(st *styles.Styles, w int) []string {
		var lines []string
		for _, l := range text {
			style := st.Plain
			if strings.HasPrefix(l, "--") {
				style = st.Quiet
			}
			for _, part := range cell.Wrap(cell.Clean(l), w) {
				lines = append(lines, style.Render(part))
			}
		}
		return lines
	}, keys.SQL))
}

// rowSQL writes what a change comes to as statements on the dimension alone. The commit runs over all rows at once; its own
// statements are on the commit screen.
func rowSQL(info engine.Info, c engine.Change, ops []engine.Operation) []string {
	if len(ops) == 0 {
		why := "it is " + c.Kind.String()
		if c.Decision == engine.Parked {
			why = "it is parked"
		}
		return []string{"-- Nothing is done to the dimension for this row: " + why + "."}
	}
	w := sqlWriter{info: info, key: c.Key}
	lines := []string{"-- What this row comes to. The commit does all rows at once: c shows its statements.", ""}
	for _, op := range ops {
		lines = append(lines, w.operation(op)...)
		lines = append(lines, "")
	}
	return lines[:len(lines)-1]
}

// sqlWriter writes statements in the layout that the spec gives the dimension.
type sqlWriter struct {
	info engine.Info
	key  []engine.Value
}

func (w sqlWriter) operation(op engine.Operation) []string {
	period := w.info.Spec.Period
	table := "UPDATE " + ident(w.info.Dimension)
	switch op.Op {
	case engine.OpOpen:
		return w.open(op)
	case engine.OpClose:
		return []string{"-- close: the version of " + op.From + " ends " + op.To,
			table + " SET " + w.assign(period.To, w.end(op.To)) + w.flag(false), w.where(op.SurrogateKey, op.From)}
	case engine.OpRedate:
		return []string{"-- redate: " + between(op.Before) + " becomes " + between(op.After),
			table + " SET " + w.assign(period.From, literal(engine.Text(op.After.From))) + ", " + w.assign(period.To, w.end(op.After.To)) + w.flag(op.After.To == ""),
			w.where(op.SurrogateKey, op.Before.From)}
	case engine.OpOverwrite:
		var sets []string
		for _, c := range op.Columns {
			sets = append(sets, w.assign(c.Name, literal(c.After)))
		}
		return []string{"-- overwrite in place", table + " SET " + strings.Join(sets, ", "), w.where(op.SurrogateKey, op.From)}
	}
	return []string{"-- " + string(op.Op) + " version " + op.SurrogateKey}
}

func (w sqlWriter) open(op engine.Operation) []string {
	spec := w.info.Spec
	var names, values []string
	add := func(name, value string) {
		if name != "" {
			names, values = append(names, ident(name)), append(values, value)
		}
	}
	comment := "-- open: a new version from " + op.From
	if spec.SurrogateKey.Column != "" {
		add(spec.SurrogateKey.Column, literal(engine.Text(op.SurrogateKey)))
		comment += "; the commit gives the surrogate key"
	}
	for i, name := range w.info.Key {
		if i < len(w.key) {
			add(name, literal(w.key[i]))
		}
	}
	for _, c := range op.Columns {
		add(c.Name, literal(c.After))
	}
	add(spec.Period.From, literal(engine.Text(op.From)))
	add(spec.Period.To, w.end(op.To))
	if spec.Current.Column != "" {
		add(spec.Current.Column, w.flagValue(op.To == ""))
	}
	return []string{comment, "INSERT INTO " + ident(w.info.Dimension) + " (" + strings.Join(names, ", ") + ")", "VALUES (" + strings.Join(values, ", ") + ");"}
}

func (w sqlWriter) assign(column, value string) string { return ident(column) + " = " + value }

// end is a period's end as the dimension stores it: open as its sentinel or NULL, and the last day where bounds are [].
func (w sqlWriter) end(to string) string {
	p := w.info.Spec.Period
	switch {
	case to == "" && p.Open == "":
		return "NULL"
	case to == "":
		return literal(engine.Text(p.Open))
	case p.Bounds == "[]":
		return "CAST(" + literal(engine.Text(to)) + " AS DATE) - 1"
	}
	return literal(engine.Text(to))
}

func (w sqlWriter) flag(open bool) string {
	if w.info.Spec.Current.Column == "" {
		return ""
	}
	return ", " + w.assign(w.info.Spec.Current.Column, w.flagValue(open))
}

func (w sqlWriter) flagValue(open bool) string {
	f := w.info.Spec.Current
	switch {
	case f.Open == "" && f.Closed == "" && open:
		return "TRUE"
	case f.Open == "" && f.Closed == "":
		return "FALSE"
	case open:
		return literal(engine.Text(f.Open))
	}
	return literal(engine.Text(f.Closed))
}

// where names one version: by its surrogate key, or by the business key and its start.
func (w sqlWriter) where(sk, from string) string {
	if column := w.info.Spec.SurrogateKey.Column; column != "" && sk != "" {
		return "WHERE " + ident(column) + " = " + literal(engine.Text(sk)) + ";"
	}
	var conds []string
	for i, name := range w.info.Key {
		if i < len(w.key) {
			conds = append(conds, ident(name)+" = "+literal(w.key[i]))
		}
	}
	if from != "" {
		conds = append(conds, ident(w.info.Spec.Period.From)+" = "+literal(engine.Text(from)))
	}
	return "WHERE " + strings.Join(conds, " AND ") + ";"
}

func between(b engine.Bounds) string {
	to := b.To
	if to == "" {
		to = "open"
	}
	return b.From + " – " + to
}

func ident(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func literal(v engine.Value) string {
	if v.Null {
		return "NULL"
	}
	return "'" + strings.ReplaceAll(v.Text, "'", "''") + "'"
}
