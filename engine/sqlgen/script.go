package sqlgen

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dimdesk/engine"
)

// ScriptStep is one kind of row operation of a plan, with what a script writes of it: by which columns it finds a stored row (Match;
// none for rows that are inserted), and what it writes there (Set). Rows selects them, all as texts, Match before Set.
type ScriptStep struct {
	Op, Also   engine.Op
	Comment    string
	Match, Set []Stored
	Rows       string
}

// ScriptSteps are the steps of a script, in the order of Statements: what ends versions stands before what opens them. They read the
// tables of Writes. Rows are found by the surrogate key, or by the business key and the start, and the end where ends says that
// these two may not tell versions apart.
func (l *Layout) ScriptSteps(ends bool) []ScriptStep {
	var match []assignment
	if l.SK.Name != "" {
		match = []assignment{{l.SK, "d." + Ident(l.SK.Name)}}
	} else {
		for _, k := range l.Keys {
			match = append(match, assignment{k.Stored, "d." + Ident(k.Name)})
		}
		match = append(match, assignment{l.From, "d." + Ident(l.From.Name)})
		if ends {
			match = append(match, assignment{l.To, "d." + Ident(l.To.Name)})
		}
	}
	step := func(op, also engine.Op, comment string, set []assignment, from, where string) ScriptStep {
		return ScriptStep{op, also, comment, columnsOf(match), columnsOf(set), "SELECT " + texts(slices.Concat(match, set)) + " FROM " + from + " o JOIN " + l.Home + " d ON d.rowid = o._rid WHERE " + where + " ORDER BY d.rowid"}
	}
	out := []ScriptStep{step(engine.OpClose, "", endPlain, l.ended(), "closes", "true")}
	for _, t := range touches {
		out = append(out, step(t.op, t.also, t.comment, l.touched(t), "upd", t.cond))
	}
	open := l.opened()
	return append(out, ScriptStep{engine.OpOpen, "", openNew, nil, columnsOf(open), "SELECT " + texts(open) + " FROM opens ORDER BY _n"})
}

func columnsOf(all []assignment) []Stored {
	out := make([]Stored, len(all))
	for i, a := range all {
		out[i] = a.to
	}
	return out
}

func texts(all []assignment) string {
	return each(len(all), ", ", func(i int) string { return fmt.Sprintf("CAST(%s AS VARCHAR) AS c%d", all[i].value, i) })
}

// SharedStarts tells whether members that upd or closes touch have two versions with one start.
func (l *Layout) SharedStarts() string {
	by := each(len(l.Keys), ", ", func(i int) string { return Ident(l.Keys[i].Name) }) + ", " + Ident(l.From.Name)
	return "SELECT count(*) FROM (SELECT " + by + " FROM " + l.Home + " GROUP BY ALL HAVING count(*) > 1) SEMI JOIN (SELECT d.* FROM " + l.Home +
		" d SEMI JOIN (SELECT _rid FROM upd UNION ALL SELECT _rid FROM closes) o ON d.rowid = o._rid) USING (" + by + ")"
}

// RoundTrip is the condition that every text of a column (x, NULL aside) is what its value as a type is written as.
func RoundTrip(x, typ string) string {
	return fmt.Sprintf("coalesce(bool_and(CAST(TRY_CAST(%[1]s AS %[2]s) AS VARCHAR) IS NOT DISTINCT FROM %[1]s) FILTER (%[1]s IS NOT NULL), false)", x, typ)
}

// ScriptDialect is an engine that a script is written for.
type ScriptDialect string

// The engines that a script can be written for.
const (
	DuckDB     ScriptDialect = "duckdb"
	PostgreSQL ScriptDialect = "postgresql"
)

// ScriptDialects are their names.
func ScriptDialects() []string { return []string{string(DuckDB), string(PostgreSQL)} }

