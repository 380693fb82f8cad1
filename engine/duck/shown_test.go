package duck

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dimdesk/engine"
	"dimdesk/engine/model"
	"dimdesk/engine/model/draw"
)

// shownCases are batches of some members, with the changes that are taken back after everything was parked.
var shownCases = rapid.Custom(func(t *rapid.T) script {
	return drawScript(t, draw.DrawMany(t, 12), rapid.IntRange(1, 4), []string{"take", "take", "take", "undo", "redo", "park"}, rapid.SliceOfN(rapid.Int64Range(1, 30), 1, 12))
})

// TestWhatIsShownIsWhatIsCommitted parks everything, takes some of it back, and looks at every member: its history afterwards, its
// row operations read alone or with all others, and the preview agree, and are what the commit leaves behind, down to the new
// surrogate keys.
func TestWhatIsShownIsWhatIsCommitted(t *testing.T) {
	for seed := range 24 {
		s := shownCases.Example(seed)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			o := files(t, s.of.DimensionCSV, s.of.BatchCSV, s.of.SpecText)
			o.AsOf = s.of.AsOfText
			r := review(t, o)
			if _, err := r.Decide(ctx, engine.Selection{Filter: &engine.Filter{}}, engine.Parked, "not yet"); err != nil {
				t.Fatal(err)
			}
			for _, step := range s.steps {
				follow(t, r, step)
			}
			shown := shownHistories(t, r)
			if t.Failed() {
				t.Fatalf("as of %s\n%s\n--- dimension\n%s--- batch\n%s", o.AsOf, s.of.SpecText, s.of.DimensionCSV, s.of.BatchCSV)
			}
			highest := highestKey(t, r)
			if _, err := r.Commit(ctx, engine.CommitRequest{ParkFile: filepath.Join(folder(o), "parked.csv"), Allow: engine.Allow{Deleted: -1, Changed: -1}}, nil); err != nil {
				t.Fatal(err)
			}
			d := opened(t, o)
			for key, after := range shown {
				m, err := d.History(ctx, after.key)
				if err != nil && after.lines != "" {
					t.Fatal(err)
				}
				same(t, "the history of "+key, inLines(m.Before), numbered(after.lines, highest))
			}
		})
	}
}

func memberOf(t *testing.T, r *Review, id int64) engine.Member {
	t.Helper()
	m, err := r.Member(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// previewed are the row operations that a commit would do.
func previewed(t *testing.T, r *Review) map[engine.Op]int64 {
	t.Helper()
	p, err := r.Preview(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return p.Operations
}

// shownHistory is a member's history after the plan, a line a version, with new keys as they are numbered.
type shownHistory struct {
	key   []string
	lines string
}

// shownHistories are those of all members. On the way it holds the ways of reading row operations against each other.
func shownHistories(t *testing.T, r *Review) map[string]shownHistory {
	t.Helper()
	ctx := context.Background()
	shown, counted := map[string]shownHistory{}, map[engine.Op]int64{}
	err := r.Each(ctx, engine.Filter{Kinds: engine.Kinds}, func(c engine.Change, ops []engine.Operation) error {
		alone, err := r.Operations(ctx, c.ID)
		if err != nil {
			return err
		}
		same(t, fmt.Sprintf("the operations of change %d alone", c.ID), fmt.Sprintf("%+v", alone), fmt.Sprintf("%+v", ops))
		for _, op := range ops {
			if op.Op != engine.OpOverwrite { // two changes may overwrite one version
				counted[op.Op]++
			}
		}
		m := memberOf(t, r, c.ID)
		if taken := func(c engine.Change) bool { return c.Decision == engine.Taken }; !slices.ContainsFunc(m.Changes, taken) {
			same(t, fmt.Sprintf("what is left of change %d, of whose member nothing is taken,", c.ID), fmt.Sprintf("%+v", m.After), fmt.Sprintf("%+v", m.Before))
		}
		if m.Before != nil || m.After != nil {
			one := shownHistory{lines: inLines(m.After)}
			for _, v := range m.Key {
				one.key = append(one.key, v.Text)
			}
			shown[model.KeyText(m.Key)] = one
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := previewed(t, r)
	delete(want, engine.OpOverwrite)
	same(t, "what the preview counts", fmt.Sprint(want), fmt.Sprint(counted))
	return shown
}

// inLines are versions in lines, with what a commit keeps of them.
func inLines(versions []engine.Version) string {
	var lines []string
	for _, v := range versions {
		lines = append(lines, fmt.Sprintf("%s %s %s %t %v", v.SurrogateKey, v.From, v.To, v.Deleted, v.Values))
	}
	return strings.Join(lines, "\n")
}

// numbered gives new keys the numbers after the highest one.
func numbered(lines string, highest int64) string {
	out := strings.Split(lines, "\n")
	for i, line := range out {
		sk, rest, _ := strings.Cut(line, " ")
		if n, err := strconv.ParseInt(strings.TrimPrefix(sk, "+"), 10, 64); err == nil && strings.HasPrefix(sk, "+") {
			out[i] = fmt.Sprintf("%d %s", highest+n, rest)
		}
	}
	return strings.Join(out, "\n")
}

// highestKey is the highest surrogate key that is stored.
func highestKey(t *testing.T, r *Review) (n int64) {
	t.Helper()
	if r.layout.SK.Name == "" {
		return 0
	}
	ctx := context.Background()
	if err := r.home.attach(ctx, r.w, false); err != nil {
		t.Fatal(err)
	}
	defer r.home.detach(r.w)
	if err := r.w.one(ctx, r.layout.Highest(), &n); err != nil {
		t.Fatal(err)
	}
	return n
}
