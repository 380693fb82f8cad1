package draw

import (
	"slices"
	"strings"

	"pgregory.net/rapid"

	"dimdesk/engine"
	"dimdesk/engine/model"
)

// writeCSV writes rows as CSV: NULL as nothing, the empty string as "".
func writeCSV(header []string, rows [][]engine.Value, lineEnd string) string {
	var b strings.Builder
	b.WriteString(strings.Join(header, ",") + lineEnd)
	for _, row := range rows {
		b.WriteString(csvLine(row, "") + lineEnd)
	}
	return b.String()
}

// csvLine writes one row without its line end. null is what NULL is written as; a value that reads so is quoted.
func csvLine(row []engine.Value, null string) string {
	fields := make([]string, len(row))
	for i, v := range row {
		switch {
		case v.Null:
			fields[i] = null
		case v.Text == "" || v.Text == "n/a" || strings.ContainsAny(v.Text, ",\"\n\r") || strings.TrimSpace(v.Text) != v.Text:
			fields[i] = `"` + strings.ReplaceAll(v.Text, `"`, `""`) + `"`
		default:
			fields[i] = v.Text
		}
	}
	return strings.Join(fields, ",")
}

// storedRow is a drawn version as its row stands in the file. An open end may be NULL where the spec has a sentinel.
func (d *shape) storedRow(t *rapid.T, c *Case, v model.Version) []engine.Value {
	row := make([]engine.Value, len(d.header))
	for i, name := range d.header {
		row[i] = c.Table.cell(name, v)
	}
	if v.NoStart {
		row[slices.Index(d.header, fromColumn)] = engine.Null
	}
	if v.Open() && d.sentinel != "" && chance(t, 10, "open end is NULL") {
		row[slices.Index(d.header, toColumn)] = engine.Null
	}
	return row
}

// drawValue draws a value for an attribute, or for the companion of one.
func (d *shape) drawValue(t *rapid.T, name string) engine.Value {
	among := []engine.Value{
		engine.Text("a"), engine.Text("b"), engine.Text("a"), engine.Text("b"), engine.Null, engine.Text(""),
		engine.Text("x,y"), engine.Text("it's"), engine.Text(`"q"`), engine.Text("two\nlines"), engine.Text("NULL"), engine.Text("n/a"),
	}
	for _, a := range d.attributes {
		if a.name != name && a.companion != name {
			continue
		}
		if a.ignoreCase {
			among = append(among, engine.Text("A"), engine.Text("B"), engine.Text("A"))
		}
		if a.trim {
			among = append(among, engine.Text(" a"), engine.Text("b "), engine.Text("a "))
		}
	}
	return pick(t, name, among...)
}
