package recipe

import (
	"slices"
	"strings"

	"dimdesk/engine"
)

// overwrite writes what has no history over what is stored: types 1 and 3, and the current column of type 6.
func (l *load) overwrite() []Clause {
	plain, six := l.of(engine.Type1, engine.Type3), l.of(engine.Type6)
	if l.t.Spec.Type1 == "current" {
		return append(l.over(plain, nil, true), l.over(nil, six, false)...)
	}
	return l.over(plain, six, false)
}

// over is one such statement; openOnly leaves versions that are over as they are.
func (l *load) over(plain, six []engine.Column, openOnly bool) []Clause {
	if len(plain)+len(six) == 0 {
		return nil
	}
	var set []written
	for _, c := range plain {
		if c.Type == engine.Type3 {
			d, previous := l.col("d", c.Name), l.col("d", c.Previous)
			set = append(set, written{l.ident(c.Previous), "CASE WHEN " + l.differs("d", "s", []engine.Column{c}, " ") + " THEN " + d + " ELSE " + previous + " END"})
		}
		set = append(set, written{l.ident(c.Name), l.staged("s", c.Name)})
	}
	for _, c := range six {
		set = append(set, written{l.ident(c.Current), l.staged("s", c.Name)})
	}
	cond := l.differ(append(append([]engine.Column{}, plain...), six...), func(c engine.Column) (a, b string) {
		if c.Type == engine.Type6 {
			return l.col("d", c.Current), l.staged("s", c.Name)
		}
		return l.col("d", c.Name), l.staged("s", c.Name)
	}, "\n    ")
	rows := []string{}
	if k := l.keeps("s"); k != "" {
		rows = append(rows, k)
	}
	if l.t.Spec.Batch.Effective != "" {
		rows = append(rows, "NOT EXISTS (SELECT 1 FROM "+l.dim()+" AS n\n                      WHERE "+l.sameKey("n", "s", true)+"\n                        AND "+l.col("n", l.t.Spec.Period.From)+" > "+l.effective("s")+")")
	}
	says := "Overwrite what has no history, on every version of the member."
	if openOnly {
		says = "Overwrite what has no history, on the open version only."
	}
	if len(six) > 0 {
		says += " Type 6 keeps its current column at the newest value everywhere."
	}
	if l.t.Spec.Batch.Effective != "" {
		says += " A late row doesn't: what is known now is newer."
	}
	source := l.from
	if len(rows) > 0 {
		source = "(\n    SELECT s.* FROM " + l.from + " AS s\n    WHERE " + strings.Join(rows, "\n      AND ") + "\n)"
	}
	on := l.sameKey("d", "s", true)
	if openOnly {
		on += " AND " + l.isOpen("d")
	}
	var sql string
	switch {
	case l.mergeOnly && !l.byRecord:
		sql = "MERGE INTO " + l.dim() + " AS d\nUSING " + source + " AS s\nON " + on + "\nWHEN MATCHED AND (" + cond + ")\n    THEN UPDATE SET " + sets(set, ",\n        ") + ";\n\n"
	case l.byRecord:
		var own []string
		for _, name := range append(slices.Clone(l.t.Spec.Key), l.t.Spec.Period.From) {
			own = append(own, l.col("d", name)+" AS "+l.ident(name)) // named anew, or Hudi takes it for the target's own
		}
		for _, w := range set {
			own = append(own, w.value+" AS "+w.column)
		}
		sql = "MERGE INTO " + l.dim() + " AS t\nUSING (\n    SELECT " + wrapped(own, "           ") + "\n    FROM " + l.dim() + " AS d\n    JOIN " + source + " AS s\n      ON " + on + "\n    WHERE " + cond + "\n) AS s\nON " + l.recordKey() + "\nWHEN MATCHED THEN UPDATE SET " + sets(l.fromSource(set), ",\n    ") + ";\n\n"
	default:
		head, from := l.update(source)
		sql = head + sets(set, ",\n    ") + from + on + "\n  AND (" + cond + ");\n\n"
	}
	return []Clause{{sql, says}}
}

// fromSource takes each column's value from the source's column of that name.
func (l *load) fromSource(set []written) []written {
	var out []written
	for _, w := range set {
		out = append(out, written{w.column, "s." + w.column})
	}
	return out
}
