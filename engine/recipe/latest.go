package recipe

import (
	"strings"

	"dimdesk/engine"
)

// ordered tells whether something orders the staged rows of one key.
func (l *load) ordered() bool {
	return l.t.Spec.Batch.Effective != "" || len(l.t.Spec.Batch.Sequence) > 0
}

// carried are the attributes whose value a new version takes from the version that it follows: of type 0, of type 3 (and what goes
// with it), and those that the staged table lacks.
func (l *load) carried() []engine.Column {
	var out []engine.Column
	for _, a := range l.attrs {
		if a.Type == engine.Type0 || a.Type == engine.Type3 || !l.supplied(a.Name) {
			out = append(out, a)
		}
	}
	return out
}

// needsView tells whether the staged rows are looked at through a view.
func (l *load) needsView() bool { return l.ordered() || len(l.carried()) > 0 }

func (l *load) viewName() string {
	return l.lastPart(l.t.Staged) + "_latest"
}

// kept names a column of the view that holds a carried value.
func kept(name string) string { return "kept_" + name }

// latest makes the view: one staged row for each key, with the values that a new version carries on.
func (l *load) latest() []Clause {
	if !l.needsView() {
		return nil
	}
	says := "A MERGE fails, and an INSERT opens two versions, where a key has two rows: so the last one of each key is taken."
	query := "SELECT s.*"
	if !l.ordered() {
		says = "Beside each staged row stands what its new version carries on from the member's newest one."
	}
	for _, a := range l.carried() {
		value := l.col("p", a.Name)
		if l.supplied(a.Name) {
			value = "CASE WHEN p.n IS NULL THEN " + l.staged("s", a.Name) + " ELSE " + value + " END"
		}
		query += ",\n       " + value + " AS " + l.ident(kept(a.Name))
		if companion := companionOf(a); companion != "" {
			query += ",\n       " + l.col("p", companion) + " AS " + l.ident(kept(companion))
		}
	}
	if l.ordered() {
		query += "\nFROM (\n    SELECT s.*, ROW_NUMBER() OVER (PARTITION BY " + l.keys("s", true) + "\n                                   ORDER BY " + l.lastFirst("s") + ") AS nth\n    FROM " + l.rows + " AS s"
		if e := l.t.Spec.Batch.Effective; e != "" && l.t.Spec.Batch.Future == "reject" && !l.snapshot() {
			query += "\n    WHERE " + l.col("s", e) + " <= " + l.asOf()
			says += " Rows of the future are left for later."
		}
		query += "\n) AS s"
	} else {
		query += "\nFROM " + l.rows + " AS s"
	}
	if len(l.carried()) > 0 {
		query += "\nLEFT JOIN (\n    SELECT d.*, ROW_NUMBER() OVER (PARTITION BY " + l.keys("d", false) + "\n                                   ORDER BY " + l.col("d", l.t.Spec.Period.From) + " DESC) AS n\n    FROM " + l.dim() + " AS d\n) AS p ON " + l.sameKey("p", "s", true) + " AND p.n = 1"
		if l.ordered() {
			says += " It also brings what a new version carries on from the newest one."
		}
	}
	if l.ordered() {
		query += "\nWHERE s.nth = 1"
	}
	return []Clause{{replace(l.view, l.ident(l.viewName()), query), says}}
}

// companionOf is the column that is kept beside an attribute.
func companionOf(a engine.Column) string {
	if a.Type == engine.Type3 {
		return a.Previous
	}
	return a.Current
}

// lastFirst orders the rows of a key, the last one first.
func (l *load) lastFirst(alias string) string {
	var out []string
	seen := map[string]bool{}
	for _, c := range append([]string{l.t.Spec.Batch.Effective}, l.t.Spec.Batch.Sequence...) {
		if c != "" && !seen[engine.FoldName(c)] {
			seen[engine.FoldName(c)] = true
			out = append(out, l.col(alias, c)+" DESC"+l.nullsLast)
		}
	}
	return strings.Join(out, ", ")
}

// replace fills a template's NAME and QUERY.
func replace(template, name, query string) string {
	return strings.NewReplacer("NAME", name, "QUERY", query).Replace(template)
}
