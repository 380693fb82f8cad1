package csvfile

import (
	"bytes"
	"strings"

	"dimdesk/engine"
)

// Cell is what a field becomes: a value, written as the file writes such values, or the bytes that it had before.
type Cell struct {
	Value engine.Value
	Raw   string
	IsRaw bool // Raw counts, and Value does not
}

// ValueCell is a cell that holds a value.
func ValueCell(v engine.Value) Cell { return Cell{Value: v} }

// RawCell is a cell that is written exactly so, quotes included: a field's bytes as Rewrite reported them.
func RawCell(raw string) Cell { return Cell{Raw: raw, IsRaw: true} }

// style is how new values are written. NULL is an unquoted empty field and "" the empty string; any other text is bare
// unless a reader could take it for something else.
type style struct {
	delim byte
	all   bool // quote everything but NULL
	nulls nullTexts
}

func (s style) appendCell(b []byte, c Cell) []byte {
	if c.IsRaw {
		return append(b, c.Raw...)
	}
	return s.appendValue(b, c.Value)
}

func (s style) appendValue(b []byte, v engine.Value) []byte {
	if v.Null {
		return b
	}
	if s.all || s.mustQuote(v.Text) {
		return appendQuoted(b, []byte(v.Text))
	}
	return append(b, v.Text...)
}

// mustQuote tells whether a bare text would be read otherwise, by this package or by a reader that trims spaces.
func (s style) mustQuote(text string) bool {
	if s.nulls.has([]byte(text)) || strings.HasPrefix(text, "\ufeff") {
		return true
	}
	if first, last := text[0], text[len(text)-1]; first == ' ' || first == '\t' || last == ' ' || last == '\t' {
		return true
	}
	return strings.IndexByte(text, s.delim) >= 0 || strings.ContainsAny(text, "\"\r\n")
}

// lineEnd is the length of the line end that text ends in: 0, 1 or 2.
func lineEnd(text []byte) int {
	switch {
	case bytes.HasSuffix(text, []byte("\r\n")):
		return 2
	case bytes.HasSuffix(text, []byte("\n")), bytes.HasSuffix(text, []byte("\r")):
		return 1
	}
	return 0
}
