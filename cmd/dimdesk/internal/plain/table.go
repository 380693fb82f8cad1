package plain

import (
	"bufio"
	"io"
	"strings"

	"dimdesk/tui/cell"
)

// measured is how many rows a table holds back to find the widths of its columns; later rows that are wider stick out.
const measured = 500

// widest is the most that a column takes on a terminal, the last one apart.
const widest = 32

// Table lines up columns without holding all rows. Cells must be clean; they may be styled.
type Table struct {
	out    *bufio.Writer
	width  int // lines are cut to it; 0 does not cut
	right  map[int]bool
	held   [][]string
	widths []int
	Rows   int64 // how many rows it was given, the heading apart
}

// NewTable makes a table with a heading, cut to a width in cells; 0 is for a file or a pipe, where nothing is cut.
func NewTable(out io.Writer, width int, heading ...string) *Table {
	return &Table{out: bufio.NewWriter(out), width: width, right: map[int]bool{}, held: [][]string{heading}}
}

// Right aligns the columns at these positions to the right.
func (t *Table) Right(columns ...int) *Table {
	for _, c := range columns {
		t.right[c] = true
	}
	return t
}

// Row adds a row of as many cells as the heading has.
func (t *Table) Row(cells ...string) error {
	t.Rows++
	if t.widths != nil {
		return t.line(cells)
	}
	t.held = append(t.held, cells)
	if len(t.held) <= measured {
		return nil
	}
	return t.release()
}

// Close writes what is held back. It writes no heading where there were no rows.
func (t *Table) Close() error {
	if t.widths == nil && t.Rows > 0 {
		if err := t.release(); err != nil {
			return err
		}
	}
	return t.out.Flush()
}

func (t *Table) release() error {
	t.widths = make([]int, len(t.held[0]))
	for _, cells := range t.held {
		for i, text := range cells {
			t.widths[i] = max(t.widths[i], cell.Width(text))
		}
	}
	if t.width > 0 {
		for i := range t.widths {
			t.widths[i] = min(t.widths[i], widest)
		}
	}
	for _, cells := range t.held {
		if err := t.line(cells); err != nil {
			return err
		}
	}
	t.held = nil
	return nil
}

func (t *Table) line(cells []string) error {
	var b strings.Builder
	for i, text := range cells {
		last := i == len(cells)-1
		if t.width > 0 && !last {
			text = cell.Cut(text, t.widths[i])
		}
		pad := strings.Repeat(" ", max(0, t.widths[i]-cell.Width(text)))
		switch {
		case t.right[i]:
			b.WriteString(pad + text)
		case last:
			b.WriteString(text)
		default:
			b.WriteString(text + pad)
		}
		if !last {
			b.WriteString("  ")
		}
	}
	line := strings.TrimRight(b.String(), " ")
	if t.width > 0 {
		line = cell.Cut(line, t.width)
	}
	_, err := t.out.WriteString(line + "\n")
	return err
}
