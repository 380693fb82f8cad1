package engine

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func columns(names string) []ColumnInfo {
	var out []ColumnInfo
	for _, n := range strings.Fields(names) {
		out = append(out, ColumnInfo{n, "VARCHAR"})
	}
	return out
}

const bindDim = "SK Customer_ID name city Region previous_region phone loaded_at Valid_From valid_to is_current"

const bindSpec = `key: customer_id
surrogate_key: {column: sk}
period: {from: valid_from, to: VALID_TO}
current: Is_Current
label: NAME
columns:
  NAME: 1
  region: {type: 3, previous: Previous_Region}
  loaded_at: ignore
batch: {effective: Since, sequence: [SEQ], operation: {column: OP, delete: D}, rename: {CUST_NO: customer_id}}
facts: {file: f.csv, key: customer_id, time: t, by: [CITY]}
`

func TestBindTakesOverTheSpellings(t *testing.T) {
	s := mustParse(t, bindSpec)
	notices, err := s.Bind(columns(bindDim), strings.Fields("cust_no name city since seq op loyalty valid_to previous_region"))
	if err != nil {
		t.Fatal(err)
	}
	s.places = nil
	want := &Spec{
		Key: []string{"Customer_ID"}, SurrogateKey: SurrogateKey{"SK", "integer"}, Label: "name",
		Period: Period{From: "Valid_From", To: "valid_to", Bounds: "[)"}, Current: Flag{Column: "is_current"},
		Columns: []Column{
			{Name: "name", Type: Type1, TypeGiven: true},
			{Name: "Region", Type: Type3, Previous: "previous_region", TypeGiven: true},
			{Name: "loaded_at", Type: Ignore, TypeGiven: true},
		},
		Type1: "all", Limits: Limits{0.1, -1},
		Batch: Batch{
			Mode: "delta", Effective: "since", Sequence: []string{"seq"}, Operation: Operations{"op", []string{"D"}},
			Rename: map[string]string{"cust_no": "Customer_ID"}, SameKey: "in_order", SameMoment: "replace", Late: "split", Future: "reject",
		},
		Facts: &Facts{File: "f.csv", Key: "customer_id", Time: "t", By: []string{"city"}},
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("got  %+v\nwant %+v", s, want)
	}
	wantNotices := []string{
		"city, phone are not in the spec's columns: treated as type 2",
		"not loaded, as the dimension has no such column: loyalty",
		"not supplied by the batch, carried forward: Region, phone, loaded_at",
		"managed here, not read from the batch: valid_to, previous_region",
	}
	if !slices.Equal(notices, wantNotices) {
		t.Errorf("notices:\n%s\nwant:\n%s", strings.Join(notices, "\n"), strings.Join(wantNotices, "\n"))
	}
}

func TestBindIsQuietWhereThereIsNothingToSay(t *testing.T) {
	for name, batch := range map[string][]string{
		"no batch":     nil,
		"a plain one":  strings.Fields("ID City valid_from"),
		"a parked one": strings.Fields("id city valid_from _operation _effective _sequence _row _line _by _reason"),
	} {
		s := mustParse(t, "key: id\nperiod: {from: valid_from, to: valid_to}\nbatch: {effective: valid_from}")
		notices, err := s.Bind(columns("id city valid_from valid_to"), batch)
		if err != nil || len(notices) > 0 {
			t.Errorf("%s: %q, %v", name, notices, err)
		}
	}
}

