package cell

import (
	"strings"
	"testing"

	"dimdesk/engine"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"plain":                 "plain",
		"Pune\x1b[2J":           "Pune␛[2J",
		"a\nb\tc\r":             "a␊b␉c␍",
		"del\x7f":               "del␡",
		"c1\u009b31m":           "c1\uFFFD31m",
		"abc\u202egpj.exe":      "abc\uFFFDgpj.exe",
		"\u2066iso\u2069":       "\uFFFDiso\uFFFD",
		"zero\u200bwidth\ufeff": "zero\uFFFDwidth\uFFFD",
		"bad\xff":               "bad\uFFFD",
		"Zürich 東京":             "Zürich 東京",
	} {
		if got := Clean(in); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestWidths(t *testing.T) {
	if got := Fit("東京都庁", 5); Width(got) != 5 || got != "東京… " && got != "東京…" {
		t.Errorf("Fit of wide text: %q, %d columns", got, Width(got))
	}
	if got := Cut("Bangalore", 5); got != "Bang…" {
		t.Errorf("Cut: %q", got)
	}
	if got := FitRight("7", 3); got != "  7" {
		t.Errorf("FitRight: %q", got)
	}
	if got := Cut("x", 0); got != "" {
		t.Errorf("Cut to nothing: %q", got)
	}
}

func TestValuesAreToldApart(t *testing.T) {
	null, empty, dash := Value(engine.Null), Value(engine.Text("")), Value(engine.Text("–"))
	if null == empty || empty == dash {
		t.Errorf("NULL %q, empty %q and a dash %q read alike", null, empty, dash)
	}
	if got := Key([]engine.Value{engine.Text("IN"), engine.Text("7\x1b")}); got != "IN / 7␛" {
		t.Errorf("Key: %q", got)
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		in   string
		w    int
		want string
	}{
		{"VALUES ('2026-05-31', NULL)", 20, "VALUES|('2026-05-31', NULL)"},
		{"  indented words", 12, "  indented|words"},
		{"abcdefghij", 4, "abcd|efgh|ij"},
		{"東京都庁", 5, "東京|都庁"},
		{"", 5, ""},
		{"two words", 40, "two words"},
	} {
		if got := strings.Join(Wrap(c.in, c.w), "|"); got != c.want {
			t.Errorf("Wrap(%q, %d) = %q, want %q", c.in, c.w, got, c.want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -12345: "-12,345"} {
		if got := Count(n); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
	if got := Plural(1, "row") + ", " + Plural(312, "row"); got != "1 row, 312 rows" {
		t.Errorf("Plural: %q", got)
	}
}
