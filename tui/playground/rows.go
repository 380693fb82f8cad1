package playground

import (
	"dimdesk/learn/playground"
	"dimdesk/tui/cell"
	"dimdesk/tui/page"
	"dimdesk/tui/sheet"
	"dimdesk/tui/styles"
)

// rows are the tables as the type stores them: below one another, or where there is room for that, beside one another.
func (p *Page) rows(out playground.Outcome, w int) []string {
	var blocks []block
	for _, table := range out.Tables {
		blocks = append(blocks, p.block(out, table, w))
	}
	if len(blocks) == 1 {
		return blocks[0].drawn(p.env.Styles, w)
	}
	var columns [][]block
	switch {
	case widthOf(blocks) <= w:
		for _, b := range blocks {
			columns = append(columns, []block{b})
		}
	case len(blocks) == 3 && max(blocks[0].width(), blocks[1].width())+between+blocks[2].width() <= w:
		columns = [][]block{blocks[:2], blocks[2:]}
	default:
		columns = [][]block{blocks}
	}
	return p.joined(columns, w)
}

// between is the columns between two tables.
const between = 3

// block is a table with its name; "" for the only one.
type block struct {
	name  string
	sheet sheet.Sheet
}

func (b block) width() int { return max(b.sheet.Width()+1, cell.Width(b.name)+2) }

func widthOf(blocks []block) int {
	w := -between
	for _, b := range blocks {
		w += b.width() + between
	}
	return w
}

// block is a table with marks for what the moment changed in it. Where it is too wide, columns are left out of which others say the same.
func (p *Page) block(out playground.Outcome, table playground.Stored, w int) block {
	var b block
	if len(out.Tables) > 1 {
		b.name = cell.Clean(table.Name)
	}
	b.sheet = sheet.Of(table.Table)
	if out.Moment > 1 {
		before := table.Before
		if before.Columns == nil {
			before.Columns = table.Table.Columns
		}
		b.sheet = sheet.Between(before, table.Table, table.By...)
	}
	for _, name := range table.Spare {
		if b.sheet.Width() > w-1 {
			b.sheet = b.sheet.Without(name)
		}
	}
	b.sheet.Left = min(p.left, max(len(b.sheet.Table.Columns)-1, 0))
	return b
}

func (b block) drawn(st *styles.Styles, w int) []string {
	var lines []string
	if b.name != "" {
		lines = append(lines, styles.NewLine(w, nil).Put(st.Quiet, " "+b.name).String())
	}
	for _, l := range b.sheet.Lines(st, w-1) {
		lines = append(lines, " "+l)
	}
	if len(b.sheet.Table.Rows) == 0 {
		lines = append(lines, styles.NewLine(w, nil).Put(st.Quiet, "   no row").String())
	}
	return lines
}

// joined draws columns of tables beside one another.
func (p *Page) joined(columns [][]block, w int) []string {
	var out []string
	at := 0
	for i, blocks := range columns {
		width := w - at
		if i+1 < len(columns) {
			width = 0
			for _, b := range blocks {
				width = max(width, b.width()+between)
			}
		}
		var lines []string
		for j, b := range blocks {
			if j > 0 {
				lines = append(lines, page.Fill(nil, width, 1)...)
			}
			lines = append(lines, b.drawn(p.env.Styles, width)...)
		}
		for len(out) < len(lines) {
			out = append(out, page.Fill(nil, at, 1)...)
		}
		for j, l := range page.Fill(lines, width, len(out)) {
			out[j] += l
		}
		at += width
	}
	return out
}

// rows is the table of rows as something that scrolls.
type rows struct{ p *Page }

func (r rows) Move(by int64) { r.p.scroll(int(by)) }
func (r rows) Page(half, back bool) {
	by := 6
	if half {
		by = 3
	}
	if back {
		by = -by
	}
	r.p.scroll(by)
}
func (r rows) Home() { r.p.top = 0 }
func (r rows) End()  { r.p.scroll(1 << 16) }

func (p *Page) scroll(by int) { p.top = max(min(p.top+by, p.hidden), 0) }
