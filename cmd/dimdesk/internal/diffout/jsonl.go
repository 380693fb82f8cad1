package diffout

import (
	"bufio"
	"io"
	"strconv"

	"dimdesk/cmd/dimdesk/internal/rowout"
	"dimdesk/engine"
)

// jsonl writes one object a line. Its fields and their order are fixed: row, key, kind, effective, columns, reason,
// operations; then line, notes and hint where a change has them.
type jsonl struct {
	out      *bufio.Writer
	key      []string
	integers bool
	buf      []byte
}

func newJSONL(out io.Writer, h Head) *jsonl {
	return &jsonl{out: bufio.NewWriter(out), key: h.Info.Key, integers: h.Info.Spec.SurrogateKey.Make == "integer"}
}

func (w *jsonl) Change(c engine.Change, ops []engine.Operation) error {
	b := append(w.buf[:0], '{')
	b = rowout.AppendField(b, "row")
	if c.Row == 0 {
		b = append(b, "null"...)
	} else {
		b = strconv.AppendInt(b, c.Row, 10)
	}
	b = rowout.AppendObject(rowout.AppendField(b, "key"), w.key, c.Key)
	b = rowout.AppendText(rowout.AppendField(b, "kind"), c.Kind.String())
	b = rowout.AppendEnd(rowout.AppendField(b, "effective"), c.Effective)
	b = append(rowout.AppendField(b, "columns"), '[')
	for i, col := range c.Columns {
		b = appendColumn(separate(b, i), col, true)
	}
	b = append(b, ']')
	b = rowout.AppendEnd(rowout.AppendField(b, "reason"), c.Reason)
	b = append(rowout.AppendField(b, "operations"), '[')
	for i, op := range ops {
		b = w.appendOperation(separate(b, i), op)
	}
	b = append(b, ']')
	if c.Line > 0 {
		b = strconv.AppendInt(rowout.AppendField(b, "line"), c.Line, 10)
	}
	if len(c.Notes) > 0 {
		b = append(rowout.AppendField(b, "notes"), '[')
		for i, n := range c.Notes {
			b = rowout.AppendText(separate(b, i), n)
		}
		b = append(b, ']')
	}
	if c.Hint != "" {
		b = rowout.AppendText(rowout.AppendField(b, "hint"), c.Hint)
	}
	w.buf = append(b, '}', '\n')
	_, err := w.out.Write(w.buf)
	return err
}

func (w *jsonl) Close() error { return w.out.Flush() }

// appendColumn appends one column's difference. Only a change's own columns carry the type and whether it is taken.
func appendColumn(b []byte, col engine.ColumnChange, typed bool) []byte {
	b = rowout.AppendText(rowout.AppendField(append(b, '{'), "name"), col.Name)
	if typed {
		b = rowout.AppendField(b, "type")
		if col.Type == engine.Ignore {
			b = rowout.AppendText(b, col.Type.String())
		} else {
			b = append(b, col.Type.String()...)
		}
	}
	b = rowout.AppendValue(rowout.AppendField(b, "before"), col.Before)
	b = rowout.AppendValue(rowout.AppendField(b, "after"), col.After)
	if typed && !col.Taken {
		b = append(rowout.AppendField(b, "taken"), "false"...)
		b = rowout.AppendEnd(rowout.AppendField(b, "note"), col.Note)
	}
	return append(b, '}')
}

func (w *jsonl) appendOperation(b []byte, op engine.Operation) []byte {
	b = rowout.AppendText(rowout.AppendField(append(b, '{'), "op"), string(op.Op))
	b = rowout.AppendSurrogate(rowout.AppendField(b, "surrogate_key"), op.SurrogateKey, w.integers)
	switch op.Op {
	case engine.OpOverwrite:
		b = append(rowout.AppendField(b, "columns"), '[')
		for i, col := range op.Columns {
			b = appendColumn(separate(b, i), col, false)
		}
		b = append(b, ']')
	case engine.OpRedate:
		b = appendBounds(rowout.AppendField(b, "before"), op.Before)
		b = appendBounds(rowout.AppendField(b, "after"), op.After)
	default:
		b = appendPeriod(b, op.From, op.To)
	}
	return append(b, '}')
}

func appendBounds(b []byte, p engine.Bounds) []byte {
	return append(appendPeriod(append(b, '{'), p.From, p.To), '}')
}

func appendPeriod(b []byte, from, to string) []byte {
	b = rowout.AppendEnd(rowout.AppendField(b, "valid_from"), from)
	return rowout.AppendEnd(rowout.AppendField(b, "valid_to"), to)
}

func separate(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return b
}
