// Package historyout prints one member's versions: drawn and listed for people, as CSV and JSON lines for programs.
package historyout

import (
	"fmt"
	"io"

	"dimdesk/cmd/dimdesk/internal/rowout"
	"dimdesk/engine"
)

// CSV writes a record for each version, with the dimension's own column names.
func CSV(out io.Writer, s engine.Spec, m engine.Member) error {
	w := rowout.New("csv", out, 0)
	var names []string
	if s.SurrogateKey.Column != "" {
		names = append(names, s.SurrogateKey.Column)
	}
	names = append(append(append(names, s.Key...), s.Period.From, s.Period.To), m.Columns...)
	if err := w.Header(names); err != nil {
		return err
	}
	for _, v := range m.Before {
		var cells []engine.Value
		if s.SurrogateKey.Column != "" {
			cells = append(cells, engine.Text(v.SurrogateKey))
		}
		cells = append(append(cells, m.Key...), bound(v.From), bound(v.To))
		if err := w.Row(append(cells, v.Values...)); err != nil {
			return err
		}
	}
	return w.Close()
}

// bound is a bound as a cell: NULL where there is none.
func bound(s string) engine.Value {
	if s == "" {
		return engine.Null
	}
	return engine.Text(s)
}

// JSON writes an object a line for each version.
func JSON(out io.Writer, s engine.Spec, m engine.Member) error {
	for _, v := range m.Before {
		b := rowout.AppendObject(rowout.AppendField([]byte{'{'}, "key"), s.Key, m.Key)
		b = rowout.AppendSurrogate(rowout.AppendField(b, "surrogate_key"), v.SurrogateKey, s.SurrogateKey.Make == "integer")
		b = rowout.AppendEnd(rowout.AppendField(b, "valid_from"), v.From)
		b = rowout.AppendEnd(rowout.AppendField(b, "valid_to"), v.To)
		b = fmt.Appendf(b, `,"current":%t,"deleted":%t`, v.Current, v.Deleted)
		b = rowout.AppendObject(rowout.AppendField(b, "values"), m.Columns, v.Values)
		if _, err := out.Write(append(b, '}', '\n')); err != nil {
			return err
		}
	}
	return nil
}
