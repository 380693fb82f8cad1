package cell

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"dimdesk/engine"
)

// acts tells whether a character does something to a terminal, or to how its neighbours read, instead of being seen.
func acts(r rune) bool {
	switch {
	case r == 0x200c, r == 0x200d: // joiners, which scripts and emoji are written with
		return false
	case unicode.IsControl(r), r == 0x2028, r == 0x2029:
		return true
	}
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200e || r == 0x200f || r == 0x061c || r == 0xfeff || r == 0x200b || r == 0xad || r >= 0xe0000 && r <= 0xe007f
}

// FuzzClean: whatever a text is, what is shown of it is valid, has nothing in it that acts, is shown the same again, and takes
// memory and time of a bounded size; cut to a width it is no wider.
func FuzzClean(f *testing.F) {
	for _, s := range []string{
		"plain", "\x1b[2J\x1b]0;owned\x07", "\x1b]52;c;YQ==\x1b\\", "\x1b]8;;http://x\x07here\x1b]8;;\x07", "\x1bP+q\x1b\\", "\u009b31m\u0090q\u009c", "\x9b31m", "a\b\b\bb\rc\n\td\x7f", "a\x00b",
		"abc\u202egpj.exe", "\u2066iso\u2069", "עברית abc", "العربية", "e\u0301", "x" + strings.Repeat("\u0301", 50), "👨\u200d👩\u200d👧", "🏴\U000e0067\U000e007f", "می\u200cخواهم", "\u00ad\u034f\u115f\u3164\uffa0\u2061\ufff9\U000e0001\ufffe",
		"\xff\xfe\xed\xa0\x80\xf4\x90\x80\x80", "東京\u3000", "\u00a0a", " a ", strings.Repeat("é", longest), strings.Repeat("é", longest/2-1) + "\xa9", strings.Repeat("\u0301", longest), "\u2028\u2029\u0085",
	} {
		f.Add(s, uint8(len(s)))
	}
	f.Fuzz(func(t *testing.T, s string, width uint8) {
		for _, got := range []string{Clean(s), Value(engine.Text(s)), Key([]engine.Value{engine.Text(s), engine.Null}), Cut(Clean(s), int(width)), Fit(Value(engine.Text(s)), int(width)), strings.Join(Wrap(Clean(s), int(width)+1), " ")} {
			if i := strings.IndexFunc(got, acts); i >= 0 || !utf8.ValidString(got) {
				t.Fatalf("%q is shown as %q", s, got)
			}
			if len(got) > 4*longest {
				t.Fatalf("%d bytes are shown as %d", len(s), len(got))
			}
		}
		if once := Clean(s); len(once) <= longest && Clean(once) != once { // three bytes may stand for one that is invalid
			t.Fatalf("%q is shown as %q, and that as %q", s, once, Clean(once))
		}
		if w := Width(Cut(Clean(s), int(width))); w > int(width) {
			t.Fatalf("%q cut to %d is %d wide", s, width, w)
		}
	})
}

func TestCleanIsBounded(t *testing.T) {
	if got := Clean(strings.Repeat("é", 26<<20)); len(got) > longest+100 || !strings.HasSuffix(got, "é… (54,525,952 bytes)") {
		t.Errorf("%d bytes, ending in %q", len(got), got[len(got)-40:])
	}
	if got := Clean("o" + strings.Repeat("\u0301", 1000) + "!"); got != "o"+strings.Repeat("\u0301", stacked)+"\uFFFD!" {
		t.Errorf("%d bytes", len(got))
	}
	if got := Clean("a" + strings.Repeat("\u200d", 1000) + "b"); len(got) > 40 {
		t.Errorf("%d bytes of joiners", len(got))
	}
}

func TestSpacesAreSeen(t *testing.T) {
	for in, want := range map[string]string{"Pune ": `"Pune "`, " Pune": `" Pune"`, "\u3000": "\"\u3000\"", "New Delhi": "New Delhi", "": `""`, "\tx": "␉x"} {
		if got := Value(engine.Text(in)); got != want {
			t.Errorf("Value(%q) = %s, want %s", in, got, want)
		}
	}
}
