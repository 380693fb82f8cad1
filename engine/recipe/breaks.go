package recipe

import "dimdesk/engine"

// breaks lists the rules of RULES.md that the recipe does not keep for this table. What they say was seen when the recipes were run
// (dimbench recipes), where they can be; a test of engine/duck holds those for DuckDB against every case that they leave otherwise.
func (l *load) breaks() []Break {
	switch l.Name {
	case "databricks":
		return l.breaksOfAutoCDC()
	case "dbt":
		return l.breaksOfSnapshot()
	}
	spec := l.t.Spec
	dated := spec.Batch.Effective != ""
	var out list
	if dated {
		out.add("late rows", "A row from before the start of the open version, or of a planned one, is left out, and nobody is told: history isn't split, and no start moves.")
	}
	out.add("several rows for a key", l.severalRows())
	if spec.Batch.SameMoment == "reject" {
		out.add("same moment", "A change at the very start of the open version is left out without a word, instead of being rejected.")
	} else {
		out.add("same moment", "A change at the very start of the open version is left out, instead of being written over it.")
	}
	if spec.Batch.Operation.Column != "" {
		out.add("deletes", "One at the very start of a version is left out, as it would leave it empty; and where one is empty, a return at that moment opens another beside it.")
	}
	if l.snapshot() {
		out.add("the brake", "A file that was cut short ends everybody who isn't in it, and an empty one ends all.")
		if dated {
			out.add("snapshots", "A row whose date isn't after the open version's start changes nothing, even where it says something else.")
		}
	}
	if spec.Limits.Changed > 0 {
		out.add("the brake", "However many members change, nothing stops it.")
	}
	if spec.Type1 == "all" && len(l.of(engine.Type1, engine.Type3)) > 0 {
		out.add("type 1", "Older versions that hold another value get the row's even where the newest one holds it already.")
	}
	if len(l.of(engine.Ignore)) > 0 {
		out.add("ignored columns", "They are written only with a version that opens, and not with one that is overwritten.")
	}
	rejected := "A row without a key becomes a version of nobody, and what cannot be cast fails the whole load."
	if l.snapshot() {
		rejected += " While a key cannot be read, its member counts as absent."
	}
	out.add("rejected rows", rejected)
	if !dated {
		out.add("the same batch again", "At once it changes nothing. But nothing remembers it: given again after a newer one, it counts as news.")
	}
	out.add("broken histories", "Where a member has two open versions, both are ended, and the fault stays unseen.")
	if l.begin == "" && len(l.of(engine.Type1, engine.Type3, engine.Type6)) > 0 {
		out.add("one transaction", "Each statement commits by itself. Stopped between them, one is done and the next isn't; the same batch again finishes it.")
	}
	if l.counts() {
		says := "Two loads at once would count the same ones."
		if !l.inserts() && !l.byRecord {
			says = "They have gaps, and two loads at once would count the same ones."
		}
		out.add("surrogate keys", says)
	}
	return out
}

// inserts tells whether new versions are opened by an INSERT of their own.
func (l *load) inserts() bool { return l.Name == "close-then-open" || l.Name == "fabric" }

// severalRows tells what becomes of two rows for one key.
func (l *load) severalRows() string {
	switch {
	case l.ordered() && (l.snapshot() || l.t.Spec.Batch.SameKey == "latest"):
		return "The last one counts, as it should; of several that tie for it, any."
	case l.ordered():
		return "Only the last one counts, so what was true in between is in no version; of several that tie for it, any."
	case l.byRecord:
		return "Nothing orders them: any one of them is stored."
	case l.inserts():
		return "Nothing orders them: any of them ends the open version, and each opens one, so that the member has two."
	case l.Name == "merge":
		return "Nothing orders them. DuckDB's MERGE doesn't mind: each opens a version, so that the member has two. Other engines fail there."
	case l.Name == "snowflake":
		return "Nothing orders them. The MERGE fails where both would end one version (unless ERROR_ON_NONDETERMINISTIC_MERGE is off), and opens both where the key is new."
	}
	return "Nothing orders them. The MERGE fails where both would end one version, and opens both where the key is new."
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
	out.add("several rows for a key", "All count, each in its order; but two of one moment, with nothing else to order them, may not be.")
	if len(l.of(engine.Type1)) > 0 && spec.Type1 == "all" {
		out.add("type 1", "A column without history is overwritten on the open version; older ones keep what they hold.")
	}
	if len(l.of(engine.Type0, engine.Type3, engine.Type6)) > 0 {
		out.add("types 0, 3 and 6", "It knows types 1 and 2 only: make the others in a view above it.")
	}
	if l.snapshot() {
		out.add("snapshots", "This reads changes, and takes nobody for absent. AUTO CDC FROM SNAPSHOT compares whole snapshots, from Python only; it has no brake.")
	}
	out.add("rejected rows", "A row without a key has to be kept out before, by an expectation on the staged rows.")
	return out
}

func (l *load) breaksOfSnapshot() []Break {
	spec := l.t.Spec
	var out list
	if spec.Batch.Effective != "" {
		out.add("late rows", "One is taken for news: the open version ends before it began, and the late one is open.")
	} else {
		out.add("the as-of time", "Without a date in the rows, versions begin and end at the time of the run.")
	}
	out.add("several rows for a key", "All are opened at once, and stay open: the member has as many open versions.")
	out.add("same moment", "The version ends where it began, and stays, empty, beside the new one.")
	if spec.Batch.Operation.Column != "" {
		out.add("deletes", "A delete row is a row like any other: it opens a version of what it holds, mostly NULLs.")
	}
	if l.snapshot() {
		out.add("snapshots", "Whoever is absent ends at the time of the run, not at that of the batch.")
		out.add("the brake", "An empty model ends everybody.")
	}
	if len(l.of(engine.Type1, engine.Type3, engine.Type6)) > 0 {
		out.add("types 1, 3 and 6", "A column that isn't checked is never overwritten: its new value gets in with the next version.")
	}
	if spec.SurrogateKey.Column != "" {
		out.add("surrogate keys", "It makes no numbers; dbt_scd_id is a hash of the key and the start.")
	}
	if spec.Current.Column != "" || spec.Period.Bounds == "[]" {
		out.add("columns", "There is no current flag, and an end is the first moment after, never the last day.")
	}
	out.add("rejected rows", "A row without a key becomes a version of nobody, and what cannot be cast fails the model.")
	return out
}
