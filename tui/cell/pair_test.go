package cell

import "testing"

func TestPair(t *testing.T) {
	for _, c := range []struct {
		before, after string
		w             int
		b, a          string
	}{
		{"Pune", "Delhi", 20, "Pune", "Delhi"},
		{"A very long company name Ltd", "A very long company name Plc", 16, "…ame Ltd", "…ame Plc"},
		{"meiling.chen@example.com", "ml.chen@example.net", 20, "meiling.c…", "ml.chen@e…"},
		{"Llanfairpwllgwyngyll", "Ypres", 15, "Llanfairp…", "Ypres"},
		{"Ypres", "Llanfairpwllgwyngyll", 15, "Ypres", "Llanfairp…"},
		{"short", "short, but then it goes on", 12, "short", "short,…"},
		{"株式会社テスト東京本社", "株式会社テスト東京支社", 14, "…京本社", "…京支社"},
		{"", "a long value that does not fit", 6, "", "a lon…"},
	} {
		b, a := Pair(c.before, c.after, c.w)
		if b != c.b || a != c.a || Width(b)+Width(a) > c.w {
			t.Errorf("Pair(%q, %q, %d) = %q, %q; want %q, %q", c.before, c.after, c.w, b, a, c.b, c.a)
		}
	}
}

func TestPairNeverBeginsWithinACharacter(t *testing.T) {
	b, a := Pair("Names of e\u0301e\u0301e\u0301e\u0301e\u0301 one", "Names of e\u0301e\u0301e\u0301e\u0301e\u0301", 14)
	for _, s := range []string{b, a} {
		if r := []rune(s); len(r) > 1 && r[1] == '\u0301' {
			t.Errorf("%q begins with half a character", s)
		}
	}
}
