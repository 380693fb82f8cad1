package duck

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// labStatement is one statement of a learner's text.
type labStatement struct {
	sql    string
	line   int      // where it begins, from 1
	words  []string // that are neither quoted nor in a comment, in capitals
	called []string // names before a parenthesis, quoted or not, in small letters
}

// returning tells whether what the statement gives are rows that the learner asked for.
func (s labStatement) returning() bool { return slices.Contains(s.words, "RETURNING") }

// variable tells whether the statement sets a variable of the learner's, and no setting.
func (s labStatement) variable() bool { return len(s.words) > 1 && s.words[1] == "VARIABLE" }

// splitStatements parts a text at the semicolons that end statements: not those in strings, quoted names, dollar quotes and
// comments. Comments before a statement are left out.
func splitStatements(text string) []labStatement {
	var out []labStatement
	st, begun, name := labStatement{}, -1, ""
	end := func(i int) {
		if begun >= 0 {
			st.sql, st.line = strings.TrimRight(text[begun:i], " \t\r\n"), 1+strings.Count(text[:begun], "\n")
			out = append(out, st)
		}
		st, begun, name = labStatement{}, -1, ""
	}
	for i := 0; i < len(text); {
		n := lexeme(text[i:])
		piece := text[i : i+n]
		switch r, _ := utf8.DecodeRuneInString(piece); {
		case r == ';':
			end(i)
		case unicode.IsSpace(r) || strings.HasPrefix(piece, "--") || strings.HasPrefix(piece, "/*"):
		default:
			if begun < 0 {
				begun = i
			}
			if r == '(' && name != "" {
				st.called = append(st.called, name)
			}
			if name = ""; wordRune(r) || r == '"' {
				name = strings.ToLower(strings.Trim(piece, `"`))
			}
			if wordRune(r) {
				st.words = append(st.words, strings.ToUpper(piece))
			}
		}
		i += n
	}
	end(len(text))
	return out
}

// lexeme is how many bytes at the beginning of s belong together: a string, a quoted name, a comment, a word, or one character.
// What is never closed goes on to the end, and the database says so.
func lexeme(s string) int {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case strings.HasPrefix(s, "--"):
		return until(s, 2, "\n")
	case strings.HasPrefix(s, "/*"):
		return comment(s)
	case r == '\'' || r == '"':
		return until(s, 1, string(r)) // a doubled quote is two strings that touch, which comes to the same
	case (r == 'e' || r == 'E') && len(s) > 1 && s[1] == '\'':
		return escapedString(s)
	case r == '$':
		if tag := dollarTag(s); tag != "" {
			return until(s, len(tag), tag)
		}
	case wordRune(r):
		n := strings.IndexFunc(s, func(r rune) bool { return !wordRune(r) && r != '$' })
		if n < 0 {
			return len(s)
		}
		return n
	}
	return size
}

func wordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func until(s string, from int, end string) int {
	if n := strings.Index(s[from:], end); n >= 0 {
		return from + n + len(end)
	}
	return len(s)
}

// comment is the length of a /* comment */, which may hold others.
func comment(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch {
		case strings.HasPrefix(s[i:], "/*"):
			depth++
			i++
		case strings.HasPrefix(s[i:], "*/"):
			i++
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// escapedString is the length of an E'string', in which a backslash takes the next character along.
func escapedString(s string) int {
	for i := 2; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '\'':
			return i + 1
		}
	}
	return len(s)
}

// dollarTag is the "$$" or "$name$" that s begins with; "" if it begins with neither, as $1 does.
func dollarTag(s string) string {
	for i, r := range s[1:] {
		switch {
		case r == '$':
			return s[:i+2]
		case !wordRune(r) || (i == 0 && unicode.IsDigit(r)):
			return ""
		}
	}
	return ""
}
