package model_test

import (
	"strings"

	"dimdesk/engine"
)

// readCSV splits a small CSV. An unquoted empty field is NULL and "" is the empty string, which encoding/csv cannot tell
// apart; so is an unquoted text that is listed in nulls.
func readCSV(text string, nulls []string) (header []string, rows [][]engine.Value) {
	var row []engine.Value
	var field strings.Builder
	quoted, inside := false, false
	endField := func() {
		cell := engine.Text(field.String())
		if !quoted {
			for _, null := range append(nulls, "") {
				if cell.Text == null {
					cell = engine.Null
				}
			}
		}
		row = append(row, cell)
		field.Reset()
		quoted = false
	}
	runes := []rune(strings.ReplaceAll(text, "\r\n", "\n"))
	for i := 0; i < len(runes); i++ {
		switch r := runes[i]; {
		case inside && r == '"' && i+1 < len(runes) && runes[i+1] == '"':
			field.WriteRune('"')
			i++
		case r == '"':
			inside, quoted = !inside, true
		case inside:
			field.WriteRune(r)
		case r == ',':
			endField()
		case r == '\n':
			endField()
			rows = append(rows, row)
			row = nil
		default:
			field.WriteRune(r)
		}
	}
	if len(row) > 0 || field.Len() > 0 || quoted {
		endField()
		rows = append(rows, row)
	}
	for _, cell := range rows[0] {
		header = append(header, cell.Text)
	}
	return header, rows[1:]
}
