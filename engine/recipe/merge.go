package recipe

import (
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

// mergeKey is the first column of the business key in the first copy of a staged row, and NULL in the second.
const mergeKey = "merge_key"

func (l *load) merge() []Clause {
	first := l.staged("s", l.t.Spec.Key[0])
	type2 := l.of(engine.Type2, engine.Type6)
	second := l.isOpen("c") + "\n      AND " + l.begins("c", l.effective("s"))
	if k := l.keeps("s"); k != "" {
		second += "\n      AND " + k
	}
	if x := l.differs("c", "s", type2, "\n        "); x != "" {
		second += "\n      AND (" + x + ")"
	} else {
		second += "\n      AND 1 = 0"
	}
	sk := l.newKey("u." + l.ident(mergeKey) + ", " + l.keys("u", true))
	head, foot := "MERGE INTO "+l.dim()+" AS d\nUSING (\n", ") AS s\n"
	saysKey := ""
	if sk != "" && l.t.Spec.SurrogateKey.Make != "uuid" {
		head += "    SELECT u.*, " + sk + " AS new_key\n    FROM (\n"
		foot = "    ) AS u\n" + foot
		sk, saysKey = "s.new_key", " Each staged row brings a number for a new surrogate key; those that open nothing leave gaps."
	}
	rows := l.version("s", sk)
	out := []Clause{
		{head + "    SELECT " + first + " AS " + mergeKey + ", s.*\n    FROM " + l.from + " AS s\n", "The first copy of each staged row carries its key, and will find the open version." + saysKey},
		{"    UNION ALL\n    SELECT NULL AS " + mergeKey + ", s.*\n    FROM " + l.from + " AS s\n    JOIN " + l.dim() + " AS c\n      ON " + l.sameKey("c", "s", true) + "\n    WHERE " + second + "\n" + foot,
			"The second copy, only of rows that change something, has NULL for a key: NULL equals nothing, so it can only be inserted. A MERGE does one thing with each source row, and this makes two of one."},
		{"ON " + l.mergeOn() + " AND " + l.isOpen("d") + "\n", "A match is an open version of that key; versions that are over match nothing."},
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

// mergeOn matches the merge key, and the other columns of the business key.
func (l *load) mergeOn() string {
	on := []string{l.col("d", l.t.Spec.Key[0]) + " = s." + mergeKey}
	for _, k := range l.t.Spec.Key[1:] {
		on = append(on, l.col("d", k)+" = "+l.staged("s", k))
	}
	return strings.Join(on, " AND ")
}

func (l *load) and(cond string) string {
	if cond == "" {
		return ""
	}
	return " AND " + cond
}
