package playground

import (
	"encoding/csv"
	"strings"

	"dimdesk/engine"
)

func texts(all ...string) []engine.Value {
	out := make([]engine.Value, len(all))
	for i, t := range all {
		out[i] = engine.Text(t)
	}
	return out
}

// text writes rows as CSV: NULL as an empty field, an empty text in quotes.
func text(rows [][]engine.Value) string {
	var b strings.Builder
	for _, row := range rows {
		for i, v := range row {
			if i > 0 {
				b.WriteByte(',')
			}
			switch {
			case v.Null:
			case v.Text == "":
				b.WriteString(`""`)
			default:
				b.WriteString(field(v.Text))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// field is a text as encoding/csv writes it.
func field(s string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write([]string{s}) // into memory
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}
