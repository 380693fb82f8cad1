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
