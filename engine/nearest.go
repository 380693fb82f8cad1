package engine

import "strings"

// Nearest finds the name in among that a person who typed name most likely meant, without regard to case: one that is
// a few keystrokes away (inserted, deleted, replaced or swapped letters, a third of its length at most), or one whose
// words are abbreviations of the same words (cust_id, customer_id). It is false where nothing is near enough to be
// worth saying. Of equally near names the first in among wins.
func Nearest(name string, among []string) (string, bool) {
	typed := []rune(strings.ToLower(name))
	best, at := 0, -1
	for i, candidate := range among {
		runes := []rune(strings.ToLower(candidate))
		d := keystrokes(typed, runes)
		if limit := max(1, max(len(typed), len(runes))/3); d > limit || d >= len(runes) {
			if !abbreviates(string(typed), string(runes)) {
				continue
			}
			d = 1
		}
		if at < 0 || d < best {
			best, at = d, i
		}
	}
	if at < 0 {
		return "", false
	}
	return among[at], true
}

// keystrokes is the edit distance that counts a swap of neighbours as one.
func keystrokes(a, b []rune) int {
	// Names are short; what is longer than any name is only known to be far.
	const longest = 256
	if len(a) > longest || len(b) > longest {
		return longest
	}
	before, above := []int(nil), make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := range a {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range b {
			replace := above[j]
			if a[i] != b[j] {
				replace++
			}
			row[j+1] = min(replace, above[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above = above, row
	}
	return above[len(b)]
}

// abbreviates tells whether both names have the same number of words, and each word begins like its counterpart.
func abbreviates(a, b string) bool {
	as, bs := strings.Split(a, "_"), strings.Split(b, "_")
	if len(as) < 2 || len(as) != len(bs) {
		return false
	}
	for i := range as {
		short, long := as[i], bs[i]
		if len(short) > len(long) {
			short, long = long, short
		}
		if len(short) < 2 || !strings.HasPrefix(long, short) {
			return false
		}
	}
	return true
}

// listed joins names for a sentence: "a", "a or b", "a, b or c".
func listed(names []string, conjunction string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " " + conjunction + " " + names[last]
}
