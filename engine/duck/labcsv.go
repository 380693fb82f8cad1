package duck

import (
	"strings"

	"dimdesk/engine"
)

// csvTable is a table as CSV text.
type csvTable struct {
	header []string
	rows   [][]engine.Value
	lines  []int // where each row begins, the header being line 1
}

// readCSVText reads CSV with commas. An empty field without quotes is NULL, "" the empty string; empty lines are passed over.
func readCSVText(name, text string) (csvTable, error) {
	var t csvTable
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	for line := 1; text != ""; {
		if text[0] == '\n' {
			text = text[1:]
			line++
			continue
		}
		row, rest, ok := csvRecord(text)
		if !ok {
			return t, engine.Errorf(engine.CodeUsage, "%s, line %d: a quote is open, or something follows a closed one", name, line).
				Help("Double a quote that belongs to the value: \"a \"\"b\"\" c\".")
		}
		if t.header == nil {
			for _, h := range row {
				t.header = append(t.header, h.Text)
			}
		} else if len(row) != len(t.header) {
			return t, engine.Errorf(engine.CodeUsage, "%s, line %d: %d fields, but the header has %d", name, line, len(row), len(t.header)).
				Help("Put a value that holds a comma in double quotes.")
		} else {
			t.rows, t.lines = append(t.rows, row), append(t.lines, line)
		}
		line += strings.Count(text[:len(text)-len(rest)], "\n")
		text = rest
	}
	if t.header == nil {
		return t, engine.Errorf(engine.CodeUsage, "%s has no header", name).Help("The first line of a CSV names its columns.")
	}
	return t, nil
}

// csvRecord reads the record that text begins with.
func csvRecord(text string) (row []engine.Value, rest string, ok bool) {
	for {
		var v engine.Value
		if strings.HasPrefix(text, `"`) {
			var b strings.Builder
			for text = text[1:]; ; text = text[1:] {
				part, after, closed := strings.Cut(text, `"`)
				b.WriteString(part)
				if text = after; !closed {
					return nil, "", false
				}
				if !strings.HasPrefix(text, `"`) {
					break
				}
				b.WriteByte('"')
			}
			v = engine.Text(b.String())
		} else {
			n := strings.IndexAny(text, ",\n")
			if n < 0 {
				n = len(text)
			}
			v = engine.Value{Text: text[:n], Null: n == 0}
			text = text[n:]
		}
		row = append(row, v)
		switch {
		case text == "":
			return row, "", true
		case text[0] == '\n':
			return row, text[1:], true
		case text[0] != ',':
			return nil, "", false
		}
		text = text[1:]
	}
}
