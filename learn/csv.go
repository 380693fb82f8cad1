package learn

import (
	"maps"
	"strings"

	"dimdesk/engine"
)

// csvOf writes a table as the lab reads one: an empty field is NULL, "" the empty text.
func csvOf(t engine.Table) string {
	var b strings.Builder
	row := func(cells []string) { b.WriteString(strings.Join(cells, ",") + "\n") }
	cells := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		cells[i] = quoted(c)
	}
	row(cells)
	for _, r := range t.Rows {
		for i, v := range r {
			if cells[i] = ""; !v.Null {
				cells[i] = quoted(v.Text)
			}
		}
		row(cells)
	}
	return b.String()
}

func quoted(s string) string {
	if s != "" && !strings.ContainsAny(s, "\",\r\n") && strings.TrimSpace(s) == s {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

// typesOf is the SQL types of a table's own columns.
func typesOf(t engine.Table) map[string]string {
	out := map[string]string{}
	for i, c := range t.Columns {
		out[c] = t.Types[i]
	}
	return out
}

// typesOf is the SQL types that a scene says for the columns of one of its tables: for "column", or for "table.column" alone.
func (s Scene) typesOf(table string) map[string]string {
	out := map[string]string{}
	own := engine.FoldName(table) + "."
	for c, typ := range s.Types {
		if _, said := out[engine.FoldName(c)]; !said {
			out[engine.FoldName(c)] = typ
		}
		if name, ok := strings.CutPrefix(engine.FoldName(c), own); ok {
			out[name] = typ
		}
	}
	return out
}

// keepTypes notes the types that a table has now. Tables may have columns of one name and different types.
func (s *Scene) keepTypes(table string, t engine.Table) {
	types := maps.Clone(s.Types)
	if types == nil {
		types = map[string]string{}
	}
	for i, c := range t.Columns {
		types[table+"."+c] = t.Types[i]
	}
	s.Types = types
}
