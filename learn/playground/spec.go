package playground

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dimdesk/engine"
)

// The columns that the dimension has besides the member's key and attributes.
const (
	surrogate = "customer_sk"
	validFrom = "valid_from"
	validTo   = "valid_to"
	isCurrent = "is_current"
)

// Layout is the columns of the dimension under a type, with their SQL types.
func (s Story) Layout(t Type) []engine.ColumnInfo {
	columns := []engine.ColumnInfo{{Name: s.surrogate(), Type: "INTEGER"}}
	for _, k := range s.Key {
		columns = append(columns, engine.ColumnInfo{Name: k, Type: "VARCHAR"})
	}
	for _, c := range s.Columns {
		columns = append(columns, engine.ColumnInfo{Name: c, Type: "VARCHAR"})
		if beside := s.beside(t, c); beside != "" {
			columns = append(columns, engine.ColumnInfo{Name: beside, Type: "VARCHAR"})
		}
	}
	return append(columns, engine.ColumnInfo{Name: validFrom, Type: s.Grain}, engine.ColumnInfo{Name: validTo, Type: s.Grain}, engine.ColumnInfo{Name: isCurrent, Type: "BOOLEAN"})
}

// begin is the dimension before anything is staged: no row. Where the member's times have a time of day, its first row is there already,
// as a dimension that has no row yet would be taken for one of dates.
func (s Story) begin(t Type) state {
	var table engine.Table
	for _, c := range s.Layout(t) {
		table.Columns, table.Types = append(table.Columns, c.Name), append(table.Types, c.Type)
	}
	if first, ok := s.there(); ok {
		row := append(texts("1"), s.Member...)
		for i := range s.Columns {
			value := s.held([]Event{first}, first.Date)[i]
			row = append(row, value)
			switch {
			case s.beside(t, s.Columns[i]) == "":
			case t == 6:
				row = append(row, value)
			default:
				row = append(row, engine.Null)
			}
		}
		table.Rows = append(table.Rows, append(row, engine.Text(first.Date), engine.Null, engine.Text("true")))
	}
	return state{csv: text(append([][]engine.Value{texts(table.Columns...)}, table.Rows...)), table: table}
}

// there is the event that is no staged row, since its row is there from the beginning.
func (s Story) there() (Event, bool) {
	if s.Grain == "DATE" || len(s.Events) == 0 || s.Events[0].Kind != Start {
		return Event{}, false
	}
	return s.Events[0], true
}

// beside is the column that a type keeps beside an attribute; "" for none.
func (s Story) beside(t Type, column string) string {
	switch t {
	case 3:
		return s.free("previous_" + column)
	case 6:
		return s.free("current_" + column)
	}
	return ""
}

// surrogate is the name of the surrogate key's column.
func (s Story) surrogate() string { return s.free(surrogate) }

// free is a name that none of the member's own columns has.
func (s Story) free(name string) string {
	for slices.ContainsFunc(slices.Concat(s.Key, s.Columns), func(c string) bool { return strings.EqualFold(c, name) }) {
		name += "_"
	}
	return name
}

// Spec is the spec of a dimension in which every attribute is of a type that the engine stores.
func (s Story) Spec(t Type) string {
	var b strings.Builder
	fmt.Fprintf(&b, "key: [%s]\nsurrogate_key: %s\n", strings.Join(quotedAll(s.Key), ", "), s.surrogate())
	fmt.Fprintf(&b, "period: {from: %s, to: %s}\ncurrent: %s\ncolumns:\n", validFrom, validTo, isCurrent)
	for _, c := range s.Columns {
		rule := fmt.Sprint(int(t))
		switch t {
		case 3:
			rule = fmt.Sprintf("{type: 3, previous: %s}", quoted(s.beside(t, c)))
		case 6:
			rule = fmt.Sprintf("{type: 6, current: %s}", quoted(s.beside(t, c)))
		}
		fmt.Fprintf(&b, "  %s: %s\n", quoted(c), rule)
	}
	b.WriteString("batch: {effective: updated_at, sequence: seq, operation: {column: op, delete: [D]}}\n")
	return b.String()
}

// simple is a name that YAML and SQL take as it is.
var simple = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)

// quoted is a name in YAML.
func quoted(name string) string {
	if simple.MatchString(name) && !slices.Contains([]string{"y", "n", "yes", "no", "on", "off", "true", "false", "null"}, name) {
		return name
	}
	return strconv.Quote(name)
}

func quotedAll(names []string) []string {
	var out []string
	for _, n := range names {
		out = append(out, quoted(n))
	}
	return out
}

// reserved are the words that DuckDB takes for its own.
var reserved = strings.Fields(`all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default
	deferrable desc describe distinct do else end except false fetch for foreign from group having in initially intersect into lambda lateral leading limit not
	null offset on only or order pivot pivot_longer pivot_wider placing primary qualify references returning select show some summarize symmetric table then
	to trailing true union unique unpivot using variadic when where window with`)

// ident is a name in SQL.
func ident(name string) string {
	if simple.MatchString(name) && !slices.Contains(reserved, name) {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}
