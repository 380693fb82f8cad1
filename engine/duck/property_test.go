package duck

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dimdesk/engine"
	"dimdesk/engine/csvfile"
	"dimdesk/engine/model"
	"dimdesk/engine/model/draw"
)

var membersWanted = flag.Int("members", 2000, "how many random members the engine is compared with the model on")

// TestEngineEqualsModel draws random dimensions, batches and specs, runs the engine on the files and the model on the same
// data, and compares every kind, row operation, brake figure and final version. Some changes are parked first.
func TestEngineEqualsModel(t *testing.T) {
	dir := t.TempDir()
	n, batches := 0, 0
	var w ways
	scales := []int{1, 12}
	if flagGiven("members") {
		scales = append(scales, 40, 200)
	}
	for round := 1; n < *membersWanted; round++ {
		if !flagGiven("members") && !flagGiven("rapid.seed") {
			// The run that every change must pass is the same each time; a longer one, by -members, draws afresh.
			seedRapid(t, round)
		}
		rapid.Check(t, func(rt *rapid.T) {
			// Few members shrink well; many to one batch are how they come, and are soon compared.
			c := draw.DrawMany(rt, rapid.SampledFrom(scales).Draw(rt, "scale"))
			if rapid.Bool().Draw(rt, "some are parked") {
				c.Park(rt)
			}
			compare(rt, c, dir, &w)
			n += len(model.Run(c.Input).Members)
			batches++
		})
		if t.Failed() {
			return
		}
	}
	t.Logf("%d members in %d batches", n, batches)
	w.enough(t, 100)
}

// seedRapid lets rapid draw what it drew before with this seed.
func seedRapid(t *testing.T, seed int) {
	if err := flag.Lookup("rapid.seed").Value.Set(fmt.Sprint(seed)); err != nil {
		t.Fatal(err)
	}
}

func flagGiven(name string) (given bool) {
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == name })
	return given
}

// compare wants the engine to make of a case what the model does. If it does not, it tells of the members on whose account.
func compare(t *rapid.T, c *draw.Case, dir string, w *ways) {
	if failure := attempt(t, c, dir, w); failure != "" {
		t.Fatalf("%s", narrowed(t, c, dir, failure))
	}
}

// narrowed is how a case fails that is no larger than it takes, by its members.
func narrowed(t rapid.TB, c *draw.Case, dir, failure string) string {
	for keys := c.Keys(); len(keys) > 1; {
		half := len(keys) / 2
		if f := attempt(t, c.Only(keys[:half]...), dir, new(ways)); f != "" {
			keys, failure = keys[:half], f
		} else if f := attempt(t, c.Only(keys[half:]...), dir, new(ways)); f != "" {
			keys, failure = keys[half:], f
		} else {
			break // it takes several
		}
	}
	return failure
}

// attempt is what would fail the test, or "".
func attempt(t rapid.TB, c *draw.Case, dir string, w *ways) (failure string) {
	defer func() {
		switch f := recover().(type) {
		case nil:
		case failed:
			failure = string(f)
		default:
			panic(f)
		}
	}()
	compareOnce(trial{t}, c, dir, w)
	return ""
}

// trial is a test that may fail without failing the one that it is part of.
type trial struct{ rapid.TB }

type failed string

func (trial) Fatal(args ...any)                 { panic(failed(fmt.Sprint(args...))) }
func (trial) Fatalf(format string, args ...any) { panic(failed(fmt.Sprintf(format, args...))) }

func compareOnce(t rapid.TB, c *draw.Case, dir string, w *ways) {
	ctx := context.Background()
	o := laid(t, c, dir)
	say := func() string { return asText(c) }
	r, err := OpenReview(ctx, o)
	if err != nil {
		t.Fatalf("%v%s", err, say())
	}
	defer r.Close()
	counted := o
	if len(c.BatchCSV)%3 == 0 { // nothing tells beforehand which
		os.Remove(filepath.Join(dir, "warehouse.duckdb"))
		counted = asTable(t, o)
	}
	checkCounted(t, counted, r, len(c.BatchCSV)%4 > 0, w, say)
	own := absentIDs(t, r, c, say)
	want := model.Run(c.Input)
	var parked []int64
	for _, o := range slices.Concat(want.Rows, want.Absent) {
		if id, absent := own[o.ID]; o.Parked && absent {
			parked = append(parked, id)
		} else if o.Parked {
			parked = append(parked, o.ID)
		}
	}
	if len(parked) > 0 {
		// Nothing tells afterwards by which way it came about.
		decide := r.park
		if len(parked)%2 == 0 {
			decide = r.parkAllBut
		}
		if err := decide(ctx, parked); err != nil {
			t.Fatalf("park: %v%s", err, say())
		}
	}
	checkChanges(t, r, want, own, say)
	// The same batch in one go: rows that need no look at history take a shorter way.
	if parked := r.parkedCount(t); parked == 0 {
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		o.Apply = true
		if r, err = OpenReview(ctx, o); err != nil {
			t.Fatalf("%v%s", err, say())
		}
		defer r.Close()
		checkCounts(t, r, want, say)
	}
	out, err := r.Commit(ctx, engine.CommitRequest{ParkFile: filepath.Join(dir, "parked.csv"), Allow: engine.Allow{Deleted: -1, Changed: -1}}, nil)
	if err != nil {
		t.Fatalf("commit: %v%s", err, say())
	}
	if got, exp := readRows(t, o.Dimension), sortRows(c.Table.Rows(want)); strings.Join(got, "\n") != strings.Join(exp, "\n") {
		t.Fatalf("the dimension:\n%s\nthe model:\n%s%s", strings.Join(got, "\n"), strings.Join(exp, "\n"), say())
	}
	o.Apply = false
	undo(t, o, out, c.DimensionCSV, sortRows(c.Table.Rows(want)), say)
}

