// Package grid is a list that is read through a window. It knows how many rows there are and where the cursor is, and
// holds only about five screens of them; the page that owns it fetches what Need names and gives it to Put.
package grid

// Grid shows rows of T by position from 0. The zero value is an empty list of no height.
type Grid[T any] struct {
	total, cursor, top int64
	height             int64
	from               int64 // position of rows[0]
	rows               []T
}

// SetHeight sets how many rows are on the screen.
func (g *Grid[T]) SetHeight(h int) {
	g.height = int64(max(h, 0))
	g.follow()
}

// Height is how many rows are on the screen.
func (g *Grid[T]) Height() int { return int(g.height) }

// SetTotal sets how many rows there are; the cursor stays where it can.
func (g *Grid[T]) SetTotal(n int64) {
	g.total = max(n, 0)
	g.Goto(g.cursor)
}

// Total is how many rows there are.
func (g *Grid[T]) Total() int64 { return g.total }

// Cursor is the selected position.
func (g *Grid[T]) Cursor() int64 { return g.cursor }

// Top is the position of the first row on the screen.
func (g *Grid[T]) Top() int64 { return g.top }

// Goto selects a position, or the nearest that exists.
func (g *Grid[T]) Goto(pos int64) {
	g.cursor = max(min(pos, g.total-1), 0)
	g.follow()
}

// Move moves the cursor by rows.
func (g *Grid[T]) Move(by int64) { g.Goto(g.cursor + by) }

// Home selects the first row.
func (g *Grid[T]) Home() { g.Goto(0) }

// End selects the last row.
func (g *Grid[T]) End() { g.Goto(g.total - 1) }

// Page moves the cursor and the screen by a page, or half of one.
func (g *Grid[T]) Page(half, back bool) {
	by := max(g.height-1, 1)
	if half {
		by = max(g.height/2, 1)
	}
	if back {
		by = -by
	}
	g.top += by
	g.Goto(g.cursor + by)
}

// Scroll moves the screen by rows and keeps the cursor on it.
func (g *Grid[T]) Scroll(by int64) {
	g.top = max(min(g.top+by, g.total-g.height), 0)
	g.cursor = max(min(g.cursor, g.top+g.height-1, g.total-1), g.top)
}

// follow brings the screen to where the cursor is.
func (g *Grid[T]) follow() {
	if g.cursor < g.top {
		g.top = g.cursor
	}
	if g.height > 0 && g.cursor >= g.top+g.height {
		g.top = g.cursor - g.height + 1
	}
	g.top = max(min(g.top, g.total-g.height), 0)
}

// Need is the window that should be fetched: two screens more on either side of what is shown. ok is false while a page
// either way is held, so that turning one does not have to wait.
func (g *Grid[T]) Need() (from, n int64, ok bool) {
	ahead := max(g.height-1, 0)
	if g.Covers(g.from, int64(len(g.rows))) && (g.from == 0 || g.top-ahead >= g.from) && min(g.top+g.height+ahead, g.total) <= g.from+int64(len(g.rows)) {
		return 0, 0, false
	}
	from, n = g.Around()
	return from, n, true
}

// Covers tells whether n rows from a position are all that is on the screen.
func (g *Grid[T]) Covers(from, n int64) bool {
	return g.top >= from && min(g.top+g.height, g.total) <= from+n
}

// Around is the window of five screens around what is shown.
func (g *Grid[T]) Around() (from, n int64) {
	from = max(g.top-2*g.height, 0)
	return from, min(g.top+3*g.height, g.total) - from
}

// Put holds rows that were fetched from a position, in place of what was held.
func (g *Grid[T]) Put(from int64, rows []T) { g.from, g.rows = from, rows }

// Row is the row at a position; ok is false while it is not held.
func (g *Grid[T]) Row(pos int64) (row T, ok bool) {
	i := pos - g.from
	if i < 0 || i >= int64(len(g.rows)) || pos >= g.total {
		return row, false
	}
	return g.rows[i], true
}

// Set replaces a row that is held, until the next Put.
func (g *Grid[T]) Set(pos int64, row T) {
	if i := pos - g.from; i >= 0 && i < int64(len(g.rows)) {
		g.rows[i] = row
	}
}

// Near are the rows that are held of the two screens around what is shown.
func (g *Grid[T]) Near() []T {
	first := max(g.top-g.height/2-g.from, 0)
	last := min(max(g.top-g.height/2, 0)+2*g.height-g.from, int64(len(g.rows)))
	if first >= last {
		return nil
	}
	return g.rows[first:last]
}

// Rows are the rows that are held.
func (g *Grid[T]) Rows() []T { return g.rows }

// Selected is the row at the cursor.
func (g *Grid[T]) Selected() (T, bool) { return g.Row(g.cursor) }

// At is the position at a line of the screen, counted from 0; ok is false below the last row.
func (g *Grid[T]) At(line int) (pos int64, ok bool) {
	pos = g.top + int64(line)
	return pos, line >= 0 && int64(line) < g.height && pos < g.total
}

// View renders the rows on the screen, one string a line. render gets ok false for a row that is still being fetched.
func (g *Grid[T]) View(render func(row T, ok, selected bool) string) []string {
	lines := make([]string, 0, g.height)
	for pos := g.top; pos < min(g.top+g.height, g.total); pos++ {
		row, ok := g.Row(pos)
		lines = append(lines, render(row, ok, pos == g.cursor))
	}
	return lines
}
