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

// readOperations asks for the row operations that follow from the selected change, and for the member that they make.
func (p *Page) readOperations() tea.Cmd {
	c, ok := p.grid.Selected()
	if !ok {
		return nil
	}
	req := p.searching.Next()
	ctx, rv := p.env.Calls(), p.rv
	return p.env.Engine.Do(func() tea.Msg {
		m := operationsMsg{req: req, change: c}
		if m.ops, m.err = rv.Operations(ctx, c.ID); m.err == nil {
			m.member, m.err = rv.Member(ctx, c.ID)
		}
		return m
	})
}

func (p *Page) showSQL(m operationsMsg) {
	if p.searching.Stale(m.req) || p.covered() {
		return
	}
	if m.err != nil {
		p.env.Fail("The row's operations could not be read", m.err)
		return
	}
	text := rowSQL(p.info, m.change, m.member, m.ops)
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
func rowSQL(info engine.Info, c engine.Change, m engine.Member, ops []engine.Operation) []string {
	if len(ops) == 0 {
		why := "it is " + c.Kind.String()
		if c.Decision == engine.Parked {
			why = "it is parked"
		}
		return []string{"-- Nothing is done to the dimension for this row: " + why + "."}
	}
	w := sqlWriter{info: info, key: c.Key, member: m}
	lines := []string{"-- What this row comes to. The commit does all rows at once: c shows its statements.", ""}
	for _, op := range ops {
		lines = append(lines, w.operation(op)...)
		lines = append(lines, "")
	}
	return lines[:len(lines)-1]
}

// sqlWriter writes statements in the layout that the spec gives the dimension.
type sqlWriter struct {
	info   engine.Info
	key    []engine.Value
	member engine.Member
}

// after is the version that an operation makes; a zero one where the member has none such.
func (w sqlWriter) after(sk, from string) engine.Version {
	for _, v := range w.member.After {
		if v.SurrogateKey == sk && (sk != "" || v.From == from) {
			return v
		}
	}
	return engine.Version{}
}

func (w sqlWriter) operation(op engine.Operation) []string {
	period := w.info.Spec.Period
	table := "UPDATE " + ident(w.info.Dimension)
	switch op.Op {
	case engine.OpOpen:
		return w.open(op)
	case engine.OpClose:
		return []string{"-- close: the version of " + op.From + " ends " + op.To,
			table + " SET " + w.assign(period.To, w.end(op.To)) + w.flags(false, w.after(op.SurrogateKey, op.From)), w.where(op.SurrogateKey, op.From)}
	case engine.OpRedate:
		return []string{"-- redate: " + between(op.Before) + " becomes " + between(op.After),
			table + " SET " + w.assign(period.From, literal(engine.Text(op.After.From))) + ", " + w.assign(period.To, w.end(op.After.To)) + w.flags(op.After.To == "", w.after(op.SurrogateKey, op.After.From)),
			w.where(op.SurrogateKey, op.Before.From)}
	case engine.OpOverwrite:
		var sets []string
		for _, c := range op.Columns {
			sets = append(sets, w.assign(c.Name, literal(c.After)))
		}
		return []string{"-- overwrite in place", table + " SET " + strings.Join(sets, ", "), w.where(op.SurrogateKey, op.From, op.Columns...)}
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
	v := w.after(op.SurrogateKey, op.From)
	for i, name := range w.member.Columns {
		if i < len(v.Values) {
			add(name, literal(v.Values[i]))
		}
	}
	add(spec.Period.From, literal(engine.Text(op.From)))
	add(spec.Period.To, w.end(op.To))
	if spec.Current.Column != "" {
		add(spec.Current.Column, w.flagValue(op.To == ""))
	}
	add(spec.Deleted, truth(v.Deleted))
	lines := []string{comment}
	if names := companions(spec); names != "" {
		lines = append(lines, "-- the commit also fills "+names)
	}
	return append(lines, "INSERT INTO "+ident(w.info.Dimension)+" ("+strings.Join(names, ", ")+")", "VALUES ("+strings.Join(values, ", ")+");")
}

// companions are the columns that hold a previous or the current value of others.
func companions(spec engine.Spec) string {
	var names []string
	for _, c := range spec.Columns {
		for _, name := range []string{c.Previous, c.Current} {
			if name != "" {
				names = append(names, ident(name))
			}
		}
	}
	return strings.Join(names, ", ")
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

// flags are the assignments to the flags of a version whose bounds move.
func (w sqlWriter) flags(open bool, v engine.Version) string {
	text := ""
	if column := w.info.Spec.Current.Column; column != "" {
		text += ", " + w.assign(column, w.flagValue(open))
	}
	if column := w.info.Spec.Deleted; column != "" {
		text += ", " + w.assign(column, truth(v.Deleted))
	}
	return text
}

func (w sqlWriter) flagValue(open bool) string {
	f := w.info.Spec.Current
	switch {
	case f.Open == "" && f.Closed == "":
		return truth(open)
	case open:
		return literal(engine.Text(f.Open))
	}
	return literal(engine.Text(f.Closed))
}

// where names one version: by its surrogate key, or else by the business key and its start, or by what an overwrite replaces.
func (w sqlWriter) where(sk, from string, replaced ...engine.ColumnChange) string {
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
	} else {
		for _, c := range replaced {
			conds = append(conds, ident(c.Name)+" IS NOT DISTINCT FROM "+literal(c.Before))
		}
	}
	return "WHERE " + strings.Join(conds, " AND ") + ";"
}

func truth(is bool) string {
	if is {
		return "TRUE"
	}
	return "FALSE"
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
