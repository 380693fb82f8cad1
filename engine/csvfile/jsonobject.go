package csvfile

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonMember is one field of an object: its name as text and its value as JSON.
type jsonMember struct{ name, value []byte }

// splitObject appends the members of one JSON object, or says what is wrong with the text.
func splitObject(members []jsonMember, text []byte) ([]jsonMember, string) {
	if !json.Valid(text) {
		var v json.RawMessage
		return members, "is not JSON: " + json.Unmarshal(text, &v).Error()
	}
	if text[0] != '{' {
		return members, "is not a JSON object"
	}
	// From here the text is known to be valid, so that finding where each part ends is enough.
	i := skipSpace(text, 1)
	for text[i] != '}' {
		end := endOfString(text, i)
		name, ok := text[i+1:end-1], true
		if bytes.IndexByte(name, '\\') >= 0 {
			name, ok = unquoteJSON(nil, text[i:end])
		}
		i = skipSpace(text, end) // the colon
		i = skipSpace(text, i+1) // the value
		end = endOfValue(text, i)
		value := text[i:end]
		if !ok || !wholePairs(value) {
			return members, "has an escape for half a character (\\ud800 to \\udfff stand in pairs)"
		}
		if len(bytes.TrimSpace(name)) == 0 {
			return members, "has a field without a name"
		}
		members = append(members, jsonMember{name, value})
		if i = skipSpace(text, end); text[i] == ',' {
			i = skipSpace(text, i+1)
		}
	}
	return members, ""
}

func skipSpace(text []byte, i int) int {
	for text[i] == ' ' || text[i] == '\t' || text[i] == '\r' || text[i] == '\n' {
		i++
	}
	return i
}

// endOfString is the position behind the string that begins at i.
func endOfString(text []byte, i int) int {
	for i++; text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// endOfValue is the position behind the value that begins at i.
func endOfValue(text []byte, i int) int {
	depth := 0
	for {
		switch text[i] {
		case '"':
			i = endOfString(text, i) - 1
			if depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 { // behind a bare value
				return i
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case ',', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return i
			}
		}
		i++
	}
}

// wholePairs tells whether the strings in a value can all be decoded.
func wholePairs(value []byte) bool {
	for i := 0; i < len(value); i++ {
		next := bytes.Index(value[i:], []byte(`\`))
		if next < 0 {
			return true
		}
		if i += next + 1; value[i] != 'u' {
			continue
		}
		if _, size, ok := escaped(value[i+1:]); !ok {
			return false
		} else {
			i += size
		}
	}
	return true
}

// escaped decodes what follows \u: four digits, or eight and the second \u of a pair between them.
func escaped(text []byte) (r rune, size int, ok bool) {
	r = hex4(text)
	if !utf16.IsSurrogate(r) {
		return r, 4, true
	}
	if len(text) < 10 || text[4] != '\\' || text[5] != 'u' {
		return r, 4, false
	}
	r = utf16.DecodeRune(r, hex4(text[6:]))
	return r, 10, r != utf8.RuneError
}

func hex4(text []byte) rune {
	n, _ := strconv.ParseUint(string(text[:4]), 16, 16)
	return rune(n)
}

// unquoteJSON appends the text of a valid JSON string; ok is false where an escape is half a character.
func unquoteJSON(b, quoted []byte) (text []byte, ok bool) {
	s := quoted[1 : len(quoted)-1]
	for {
		i := bytes.IndexByte(s, '\\')
		if i < 0 {
			return append(b, s...), true
		}
		b = append(b, s[:i]...)
		c := s[i+1]
		s = s[i+2:]
		switch c {
		case 'b':
			b = append(b, '\b')
		case 'f':
			b = append(b, '\f')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'u':
			r, size, ok := escaped(s)
			if !ok {
				return b, false
			}
			b = utf8.AppendRune(b, r)
			s = s[size:]
		default:
			b = append(b, c)
		}
	}
}

func compactJSON(value []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(value))
	json.Compact(&b, value)
	return b.Bytes()
}