// laid writes a case's files into a folder, where none of an earlier one is left.
func laid(t rapid.TB, c *draw.Case, dir string) Options {
	path := func(name, text string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	os.Remove(filepath.Join(dir, "dim.dimdesk.duckdb"))
	os.Remove(filepath.Join(dir, "parked.csv"))
	return Options{Dimension: path("dim.csv", c.DimensionCSV), Batch: path("batch.csv", c.BatchCSV), Spec: path("spec.yaml", c.SpecText), AsOf: c.AsOfText, StateDir: dir}
}

// asText is a case in words.
func asText(c *draw.Case) string {
	return fmt.Sprintf("\nas of %s\n%s\n--- dimension\n%s--- batch\n%s", c.AsOfText, c.SpecText, c.DimensionCSV, c.BatchCSV)
}

// absentIDs are the engine's own numbers of the members that a snapshot lacks, by the model's.
func absentIDs(t rapid.TB, r *Review, c *draw.Case, say func() string) map[int64]int64 {
	absent := map[string]int64{}
	err := r.Each(context.Background(), engine.Filter{Kinds: engine.Kinds}, func(ch engine.Change, _ []engine.Operation) error {
		if ch.Row == 0 {
			absent[model.KeyText(ch.Key)] = ch.ID
		}
		return nil
	})
	if err != nil {
		t.Fatalf("%v%s", err, say())
	}
	own := map[int64]int64{}
	for _, w := range model.Run(c.Input).Absent {
		own[w.ID] = absent[model.KeyText(w.Key)]
	}
	return own
}

// checkChanges wants every change to be of the kind, and to have the row operations, that the model gives it.
func checkChanges(t rapid.TB, r *Review, want model.Result, own map[int64]int64, say func() string) {
	got := map[int64]string{}
	err := r.Each(context.Background(), engine.Filter{Kinds: engine.Kinds}, func(ch engine.Change, ops []engine.Operation) error {
		got[ch.ID] = outline(ch.Kind, ch.Decision == engine.Parked, ops)
		return nil
	})
	if err != nil {
		t.Fatalf("%v%s", err, say())
	}
	for _, w := range slices.Concat(want.Rows, want.Absent) {
		id, exp := w.ID, outline(w.Kind, w.Parked, w.Operations)
		if w.N == 0 {
			id = own[w.ID]
		}
		if w.Parked && strings.HasPrefix(got[id], "parked") {
			continue // the kind of a parked row stays as it was when it was parked
		}
		if got[id] != exp {
			t.Fatalf("row %d (change %d, %s):\n engine %s\n model  %s%s", w.N, id, w.Reason, got[id], exp, say())
		}
	}
}

func (r *Review) park(ctx context.Context, ids []int64) error {
	_, err := r.Decide(ctx, engine.Selection{IDs: ids}, engine.Parked, "")
	return err
}

// parkAllBut parks everything, looks at some members, and takes the others back.
func (r *Review) parkAllBut(ctx context.Context, ids []int64) error {
	if _, err := r.Decide(ctx, engine.Selection{Filter: &engine.Filter{}}, engine.Parked, "not yet"); err != nil {
		return err
	}
	others := []int64{0}
	for id := int64(1); id <= r.rows+r.absent; id++ {
		if slices.Contains(ids, id) {
			if _, err := r.Member(ctx, id); err != nil {
				return err
			}
			continue
		}
		others = append(others, id)
	}
	_, err := r.Decide(ctx, engine.Selection{IDs: others}, engine.Taken, "")
	return err
}

// parkedCount is how many changes are parked.
func (r *Review) parkedCount(t rapid.TB) int64 {
	c, err := r.Counts(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return c.Parked
}

func checkCounts(t rapid.TB, r *Review, want model.Result, say func() string) {
	c, err := r.Counts(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if exp := kindsOf(want); fmt.Sprint(c.Kinds) != fmt.Sprint(exp) {
		t.Fatalf("counts %v, the model says %v%s", c.Kinds, exp, say())
	}
}

// kindsOf counts the model's kinds.
func kindsOf(want model.Result) map[engine.Kind]int64 {
	n := map[engine.Kind]int64{}
	for _, w := range slices.Concat(want.Rows, want.Absent) {
		n[w.Kind]++
	}
	return n
}

// undo takes the commit back and wants the first bytes; takes that back too and wants the rows of after; and once more.
func undo(t rapid.TB, o Options, out engine.Committed, first string, after []string, say func() string) {
	d, err := OpenDimension(context.Background(), o)
	if err != nil {
		t.Fatalf("%v%s", err, say())
	}
	defer d.Close()
	take := func(commit int64) int64 {
		done, err := d.Undo(context.Background(), commit, engine.CommitRequest{})
		if err != nil {
			t.Fatalf("undo of %d: %v%s", commit, err, say())
		}
		return done.ID
	}
	bytes := func() {
		data, err := os.ReadFile(o.Dimension)
		if err != nil {
			t.Fatal(err)
		}
		if string(data) != first {
			t.Fatalf("undo gives %q instead of %q%s", data, first, say())
		}
	}
	undone := take(out.ID)
	bytes()
	take(undone)
	if got := readRows(t, o.Dimension); strings.Join(got, "\n") != strings.Join(after, "\n") {
		t.Fatalf("the undo undone gives\n%s\ninstead of\n%s%s", strings.Join(got, "\n"), strings.Join(after, "\n"), say())
	}
	take(0) // the batch is the last that is not undone
	bytes()
}

// outline is a change's kind and row operations in one line.
func outline(k engine.Kind, parked bool, ops []engine.Operation) string {
	if parked {
		return "parked " + k.String()
	}
	lines := make([]string, len(ops))
	for i, o := range ops {
		o.Change = 0
		for j := range o.Columns {
			c := &o.Columns[j]
			o.Columns[j] = engine.ColumnChange{Name: c.Name, Before: c.Before, After: c.After}
		}
		sort.Slice(o.Columns, func(a, b int) bool { return o.Columns[a].Name < o.Columns[b].Name })
		data, _ := json.Marshal(o)
		lines[i] = string(data)
	}
	sort.Strings(lines)
	return k.String() + " " + strings.Join(lines, " ")
}

func readRows(t rapid.TB, path string) []string {
	_, rows := readCSVRows(t, path, nil)
	return sortRows(rows)
}

// readCSVRows reads a file's header and rows. nulls are the unquoted texts that mean NULL besides nothing.
func readCSVRows(t rapid.TB, path string, nulls []string) ([]string, [][]engine.Value) {
	shape, err := csvfile.Scan(context.Background(), path, csvfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if _, err := csvfile.Normalise(context.Background(), path, shape, nulls, &b); err != nil {
		t.Fatal(err)
	}
	return shape.Header, splitNormalised(b.String(), len(shape.Header))
}

// splitNormalised reads what Normalise writes: quoted texts, and NULL as nothing.
func splitNormalised(text string, width int) [][]engine.Value {
	var rows [][]engine.Value
	var row []engine.Value
	i := strings.IndexByte(text, '\n') + 1
	for i < len(text) {
		if text[i] == '"' {
			var b strings.Builder
			for i++; ; i++ {
				if text[i] == '"' {
					if i++; i >= len(text) || text[i] != '"' {
						break
					}
				}
				b.WriteByte(text[i])
			}
			row = append(row, engine.Text(b.String()))
		} else {
			j := i
			for text[j] != ',' && text[j] != '\n' {
				j++
			}
			v := engine.Text(text[i:j])
			if i == j {
				v = engine.Null
			}
			row = append(row, v)
			i = j
		}
		if text[i] == '\n' {
			rows = append(rows, row[len(row)-width:])
			row = nil
		}
		i++
	}
	return rows
}

func sortRows(rows [][]engine.Value) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		cells := make([]string, len(r))
		for j, v := range r {
			if cells[j] = "NULL"; !v.Null {
				cells[j] = fmt.Sprintf("%q", v.Text)
			}
		}
		out[i] = strings.Join(cells, ",")
	}
	sort.Strings(out)
	return out
}
