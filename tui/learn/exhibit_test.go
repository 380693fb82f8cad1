package learn

import (
	"strings"
	"testing"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/styles"

	"github.com/charmbracelet/x/ansi"
)

func small(columns string, rows ...string) engine.Table {
	t := engine.Table{Columns: strings.Fields(columns)}
	for _, text := range rows {
		var row []engine.Value
		for _, f := range strings.Fields(text) {
			row = append(row, engine.Text(f))
		}
		t.Rows = append(t.Rows, row)
	}
	for range t.Columns {
		t.Types = append(t.Types, "VARCHAR")
	}
	return t
}

func TestTablesThatFitStandBesideEachOther(t *testing.T) {
	before := tablePart("before", small("city valid_to", "Leeds –"))
	after := tablePart("after", small("city valid_to", "Leeds 2024-03-01", "York –"))
	after.was = &before
	e := exhibit{after, {words: []word{{"·", "why", nil}}}, tablePart("orders", small("id amount", "1 120"))}
	st := styles.New(true)
	if n := e.first(&st, 30); n != 4 { // not the table before, which stands at the end
		t.Errorf("%d lines are the first, not 4", n)
	}
	if n := append(exhibit{e[1]}, e...).first(&st, 30); n != 6 {
		t.Errorf("%d lines lead to the end of the first table, not 6", n)
	}
	for _, c := range []struct {
		w    int
		want string
	}{
		{60, " before  1 row       after  2 rows\n   city   valid_to     city   valid_to\n   Leeds  –            Leeds  2024-03-01\n                       York   –\n\n · why\n\n orders  1 row\n   id  amount\n   1   120"},
		{30, " after  2 rows\n   city   valid_to\n   Leeds  2024-03-01\n   York   –\n\n · why\n\n orders  1 row\n   id  amount\n   1   120\n\n before  1 row\n   city   valid_to\n   Leeds  –"},
	} {
		left := 0
		var got []string
		for _, l := range e.lines(&st, c.w, &left) {
			if cell.Width(l) != c.w {
				t.Errorf("%d columns, not %d: %q", cell.Width(l), c.w, ansi.Strip(l))
			}
			got = append(got, strings.TrimRight(ansi.Strip(l), " "))
		}
		if text := strings.Join(got, "\n"); text != c.want {
			t.Errorf("%d columns wide:\n%s\nwant:\n%s", c.w, text, c.want)
		}
	}
}

func TestScrollingSidewaysStopsAtTheLastColumn(t *testing.T) {
	e := exhibit{tablePart("t", small("a_long_name b_long_name c_long_name", "a_long_value b_long_value c_long_value"))}
	st := styles.New(true)
	left := 50
	got := ansi.Strip(strings.Join(e.lines(&st, 24, &left), "\n"))
	if left > 2 || left < 1 || !strings.Contains(got, "c_long") {
		t.Errorf("scrolled by %d:\n%s", left, got)
	}
}

func TestAMillionRowsAreNotDrawn(t *testing.T) {
	big := small("n")
	for range 5000 {
		big.Rows = append(big.Rows, []engine.Value{engine.Text("1")})
	}
	st, left := styles.New(true), 0
	lines := exhibit{tablePart("t", big)}.lines(&st, 40, &left)
	if len(lines) != most+2 || !strings.Contains(ansi.Strip(lines[0]), "5,000 rows, the first 200") {
		t.Errorf("%d lines, the first: %q", len(lines), ansi.Strip(lines[0]))
	}
}