// Chunk is one statement of a step: an UPDATE or INSERT of a table, for some rows as the step selects them.
func (d ScriptDialect) Chunk(table string, s ScriptStep, rows [][]engine.Value) string {
	var b strings.Builder
	columns := slices.Concat(s.Match, s.Set)
	if len(s.Match) == 0 {
		b.WriteString("INSERT INTO " + table + " (" + idents(s.Set, "") + ")\nVALUES\n")
		d.values(&b, columns, rows)
		b.WriteString(";\n")
		return b.String()
	}
	match := make([]string, len(s.Match))
	for i, c := range s.Match {
		match[i] = c.Name
		for slices.ContainsFunc(s.Set, func(o Stored) bool { return engine.FoldName(o.Name) == engine.FoldName(match[i]) }) ||
			slices.ContainsFunc(match[:i], func(o string) bool { return engine.FoldName(o) == engine.FoldName(match[i]) }) {
			match[i] = "old " + match[i]
		}
	}
	b.WriteString("UPDATE " + table + " AS d\nSET " + each(len(s.Set), ", ", func(i int) string { return Ident(s.Set[i].Name) + " = v." + Ident(s.Set[i].Name) }) + "\nFROM (VALUES\n")
	d.values(&b, columns, rows)
	b.WriteString("\n) AS v (" + each(len(match), ", ", func(i int) string { return Ident(match[i]) }) + ", " + idents(s.Set, "") + ")\nWHERE " +
		each(len(match), " AND ", func(i int) string {
			equals := " = "
			if i == len(match)-1 && i > 0 && slices.ContainsFunc(rows, func(r []engine.Value) bool { return r[i].Null }) {
				equals = " IS NOT DISTINCT FROM " // an open end
			}
			return "d." + Ident(s.Match[i].Name) + equals + "v." + Ident(match[i])
		}) + ";\n")
	return b.String()
}

func idents(columns []Stored, prefix string) string {
	return each(len(columns), ", ", func(i int) string { return prefix + Ident(columns[i].Name) })
}

// values writes rows as a list. NULL has its type in the first one, from which the others take it.
func (d ScriptDialect) values(b *strings.Builder, columns []Stored, rows [][]engine.Value) {
	for i, row := range rows {
		if i > 0 {
			b.WriteString(",\n")
		}
		b.WriteString("  (")
		for j, v := range row {
			if j > 0 {
				b.WriteString(", ")
			}
			switch {
			case !v.Null:
				b.WriteString(d.Literal(v.Text, columns[j].Type))
			case i == 0:
				b.WriteString("CAST(NULL AS " + d.typ(columns[j].Type) + ")")
			default:
				b.WriteString("NULL")
			}
		}
		b.WriteString(")")
	}
}

// Literal is a value of a type, given as DuckDB writes it.
func (d ScriptDialect) Literal(text, typ string) string {
	base, _, _ := strings.Cut(typ, "(")
	switch {
	case base == "VARCHAR":
		return spelled(text)
	case base == "BOOLEAN", (wholeType(base) || base == "DECIMAL") && plainNumber(text):
		return text
	case base == "DATE", base == "TIMESTAMP":
		return base + " " + Lit(text)
	}
	return "CAST(" + Lit(text) + " AS " + d.typ(typ) + ")"
}

// spelled is Lit with each character that a terminal, or an eye, would take for something else by its number.
func spelled(s string) string {
	if strings.IndexFunc(s, acts) < 0 {
		return Lit(s)
	}
	var parts []string
	plain := 0
	for i, r := range s {
		if !acts(r) {
			continue
		}
		if i > plain {
			parts = append(parts, Lit(s[plain:i]))
		}
		parts = append(parts, fmt.Sprintf("chr(%d)", r))
		plain = i + utf8.RuneLen(r)
	}
	if plain < len(s) {
		parts = append(parts, Lit(s[plain:]))
	}
	return "(" + strings.Join(parts, " || ") + ")"
}

// acts tells whether a character does something where it is shown: controls (a line's end and a tab aside), and what turns text around
// or is not seen.
func acts(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d' || r == '\u2028' || r == '\u2029'
}

// plainNumber tells whether a text is a number that SQL reads back exactly.
func plainNumber(s string) bool {
	digits := strings.TrimPrefix(s, "-")
	whole, fraction, point := strings.Cut(digits, ".")
	isDigits := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	return isDigits(whole) && (!point || isDigits(fraction)) && len(whole)+len(fraction) <= 38
}

// typ is a type's name where it has another.
func (d ScriptDialect) typ(t string) string {
	if d == DuckDB {
		return t
	}
	base, rest, bracket := strings.Cut(t, "(")
	own, known := map[string]string{
		"VARCHAR": "TEXT", "TINYINT": "SMALLINT", "UTINYINT": "SMALLINT", "USMALLINT": "INTEGER", "UINTEGER": "BIGINT", "UBIGINT": "NUMERIC", "HUGEINT": "NUMERIC", "UHUGEINT": "NUMERIC",
		"FLOAT": "REAL", "DOUBLE": "DOUBLE PRECISION", "BLOB": "BYTEA", "TIMESTAMP_S": "TIMESTAMP", "TIMESTAMP_MS": "TIMESTAMP", "TIMESTAMP_NS": "TIMESTAMP",
	}[base]
	if !known || bracket && base != "DECIMAL" {
		return t
	}
	if bracket {
		return own + "(" + rest
	}
	return own
}
