// Package cell turns data into text that is safe and honest in a terminal: nothing that is stored in a dimension or a
// batch can move the cursor, colour the screen or reverse what is read, and what is cut shows that it is cut.
package cell

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"dimdesk/engine"

	"github.com/charmbracelet/x/ansi"
)

// odd stands for a character that has no visible form of its own and could change how its neighbours read.
const odd = '\uFFFD'

const (
	longest = 32 << 10 // bytes of a text that are shown; nobody reads more of one cell, and each drawing would go through all of it
	stacked = 8        // marks on one character: more would reach into other lines, and take no column however many there are
)

// Clean shows what would otherwise act on the terminal: control characters become their pictures (␛, ␊), and invalid
// bytes, bidirectional controls and characters that nobody sees become U+FFFD. Joiners and marks stay, as scripts and emoji are
// written with them. A text that is longer than anybody reads is cut, and says how long it is.
func Clean(s string) string {
	if len(s) > longest {
		return clean(whole(s[:longest])) + "… (" + Count(int64(len(s))) + " bytes)"
	}
	return clean(s)
}

// whole leaves out the beginning of a character that a text ends in.
func whole(s string) string {
	for n := 1; n <= utf8.UTFMax && n <= len(s); n++ {
		if tail := s[len(s)-n:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRuneInString(tail) {
				return s[:len(s)-n]
			}
			break
		}
	}
	return s
}

func clean(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	marks := 0
	for _, r := range s {
		if r = visible(r); !joins(r) {
			marks = 0
		} else if marks++; marks > stacked {
			if marks == stacked+1 {
				b.WriteRune(odd)
			}
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// plain tells whether s is printable ASCII, which most data is.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] > 0x7e {
			return false
		}
	}
	return true
}

func visible(r rune) rune {
	switch {
	case r < 0x20:
		return 0x2400 + r
	case r == 0x7f:
		return '␡'
	case r < 0x80:
		return r
	case r <= 0x9f, r == utf8.RuneError:
		return odd
	case r == 0x2028, r == 0x2029:
		return '␤'
	case r == 0x200c, r == 0x200d, unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return r
	case unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Noncharacter_Code_Point) && r != 0x034f:
		return odd
	}
	return r
}

// Value shows one cell: NULL as –, a text that is empty or begins or ends in a space in quotes, anything else cleaned.
func Value(v engine.Value) string {
	if !v.Null && (v.Text == "" || padded(v.Text)) {
		return `"` + Clean(v.Text) + `"`
	}
	return Clean(v.Show())
}

// padded tells whether a text begins or ends in a space, which nobody would see.
func padded(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	return unicode.Is(unicode.Zs, first) || unicode.Is(unicode.Zs, last)
}

// Key shows a business key; the columns of a composite one are joined by " / ".
func Key(key []engine.Value) string {
	parts := make([]string, len(key))
	for i, v := range key {
		parts[i] = Value(v)
	}
	return strings.Join(parts, " / ")
}

// Width is the number of terminal columns that s takes.
func Width(s string) int { return ansi.StringWidth(s) }

// Cut shortens s to at most w columns; what is cut ends in ….
func Cut(s string, w int) string {
	if w <= 0 {
		return ""
	}
	return ansi.Truncate(s, w, "…")
}

// Fit makes s exactly w columns wide.
func Fit(s string, w int) string {
	s = Cut(s, w)
	if n := w - Width(s); n > 0 {
		s += strings.Repeat(" ", n)
	}
	return s
}

// FitRight makes s exactly w columns wide, with s at the right.
func FitRight(s string, w int) string {
	s = Cut(s, w)
	if n := w - Width(s); n > 0 {
		s = strings.Repeat(" ", n) + s
	}
	return s
}

// Wrap breaks s at spaces into lines of at most w columns, and inside a word only where that is longer than a line. The
// first line keeps the indentation of s.
func Wrap(s string, w int) []string {
	if w < 1 {
		return nil
	}
	var lines []string
	line, indent := "", s[:len(s)-len(strings.TrimLeft(s, " "))]
	taken := 0 // columns that line takes
	for _, word := range strings.Fields(s) {
		wide := Width(word)
		if line != "" && taken+1+wide > w {
			lines, line, taken = append(lines, line), "", 0
		}
		switch {
		case line != "":
			line, taken = line+" "+word, taken+1+wide
		case len(lines) == 0 && Width(indent)+wide <= w:
			line, taken = indent+word, Width(indent)+wide
		default:
			line, taken = word, wide
		}
		if taken > w {
			parts := strings.Split(ansi.Hardwrap(line, w, true), "\n")
			last := len(parts) - 1
			lines, line, taken = append(lines, parts[:last]...), parts[last], Width(parts[last])
		}
	}
	return append(lines, line)
}

// Count writes n with separators: 1,234,567.
func Count(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// Plural writes a count with its noun: "1 row", "312 rows".
func Plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Count(n) + " " + noun + "s"
}

// Sup is a column's type as a superscript: city².
func Sup(t engine.SCDType) string {
	switch t {
	case engine.Type0:
		return "⁰"
	case engine.Type1:
		return "¹"
	case engine.Type2:
		return "²"
	case engine.Type3:
		return "³"
	case engine.Type6:
		return "⁶"
	}
	return "ⁱ"
}
