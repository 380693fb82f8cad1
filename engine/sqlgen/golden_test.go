package sqlgen

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"dimdesk/engine"
)

// TestGolden holds every statement of a plan, a commit and an undo against what was read and found good. The same statements
// are run by engine/duck's tests; here a change to one is seen as text. Write the file anew with -update, and read it.
func TestGolden(t *testing.T) {
	for name, text := range map[string]string{
		"delta": `
key: [country, code]
surrogate_key: sk
period: {from: valid_from, to: valid_to, open: "9999-12-31"}
current: is_current
deleted: is_deleted
columns: {name: 1, city: {type: 2, compare: {ignore_case: true}}, region: {type: 3, previous: previous_region}, tier: {type: 6, current: current_tier}, channel: 0, loaded_at: ignore}
batch: {effective: since, sequence: seq, operation: {column: op, delete: [D]}, late: reject}
`,
		"snapshot": `
key: id
period: {from: valid_from, to: valid_to, bounds: "[]"}
columns: {name: 1}
type1: current
batch: {mode: snapshot, protect: [-1, 0], scope: "city = 'Pune'"}
`,
	} {
		t.Run(name, func(t *testing.T) { golden.RequireEqual(t, statements(t, text)) })
	}
}

func statements(t *testing.T, text string) string {
	spec, err := engine.ParseSpec([]byte(text), name(t))
	if err != nil {
		t.Fatal(err)
	}
	l := layout(t, *spec)
	var b strings.Builder
	steps := []Step{{What: "batch_row", SQL: l.BatchRows()}}
	for _, s := range [][]Step{l.Look(), {l.Compared()}, Narrowed(), {l.KeyFacts(), Plain(), l.Touched(1, 2), l.Absent()}, l.Members(make([]bool, len(l.Keys)), true), {l.Facts()}, l.Contest(), l.Judge(), {l.Brought()}, l.Resolution(false), l.Changes(true), l.Again()} {
		steps = append(steps, s...)
	}
	if l.Tells() {
		read := "SELECT * FROM read_csv('batch.csv')"
		steps = append(steps, l.Told(read))
		steps = append(append(steps, l.Doubts()...), Step{SQL: l.SeveralPast()}, l.MorePast(), Step{SQL: l.Kinds()}, l.Doubtful(read))
	}
	for _, s := range steps {
		fmt.Fprintf(&b, "-- %s\n%s;\n\n", s.What, s.SQL)
	}
	w := l.Writes(41, make([]bool, len(l.Keys)), true)
	texts := []string{w.Upd, w.Closes, w.Opened, w.Opens, l.Expected(), l.NewRows(41), l.Moved()}
	texts = append(append(append(texts, Overlaps, l.PlainProof(false), l.PlainProof(true)), l.JournalVersions("home.dimdesk", 7, true)...), l.Done("home.dimdesk", 7, true), l.UndoMembers(), l.UndoWrites(), l.UndoMoved())
	for _, s := range texts {
		fmt.Fprintf(&b, "%s;\n\n", s)
	}
	for _, s := range append(l.Statements(Tally{1, [...]int64{2, 3, 4, 5, 6, 7, 8}, 9}), l.UndoStatements(UndoTally{1, 2, 3, 4, 5, 6, 7})...) {
		fmt.Fprintf(&b, "-- %s: %s (%d)\n%s;\n\n", s.Op, s.Comment, s.Rows, s.SQL)
	}
	checks := append(append(append(l.Proof(), l.PlainChecks()...), l.OpenedCheck()), l.UndoChecks()...)
	for _, c := range checks {
		fmt.Fprintf(&b, "-- %s\n%s;\n\n", c.Holds, c.SQL)
	}
	return b.String()
}

func name(t *testing.T) string { return t.Name() + ".dim.yaml" }

// layout lays a spec out over a dimension in which every column is text but the period and the flags.
func layout(t *testing.T, spec engine.Spec) *Layout {
	var dim []engine.ColumnInfo
	add := func(name, typ string) {
		if name != "" {
			dim = append(dim, engine.ColumnInfo{Name: name, Type: typ})
		}
	}
	add(spec.SurrogateKey.Column, "BIGINT")
	for _, k := range spec.Key {
		add(k, "VARCHAR")
	}
	for _, n := range []string{"name", "city", "region", "previous_region", "tier", "current_tier", "channel", "loaded_at"} {
		add(n, "VARCHAR")
	}
	asOf, err := engine.ParseAsOf("2026-05-31", "UTC", time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	l := &Layout{Spec: spec, Zone: "UTC", AsOf: asOf, Home: `home."main"."dim"`, SK: Stored{spec.SurrogateKey.Column, "BIGINT"}, From: Stored{spec.Period.From, "DATE"}, To: Stored{spec.Period.To, "DATE"},
		Current: Stored{spec.Current.Column, "BOOLEAN"}, Deleted: Stored{spec.Deleted, "BOOLEAN"}}
	l.Batch = BatchLayout{Effective: -1, Operation: -1}
	batch := func(name string) int {
		l.Batch.Columns = append(l.Batch.Columns, name)
		return len(l.Batch.Columns) - 1
	}
	for _, k := range spec.Key {
		l.Keys = append(l.Keys, KeyColumn{Stored: Stored{k, "VARCHAR"}, Batch: batch(k)})
	}
	for _, c := range spec.Attributes(dim) {
		a := Attr{Column: c, Stored: "VARCHAR", Batch: -1}
		if c.Name != "loaded_at" || c.Type == engine.Ignore {
			a.Batch = batch(c.Name)
		}
		switch c.Type {
		case engine.Type3:
			a.Companion = Stored{c.Previous, "VARCHAR"}
		case engine.Type6:
			a.Companion = Stored{c.Current, "VARCHAR"}
		}
		l.Attrs = append(l.Attrs, a)
	}
	if spec.Batch.Effective != "" {
		l.Batch.Effective = batch(spec.Batch.Effective)
	}
	for _, s := range spec.Batch.Sequence {
		l.Batch.Sequence = append(l.Batch.Sequence, SequenceColumn{batch(s), "DECIMAL(38,9)"})
	}
	if spec.Batch.Operation.Column != "" {
		l.Batch.Operation = batch(spec.Batch.Operation.Column)
	}
	return l
}
