package sheet

import (
	"slices"
	"strings"

	"dimdesk/engine"
)

// Between is a table with marks for what has changed since before: rows that are new, rows and cells that hold something else,
// and, in their places, rows that are gone. A row is known by its values in the columns by (of several that are alike there, by
// their order); without any, by all that it holds.
func Between(before, after engine.Table, by ...string) Sheet {
	s := Sheet{Table: engine.Table{Columns: after.Columns, Types: after.Types}}
	old := map[string][]int{}
	for r, row := range before.Rows {
		k := known(before, row, by)
		old[k] = append(old[k], r)
	}
	kept := map[int]bool{}
	for _, row := range after.Rows {
		mark, cells := Opened, []int(nil)
		k := known(after, row, by)
		if at := old[k]; len(at) > 0 {
			old[k], kept[at[0]] = at[1:], true
			if mark, cells = None, differing(before, after, before.Rows[at[0]], row); len(cells) > 0 {
				mark = Changed
			}
		}
		s.add(row, mark, cells)
	}
	for r, row := range before.Rows {
		if !kept[r] {
			s.insert(min(r, len(s.Table.Rows)), aligned(before, after, row))
		}
	}
	return s
}

func (s *Sheet) add(row []engine.Value, mark Mark, cells []int) {
	s.Table.Rows, s.Marks, s.Cells = append(s.Table.Rows, row), append(s.Marks, mark), append(s.Cells, cells)
}

// insert puts a row that is gone where it was.
func (s *Sheet) insert(at int, row []engine.Value) {
	s.Table.Rows = slices.Insert(s.Table.Rows, at, row)
	s.Marks = slices.Insert(s.Marks, at, Removed)
	s.Cells = slices.Insert(s.Cells, at, []int(nil))
}

// known is what tells a row from others.
func known(t engine.Table, row []engine.Value, by []string) string {
	var b strings.Builder
	for c, name := range t.Columns {
		if len(by) > 0 && !slices.ContainsFunc(by, func(n string) bool { return strings.EqualFold(n, name) }) {
			continue
		}
		if v := row[c]; v.Null {
			b.WriteString("\x00\x01")
		} else {
			b.WriteString(v.Text + "\x00\x02")
		}
	}
	return b.String()
}

// differing are the columns of after in which a row is not as it was.
func differing(before, after engine.Table, old, now []engine.Value) []int {
	var cells []int
	for c, v := range aligned(before, after, old) {
		if v != now[c] {
			cells = append(cells, c)
		}
	}
	return cells
}

// aligned is a row of before in the columns of after; what before lacks is NULL.
func aligned(before, after engine.Table, row []engine.Value) []engine.Value {
	out := make([]engine.Value, len(after.Columns))
	for c, name := range after.Columns {
		out[c] = engine.Null
		if at := slices.IndexFunc(before.Columns, func(n string) bool { return strings.EqualFold(n, name) }); at >= 0 {
			out[c] = row[at]
		}
	}
	return out
}

// numeric tells whether values of a SQL type are numbers.
func numeric(sqlType string) bool {
	name, _, _ := strings.Cut(strings.ToUpper(sqlType), "(")
	switch name {
	case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT", "FLOAT", "DOUBLE", "DECIMAL":
		return true
	}
	return false
}
