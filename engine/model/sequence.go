package model

import (
	"cmp"
	"math/big"
	"strings"
	"time"
)

// Seq is one value of a sequence column: NULL, a number, a time or a text. All values of one column are of one sort.
type Seq struct {
	Null   bool
	Number *big.Rat
	Time   time.Time
	Text   string
}

// ReadSequence reads a whole sequence column, in the file's order (rule 3): as numbers or times where its first value that
// isn't NULL reads so, else as text. bad marks the values that then do not read; their rows are rejected.
func ReadSequence(column []Cell) (seqs []Seq, bad []bool) {
	seqs, bad = make([]Seq, len(column)), make([]bool, len(column))
	read := func(s string) (Seq, bool) { return Seq{Text: s}, true }
	for _, c := range column {
		if c.Null {
			continue
		}
		if _, ok := readNumber(c.Text); ok {
			read = func(s string) (Seq, bool) { n, ok := readNumber(s); return Seq{Number: n}, ok }
		} else if _, ok := readTime(c.Text); ok {
			read = func(s string) (Seq, bool) { t, ok := readTime(s); return Seq{Time: t}, ok }
		}
		break
	}
	for i, c := range column {
		if c.Null {
			seqs[i].Null = true
			continue
		}
		s, ok := read(c.Text)
		seqs[i], bad[i] = s, !ok
	}
	return seqs, bad
}

// compareSeqs orders column by column; NULL comes first.
func compareSeqs(a, b []Seq) int {
	for i := range a {
		if d := a[i].compare(b[i]); d != 0 {
			return d
		}
	}
	return 0
}

func (s Seq) compare(o Seq) int {
	switch {
	case s.Null || o.Null:
		return cmp.Compare(rank(!s.Null), rank(!o.Null))
	case s.Number != nil && o.Number != nil:
		return s.Number.Cmp(o.Number)
	case !s.Time.IsZero() || !o.Time.IsZero():
		return s.Time.Compare(o.Time)
	}
	return strings.Compare(s.Text, o.Text)
}

func rank(b bool) int {
	if b {
		return 1
	}
	return 0
}

// readNumber reads a plain decimal number, with an exponent or without.
func readNumber(s string) (*big.Rat, bool) {
	if s == "" || strings.ContainsAny(s, "/_xXpPoO") {
		return nil, false
	}
	return new(big.Rat).SetString(s)
}

func readTime(s string) (time.Time, bool) {
	for _, layout := range []string{time.DateOnly, time.DateTime, "2006-01-02T15:04:05", time.RFC3339} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}
