package recipe

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"dimdesk/engine"
)

// load is a table's load in one flavor: the expressions that every shape is put together from. d is the dimension's row, s the
// staged one.
type load struct {
	*flavor
	t     Table
	types map[string]string // by folded name
	attrs []engine.Column
	rows  string // the staged rows in SQL
	from  string // one of them for each key: the staged table itself, or a view of it
}

func newLoad(f *flavor, t Table) *load {
	l := &load{flavor: f, t: t, types: map[string]string{}}
	for _, c := range t.Columns {
		l.types[engine.FoldName(c.Name)] = strings.ToUpper(c.Type)
	}
	l.attrs = t.Spec.Attributes(t.Columns)
	l.rows = f.table(t.Staged)
	l.from = l.rows
	if l.needsView() {
		l.from = f.ident(l.viewName())
	}
	return l
}

func (l *load) dim() string { return l.table(l.t.Name) }

// supplied tells whether the staged table has a column of the dimension.
func (l *load) supplied(name string) bool {
	return l.t.Supplied == nil || slices.ContainsFunc(l.t.Supplied, func(s string) bool { return engine.FoldName(s) == engine.FoldName(l.stagedName(name)) })
}

// stagedName is how the staged table calls a column of the dimension.
func (l *load) stagedName(name string) string {
	for _, from := range slices.Sorted(maps.Keys(l.t.Spec.Batch.Rename)) {
		if engine.FoldName(l.t.Spec.Batch.Rename[from]) == engine.FoldName(name) {
			return from
		}
	}
	return name
}

func (l *load) col(alias, name string) string { return alias + "." + l.ident(name) }

// staged is the staged row's value for a column of the dimension.
func (l *load) staged(alias, name string) string { return l.col(alias, l.stagedName(name)) }

// of lists the attributes of some types.
func (l *load) of(types ...engine.SCDType) []engine.Column {
	var out []engine.Column
	for _, a := range l.attrs {
		if slices.Contains(types, a.Type) && l.supplied(a.Name) {
			out = append(out, a)
		}
	}
	return out
}

// effective is the moment at which a staged row begins.
func (l *load) effective(alias string) string {
	if e := l.t.Spec.Batch.Effective; e != "" {
		return l.col(alias, e)
	}
	return l.asOf()
}

// asOf is the moment that the load runs as of.
func (l *load) asOf() string {
	switch {
	case l.t.AsOf == "" && l.dates() && l.Name == "fabric":
		return "CAST(GETDATE() AS DATE)"
	case l.t.AsOf == "" && l.dates():
		return "CURRENT_DATE"
	case l.t.AsOf == "":
		return l.clock
	}
	return l.moment(l.t.AsOf)
}

// dates tells whether the period is one of dates, which that of a text is taken for.
func (l *load) dates() bool {
	return !strings.HasPrefix(l.types[engine.FoldName(l.t.Spec.Period.From)], "TIMESTAMP")
}

// momentType is the type of the period's bounds.
func (l *load) momentType() string {
	if l.dates() {
		return "DATE"
	}
	return l.instant
}

// moment is a date or a time as a literal of the period's type.
func (l *load) moment(iso string) string {
	if l.bits {
		return fmt.Sprintf("CAST(%s AS %s)", l.text(iso), l.momentType())
	}
	if l.momentType() == "TIMESTAMP_NTZ" {
		return l.text(iso) + "::TIMESTAMP_NTZ"
	}
	return l.momentType() + " " + l.text(iso)
}

// isOpen is the condition that a version is open.
func (l *load) isOpen(alias string) string {
	to := l.col(alias, l.t.Spec.Period.To)
	if l.t.Spec.Period.Open == "" {
		return to + " IS NULL"
	}
	return to + " = " + l.moment(l.t.Spec.Period.Open)
}

// openEnd is what an open end is written as.
func (l *load) openEnd() string {
	if l.t.Spec.Period.Open == "" {
		return "CAST(NULL AS " + l.momentType() + ")"
	}
	return l.moment(l.t.Spec.Period.Open)
}

