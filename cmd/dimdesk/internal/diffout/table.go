package diffout

import (
	"fmt"
	"io"
	"strings"

	"dimdesk/cmd/dimdesk/internal/plain"
	"dimdesk/engine"
	"dimdesk/tui/cell"
)

// table lines changes up for a terminal or a text file: mark and kind, row, key, label, effective time, what happens.
type table struct {
	out  io.Writer
	head Head
	rows *plain.Table
}

func newTable(out io.Writer, h Head) *table {
	heading := []string{"kind", "row", cell.Clean(strings.Join(h.Info.Key, "/"))}
	if h.Info.Label != "" {
		heading = append(heading, cell.Clean(h.Info.Label))
	}
	heading = append(heading, "effective", "what")
	return &table{out: out, head: h, rows: plain.NewTable(out, h.Width, heading...).Right(1).Prose()}
}

func (w *table) Change(c engine.Change, _ []engine.Operation) error {
	kind := c.Kind.Mark() + " " + c.Kind.String()
	if w.head.Styles != nil {
		kind = w.head.Styles.Kind(c.Kind).Render(kind)
	}
	cells := []string{kind, rowName(c), cell.Key(c.Key)}
	if w.head.Info.Label != "" {
		cells = append(cells, cell.Clean(c.Label))
	}
	return w.rows.Row(append(cells, cell.Clean(c.Effective), plain.What(c, w.head.Info.Label))...)
}

func (w *table) Close() error {
	if err := w.rows.Close(); err != nil {
		return err
	}
	if w.rows.Rows > 0 {
		fmt.Fprintln(w.out)
	}
	_, err := fmt.Fprintln(w.out, strings.Join(summary(w.head), "\n"))
	return err
}

// rowName is the batch's row, or "absent" for a member that a snapshot leaves out.
func rowName(c engine.Change) string {
	if c.Row == 0 {
		return "absent"
	}
	return cell.Count(c.Row)
}

// summary is the counts, and a second line where rows are left out.
func summary(h Head) []string {
	lines := []string{plain.Kinds(h.Counts.Kinds)}
	if hidden := plain.Hidden(h.Counts.Kinds); hidden != "" && !h.All {
		lines = append(lines, hidden)
	}
	return lines
}
