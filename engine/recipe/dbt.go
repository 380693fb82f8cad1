package recipe

import (
	"strconv"
	"strings"

	"dimdesk/engine"
)

// snapshotYAML is a dbt snapshot: not SQL, but what dbt makes it from.
func snapshotYAML(l *load) []Clause {
	spec := l.t.Spec
	scalar := func(s string) string {
		for _, r := range s {
			if r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
				return strconv.Quote(s)
			}
		}
		return s
	}
	var keys, tracked []string
	for _, k := range spec.Key {
		keys = append(keys, scalar(l.stagedName(k)))
	}
	for _, a := range l.of(engine.Type2, engine.Type6) {
		tracked = append(tracked, scalar(l.stagedName(a.Name)))
	}
	key := "[" + strings.Join(keys, ", ") + "]"
	if len(keys) == 1 {
		key = keys[0]
	}
	out := []Clause{
		{"snapshots:\n  - name: " + scalar(l.lastPart(l.t.Name)) + "\n    relation: ref('" + l.lastPart(l.t.Staged) + "')\n    config:\n", "dbt reads the staged model whole each time it runs, and keeps the history in a table of this name."},
		{"      unique_key: " + key + "\n", "The business key. dbt takes it for unique and doesn't check."},
		{"      strategy: check\n      check_cols: [" + strings.Join(tracked, ", ") + "]\n", "A version opens where one of these differs, NULLs included. (strategy: timestamp goes by the date alone, and opens one for each row with a newer date.)"},
	}
	if e := spec.Batch.Effective; e != "" {
		out = append(out, Clause{"      updated_at: " + scalar(e) + "\n", "The new version begins, and the old one ends, at this date. Without it both are the time of the run."})
	}
	deletes := Clause{"      hard_deletes: ignore\n", "The staged rows are only what changed: who is absent is left alone. Delete rows cannot be told from others."}
	if l.snapshot() {
		deletes = Clause{"      hard_deletes: invalidate\n", "Whoever is absent has their version ended at the time of the run; an empty model would end everybody's."}
		if spec.Deleted != "" {
			deletes = Clause{"      hard_deletes: new_record\n", "Whoever is absent has their version ended, and gets one more row that says so."}
		}
	}
	out = append(out, deletes)
	if spec.Period.Open != "" {
		out = append(out, Clause{"      dbt_valid_to_current: \"" + l.moment(spec.Period.Open) + "\"\n", "What an open end is written as, as SQL; without it, NULL."})
	}
	names := "      snapshot_meta_column_names:\n        dbt_valid_from: " + scalar(spec.Period.From) + "\n        dbt_valid_to: " + scalar(spec.Period.To) + "\n"
	if spec.Deleted != "" && l.snapshot() {
		names += "        dbt_is_deleted: " + scalar(spec.Deleted) + "\n"
	}
	return append(out, Clause{names, "Your names for dbt's columns. dbt_scd_id and dbt_updated_at stay beside them; there is no current flag and no number for a key."})
}
