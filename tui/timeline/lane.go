package timeline

import (
	"time"

	"dimdesk/tui/cell"

	"github.com/charmbracelet/x/ansi"
)

// glyph is one column of a row: a character, or "" behind a wide one.
type glyph struct {
	text  string
	fresh bool
}

// bar is a span in columns: it begins at from and ends at to, which is the row's last column where it is open.
type bar struct {
	from, to    int
	open, empty bool
	span        Span
}

// rows places spans in as few rows as they need: one, unless the stored history overlaps.
func rows(spans []Span, sc scale) [][]glyph {
	var lanes [][]bar
	var ends []time.Time
	for _, s := range spans {
		start, end := sc.bounds(s)
		lane := 0
		for lane < len(ends) && start.Before(ends[lane]) {
			lane++
		}
		if lane == len(ends) {
			ends, lanes = append(ends, time.Time{}), append(lanes, nil)
		}
		ends[lane] = end
		lanes[lane] = append(lanes[lane], sc.bar(s))
	}
	if len(lanes) == 0 {
		row := blank(sc.width)
		for i, r := range "no version" {
			row[i].text = string(r)
		}
		return [][]glyph{row}
	}
	out := make([][]glyph, len(lanes))
	for i, bars := range lanes {
		out[i] = draw(bars, sc.width)
	}
	return out
}

func blank(n int) []glyph {
	row := make([]glyph, n)
	for i := range row {
		row[i].text = " "
	}
	return row
}

// draw paints bars that do not overlap: ├ begins one, ┤ ends it (and begins the next where there is no gap), ▶ is an open
// end, ╵ an empty period, ╫ more than one bound in the same column.
func draw(bars []bar, width int) []glyph {
	row := blank(width)
	bounds := make([]int, width)
	for _, b := range bars {
		for x := b.from + 1; x < b.to; x++ {
			row[x] = glyph{"─", b.span.New}
		}
		write(row, b)
	}
	for i, b := range bars {
		if b.empty {
			if row[b.from].text == " " {
				row[b.from] = glyph{"╵", b.span.New}
			}
			continue
		}
		joined := i > 0 && bars[i-1].span.To == b.span.From && !bars[i-1].empty
		if !joined {
			set(row, bounds, b.from, "├", b.span.New)
		} else if b.span.New {
			row[b.from].fresh = true
		}
		if b.open {
			row[b.to] = glyph{"▶", b.span.New}
		} else {
			set(row, bounds, b.to, "┤", b.span.New)
		}
	}
	return row
}

// set paints a bound, or the sign for several where one is there already.
func set(row []glyph, bounds []int, x int, text string, fresh bool) {
	if bounds[x]++; bounds[x] > 1 {
		text = "╫"
	}
	row[x] = glyph{text, fresh || bounds[x] > 1 && row[x].fresh}
}

// write puts the value inside a bar: after one dash where there is room, cut where there is not.
func write(row []glyph, b bar) {
	room := b.to - b.from - 1
	text := b.span.Text
	x := b.from + 1
	switch w := cell.Width(text); {
	case w == 0 || room < 1:
		return
	case room >= w+4:
		text, x = " "+text+" ", x+1
	case room >= w+2:
		text = " " + text + " "
	case room >= w:
	case room < 3:
		return
	default:
		text = cell.Cut(text, room)
	}
	for text != "" {
		cluster, w := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
		row[x] = glyph{cluster, b.span.New}
		for i := 1; i < w; i++ {
			row[x+i] = glyph{"", b.span.New}
		}
		x += w
		text = text[len(cluster):]
	}
}
