package engine

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestYAMLReadsBackToTheSameSpec(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := anySpec(t)
		text := want.YAML()
		got, err := ParseSpec(text, "f")
		if err != nil {
			t.Fatalf("%v\nin\n%s", err, text)
		}
		got.places = nil
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got  %+v\nwant %+v\nby way of\n%s", got, want, text)
		}
		if got.Hash() != want.Hash() {
			t.Fatal("the hashes differ")
		}
	})
}

// anySpec draws a valid spec with awkward names.
func anySpec(t *rapid.T) *Spec {
	used := map[string]bool{}
	anyText := rapid.OneOf(rapid.StringMatching(`[a-z_0-9]{1,6}`), rapid.SampledFrom([]string{"null", "Yes", "~", "007", "-1", "[]", "a: b", "#x", " a ", "''", "a\"b\\", "é ü", "日本", "\t\n", "x\u2028\x07", "%d", "- a", "1e3", ".5", "a\r\nb", "*a", "&b", "!!str", "<<", "? x", "|", "@`"}))
	text := func(name string) string {
		return anyText.Filter(func(s string) bool { return strings.TrimSpace(s) != "" }).Draw(t, name)
	}
	fresh := func(name string) string {
		s := text(name)
		for used[FoldName(s)] {
			s += "x"
		}
		used[FoldName(s)] = true
		return s
	}
	maybe := func(name string, f func()) {
		if rapid.Bool().Draw(t, "has "+name) {
			f()
		}
	}
	some := func(name string, max int) []string {
		var out []string
		for i := range rapid.IntRange(1, max).Draw(t, name+"s") {
			out = append(out, fresh(fmt.Sprint(name, i)))
		}
		return out
	}
	of := func(name string, words ...string) string { return rapid.SampledFrom(words).Draw(t, name) }

	s := defaults()
	s.Key = some("key", 3)
	s.Period = Period{From: fresh("from"), To: fresh("to"), Bounds: of("bounds", "[)", "[]"), Zone: of("zone", "", "UTC", "Asia/Tokyo")}
	maybe("open", func() { s.Period.Open = of("open", "9999-12-31", "2999-01-01 00:00:00", "infinity") })
	maybe("dates", func() { s.Period.Dates = "%" + text("dates") })
	maybe("table", func() { s.Table = text("table") })
	maybe("label", func() { s.Label = text("label") })
	maybe("surrogate", func() { s.SurrogateKey = SurrogateKey{fresh("sk"), of("make", "integer", "uuid")} })
	maybe("current", func() { s.Current.Column = fresh("current") })
	if s.Current.Column != "" {
		maybe("flag texts", func() { s.Current.Open, s.Current.Closed = "a"+text("open text"), "b"+text("closed text") })
	}
	maybe("deleted", func() { s.Deleted = fresh("deleted") })
	for i := range rapid.IntRange(0, 4).Draw(t, "columns") {
		c := Column{Name: fresh(fmt.Sprint("column", i)), Type: Type2}
		maybe("type", func() {
			c.Type, c.TypeGiven = rapid.SampledFrom([]SCDType{Type0, Type1, Type2, Type3, Type6, Ignore}).Draw(t, "type"), true
		})
		switch c.Type {
		case Type3:
			c.Previous = fresh("previous")
		case Type6:
			c.Current = fresh("current value")
		}
		c.As = of("as", "", "", "DECIMAL(10,2)", "TIMESTAMP WITH TIME ZONE")
		c.Compare = Compare{rapid.Bool().Draw(t, "case"), rapid.Bool().Draw(t, "trim"), of("tolerance", "", "0.005", "1", "007.50")}
		s.Columns = append(s.Columns, c)
	}
	s.Type1 = of("type1", "all", "current")
	b := &s.Batch
	b.Mode = of("mode", "delta", "snapshot")
	maybe("effective", func() { b.Effective = fresh("effective") })
	maybe("sequence", func() { b.Sequence = some("sequence", 2) })
	maybe("operation", func() { b.Operation = Operations{fresh("operation"), some("delete", 3)} })
	maybe("rename", func() {
		b.Rename = map[string]string{}
		for _, from := range some("rename", 3) {
			b.Rename[from] = fresh("renamed")
		}
	})
	maybe("batch dates", func() { b.Dates = "%" + text("batch dates") })
	maybe("nulls", func() { b.Nulls = append(some("null", 2), "") })
	maybe("protect", func() { b.Protect = some("protect", 2) })
	maybe("scope", func() { b.Scope = text("scope") })
	b.SameKey, b.SameMoment = of("same key", "in_order", "latest", "reject"), of("same moment", "replace", "reject")
	b.Late, b.Future = of("late", "split", "reject"), of("future", "reject", "accept")
	share := rapid.OneOf(rapid.SampledFrom([]float64{-1, 0, 0.07, 0.1, 1}), rapid.Float64Range(0, 1))
	s.Limits = Limits{share.Draw(t, "deleted limit"), share.Draw(t, "changed limit")}
	maybe("facts", func() {
		s.Facts = &Facts{File: text("file"), Key: text("fact key"), Time: text("time")}
		maybe("by", func() { s.Facts.By = some("by", 2) })
		maybe("measures", func() { s.Facts.Measures = some("measure", 2) })
	})
	return s
}

