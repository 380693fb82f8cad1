package draw

import (
	"strings"
	"time"

	"dimdesk/engine"
	"dimdesk/engine/model"
)

// Table is how a dimension's rows look in its file.
type Table struct {
	Spec       *engine.Spec
	Grain      engine.Grain
	Header     []string         // every column, in the file's order
	Attributes []string         // as in model.Input
	Stored     [][]engine.Value // the rows as they stand; model.Version.Line is a row's place here, from 1
	HighestSK  int64            // the highest surrogate key ever used
}

// Rows are the rows of the dimension after a batch, in no particular order.
func (t *Table) Rows(result model.Result) [][]engine.Value { return t.After(result).Rows }

// cell is one column of a version as the dimension writes it.
func (t *Table) cell(name string, v model.Version) engine.Value {
	s := t.Spec
	is := func(column string) bool { return column != "" && strings.EqualFold(column, name) }
	for i, key := range s.Key {
		if is(key) {
			return v.Key[i]
		}
	}
	for i, attribute := range t.Attributes {
		if is(attribute) {
			return v.Values[i]
		}
	}
	switch {
	case is(s.SurrogateKey.Column):
		return t.surrogateKey(v.SK)
	case is(s.Period.From):
		return engine.Text(model.Format(t.Grain, v.From))
	case is(s.Period.To):
		return t.end(v.To)
	case is(s.Current.Column):
		return flag(v.Current, s.Current.Open, s.Current.Closed)
	case is(s.Deleted):
		return flag(v.Deleted, "", "")
	}
	panic("the dimension's column " + name + " has no role")
}

func (t *Table) end(to time.Time) engine.Value {
	p := t.Spec.Period
	switch {
	case to.IsZero() && p.Open == "":
		return engine.Null
	case to.IsZero():
		return engine.Text(p.Open)
	case p.Bounds == "[]":
		to = to.AddDate(0, 0, -1)
	}
	return engine.Text(model.Format(t.Grain, to))
}

func flag(value *bool, yes, no string) engine.Value {
	if yes == "" && no == "" {
		yes, no = "true", "false"
	}
	switch {
	case value == nil:
		return engine.Null
	case *value:
		return engine.Text(yes)
	}
	return engine.Text(no)
}
