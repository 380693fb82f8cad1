package learn

import (
	"reflect"
	"testing"
)

func TestBlocks(t *testing.T) {
	for text, want := range map[string][]Block{
		"a `b` c\nd **e f**\n\ng": {
			{Spans: []Span{{Text: "a "}, {Text: "b", Code: true}, {Text: " c d "}, {Text: "e f", Bold: true}}}, {Spans: []Span{{Text: "g"}}}},
		"- one\n  goes on\n- two":        {{Item: true, Spans: []Span{{Text: "one goes on"}}}, {Item: true, Spans: []Span{{Text: "two"}}}},
		"see:\n```\n  a  b\n\nc\n```\nd": {{Spans: []Span{{Text: "see:"}}}, {Code: true, Lines: []string{"  a  b", "", "c"}}, {Spans: []Span{{Text: "d"}}}},
		"see:\n\n    a\n      b\n\nd":    {{Spans: []Span{{Text: "see:"}}}, {Code: true, Lines: []string{"a", "  b"}}, {Spans: []Span{{Text: "d"}}}},
		"2 ** 3 and a ` alone":           {{Spans: []Span{{Text: "2 ** 3 and a ` alone"}}}},
		"**`a` b**":                      {{Spans: []Span{{Text: "a", Bold: true, Code: true}, {Text: " b", Bold: true}}}},
	} {
		if got := Blocks(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q:\n got %+v\nwant %+v", text, got, want)
		}
	}
}
