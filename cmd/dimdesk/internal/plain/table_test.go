package plain

import (
	"fmt"
	"strings"
	"testing"
)

// A table measures its first rows only, so it needs no more memory for a million; later rows still come in order.
func TestTableStreams(t *testing.T) {
	var b strings.Builder
	table := NewTable(&b, 0, "n", "text").Right(0)
	const rows = measured + 300
	for i := range rows {
		if err := table.Row(fmt.Sprint(i), "x"); err != nil {
			t.Fatal(err)
		}
		if i > measured && table.held != nil {
			t.Fatalf("row %d is still held back", i)
		}
	}
	if err := table.Close(); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if len(lines) != rows+1 || lines[1] != "  0  x" || lines[rows] != fmt.Sprintf("%d  x", rows-1) {
		t.Errorf("%d lines, %q … %q", len(lines), lines[1], lines[len(lines)-1])
	}
}

func TestTableWithoutRowsIsSilent(t *testing.T) {
	var b strings.Builder
	if err := NewTable(&b, 80, "a").Close(); err != nil || b.Len() > 0 {
		t.Errorf("%q, %v", b.String(), err)
	}
}

// Sentences are read whole on a terminal of any width; other columns are cut.
func TestProseIsNeverCut(t *testing.T) {
	const why = `changed_on "31.05.2026" is not a date or time as in 2024-03-31`
	for _, c := range []struct {
		width int
		want  string
	}{
		{0, "n     key   why\n1     K1    short\n1000  K100  " + why + "\n"},
		{80, "n     key   why\n1     K1    short\n1000  K100  " + why + "\n"},
		{60, "n     key   why\n1     K1    short\n1000  K100  changed_on \"31.05.2026\" is not a date or time as\n            in 2024-03-31\n"},
		{40, "n     key   why\n1     K1    short\n1000  K100\n    changed_on \"31.05.2026\" is not a\n    date or time as in 2024-03-31\n"},
	} {
		var b strings.Builder
		table := NewTable(&b, c.width, "n", "key", "why").Prose()
		for _, row := range [][]string{{"1", "K1", "short"}, {"1000", "K100", why}} {
			if err := table.Row(row...); err != nil {
				t.Fatal(err)
			}
		}
		if err := table.Close(); err != nil || b.String() != c.want {
			t.Errorf("at %d:\n%swant\n%s(%v)", c.width, b.String(), c.want, err)
		}
	}
}

func TestATableThatIsCutSaysSo(t *testing.T) {
	for width, want := range map[int]bool{0: false, 40: false, 12: true} {
		var b strings.Builder
		table := NewTable(&b, width, "key", "name", "city")
		if err := table.Row("K1", "Ann", "Copenhagen"); err != nil {
			t.Fatal(err)
		}
		if err := table.Close(); err != nil || strings.Contains(b.String(), "--format csv") != want {
			t.Errorf("at %d: %q, %v", width, b.String(), err)
		}
	}
}
