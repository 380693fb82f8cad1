package sqlgen

import (
	"fmt"
	"strings"
	"time"
)

// Ident quotes an identifier.
func Ident(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// Lit quotes a text.
func Lit(s string) string {
	if strings.ContainsRune(s, 0) {
		parts := strings.Split(s, "\x00")
		for i, p := range parts {
			parts[i] = Lit(p)
		}
		return "(" + strings.Join(parts, " || chr(0) || ") + ")"
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

// Moment writes a moment as a TIMESTAMP literal.
func Moment(t time.Time) string {
	return "TIMESTAMP '" + t.Format("2006-01-02 15:04:05.999999") + "'"
}

// each joins f(0) … f(n-1) with sep.
func each(n int, sep string, f func(i int) string) string {
	parts := make([]string, 0, n)
	for i := range n {
		if s := f(i); s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, sep)
}

// any joins conditions with OR; no condition is false.
func anyOf(conds []string) string {
	if len(conds) == 0 {
		return "false"
	}
	return "(" + strings.Join(conds, " OR ") + ")"
}

// sum adds terms, paired so that the expression of a thousand of them is not deep; no term is 0.
func sum(terms []string) string {
	switch n := len(terms); n {
	case 0:
		return "0"
	case 1:
		return terms[0]
	default:
		return "(" + sum(terms[:n/2]) + " + " + sum(terms[n/2:]) + ")"
	}
}

// list joins parts with commas, leaving out the empty ones.
func list(parts ...string) string {
	kept := parts[:0:0]
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, ", ")
}

func col(prefix string, i int) string { return fmt.Sprintf("%s%d", prefix, i) }
