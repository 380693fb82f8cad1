package rowout

import (
	"strings"

	"dimdesk/engine"
)

// AppendCSV appends one record and its line end. A blank line is a row where there is one column, as when dimdesk reads.
func AppendCSV(b []byte, cells []engine.Value) []byte {
	for i, v := range cells {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendField(b, v)
	}
	return append(b, '\n')
}

func appendField(b []byte, v engine.Value) []byte {
	switch {
	case v.Null:
		return b
	case v.Text == "" || strings.ContainsAny(v.Text, ",\"\r\n") || v.Text != strings.TrimSpace(v.Text):
		b = append(b, '"')
		b = append(b, strings.ReplaceAll(v.Text, `"`, `""`)...)
		return append(b, '"')
	}
	return append(b, v.Text...)
}

// Texts makes cells that are not NULL.
func Texts(texts ...string) []engine.Value {
	cells := make([]engine.Value, len(texts))
	for i, s := range texts {
		cells[i] = engine.Text(s)
	}
	return cells
}
