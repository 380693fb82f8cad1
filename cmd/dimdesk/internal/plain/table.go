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
	wide   bool // columns were cut off
	prose  bool // the last column is never cut, but goes on in further lines
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

// Prose makes the last column one of sentences, which go on in further lines where a terminal is too narrow for them.
func (t *Table) Prose() *Table {
	t.prose = true
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

// Close writes what is held back. It writes no heading where there were no rows, and says so where columns were cut off.
func (t *Table) Close() error {
	if t.widths == nil && t.Rows > 0 {
		if err := t.release(); err != nil {
			return err
		}
	}
	if t.wide {
		if _, err := t.out.WriteString("cut to the width of the terminal; --format csv has every column\n"); err != nil {
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
	last := len(cells) - 1
	text := cells[last]
	if t.right[last] {
		text = t.pad(last, text) + text
	}
	line := strings.TrimRight(t.before(cells[:last])+text, " ")
	switch {
	case t.width > 0 && t.prose && cell.Width(line) > t.width:
		line = t.flow(cells)
	case t.width > 0:
		t.wide = t.wide || cell.Width(line) > t.width
		line = cell.Cut(line, t.width)
	}
	_, err := t.out.WriteString(line + "\n")
	return err
}

// Prose goes on beside the other columns where that leaves it room to be read, and below them otherwise.
const (
	proseLeast  = 40
	proseIndent = 4
)

// flow writes a line whose last cell is too long for it.
func (t *Table) flow(cells []string) string {
	last := len(cells) - 1
	first := t.before(cells[:last])
	indent := cell.Width(first)
	lines := []string{}
	if t.width-indent < proseLeast {
		lines, first, indent = append(lines, cell.Cut(strings.TrimRight(first, " "), t.width)), strings.Repeat(" ", proseIndent), proseIndent
	}
	for _, part := range cell.Wrap(cells[last], t.width-indent) {
		lines = append(lines, first+part)
		first = strings.Repeat(" ", indent)
	}
	return strings.Join(lines, "\n")
}

// before lines up the columns that the last one follows.
func (t *Table) before(cells []string) string {
	var b strings.Builder
	for i, text := range cells {
		if t.width > 0 {
			text = cell.Cut(text, t.widths[i])
		}
		if t.right[i] {
			b.WriteString(t.pad(i, text) + text + "  ")
		} else {
			b.WriteString(text + t.pad(i, text) + "  ")
		}
	}
	return b.String()
}

func (t *Table) pad(column int, text string) string {
	return strings.Repeat(" ", max(0, t.widths[column]-cell.Width(text)))
}
