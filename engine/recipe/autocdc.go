package recipe

import (
	"slices"
	"strings"

	"dimdesk/engine"
)

// autoCDC declares a flow in Databricks, which keeps the table itself.
func autoCDC(l *load) []Clause {
	spec := l.t.Spec
	dim := l.dim()
	var keys []string
	for _, k := range spec.Key {
		keys = append(keys, l.ident(l.stagedName(k)))
	}
	var order []string
	seen := map[string]bool{}
	for _, c := range append([]string{spec.Batch.Effective}, spec.Batch.Sequence...) {
		if c != "" && !seen[engine.FoldName(c)] {
			seen[engine.FoldName(c)] = true
			order = append(order, l.ident(c))
		}
	}
	sequence, saysOrder := strings.Join(order, ""), "Rows apply in this order, whenever they arrive; what comes late is put in its place. __START_AT and __END_AT get these values."
	switch len(order) {
	case 0:
		sequence, saysOrder = "loaded_at", "Your spec names nothing that orders rows, and this needs something: give each staged row the time at which it was loaded. __START_AT and __END_AT get these values."
	case 1:
	default:
		sequence = "STRUCT(" + strings.Join(order, ", ") + ")"
		saysOrder += " Of several columns the first decides; then both bounds are structs too."
	}
	out := []Clause{
		{"CREATE OR REFRESH STREAMING TABLE " + dim + ";\n\n", "The table is the pipeline's own: it makes the columns, and nothing else may write it."},
		{"CREATE FLOW " + l.ident("load_"+l.lastPart(l.t.Name)) + " AS AUTO CDC INTO\n    " + dim + "\nFROM STREAM(" + l.table(l.t.Staged) + ")\n", "A flow reads what is added to the staged table, each row once."},
		{"KEYS (" + strings.Join(keys, ", ") + ")\n", "The business key."},
	}
	if op := spec.Batch.Operation; op.Column != "" {
		out = append(out, Clause{"APPLY AS DELETE WHEN " + l.ident(op.Column) + " IN (" + l.texts(op.Delete) + ")\n", "These rows end the open version and open none."})
	}
	out = append(out, Clause{"SEQUENCE BY " + sequence + "\n", saysOrder})
	var not []string
	for _, c := range l.signals() {
		not = append(not, l.ident(c))
	}
	if len(not) > 0 {
		out = append(out, Clause{"COLUMNS * EXCEPT (" + strings.Join(not, ", ") + ")\n", "All staged columns are stored, but these."})
	}
	out = append(out, Clause{"STORED AS SCD TYPE 2\n", "Without this it would be type 1: one row for each key."})
	var still []string
	for _, a := range l.of(engine.Type1, engine.Type3, engine.Type0, engine.Ignore) {
		still = append(still, l.ident(l.stagedName(a.Name)))
	}
	if len(still) > 0 {
		out = append(out, Clause{"TRACK HISTORY ON * EXCEPT (" + strings.Join(still, ", ") + ")\n", "A change in these columns opens no version; it is written to the open one."})
	}
	out[len(out)-1].SQL = strings.TrimSuffix(out[len(out)-1].SQL, "\n") + ";\n"
	return out
}

// signals are the staged columns that say when and what a row is, and are no columns of the dimension.
func (l *load) signals() []string {
	var out []string
	for _, c := range append([]string{l.t.Spec.Batch.Operation.Column, l.t.Spec.Batch.Effective}, l.t.Spec.Batch.Sequence...) {
		if _, stored := l.types[engine.FoldName(c)]; c != "" && !stored && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

// lastPart is a table's name without what stands before it.
func (l *load) lastPart(name string) string {
	return name[strings.LastIndexByte(name, '.')+1:]
}
