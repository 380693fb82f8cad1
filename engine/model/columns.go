package model

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"dimdesk/engine"
)

// column is one attribute of the dimension with its rule.
type column struct {
	name      string
	typ       engine.SCDType
	companion int  // index of its previous (type 3) or current (type 6) column; -1 without
	managed   bool // it is a companion itself: never read from a batch, never compared
	as        string
	compare   engine.Compare
}

// columnsOf joins the dimension's attributes with the spec's rules. One that the spec does not name is type 2.
func columnsOf(spec *engine.Spec, attributes []string) []column {
	columns := make([]column, len(attributes))
	index := func(name string) int {
		for i, a := range attributes {
			if name != "" && strings.EqualFold(a, name) {
				return i
			}
		}
		return -1
	}
	for i, name := range attributes {
		columns[i] = column{name: name, typ: engine.Type2, companion: -1}
	}
	for _, c := range spec.Columns {
		i := index(c.Name)
		if i < 0 {
			continue
		}
		columns[i].typ, columns[i].as, columns[i].compare = c.Type, c.As, c.Compare
		columns[i].companion = max(index(c.Previous), index(c.Current))
		if k := columns[i].companion; k >= 0 {
			columns[k].managed = true
		}
	}
	return columns
}

// tracked tells whether a difference in the column makes a version (types 2 and 6).
func (c *column) tracked() bool {
	return !c.managed && (c.typ == engine.Type2 || c.typ == engine.Type6)
}

// overwritten tells whether a difference in the column is written over older values (types 1 and 3).
func (c *column) overwritten() bool {
	return !c.managed && (c.typ == engine.Type1 || c.typ == engine.Type3)
}

// target is the column that an overwrite of column i writes to: of type 6, its current column.
func (c *column) target(i int) int {
	if c.typ == engine.Type6 {
		return c.companion
	}
	return i
}

// equal compares null-safely, with what the spec lets pass as equal (rule 4).
func (c *column) equal(a, b Cell) bool {
	if a.Null || b.Null {
		return a.Null == b.Null
	}
	x, y := a.Text, b.Text
	if c.compare.Trim {
		x, y = strings.Trim(x, " "), strings.Trim(y, " ")
	}
	if c.compare.IgnoreCase {
		x, y = strings.ToLower(x), strings.ToLower(y)
	}
	if x == y {
		return true
	}
	n, ok := c.number(x)
	m, ok2 := c.number(y)
	if !ok || !ok2 {
		return false
	}
	tolerance, ok := readNumber(c.compare.Tolerance)
	if !ok {
		tolerance = new(big.Rat)
	}
	distance := new(big.Rat).Sub(n, m)
	return distance.Abs(distance).Cmp(tolerance) <= 0
}

// alike compares for equal repeats: by type, but with nothing let pass (rule 3).
func (c *column) alike(a, b Cell) bool {
	exact := column{as: c.as}
	return exact.equal(a, b)
}

var decimal = regexp.MustCompile(`(?i)^(?:DECIMAL|NUMERIC)\s*\(\s*\d+\s*,\s*(\d+)\s*\)$`)
var numeric = regexp.MustCompile(`(?i)^(?:DECIMAL|NUMERIC|DOUBLE|FLOAT|REAL|U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?)\b`)

// number reads a text as the number that it stands for in this column: where the column compares as a numeric type, in
// the scale of that, or within a tolerance. It is false for a column of text.
func (c *column) number(s string) (*big.Rat, bool) {
	if c.compare.Tolerance == "" && !numeric.MatchString(c.as) {
		return nil, false
	}
	n, ok := readNumber(s)
	if m := decimal.FindStringSubmatch(c.as); ok && m != nil {
		scale, _ := strconv.Atoi(m[1])
		return new(big.Rat).SetString(n.FloatString(scale))
	}
	return n, ok
}
