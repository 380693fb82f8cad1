package rowout

import (
	"strconv"
	"unicode/utf8"

	"dimdesk/engine"
)

const hexDigits = "0123456789abcdef"

// AppendText appends a JSON string. Control characters are escaped, so that a line stays a line and a terminal a terminal.
func AppendText(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= 0x20 && c != '"' && c != '\\' && c != 0x7f {
				i++
				continue
			}
			b = appendEscaped(append(b, s[start:i]...), c)
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 || r >= 0x80 && r < 0xa0 || r == 0x2028 || r == 0x2029 {
			b = append(b, s[start:i]...)
			b = append(b, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
			i += size
			start = i
			continue
		}
		i += size
	}
	return append(append(b, s[start:]...), '"')
}

func appendEscaped(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

// AppendValue appends a cell: a JSON string or null.
func AppendValue(b []byte, v engine.Value) []byte {
	if v.Null {
		return append(b, "null"...)
	}
	return AppendText(b, v.Text)
}

// AppendField appends a name and its colon, after a comma unless it is the first of its object.
func AppendField(b []byte, name string) []byte {
	if last := b[len(b)-1]; last != '{' && last != '[' {
		b = append(b, ',')
	}
	return append(AppendText(b, name), ':')
}

// AppendObject appends an object of named cells, null where there are fewer values than names.
func AppendObject(b []byte, names []string, values []engine.Value) []byte {
	b = append(b, '{')
	for i, name := range names {
		b = AppendField(b, name)
		if i < len(values) {
			b = AppendValue(b, values[i])
		} else {
			b = append(b, "null"...)
		}
	}
	return append(b, '}')
}

// AppendEnd appends the end of a period, or a text that may be missing: null where it is "".
func AppendEnd(b []byte, s string) []byte {
	if s == "" {
		return append(b, "null"...)
	}
	return AppendText(b, s)
}

// AppendSurrogate appends a surrogate key: a number where the dimension counts in integers and the key is stored, a
// string where it is provisional ("+1") or of another kind, null where the dimension has none.
func AppendSurrogate(b []byte, key string, integers bool) []byte {
	if integers {
		if n, err := strconv.ParseInt(key, 10, 64); err == nil && strconv.FormatInt(n, 10) == key {
			return append(b, key...)
		}
	}
	return AppendEnd(b, key)
}
