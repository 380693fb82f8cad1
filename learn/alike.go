package learn

import (
	"math/big"
	"regexp"
	"slices"
	"strings"

	"dimdesk/engine"
)

// column is the place of a column by its name; -1 where there is none.
func column(t engine.Table, name string) int {
	if name == "" {
		return -1
	}
	return slices.IndexFunc(t.Columns, func(c string) bool { return engine.FoldName(c) == engine.FoldName(name) })
}

// equal tells whether two cells hold the same, however they are typed: 80 is 80.00, and a date is its midnight.
func equal(a, b engine.Value) bool {
	if a.Null || b.Null {
		return a.Null == b.Null
	}
	if a.Text == b.Text {
		return true
	}
	if number.MatchString(a.Text) && number.MatchString(b.Text) {
		x, _ := new(big.Rat).SetString(a.Text)
		y, _ := new(big.Rat).SetString(b.Text)
		return x.Cmp(y) == 0 || rounded(x, y) && strings.ContainsAny(a.Text+b.Text, ".e")
	}
	return strings.TrimSuffix(a.Text, midnight) == strings.TrimSuffix(b.Text, midnight)
}

// rounded tells whether two numbers differ by no more than sums of DOUBLE in another order do.
func rounded(x, y *big.Rat) bool {
	apart := new(big.Rat).Sub(x, y)
	bound := new(big.Rat).Mul(new(big.Rat).Abs(x), big.NewRat(1, 10_000_000_000_000))
	return apart.Abs(apart).Cmp(bound) <= 0
}

const midnight = " 00:00:00"

// number tells a number, as DuckDB writes one, from a code that only has digits: 007 is not 7, and 1/2 none either.
var number = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?(e[+-][0-9]{1,3})?$`)

// open tells whether a version's end is one that is still to come.
func open(end engine.Value, p engine.Period) bool {
	return end.Null || equal(end, engine.Text(p.Open))
}

// pairing matches the rows of two tables that are alike in some columns, and leaves those that have no partner.
func pairing(got, want engine.Table, gotColumns, wantColumns []int, ordered bool) (extra, missing []int) {
	if ordered {
		for i := range max(len(got.Rows), len(want.Rows)) {
			same := i < len(got.Rows) && i < len(want.Rows) && alikeIn(got.Rows[i], want.Rows[i], gotColumns, wantColumns)
			if i < len(got.Rows) && !same {
				extra = append(extra, i)
			}
			if i < len(want.Rows) && !same {
				missing = append(missing, i)
			}
		}
		return extra, missing
	}
	taken := make([]bool, len(want.Rows))
	for i, row := range got.Rows {
		at := -1
		for j, w := range want.Rows {
			if !taken[j] && alikeIn(row, w, gotColumns, wantColumns) {
				at = j
				break
			}
		}
		if at < 0 {
			extra = append(extra, i)
		} else {
			taken[at] = true
		}
	}
	for j := range want.Rows {
		if !taken[j] {
			missing = append(missing, j)
		}
	}
	return extra, missing
}

func alikeIn(a, b []engine.Value, columnsA, columnsB []int) bool {
	for i := range columnsA {
		if !equal(a[columnsA[i]], b[columnsB[i]]) {
			return false
		}
	}
	return true
}
