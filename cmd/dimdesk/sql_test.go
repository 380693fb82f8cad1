package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestSQLOnATerminal: lines come out as they are but for what would act on the terminal, in whatever pieces they are written.
func TestSQLOnATerminal(t *testing.T) {
	const text = "UPDATE \"dim\x1b[2J\"\nSET \"city\" = 'Zoë';\n\nCOMMIT;"
	for _, piece := range []int{1, 3, len(text)} {
		var out bytes.Buffer
		v := &visibleLines{out: &out}
		for rest := text; rest != ""; {
			n := min(piece, len(rest))
			if _, err := v.Write([]byte(rest[:n])); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if err := v.Close(); err != nil {
			t.Fatal(err)
		}
		if want := strings.ReplaceAll(text, "\x1b", "␛"); out.String() != want {
			t.Errorf("in pieces of %d:\n%q\nwant\n%q", piece, out.String(), want)
		}
	}
}
