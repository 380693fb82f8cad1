// Package cell turns data into text that is safe and honest in a terminal: nothing that is stored in a dimension or a
// batch can move the cursor, colour the screen or reverse what is read, and what is cut shows that it is cut.
package cell

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"dimdesk/engine"

	"github.com/charmbracelet/x/ansi"
)

// odd stands for a character that has no visible form of its own and could change how its neighbours read.
const odd = '\uFFFD'

// Clean shows what would otherwise act on the terminal: control characters become their pictures (␛, ␊), and invalid
// bytes, bidirectional controls and invisible separators become U+FFFD.
func Clean(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	for _, r := range s {
		b.WriteRune(visible(r))
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
	case r >= 0x80 && r <= 0x9f, r == utf8.RuneError:
		return odd
	case r == 0x2028, r == 0x2029:
		return '␤'
	case r == 0x061c, r == 0x200b, r == 0x200e, r == 0x200f, r == 0x2060, r == 0xfeff,
		r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x206f, r >= 0xe0000 && r <= 0xe007f:
		return odd
	}
	return r
}

// Value shows one cell: NULL as –, the empty string as "", anything else cleaned.
func Value(v engine.Value) string {
	if !v.Null && v.Text == "" {
		return `""`
	}
	return Clean(v.Show())
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
	for _, word := range strings.Fields(s) {
		if line != "" && Width(line)+1+Width(word) > w {
			lines, line = append(lines, line), ""
		}
		switch {
		case line != "":
			line += " " + word
		case len(lines) == 0 && Width(indent)+Width(word) <= w:
			line = indent + word
		default:
			line = word
		}
		for Width(line) > w {
			head := ansi.Truncate(line, w, "")
			if head == "" {
				break
			}
			lines, line = append(lines, head), line[len(head):]
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
