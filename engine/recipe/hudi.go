package recipe

import "dimdesk/engine"

// upsertRows makes both rows, the version that ends and the one that opens, and upserts them by Hudi's record key: the business
// key and the start.
func upsertRows(l *load) []Clause {
	spec := l.t.Spec
	ended := map[string]string{}
	for _, w := range l.closedBy("s") {
		ended[w.column] = w.value
	}
	opens := map[string]string{}
	for _, w := range l.version("s", l.newKey(l.keys("s", true))) {
		opens[w.column] = w.value
	}
	var old, fresh, names []string
	for _, c := range l.t.Columns {
		name := l.ident(c.Name)
		value, ok := ended[name]
		if !ok {
			value = l.col("d", c.Name)
		}
		old = append(old, value+" AS "+name)
		fresh = append(fresh, opens[name]+" AS "+name)
		names = append(names, name)
	}
	changed := "(" + l.changes("d", "s", "\n        ") + ")"
	out := l.latest()
	out = append(out,
		Clause{"MERGE INTO " + l.dim() + " AS t\nUSING (\n    SELECT " + wrapped(old, "           ") + "\n    FROM " + l.from + " AS s\n    JOIN " + l.dim() + " AS d\n      ON " + l.sameKey("d", "s", true) +
			"\n    WHERE " + l.isOpen("d") + "\n      AND " + l.begins("d", l.effective("s")) + "\n      AND " + changed + "\n",
			"First the rows that end: the stored version with its own start, so that it has its record key, and a new end. " + l.saysDiffers()})
	if l.snapshot() {
		var gone []string
		closing := map[string]string{}
		deleted := ""
		if spec.Deleted != "" {
			deleted = l.flagOf(spec.Deleted, true)
		}
		for _, w := range l.closing(l.asOf(), deleted) {
			closing[w.column] = w.value
		}
		for _, c := range l.t.Columns {
			name := l.ident(c.Name)
			value, ok := closing[name]
			if !ok {
				value = l.col("d", c.Name)
			}
			gone = append(gone, value+" AS "+name)
		}
		where := l.isOpen("d") + "\n      AND " + l.begins("d", l.asOf())
		for _, c := range l.unprotected("d") {
			where += "\n      AND " + c
		}
		out = append(out, Clause{"    UNION ALL\n    SELECT " + wrapped(gone, "           ") + "\n    FROM " + l.dim() + " AS d\n    LEFT ANTI JOIN " + l.rows + " AS s\n      ON " + l.sameKey("d", "s", true) + "\n    WHERE " + where + "\n",
			"A snapshot holds everybody: whoever is absent from it was deleted. An empty one would close them all."})
	}
	keeps := ""
	if k := l.keeps("s"); k != "" {
		keeps = "\n      AND " + k
	}
	out = append(out,
		Clause{"    UNION ALL\n    SELECT " + wrapped(fresh, "           ") + "\n    FROM " + l.fromCounting("\n    ") + "\n    LEFT JOIN " + l.dim() + " AS d\n      ON " + l.sameKey("d", "s", true) + "\n     AND " + l.reaches("d", l.effective("s")) +
			"\n    WHERE (" + l.col("d", spec.Key[0]) + " IS NULL\n       OR " + l.isOpen("d") + "\n          AND " + l.begins("d", l.effective("s")) + "\n          AND (" + orFalse(l.differs("d", "s", l.of(engine.Type2, engine.Type6), "\n            ")) + "))" + keeps + "\n) AS s\n",
			"Then the rows that open: who changed, and who has no version that reaches to that time." + l.saysKey()},
		Clause{"ON " + l.recordKey() + "\nWHEN MATCHED THEN UPDATE SET *\nWHEN NOT MATCHED THEN INSERT *;\n\n",
			"Hudi finds rows by their record key. The table has to be made with primaryKey = '" + l.primaryKey() + "', one row a version; a MERGE must name all of it."})
	return append(out, l.overwrite()...)
}

func orFalse(cond string) string {
	if cond == "" {
		return "1 = 0"
	}
	return cond
}

// recordKey matches a version by its record key.
func (l *load) recordKey() string {
	return l.sameKey("t", "s", false) + " AND " + l.col("t", l.t.Spec.Period.From) + " = " + l.col("s", l.t.Spec.Period.From)
}

func (l *load) primaryKey() string {
	out := ""
	for _, k := range l.t.Spec.Key {
		out += k + ","
	}
	return out + l.t.Spec.Period.From
}
