package recipe

import "dimdesk/engine"

// breaks lists the rules that the recipe does not keep for this table.
func (l *load) breaks() []Break {
	switch l.Name {
	case "databricks":
		return l.breaksOfAutoCDC()
	case "dbt":
		return l.breaksOfSnapshot()
	}
	spec := l.t.Spec
	closes := l.Name == "close-then-open" || l.Name == "fabric"
	var out list
	if spec.Batch.Effective != "" {
		out.add("late rows", "A row from before the open version's start is left out, and nobody is told: history isn't split, and no start moves.")
	}
	switch {
	case l.ordered() && spec.Batch.SameKey == "in_order" && !l.snapshot():
		out.add("several rows for a key", "Only the last one counts: what was true in between is in no version.")
	case !l.ordered() && closes:
		out.add("several rows for a key", "Nothing orders them, so any of them closes the open version, and all are opened: the member has two open versions.")
	case !l.ordered():
		out.add("several rows for a key", "Nothing orders them. The MERGE fails where two would close one version, and opens both where the key is new.")
	}
	if spec.Batch.SameMoment != "reject" {
		out.add("same moment", "A change at the very start of the open version is left out, instead of being written over it.")
	}
	if spec.Batch.Operation.Column != "" {
		out.add("deletes", "One at the very start of a version, or before it, is left out: no version is left empty.")
	}
	if l.snapshot() {
		out.add("the brake", "A file that was cut short ends everybody who isn't in it, and an empty one ends all.")
		if spec.Batch.Effective != "" {
			out.add("snapshots", "A row whose date isn't after the open version's start changes nothing, even where it says something else.")
		}
	}
	out.add("rejected rows", "A row without a key becomes a version of nobody, and what cannot be cast fails the whole load.")
	if spec.Batch.Effective == "" {
		out.add("the same batch again", "At once it changes nothing. But nothing remembers it: given again after a newer one, it counts as news.")
	}
	out.add("broken histories", "Where a member has two open versions, both are ended, and the fault stays unseen.")
	if l.mergeOnly && len(l.of(engine.Type1, engine.Type3, engine.Type6)) > 0 {
		out.add("one transaction", "Each statement commits by itself. Stopped between them, one is done and the next isn't; the same batch again finishes it.")
	}
	if spec.SurrogateKey.Column != "" && spec.SurrogateKey.Make != "uuid" && !l.identity {
		says := "Two loads at once would count the same keys."
		if !closes && !l.byRecord {
			says = "They have gaps, and two loads at once would count the same ones."
		}
		out.add("surrogate keys", says)
	}
	return out
}

// list is breaks that are being gathered.
type list []Break

func (b *list) add(rule, says string) { *b = append(*b, Break{rule, says}) }

func (l *load) breaksOfAutoCDC() []Break {
	spec := l.t.Spec
	var out list
	out.add("columns", "The period is in __START_AT and __END_AT, with NULL for an open end; there is no current flag.")
	if spec.SurrogateKey.Column != "" {
		out.add("surrogate keys", "It makes none: derive one from the key and __START_AT.")
	}
	if !l.ordered() {
		out.add("same moment", "Two rows of a key must not have the same sequence.")
	}
	if len(l.of(engine.Type1)) > 0 && spec.Type1 == "all" {
		out.add("type 1", "Only the open version gets the new value, as with type1: current.")
	}
	if len(l.of(engine.Type0, engine.Type3, engine.Type6)) > 0 {
		out.add("types 0, 3 and 6", "It knows types 1 and 2 only: make the others in a view above it.")
	}
	if l.snapshot() {
		out.add("snapshots", "This reads changes. AUTO CDC FROM SNAPSHOT compares whole snapshots, from Python only; it has no brake.")
	}
	out.add("rejected rows", "It needs expectations of its own on the staged rows: a row without a key has to be kept out.")
	return out
}

func (l *load) breaksOfSnapshot() []Break {
	spec := l.t.Spec
	var out list
	out.add("late rows", "Not told from others.")
	if spec.SurrogateKey.Column != "" {
		out.add("surrogate keys", "It makes no numbers; dbt_scd_id is a hash of the key and the start.")
	}
	if len(l.of(engine.Type1, engine.Type3)) > 0 {
		out.add("type 1", "A column that isn't checked is never overwritten: it gets in with the next version.")
	}
	if l.snapshot() {
		out.add("the brake", "An empty model ends everybody.")
	}
	return out
}
