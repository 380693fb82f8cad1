package main

import (
	"encoding/csv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// foreign are texts that a terminal would act on, or that take more or less room on it than they have characters.
var foreign = []string{
	evil,
	"O'Hara \"the\" \\ $1 %s {{.}} -- ; DROP TABLE dim",
	"two\nlines\r\nand\ttabs",
	"שלום עולם مرحبا \u202dx\u2066y\u2069",
	"e\u0301a\u0308o\u0302\u0323 Z\u0351\u036b\u0343a\u0300l\u0301g\u0302o\u0303",
	"漢字 ｗｉｄｅ 🦆🦆🦆🦆🦆🦆🦆🦆🦆🦆🦆🦆🦆🦆🦆🦆🦆🦆🦆🦆🦆🦆🦆🦆🦆🦆",
}

// TestStoryOfAForeignBatch walks through every page with such texts in the names of columns, in keys and in values.
func TestStoryOfAForeignBatch(t *testing.T) {
	var dim, batch strings.Builder
	d, b := csv.NewWriter(&dim), csv.NewWriter(&batch)
	for _, r := range [][]string{append(append([]string{"sk", "id"}, foreign...), "valid_from", "valid_to")} {
		must(t, d.Write(r))
		must(t, b.Write(r[1:len(r)-2]))
	}
	for i, key := range foreign {
		row, sent := []string{string(rune('1' + i)), key}, []string{key}
		for j := range foreign {
			row, sent = append(row, foreign[(i+j)%len(foreign)]), append(sent, foreign[(i+j+1)%len(foreign)])
		}
		must(t, d.Write(append(row, "2024-01-01", "")))
		must(t, b.Write(sent))
	}
	d.Flush()
	b.Flush()
	const spec = "key: id\nsurrogate_key: sk\nperiod: {from: valid_from, to: valid_to}\n"
	desk := fileDesk(t, "2026-06-01", map[string]string{"dim.csv": dim.String(), "batch.csv": batch.String(), "dim.dim.yaml": spec}).sit(80, 24)
	desk.See("6 taken", "1 of 6", " after")
	aligned(t, desk.Text(), "~", "2026-06-01", len(foreign))
	for _, where := range []struct{ key, see string }{{"enter", "opens the next"}, {"t", "every attribute"}, {"s", "INSERT INTO"}, {"g", "36 groups"}} {
		desk.Press(where.key).See(where.see)
		if where.key == "enter" {
			aligned(t, desk.Text(), " after", "├", 1)
		}
		desk.Press("esc").NotSee(where.see).See("6 taken")
	}
	desk.Press("/").Type("漢字").Press("enter").See("6 taken")
	desk.Press("c").See("Type “commit”").Type("commit").Press("enter").See("Commit 1 is in the dimension").Press("q")
	if _, err := desk.leaves(); err != nil {
		t.Fatal(err)
	}
	written := desk.Written()
	for _, raw := range []string{"\x1b]0;owned", "\x1b]8;;x", "\x1b]52", "\u009b", "\u0090", "\u009c", "\x7f", "\u202e", "\u202d", "\u2066", "\u2069", "\u200b"} {
		if i := strings.Index(written, raw); i >= 0 {
			t.Errorf("%q reached the terminal: %q", raw, written[max(0, i-60):min(len(written), i+20)])
		}
	}
	if rows := read(t, desk.dimension); strings.Count(rows, "2026-06-01") != 2*len(foreign) {
		t.Errorf("the dimension is\n%s", rows)
	}
}

// aligned fails the test where what stands after mark doesn't begin in the same column in every line that has both, of which
// there are at least so many.
func aligned(t *testing.T, text, mark, what string, lines int) {
	t.Helper()
	at := map[int]int{}
	n := 0
	for line := range strings.Lines(text) {
		before, _, has := strings.Cut(line, what)
		if has && strings.Contains(before, mark) && !strings.Contains(before, "from") {
			at[ansi.StringWidth(before)]++
			n++
		}
	}
	if len(at) != 1 || n < lines {
		t.Errorf("%q begins in the columns %v:\n%s", what, at, text)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