// end is what the end of a version that ends at a moment is written as.
func (l *load) end(moment string) string {
	if l.t.Spec.Period.Bounds == "[]" {
		return fmt.Sprintf(l.dayBefore, moment)
	}
	return moment
}

// reaches is the condition that a version is not over at a moment.
func (l *load) reaches(alias, moment string) string {
	to, than := l.col(alias, l.t.Spec.Period.To), " > "
	if l.t.Spec.Period.Bounds == "[]" {
		than = " >= "
	}
	if l.t.Spec.Period.Open == "" {
		return "(" + to + " IS NULL OR " + to + than + moment + ")"
	}
	return to + than + moment
}

// begins is the condition that a version began before a moment.
func (l *load) begins(alias, moment string) string {
	return l.col(alias, l.t.Spec.Period.From) + " < " + moment
}

// sameKey joins two rows on the business key; staged says that b is a staged row.
func (l *load) sameKey(a, b string, staged bool) string {
	var out []string
	for _, k := range l.t.Spec.Key {
		other := l.col(b, k)
		if staged {
			other = l.staged(b, k)
		}
		out = append(out, l.col(a, k)+" = "+other)
	}
	return strings.Join(out, " AND ")
}

// keys lists the business key of a dimension's row, or of a staged one.
func (l *load) keys(alias string, staged bool) string {
	var out []string
	for _, k := range l.t.Spec.Key {
		if staged {
			k = l.stagedName(k)
		}
		out = append(out, l.col(alias, k))
	}
	return strings.Join(out, ", ")
}

// deletes is the condition that a staged row is a delete; "" where none is.
func (l *load) deletes(alias string) string {
	op := l.t.Spec.Batch.Operation
	if op.Column == "" {
		return ""
	}
	return l.col(alias, op.Column) + " IN (" + l.texts(op.Delete) + ")"
}

// keeps is the condition that it is none.
func (l *load) keeps(alias string) string {
	op := l.t.Spec.Batch.Operation
	if op.Column == "" {
		return ""
	}
	return "COALESCE(" + l.col(alias, op.Column) + ", '') NOT IN (" + l.texts(op.Delete) + ")"
}

func (l *load) texts(all []string) string {
	var out []string
	for _, s := range all {
		out = append(out, l.text(s))
	}
	return strings.Join(out, ", ")
}

func (l *load) snapshot() bool { return l.t.Spec.Batch.Mode == "snapshot" }

// flag is the value of the current flag of an open version, or of one that is over.
func (l *load) flag(open bool) string {
	f := l.t.Spec.Current
	switch {
	case f.Open != "" && open:
		return l.text(f.Open)
	case f.Closed != "" && !open:
		return l.text(f.Closed)
	}
	return l.flagOf(f.Column, open)
}

// flagOf is a truth value as a column without texts of its own holds it.
func (l *load) flagOf(column string, v bool) string {
	switch typ := l.types[engine.FoldName(column)]; {
	case typ == "VARCHAR":
		return l.text(fmt.Sprint(v))
	case typ != "" && typ != "BOOLEAN" && v:
		return "1"
	case typ != "" && typ != "BOOLEAN":
		return "0"
	}
	return l.boolean(v)
}

// number tells whether a column holds numbers.
func (l *load) number(column string) bool {
	typ := l.types[engine.FoldName(column)]
	return slices.ContainsFunc([]string{"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "DECIMAL", "DOUBLE", "FLOAT"},
		func(n string) bool { return strings.HasPrefix(typ, n) })
}

// unprotected is the condition that a member may be deleted by absence, one condition for each thing that the spec says.
func (l *load) unprotected(alias string) []string {
	var out []string
	if p := l.t.Spec.Batch.Protect; len(p) > 0 {
		var same []string
		for _, k := range l.t.Spec.Key {
			values := l.texts(p)
			if l.number(k) {
				values = strings.Join(p, ", ")
			}
			same = append(same, l.col(alias, k)+" IN ("+values+")")
		}
		out = append(out, "NOT ("+strings.Join(same, " AND ")+")")
	}
	if s := l.t.Spec.Batch.Scope; s != "" {
		out = append(out, "("+s+")")
	}
	return out
}