func TestBindErrors(t *testing.T) {
	const head = "key: customer_id\nperiod: {from: valid_from, to: valid_to}\n"
	const dim, batch = "customer_id name city valid_from valid_to", "customer_id name city since op"
	for _, c := range []struct{ text, dim, batch, want string }{
		{"label: nam\n", dim, "", "c.dim.yaml:3:8: the dimension has no column \"nam\" (the label)\ndid you mean \"name\"?"},
		{"columns:\n  towns: 2\n", dim, "", "c.dim.yaml:4:3: the dimension has no column \"towns\" (in columns)\nit has city, customer_id, name, valid_from and valid_to"},
		{"columns:\n  Region: {type: 3, previous: old_region}\n", "customer_id Region previous_region valid_from valid_to", "", "c.dim.yaml:4:31: the dimension has no column \"old_region\" (the previous value of Region)\ndid you mean \"previous_region\"?"},
		{"columns:\n  City: {type: 3, previous: old_city}\n", dim, "", "c.dim.yaml:4:29: the dimension has no column \"old_city\" (the previous value of City)"},
		{"surrogate_key: {make: integer, column: sk}\n", dim, "", "c.dim.yaml:3:40: the dimension has no column \"sk\" (the surrogate key)"},
		{"facts: {file: f, key: k, time: t, by: [name, citty]}\n", dim, "", "c.dim.yaml:3:46: the dimension has no column \"citty\" (in facts.by)\ndid you mean \"city\"?"},
		{"", "customer_id name Name valid_from valid_to", "", "the dimension has the columns \"name\" and \"Name\", which differ only in case"},
		{"", "customer_no valid_from valid_to", "", "c.dim.yaml:1:6: the dimension has no column \"customer_id\" (the key)\ndid you mean \"customer_no\"?"},
		{"batch: {effective: sinc}\n", dim, batch, "c.dim.yaml:3:20: the batch has no column \"sinc\" (the effective time)\ndid you mean \"since\"?"},
		{"batch: {operation: {column: opp, delete: D}}\n", dim, batch, "c.dim.yaml:3:29: the batch has no column \"opp\" (the operation)\ndid you mean \"op\"?"},
		{"batch: {sequence: [since, seq]}\n", dim, batch, "c.dim.yaml:3:27: the batch has no column \"seq\" (the sequence)"},
		{"", dim, "cust_id name", "c.dim.yaml:1:6: the batch has no column \"customer_id\", which is the key\nis it \"cust_id\"? then write batch: {rename: {cust_id: customer_id}}"},
		{"", dim, "id name", "the batch has id and name; if one of these is the key, write batch: {rename: {THAT: customer_id}}"},
		{"", dim, "customer_id city CITY", "the batch has the columns \"city\" and \"CITY\""},
		{"batch: {rename: {town: city}}\n", dim, batch, "c.dim.yaml:3:18: the batch has no column \"town\" to rename to \"city\""},
		{"batch: {rename: {op: citi}}\n", dim, batch, "c.dim.yaml:3:18: the dimension has no column \"citi\", which \"op\" is renamed to\ndid you mean \"city\"?"},
		{"batch: {rename: {op: city}}\n", dim, batch, "c.dim.yaml:3:18: \"op\" is renamed to \"city\", but the batch has a column \"city\" already"},
	} {
		s := mustParse(t, head+c.text)
		var given []string
		if c.batch != "" {
			given = strings.Fields(c.batch)
		}
		_, err := s.Bind(columns(c.dim), given)
		if err == nil || CodeOf(err) != CodeFailed || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v\nwant …%s", err, c.want)
		}
	}
}

func TestBindRefusesInclusiveBoundsOfTimestamps(t *testing.T) {
	s := mustParse(t, "key: id\nperiod: {from: a, to: b, bounds: []}")
	for kind, ok := range map[string]bool{"DATE": true, "VARCHAR": true, "TIMESTAMP": false, "TIMESTAMP WITH TIME ZONE": false} {
		_, err := s.Bind([]ColumnInfo{{"id", "VARCHAR"}, {"a", kind}, {"b", kind}}, nil)
		if (err == nil) != ok {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

func TestBindLetsTwoColumnsSwapNames(t *testing.T) {
	s := mustParse(t, "key: id\nperiod: {from: a, to: b}\nbatch: {rename: {X: y, y: x}}")
	if _, err := s.Bind(columns("id x y a b"), []string{"id", "x", "y"}); err != nil {
		t.Fatal(err)
	}
	if want := map[string]string{"x": "y", "y": "x"}; !reflect.DeepEqual(s.Batch.Rename, want) {
		t.Errorf("rename is %v", s.Batch.Rename)
	}
}

func TestBindKnowsHashesThatItCannotKeep(t *testing.T) {
	s := mustParse(t, "key: id\nperiod: {from: a, to: b}")
	if _, err := s.Bind(columns("id x a b"), nil); err != nil || s.ReadOnly() != "" {
		t.Errorf("%v, %q", err, s.ReadOnly())
	}
	if _, err := s.Bind(columns("id x a b DBT_SCD_ID"), nil); err != nil || !strings.Contains(s.ReadOnly(), "DBT_SCD_ID is a hash that dbt computes") {
		t.Errorf("%v, %q", err, s.ReadOnly())
	}
}

func TestAttributesInTheDimensionsOrder(t *testing.T) {
	s := mustParse(t, bindSpec)
	var got []string
	for _, c := range s.Attributes(columns(bindDim)) {
		got = append(got, c.Name+" "+c.Type.String())
	}
	if want := []string{"name 1", "city 2", "Region 3", "phone 2", "loaded_at ignore"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := s.Companions(), []Companion{{"Previous_Region", "region", Type3}}; !slices.Equal(got, want) {
		t.Errorf("companions %v, want %v", got, want)
	}
	if got, want := s.Managed(), []string{"sk", "valid_from", "VALID_TO", "Is_Current", "Previous_Region"}; !slices.Equal(got, want) {
		t.Errorf("managed %q, want %q", got, want)
	}
}
