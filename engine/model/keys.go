package model

import (
	"slices"
	"strconv"
	"strings"
)

// KeyText is a business key as one text that no other key has: each part with its length before it.
func KeyText(key []Cell) string {
	var b strings.Builder
	for _, c := range key {
		if c.Null {
			b.WriteString("-;")
			continue
		}
		b.WriteString(strconv.Itoa(len(c.Text)) + ":" + c.Text + ";")
	}
	return b.String()
}

func hasNull(key []Cell) bool {
	return slices.ContainsFunc(key, func(c Cell) bool { return c.Null })
}

// keyOrder is the order of business keys, column by column: as numbers where every given key reads so in that column,
// else as text.
func keyOrder(keys [][]Cell) func(a, b []Cell) int {
	var numbers []bool
	for _, key := range keys {
		for i, c := range key {
			if i == len(numbers) {
				numbers = append(numbers, true)
			}
			_, ok := readNumber(c.Text)
			numbers[i] = numbers[i] && ok
		}
	}
	return func(a, b []Cell) int {
		for i := range a {
			if numbers[i] {
				n, _ := readNumber(a[i].Text)
				m, _ := readNumber(b[i].Text)
				if d := n.Cmp(m); d != 0 {
					return d
				}
			}
			if d := strings.Compare(a[i].Text, b[i].Text); d != 0 {
				return d
			}
		}
		return 0
	}
}

// numberOpened gives the opened versions their provisional surrogate keys (rule 14).
func numberOpened(opened []*life) {
	keys := make([][]Cell, len(opened))
	for i, l := range opened {
		keys[i] = l.Key
	}
	order := keyOrder(keys)
	slices.SortStableFunc(opened, func(a, b *life) int {
		if d := order(a.Key, b.Key); d != 0 {
			return d
		}
		return a.From.Compare(b.From)
	})
	for i, l := range opened {
		l.SK = "+" + strconv.Itoa(i+1)
	}
}

// laterKey tells whether surrogate key a is higher than b, as numbers where both read so.
func laterKey(a, b string) bool {
	n, ok := readNumber(a)
	m, ok2 := readNumber(b)
	if ok && ok2 {
		return n.Cmp(m) > 0
	}
	return a > b
}
