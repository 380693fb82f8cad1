package csvfile

import (
	"bytes"
	"fmt"
	"strconv"
)

// fault says in words why the record cannot be split into want fields; "" if it can.
func (l *lexer) fault(want int) string {
	switch {
	case l.open >= 0:
		return fmt.Sprintf("line %d opens a quote in field %d that is never closed", l.line, l.open+1)
	case l.stray >= 0:
		return fmt.Sprintf("line %d has text after the closing quote of field %d", l.line, l.stray+1)
	case l.count != want:
		return fmt.Sprintf("line %d has %s, the header has %d", l.line, fieldCount(l.count), want)
	}
	return ""
}

func fieldCount(n int) string {
	if n == 1 {
		return "1 field"
	}
	return strconv.Itoa(n) + " fields"
}

// isRow tells whether the record is a row: a blank line is one only where there is one column, whose NULL it is.
func (l *lexer) isRow(columns int) bool { return columns == 1 || !l.blank() }

// sound is fault(want) == "", without the words.
func (l *lexer) sound(want int) bool { return l.count == want && l.stray < 0 && l.open < 0 }

// add counts one record behind the header into the shape.
func (s *Shape) add(l *lexer) {
	s.FinalEOL = len(l.eol) > 0
	s.Longest = max(s.Longest, int64(len(l.rec)))
	if s.FinalEOL && string(l.eol) != s.LineEnd {
		s.MixedEnds = true
		s.irregular(fmt.Sprintf("line %d ends otherwise than line 1", l.line))
	}
	if l.blank() {
		s.irregular(fmt.Sprintf("line %d is blank", l.line))
	}
	if !l.isRow(len(s.Header)) {
		s.Blank++
		return
	}
	s.Records++
	if l.breaks > 0 {
		s.Multiline = true
	}
	if !l.sound(len(s.Header)) {
		s.Bad++
		why := l.fault(len(s.Header))
		if s.FirstBad == "" {
			s.FirstBad = why
		}
		s.irregular(why)
		return
	}
	if l.odd {
		s.irregular(fmt.Sprintf("a quote stands inside an unquoted field of line %d", l.line))
	}
	if bytes.IndexByte(l.rec, 0) >= 0 {
		s.irregular(fmt.Sprintf("line %d holds a NUL byte", l.line))
	}
	if s.Records == 1 && s.QuoteAll {
		for _, f := range l.fields {
			s.QuoteAll = s.QuoteAll && (f.quoted || f.start == f.end)
		}
	}
}
