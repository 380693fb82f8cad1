package playground_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/learn/playground"
	"dimdesk/sampledata"
)

// TestMembersOfTheSampleCanBeTold tells two members of each kind in the demo's batch under type 2, and wants the periods that are stored of it, and
// after the batch no more open versions than one.
func TestMembersOfTheSampleCanBeTold(t *testing.T) {
	sample, err := sampledata.Demo("demo")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	o := duck.Options{Dimension: filepath.Join(dir, sample.Files.DimensionName), Batch: filepath.Join(dir, sample.Files.BatchName), Spec: filepath.Join(dir, "spec.yaml"), AsOf: sample.AsOf}
	for name, data := range map[string][]byte{o.Dimension: sample.Files.Dimension, o.Batch: sample.Files.Batch, o.Spec: sample.Files.Spec} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx := context.Background()
	review, err := duck.OpenReview(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	defer review.Close()
	list, err := review.Select(ctx, 0, engine.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	changes, err := review.Window(ctx, list, 0, list.Total)
	if err != nil {
		t.Fatal(err)
	}
	p := sit(t)
	told, seen, kinds := 0, map[string]bool{}, map[engine.Kind]int{}
	for _, c := range changes {
		if kinds[c.Kind]++; kinds[c.Kind] > 2 {
			continue
		}
		m, err := review.Member(ctx, c.ID)
		if err != nil {
			t.Fatal(err)
		}
		if key := fmt.Sprint(c.Key); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		story, err := playground.FromMember(review.Info(), m, engine.Table{})
		if err != nil {
			if m.Fault == "" && len(m.Before) > 0 {
				t.Errorf("%v: %v", c.Key, err)
			}
			continue
		}
		told++
		last := p.ask(story, 2, len(story.Moments))
		open := 0
		for _, v := range last.Versions {
			if v.To == "" {
				open++
			}
		}
		if open > 1 {
			t.Errorf("%v has %d open versions: %+v", c.Key, open, last.Versions)
		}
		if len(m.Before) == 0 || len(story.Moments) < 2 || story.Moments[len(story.Moments)-1].Name != "the batch" {
			continue
		}
		var want, got []string
		for _, v := range m.Before {
			if !v.Empty {
				want = append(want, v.From+"–"+v.To)
			}
		}
		for _, v := range p.ask(story, 2, len(story.Moments)-1).Versions {
			got = append(got, v.From+"–"+v.To)
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%v is told as %v, and stored as %v", c.Key, got, want)
		}
	}
	if told < 10 {
		t.Errorf("%d members were told", told)
	}
}

// TestAStoryOfTimestamps tells a member whose versions begin at a time of day, with and without an offset, and of whom there are facts.
func TestAStoryOfTimestamps(t *testing.T) {
	for _, offset := range []string{"", "+00"} {
		m := engine.Member{
			Key: []engine.Value{engine.Text("7")}, Columns: []string{"city"}, Types: []engine.SCDType{engine.Type2},
			Before: []engine.Version{
				{Bounds: engine.Bounds{From: "2024-01-01 08:00:00" + offset, To: "2024-03-01 09:30:00" + offset}, Values: []engine.Value{engine.Text("Leeds")}},
				{Bounds: engine.Bounds{From: "2024-03-01 09:30:00" + offset}, Values: []engine.Value{engine.Text("York")}},
			},
			Changes: []engine.Change{{Kind: engine.Changed, Effective: "2024-05-01 10:00:00" + offset, Columns: []engine.ColumnChange{{Name: "city", After: engine.Text("Hull"), Taken: true}}}},
		}
		facts := engine.Table{Rows: [][]engine.Value{
			{engine.Text("2024-03-01 09:29:59" + offset), engine.Text("10")}, {engine.Text("2024-03-01 09:30:00" + offset), engine.Text("5.5")}, {engine.Text("2024-05-01 10:00:00" + offset), engine.Text("1")},
		}}
		story, err := playground.FromMember(engine.Info{Dimension: "orders", Key: []string{"id"}, AsOf: "2024-05-31 00:00:00" + offset}, m, facts)
		if err != nil {
			t.Fatal(err)
		}
		p := sit(t)
		if got := reported(p.ask(story, 2, 3)); got != "as it was: Leeds 10.0 York 5.5 Hull 1.0" {
			t.Errorf("%q, type 2: %s", offset, got)
		}
		if got := reported(p.ask(story, 1, 3)); got != "as it is now: Hull 16.5" {
			t.Errorf("%q, type 1: %s", offset, got)
		}
	}
}
