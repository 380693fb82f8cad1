package recipe

import (
	"fmt"
	"strings"

	"dimdesk/engine"
)

// oneMerge is one statement for both: a changed row comes twice, once with its key to close and once with NULL to open.
func oneMerge(l *load) []Clause {
	out := l.latest()
	var rest []Clause
	if l.snapshot() && !l.bySource {
		rest = append(rest, l.closeAbsent()...)
	}
	rest = append(rest, l.overwrite()...)
	if len(rest) > 0 && l.begin != "" {
		out = append(out, Clause{l.begin, "What follows holds together, or not at all."})
	}
	out = append(out, l.merge()...)
	out = append(out, rest...)
	if len(rest) > 0 && l.commit != "" {
		out = append(out, l.ending()...)
	}
	return out
}

// mergeKeys name the columns that hold the business key in the first copy of a staged row, and NULL in the second. All of a key's
// columns have one: where only one of several is NULL, Spark 4.0 fails in a MERGE into Iceberg.
func (l *load) mergeKeys() []string {
	if len(l.t.Spec.Key) == 1 {
		return []string{"merge_key"}
	}
	var out []string
	for i := range l.t.Spec.Key {
		out = append(out, fmt.Sprintf("merge_key_%d", i+1))
	}
	return out
}

func (l *load) merge() []Clause {
	var first, second, order []string
	for i, name := range l.mergeKeys() {
		first = append(first, l.staged("s", l.t.Spec.Key[i])+" AS "+name)
		second = append(second, "NULL AS "+name)
		order = append(order, "u."+name)
	}
	type2 := l.of(engine.Type2, engine.Type6)
	changed := l.isOpen("c") + "\n      AND " + l.begins("c", l.effective("s"))
	if k := l.keeps("s"); k != "" {
		changed += "\n      AND " + k
	}
	if x := l.differs("c", "s", type2, "\n        "); x != "" {
		changed += "\n      AND (" + x + ")"
	} else {
		changed += "\n      AND 1 = 0"
	}
	sk := l.newKey("")
	head, foot := "MERGE INTO "+l.dim()+" AS d\nUSING (\n", ") AS s\n"
	saysKey, into, saysInto := "", "", ""
	if l.reads {
		head, foot, into = "WITH s AS MATERIALIZED (\n", ")\n", "MERGE INTO "+l.dim()+" AS d\nUSING s\n"
		saysInto = "MATERIALIZED has the source made first: else DuckDB 1.5 may look for second copies when their versions are closed already, and open nothing. "
	}
	if l.counts() {
		head += "    SELECT u.*, h.highest + ROW_NUMBER() OVER (\n               ORDER BY " + strings.Join(order, ", ") + ", " + l.keys("u", true) + ") AS new_key\n    FROM (\n"
		foot = "    ) AS u\n    " + l.highest() + "\n" + foot
		sk, saysKey = "s.new_key", " Each staged row brings a number for a new surrogate key; those that open nothing leave gaps."
	}
	rows := l.version("s", sk)
	out := []Clause{
		{head + "    SELECT " + strings.Join(first, ", ") + ", s.*\n    FROM " + l.from + " AS s\n", "The first copy of each staged row carries its key, and will find the open version." + saysKey},
		{"    UNION ALL\n    SELECT " + strings.Join(second, ", ") + ", s.*\n    FROM " + l.from + " AS s\n    JOIN " + l.dim() + " AS c\n      ON " + l.sameKey("c", "s", true) + "\n    WHERE " + changed + "\n" + foot,
			"The second copy, only of rows that change something, has NULL for a key: NULL equals nothing, so it can only be inserted. A MERGE does one thing with each source row, and this makes two of one."},
		{into + "ON " + l.mergeOn() + "\n   AND " + l.isOpen("d") + "\n", saysInto + "A match is an open version of that key; versions that are over match nothing."},
		{"WHEN MATCHED AND " + l.begins("d", l.effective("s")) + "\n    AND (" + l.changes("d", "s", "\n        ") + ")\n    THEN UPDATE SET " + sets(l.closedBy("s"), ",\n        ") + "\n",
			"Close: the old version ends where the new one begins. The test is that of the second copy. " + l.saysDiffers()},
		{"WHEN NOT MATCHED" + l.and(l.keeps("s")) + " THEN\n    INSERT (" + columnsOf(rows, "            ") + ")\n    VALUES (" + valuesOf(rows, "            ") + ")", "Open: second copies, and keys that have no open version: new members, and those that come back." + l.insertSays()},
	}
	if l.snapshot() && l.bySource {
		cond := " AND " + l.isOpen("d") + "\n    AND " + l.begins("d", l.asOf())
		for _, c := range l.unprotected("d") {
			cond += "\n    AND " + c
		}
		deleted := ""
		if l.t.Spec.Deleted != "" {
			deleted = l.flagOf(l.t.Spec.Deleted, true)
		}
		out = append(out, Clause{"\nWHEN NOT MATCHED BY SOURCE" + cond + "\n    THEN UPDATE SET " + sets(l.closing(l.asOf(), deleted), ",\n        "), "A snapshot holds everybody: whoever is absent from it was deleted. An empty one would close them all."})
	}
	out[len(out)-1].SQL += ";\n\n"
	return out
}

// insertSays is saysKey where the number doesn't come with the row.
func (l *load) insertSays() string {
	if l.t.Spec.SurrogateKey.Make == "uuid" || l.identity {
		return l.saysKey()
	}
	return ""
}

// mergeOn matches the merge keys.
func (l *load) mergeOn() string {
	var on []string
	for i, name := range l.mergeKeys() {
		on = append(on, l.col("d", l.t.Spec.Key[i])+" = s."+name)
	}
	return strings.Join(on, "\n   AND ")
}

func (l *load) and(cond string) string {
	if cond == "" {
		return ""
	}
	return " AND " + cond
}
