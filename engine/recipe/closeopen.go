package recipe

import (
	"strings"

	"dimdesk/engine"
)

// closeThenOpen is two statements: an UPDATE that ends versions, and an INSERT that opens the next ones.
func closeThenOpen(l *load) []Clause {
	out := l.latest()
	out = append(out, l.beginning()...)
	out = append(out, l.close()...)
	out = append(out, l.closeAbsent()...)
	out = append(out, l.insertOpen()...)
	out = append(out, l.overwrite()...)
	return append(out, l.ending()...)
}

func (l *load) beginning() []Clause {
	says := "All of these statements or none: stopped between them, closed members would have no open version."
	if l.Name == "fabric" {
		says += " This is for a Warehouse: a Lakehouse's SQL endpoint only reads, and the load there is Spark's with Delta. A Warehouse has MERGE too by now, first as a preview."
	}
	return []Clause{{l.begin, says}}
}

func (l *load) ending() []Clause {
	return []Clause{{l.commit, "From here on others see the result."}}
}

// changes is the condition that a staged row s ends the version d, but for its time.
func (l *load) changes(d, s, indent string) string {
	var out []string
	if x := l.deletes(s); x != "" {
		out = append(out, x)
	}
	if x := l.differs(d, s, l.of(engine.Type2, engine.Type6), indent); x != "" {
		out = append(out, x)
	}
	if len(out) == 0 {
		return "1 = 0"
	}
	return strings.Join(out, indent+"OR ")
}

// close ends the open versions of what changed.
func (l *load) close() []Clause {
	head, from := l.update(l.from)
	says := "Close: an open version ends where the staged row begins"
	if l.t.Spec.Current.Column != "" {
		says += ", and its flag falls"
	}
	return []Clause{
		{head + sets(l.closedBy("s"), ",\n    "), says + ". The values stay: they were true in that period."},
		{from + l.sameKey("d", "s", true) + "\n  AND " + l.isOpen("d"), "Only the open version of the same key is looked at; what ended before stays as it is."},
		{"\n  AND " + l.begins("d", l.effective("s")), "A row that isn't later than the version's start would end it before it began."},
		{"\n  AND (" + l.changes("d", "s", "\n    ") + ");\n\n", "A change is needed, or the same batch again would make the same versions again. " + l.saysDiffers()},
	}
}

// update begins an UPDATE of the dimension d from rows s, up to the condition that joins them.
func (l *load) update(rows string) (head, from string) {
	if l.bits { // T-SQL
		return "UPDATE d\nSET ", "\nFROM " + l.dim() + " AS d\nJOIN " + rows + " AS s\n   ON "
	}
	return "UPDATE " + l.dim() + " AS d\nSET ", "\nFROM " + rows + " AS s\nWHERE "
}

// closeAbsent ends the versions of members that a snapshot lacks.
func (l *load) closeAbsent() []Clause {
	if !l.snapshot() {
		return nil
	}
	head := "UPDATE " + l.dim() + " AS d\nSET "
	if l.bits {
		head = "UPDATE d\nSET "
	}
	where := "\nWHERE " + l.isOpen("d") + "\n  AND " + l.begins("d", l.asOf()) + "\n  AND NOT EXISTS (SELECT 1 FROM " + l.rows + " AS s\n                  WHERE " + l.sameKey("d", "s", true) + ")"
	if l.bits {
		where = "\nFROM " + l.dim() + " AS d" + where
	}
	for _, c := range l.unprotected("d") {
		where += "\n  AND " + c
	}
	deleted := ""
	if l.t.Spec.Deleted != "" {
		deleted = l.flagOf(l.t.Spec.Deleted, true)
	}
	return []Clause{{head + sets(l.closing(l.asOf(), deleted), ",\n    ") + where + ";\n\n",
		"A snapshot holds everybody: whoever is absent from it was deleted. An empty one would close them all."}}
}

// insertOpen opens a version for each staged row whose member has none any more.
func (l *load) insertOpen() []Clause {
	rows := l.version("s", l.newKey(l.keys("s", true)))
	where := "\nWHERE "
	if k := l.keeps("s"); k != "" {
		where += k + "\n  AND "
	}
	where += "NOT EXISTS (\n    SELECT 1 FROM " + l.dim() + " AS c\n    WHERE " + l.sameKey("c", "s", true) + "\n      AND " + l.reaches("c", l.effective("s")) + "\n);\n\n"
	return []Clause{
		{"INSERT INTO " + l.dim() + "\n      (" + columnsOf(rows, "       ") + ")\nSELECT " + valuesOf(rows, "       ") + "\nFROM " + l.fromCounting("\n"), "Open: the staged values, from their time on, with an open end." + l.saysKey()},
		{where, "Who has no version that reaches to that time needs one: the closed ones, and the new. Nothing is compared again, so the two statements cannot disagree."},
	}
}