func TestHashIsOfTheMeaning(t *testing.T) {
	const base = "key: id\nlabel: n\nperiod: {from: a, to: b}\ncolumns: {n: 1, c: 2, d: ignore}\nbatch: {nulls: [x, y], rename: {o: n}}\n"
	want := mustParse(t, base).Hash()
	if len(want) != 64 {
		t.Errorf("hash %q", want)
	}
	for _, same := range []string{
		"# a comment\nbatch: {rename: {O: N}, nulls: [y, x], mode: delta}\nkey: [ID]\nperiod: {from: A, to: B}\ncolumns: {D: ignore, N: 1}\nlimits: {deleted: off}\n",
		base + "facts: {file: f, key: k, time: t}\n",
	} {
		if mustParse(t, same).Hash() != want {
			t.Errorf("another hash for\n%s", same)
		}
	}
	seen := map[string]string{want: base}
	for _, edit := range [][2]string{
		{"key: id", "key: [id, id2]"}, {"to: b", "to: c2"}, {"to: b", "to: b, zone: UTC"}, {"n: 1", "n: 0"}, {"d: ignore", "e: ignore"},
		{"c: 2", "c: {compare: {trim: true}}"}, {"[x, y]", "[x]"}, {"o: n", "o2: n"}, {"nulls", "late: reject, nulls"}, {"label", "deleted: z\nlabel"},
		{"nulls", "operation: {column: op, delete: D}, nulls"}, {"nulls", "sequence: [p, q], nulls"}, {"nulls", "sequence: [q, p], nulls"},
	} {
		text := strings.Replace(base, edit[0], edit[1], 1)
		hash := mustParse(t, text).Hash()
		if other, ok := seen[hash]; ok {
			t.Errorf("one hash for\n%s\nand\n%s", other, text)
		}
		seen[hash] = text
	}
}

func TestYAMLExplains(t *testing.T) {
	got := string(mustParse(t, "key: id\nperiod: {from: a, to: b, open: 9999-12-31}\ncolumns: {m: 1, c: 2, d: ignore}\nlimits: {deleted: 7%}\n").YAML())
	const want = `key: id                                  # tells members apart
period: {from: a, to: b, open: "9999-12-31"} # from <= t < to; an open end is "9999-12-31"
columns:                                 # what a change to a column does
  m: 1                                   # overwritten in place, without a history
  c: 2                                   # a change opens a new version
  d: ignore                              # audit: never causes a change
batch:
  mode: delta                            # only what changed; snapshot: everything, and what is absent is deleted
limits: {deleted: 7%, changed: off}      # the brake: a batch that does more stops
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
