package sampledata

import (
	"slices"
	"strings"
	"testing"

	"dimdesk/engine"
)

func TestGeneratorIsDeterministic(t *testing.T) {
	g := Generator{Members: 1000, Seed: 7}
	sql := func(g Generator) string { return strings.Join(append(g.DimensionSQL(), g.BatchSQL("b.csv")...), ";\n") }
	if sql(g) != sql(g) {
		t.Error("the same generator gave two texts")
	}
	for name, other := range map[string]Generator{"seed": {Members: 1000, Seed: 8}, "members": {Members: 1001, Seed: 7}, "key": {Members: 1000, Seed: 7, TextKey: true},
		"batch": {Members: 1000, Seed: 7, Rows: 200}, "share": {Members: 1000, Seed: 7, Same: 20}} {
		if sql(other) == sql(g) {
			t.Errorf("another %s gave the same text", name)
		}
	}
}

func TestGeneratedBatchPathIsQuoted(t *testing.T) {
	sql := Generator{Members: 10}.BatchSQL("it's.csv")[0]
	if !strings.Contains(sql, "TO 'it''s.csv'") {
		t.Error(sql)
	}
}

func TestGeneratedSpecNamesEveryAttribute(t *testing.T) {
	spec, err := engine.ParseSpec(Generator{Members: 10}.Spec(), "generated")
	if err != nil {
		t.Fatal(err)
	}
	if spec.Table != GeneratedTable || !slices.Equal(spec.Key, []string{"customer_id"}) || len(spec.Columns) != len(Attributes) {
		t.Errorf("%+v", spec)
	}
	for i, a := range Attributes {
		if c := spec.Columns[i]; c.Name != a.Name || c.Type != engine.Type2 {
			t.Errorf("%s is type %s", c.Name, c.Type)
		}
	}
}

func TestGeneratedBatchIsOfTheSizeThatIsAskedFor(t *testing.T) {
	for _, c := range []struct {
		g    Generator
		want [3]int64
	}{
		{Generator{Members: 1000}, [3]int64{100, 70, 90}},
		{Generator{Members: 1000, Rows: 500, Same: 20}, [3]int64{500, 100, 450}},
	} {
		rows, same, known := c.g.Batch()
		if got := [3]int64{rows, same, known}; got != c.want {
			t.Errorf("%+v: rows, same, known are %v, want %v", c.g, got, c.want)
		}
	}
}
