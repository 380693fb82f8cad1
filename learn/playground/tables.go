package playground

import (
	"slices"
	"strings"

	"dimdesk/engine"
)

// Piece is a statement of the SQL that the playground runs itself, and what it does.
type Piece struct{ SQL, Says string }

// history is what SQL calls the rows of type 2 from which other types are composed.
const history = "history"

// tables reads what is stored at the moment, and what it was before. It leaves the Lab with what there is now, and gives what was
// reported until then by the first reading, by the rows as they were: nil where nothing has arrived that could change it.
func (t teller) tables(before, now state) (was []Reading, err error) {
	s, at := t.a.Story, t.a.Moment
	t.out.Tables = []Stored{{Name: s.Table, Table: inTime(now.table), Before: inTime(before.table), By: []string{s.surrogate()}, Spare: s.spare()}}
	if t.a.Type.Composed() {
		t.out.Compose = s.compose(t.a.Type)
		t.out.Tables = s.composedTables(t.a.Type)
		if at > 1 {
			if err := t.establish(before, at-1); err != nil {
				return nil, err
			}
			if err := t.read(func(o *Stored, table engine.Table) { o.Before = table }); err != nil {
				return nil, err
			}
		}
	}
	if at > 1 && len(now.batches) > 0 && s.HasOrders() {
		if err := t.establish(before, at); err != nil {
			return nil, err
		}
		if was, err = t.report(s.ways(t.a.Type)[:1], s.Moments[at-2].AsOf); err != nil {
			return nil, err
		}
	}
	if err := t.establish(now, at); err != nil {
		return nil, err
	}
	if !t.a.Type.Composed() {
		return was, nil
	}
	return was, t.read(func(o *Stored, table engine.Table) { o.Table, o.Composed = table, true })
}

// spare are the dimension's columns that say what others say too: the member's key, as there is one member, and the flag.
func (s Story) spare() []string { return append(slices.Clone(s.Key), isCurrent) }

// establish makes the tables of a state in the Lab, with the orders that are known at a moment.
func (t teller) establish(from state, moment int) error {
	s := t.a.Story
	rows := engine.LabTable{Name: s.Table, CSV: from.csv, Types: s.types()}
	if t.a.Type.Composed() {
		rows.Name = history
	}
	if err := t.p.lab.Load(t.ctx, rows, engine.LabTable{Name: "orders", CSV: s.orders(moment), Types: s.types()}); err != nil {
		return err
	}
	if !t.a.Type.Composed() {
		return nil
	}
	var sql strings.Builder
	for _, piece := range s.compose(t.a.Type) {
		sql.WriteString(piece.SQL)
	}
	_, err := t.p.lab.Run(t.ctx, sql.String())
	return err
}

// inTime is a table whose rows stand in the order in which they begin, as the timeline shows them: a late row has a high key, and
// belongs between others. Rows that begin together, and those of tables without periods, stand as they stood.
func inTime(table engine.Table) engine.Table {
	at := slices.Index(table.Columns, validFrom)
	if at < 0 {
		return table
	}
	table.Rows = slices.Clone(table.Rows)
	slices.SortStableFunc(table.Rows, func(a, b []engine.Value) int { return strings.Compare(a[at].Text, b[at].Text) })
	return table
}

// read gives the tables that SQL has composed.
func (t teller) read(give func(*Stored, engine.Table)) error {
	for i := range t.out.Tables {
		o := &t.out.Tables[i]
		table, err := t.p.lab.Table(t.ctx, "SELECT * FROM "+ident(o.Name)+" ORDER BY 1", 0)
		if err != nil {
			return err
		}
		give(o, inTime(table))
	}
	return nil
}

// versions are the rows of the dimension with their periods; nil for types whose own rows have none.
func (s Story) versions(t Type, before, now engine.Table) []Version {
	if t == 4 || t == 5 {
		return nil
	}
	column := func(of engine.Table, row []engine.Value, name string) engine.Value {
		if at := slices.Index(of.Columns, name); at >= 0 {
			return row[at]
		}
		return engine.Null
	}
	was := map[string][]engine.Value{}
	for _, row := range before.Rows {
		was[column(before, row, s.surrogate()).Text] = row
	}
	var out []Version
	for _, row := range now.Rows {
		v := Version{Key: column(now, row, s.surrogate()).Text, From: column(now, row, validFrom).Text, To: column(now, row, validTo).Text}
		for _, c := range s.Columns {
			v.Values = append(v.Values, column(now, row, c))
		}
		old, ok := was[v.Key]
		v.Fresh = !ok || !slices.Equal(old, row)
		out = append(out, v)
	}
	slices.SortStableFunc(out, func(a, b Version) int { return strings.Compare(a.From, b.From) })
	return out
}
