package duck

import (
	"fmt"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// filter is the condition on a row c of change that a filter means.
func (r *Review) filter(f engine.Filter) string {
	var conds []string
	if len(f.Kinds) > 0 {
		names := make([]string, len(f.Kinds))
		for i, k := range f.Kinds {
			names[i] = sqlgen.Lit(k.String())
		}
		conds = append(conds, "c._kind IN ("+strings.Join(names, ", ")+")")
	} else {
		conds = append(conds, "c._kind NOT IN ('unchanged', 'superseded')")
	}
	switch f.Decision {
	case engine.Taken:
		conds = append(conds, decidable+" AND NOT c._parked")
	case engine.Parked:
		conds = append(conds, "c._parked")
	}
	if f.Opened {
		conds = append(conds, uncompared)
	}
	if f.Column != "" {
		conds = append(conds, r.columnFilter(f))
	}
	if f.Text != "" {
		conds = append(conds, r.layout.Mentions(f.Text))
	}
	return "(" + strings.Join(conds, ") AND (") + ")"
}

// decidable is the condition that a change can be taken or parked.
const decidable = "c._kind NOT IN ('unchanged', 'superseded', 'rejected')"

// uncompared is the condition that a change was compared with no version's values.
const uncompared = "c._compared IS NOT TRUE OR c._del"

func (r *Review) columnFilter(f engine.Filter) string {
	for _, n := range r.supply {
		if !strings.EqualFold(r.layout.Attrs[n].Name, f.Column) {
			continue
		}
		cond := r.layout.Listed(n)
		value := func(prefix string, v *engine.Value) {
			if v == nil {
				return
			}
			if v.Null {
				cond += fmt.Sprintf(" AND c.%s%d IS NULL", prefix, n)
			} else {
				cond += fmt.Sprintf(" AND c.%s%d::VARCHAR = %s", prefix, n, sqlgen.Lit(v.Text))
			}
		}
		if f.Before != nil {
			cond += " AND c._compared" // where nothing was in force there is no value before
		}
		value("b", f.Before)
		value("a", f.After)
		return cond
	}
	return "false"
}

// order is the ORDER BY of a list.
func (r *Review) order(f engine.Filter) string {
	dir := ""
	if f.Desc {
		dir = " DESC"
	}
	keys := make([]string, len(r.layout.Keys))
	for i := range keys {
		keys[i] = fmt.Sprintf("c.k%d%s", i, dir)
	}
	switch f.Sort {
	case "key":
		return strings.Join(keys, ", ") + ", c._id"
	case "kind":
		names := make([]string, len(engine.Kinds))
		for i, k := range engine.Kinds {
			names[i] = sqlgen.Lit(k.String())
		}
		return "list_position([" + strings.Join(names, ", ") + "], c._kind)" + dir + ", c._id"
	case "effective":
		return "c._at" + dir + ", c._id"
	}
	return "c._id" + dir
}
