package learn

import (
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

// typesOf is the SQL types of a table's columns, with those that are known already.
func typesOf(t engine.Table, known map[string]string) map[string]string {
	out := map[string]string{}
	for c, typ := range known {
		out[c] = typ
	}
	for i, c := range t.Columns {
		out[c] = t.Types[i]
	}
	return out
}
