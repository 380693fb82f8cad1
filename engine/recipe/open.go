package recipe

import (
	"strings"

	"dimdesk/engine"
)

// written is a column of a new version and its value.
type written struct{ column, value string }

// version lists what a new version is written with, from a staged row; sk is the surrogate key's value, "" where it makes itself.
func (l *load) version(alias, sk string) []written {
	spec := l.t.Spec
	companions := map[string]engine.Companion{}
	for _, c := range spec.Companions() {
		companions[engine.FoldName(c.Name)] = c
	}
	carried := map[string]bool{}
	for _, a := range l.carried() {
		carried[engine.FoldName(a.Name)] = true
	}
	key := map[string]bool{}
	for _, k := range spec.Key {
		key[engine.FoldName(k)] = true
	}
	var out []written
	for _, c := range l.t.Columns {
		name := engine.FoldName(c.Name)
		value := l.staged(alias, c.Name)
		companion, kin := companions[name]
		switch {
		case name == engine.FoldName(spec.SurrogateKey.Column):
			value = sk
		case name == engine.FoldName(spec.Period.From):
			value = l.effective(alias)
		case name == engine.FoldName(spec.Period.To):
			value = l.openEnd()
		case name == engine.FoldName(spec.Current.Column):
			value = l.flag(true)
		case name == engine.FoldName(spec.Deleted):
			value = l.flagOf(spec.Deleted, false)
		case kin && companion.Type == engine.Type6 && l.supplied(companion.Of):
			value = l.staged(alias, companion.Of)
		case kin:
			value = l.col(alias, kept(c.Name))
		case carried[name] && !key[name]:
			value = l.col(alias, kept(c.Name))
		}
		if value != "" {
			out = append(out, written{l.ident(c.Name), value})
		}
	}
	return out
}

// columnsOf lists the columns, in lines that begin with indent.
func columnsOf(all []written, indent string) string {
	var out []string
	for _, w := range all {
		out = append(out, w.column)
	}
	return wrapped(out, indent)
}

// valuesOf lists the values, likewise.
func valuesOf(all []written, indent string) string {
	var out []string
	for _, w := range all {
		out = append(out, w.value)
	}
	return wrapped(out, indent)
}

// lineWidth is how wide lines of a list may be: that of a small screen.
const lineWidth = 76

// wrapped lists items in lines; those after the first begin with indent.
func wrapped(items []string, indent string) string {
	var b strings.Builder
	width := len(indent)
	for i, item := range items {
		if i > 0 {
			b.WriteString(",")
			if width+len(item)+2 > lineWidth {
				b.WriteString("\n" + indent)
				width = len(indent)
			} else {
				b.WriteString(" ")
				width++
			}
		}
		b.WriteString(item)
		width += len(item[strings.LastIndexByte(item, '\n')+1:]) + 1
	}
	return b.String()
}

// newKey is the surrogate key of a new version, counted over rows in an order, with highest beside them; "" where the column makes it
// itself, or there is none.
func (l *load) newKey(order string) string {
	sk := l.t.Spec.SurrogateKey
	switch {
	case sk.Column == "":
		return ""
	case sk.Make == "uuid":
		return l.uuid
	case l.identity:
		return ""
	}
	return "h.highest + ROW_NUMBER() OVER (ORDER BY " + order + ")"
}

// counts tells whether surrogate keys are counted on from the highest one.
func (l *load) counts() bool { return strings.HasPrefix(l.newKey("x"), "h.") }

// highest joins the highest surrogate key to rows, as h. (Not a subquery in the SELECT: Delta refuses those in a MERGE.)
func (l *load) highest() string {
	return "CROSS JOIN (SELECT COALESCE(MAX(" + l.ident(l.t.Spec.SurrogateKey.Column) + "), 0) AS highest\n                FROM " + l.dim() + ") AS h"
}

// fromCounting is l.from AS s, with the highest surrogate key beside it where keys are counted.
func (l *load) fromCounting(indent string) string {
	if l.counts() {
		return l.from + " AS s" + indent + l.highest()
	}
	return l.from + " AS s"
}

// saysKey tells how the surrogate key is made.
func (l *load) saysKey() string {
	sk := l.t.Spec.SurrogateKey
	switch {
	case sk.Column == "":
		return ""
	case sk.Make == "uuid":
		return " Its surrogate key is a UUID."
	case l.identity:
		return " " + sk.Column + " isn't named: it is an identity column, which numbers itself."
	}
	return " Surrogate keys go on from the highest one that is stored."
}

// closing lists what a version that ends at a moment is written with; deleted is the deleted flag's value, "" where there is none.
func (l *load) closing(moment, deleted string) []written {
	spec := l.t.Spec
	out := []written{{l.ident(spec.Period.To), l.end(moment)}}
	if spec.Current.Column != "" {
		out = append(out, written{l.ident(spec.Current.Column), l.flag(false)})
	}
	if spec.Deleted != "" && deleted != "" {
		out = append(out, written{l.ident(spec.Deleted), deleted})
	}
	return out
}

// closedBy is closing, by a staged row.
func (l *load) closedBy(alias string) []written {
	deleted := ""
	if d := l.deletes(alias); d != "" {
		deleted = "CASE WHEN " + d + " THEN " + l.flagOf(l.t.Spec.Deleted, true) + " ELSE " + l.flagOf(l.t.Spec.Deleted, false) + " END"
	}
	return l.closing(l.effective(alias), deleted)
}

// sets writes column = value, with between them what is given.
func sets(all []written, between string) string {
	var out []string
	for _, w := range all {
		out = append(out, w.column+" = "+w.value)
	}
	return strings.Join(out, between)
}
