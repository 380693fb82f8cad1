package cell

import (
	"unicode"
	"unicode/utf8"
)

// How long a common beginning must be to be worth leaving out, and how much of it is kept at most.
const (
	sharedLeast = 8
	sharedKept  = 40
)

// Pair shortens an old and a new value to at most w columns together, so that something of both is seen, and of two that
// begin alike the part that differs.
func Pair(before, after string, w int) (string, string) {
	if Width(before)+Width(after) <= w {
		return before, after
	}
	if starts := common(before, after); len(starts) >= sharedLeast {
		old, now := before, after
		for keep := min(sharedKept, len(starts)-1); keep > 0; keep-- {
			n := starts[len(starts)-keep]
			before, after = "…"+old[n:], "…"+now[n:]
			if Width(before)+Width(after) <= w {
				return before, after
			}
		}
	}
	half := w / 2
	switch b, a := Width(before), Width(after); {
	case b+a <= w:
	case b <= half:
		after = Cut(after, w-b)
	case a <= half:
		before = Cut(before, w-a)
	default:
		before, after = Cut(before, half), Cut(after, w-half)
	}
	return before, after
}

// common gives the places of the characters that both texts begin with.
func common(a, b string) []int {
	var starts []int
	for i, r := range a {
		other, size := utf8.DecodeRuneInString(b[i:])
		if size == 0 || other != r {
			break
		}
		if !joins(r) {
			starts = append(starts, i)
		}
	}
	return starts
}

// joins tells whether a rune belongs to the one before it, so that no text may begin with it.
func joins(r rune) bool {
	return unicode.In(r, unicode.M) || r == 0x200d || r >= 0xfe00 && r <= 0xfe0f || r >= 0x1f3fb && r <= 0x1f3ff
}
