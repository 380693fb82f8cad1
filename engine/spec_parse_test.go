package engine

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

// fullSpec says everything that a spec can say, in its long forms.
const fullSpec = `table: dim_customer
key: [country, tax_id]
label: name
surrogate_key: {column: id, make: uuid}
period: {from: valid_from, to: valid_to, open: 9999-12-31, bounds: "[]", dates: "%d/%m/%Y", zone: Europe/London}
current: {column: status, open: Current, closed: Expired}
deleted: is_deleted
columns:
  country: {compare: {ignore_case: true}}
  name: 1
  region: {type: 3, previous: previous_region}
  tier: {type: 6, current: current_tier}
  email: {type: 2, compare: {ignore_case: true, trim: true}}
  rate: {as: "DECIMAL(10,2)", compare: {tolerance: 0.005}}
  first_channel: 0
  loaded_at: ignore
type1: current
batch:
  mode: snapshot
  effective: updated_at
  sequence: [updated_at, seq]
  operation: {column: op, delete: [D, DELETE]}
  rename: {tax_no: tax_id}
  dates: '%d/%m/%Y'
  nulls: [NULL, n/a, 007]
  same_key: latest
  same_moment: reject
  late: reject
  future: accept
  protect: [-1, 0]
  scope: "country = 'UK'"
limits: {deleted: 7%, changed: 0.5}
facts: {file: orders.csv, key: tax_id, time: order_ts, measures: [amount], by: [tier]}
`

func TestParseSpecReadsEveryField(t *testing.T) {
	got := mustParse(t, fullSpec)
	want := &Spec{
		Table: "dim_customer", Key: []string{"country", "tax_id"}, Label: "name",
		SurrogateKey: SurrogateKey{"id", "uuid"},
		Period:       Period{From: "valid_from", To: "valid_to", Open: "9999-12-31", Bounds: "[]", Dates: "%d/%m/%Y", Zone: "Europe/London"},
		Current:      Flag{"status", "Current", "Expired"}, Deleted: "is_deleted",
		Columns: []Column{
			{Name: "country", Type: Type2, Compare: Compare{IgnoreCase: true}},
			{Name: "name", Type: Type1, TypeGiven: true},
			{Name: "region", Type: Type3, Previous: "previous_region", TypeGiven: true},
			{Name: "tier", Type: Type6, Current: "current_tier", TypeGiven: true},
			{Name: "email", Type: Type2, TypeGiven: true, Compare: Compare{IgnoreCase: true, Trim: true}},
			{Name: "rate", Type: Type2, As: "DECIMAL(10,2)", Compare: Compare{Tolerance: "0.005"}},
			{Name: "first_channel", Type: Type0, TypeGiven: true},
			{Name: "loaded_at", Type: Ignore, TypeGiven: true},
		},
		Type1: "current",
		Batch: Batch{
			Mode: "snapshot", Effective: "updated_at", Sequence: []string{"updated_at", "seq"},
			Operation: Operations{"op", []string{"D", "DELETE"}}, Rename: map[string]string{"tax_no": "tax_id"},
			Dates: "%d/%m/%Y", Nulls: []string{"NULL", "n/a", "007"}, SameKey: "latest", SameMoment: "reject",
			Late: "reject", Future: "accept", Protect: []string{"-1", "0"}, Scope: "country = 'UK'",
		},
		Limits: Limits{Deleted: 0.07, Changed: 0.5},
		Facts:  &Facts{File: "orders.csv", Key: "tax_id", Time: "order_ts", Measures: []string{"amount"}, By: []string{"tier"}},
	}
	got.places = nil
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestParseSpecFillsDefaults(t *testing.T) {
	for name, text := range map[string]string{
		"left out":      "key: id\nperiod: {from: a, to: b}\n",
		"without value": "\xef\xbb\xbfkey: id\r\nlabel:\r\nperiod:\r\n  from: a\r\n  to: b\r\n  open: NULL\r\ncolumns:\r\nbatch: {mode: , sequence: }\r\nlimits: ~\r\n",
		"written out": "key: [id]\nsurrogate_key:\nperiod: {from: a, to: b, bounds: '[)'}\ntype1: all\nbatch: {mode: delta, nulls: [], " +
			"same_key: in_order, same_moment: replace, late: split, future: reject, rename: {}}\nlimits: {deleted: 10%, changed: off}\n",
	} {
		got := mustParse(t, text)
		got.places = nil
		want := defaults()
		want.Key, want.Period.From, want.Period.To = []string{"id"}, "a", "b"
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", name, got, want)
		}
	}
}

func TestParseSpecTakesAnUnquotedEmptyListForBounds(t *testing.T) {
	if s := mustParse(t, "key: id\nperiod: {from: a, to: b, bounds: []}"); s.Period.Bounds != "[]" {
		t.Errorf("bounds are %q", s.Period.Bounds)
	}
}

func TestParseSpecKeepsTextsAsWritten(t *testing.T) {
	s := mustParse(t, "key: id\nperiod: {from: a, to: b}\nbatch: {protect: [-1, 007, 1e3, 0x10, true, '~', ''], operation: {column: op, delete: 2}}")
	if want := []string{"-1", "007", "1e3", "0x10", "true", "~", ""}; !reflect.DeepEqual(s.Batch.Protect, want) {
		t.Errorf("protect is %q, want %q", s.Batch.Protect, want)
	}
	if want := []string{"2"}; !reflect.DeepEqual(s.Batch.Operation.Delete, want) {
		t.Errorf("delete is %q, want %q", s.Batch.Operation.Delete, want)
	}
}

// A spec that is wrong in one place: the lines below are appended to a key and a period, so they begin at line 3.
func TestParseSpecErrors(t *testing.T) {
	const head = "key: customer_id\nperiod: {from: valid_from, to: valid_to}\n"
	for _, c := range []struct{ text, want string }{
		{"batch:\n  mode: delta\n  efective: x\n", "c.dim.yaml:5:3: unknown field \"efective\" in batch\ndid you mean \"effective\"?"},
		{"colour: red\n", "c.dim.yaml:3:1: unknown field \"colour\"\nallowed here: table, key, label"},
		{"Deleted: x\n", "c.dim.yaml:3:1: unknown field \"Deleted\"\ndid you mean \"deleted\"?"},
		{"batch: {mode: deltas}\n", "c.dim.yaml:3:15: batch.mode is \"deltas\"; it must be delta or snapshot\ndid you mean \"delta\"?"},
		{"batch: {mode: [delta]}\n", "c.dim.yaml:3:15: batch.mode must be delta or snapshot, not a list"},
		{"type1: every\n", "c.dim.yaml:3:8: type1 is \"every\"; it must be all or current"},
		{"columns:\n  city: 4\n", "c.dim.yaml:4:9: columns.city is \"4\"; it must be 0, 1, 2, 3, 6 or ignore"},
		{"columns:\n  city: ignored\n", "c.dim.yaml:4:9: columns.city is \"ignored\"; it must be 0, 1, 2, 3, 6 or ignore\ndid you mean \"ignore\"?"},
		{"columns:\n  city:\n", "c.dim.yaml:4:3: columns.city has no type"},
		{"columns: [city]\n", "c.dim.yaml:3:10: columns must be a mapping, such as {name: 1, city: 2}"},
		{"columns:\n  type: 3\n", "c.dim.yaml:4:9: columns.type is type 3 and needs a previous column, where the old value goes\nsuch as type: {type: 3, previous: previous_type}"},
		{"columns:\n  team: 3\n  old_team: ignore\n", "c.dim.yaml:4:9: columns.team is type 3 and needs a previous column, where the old value goes\nsuch as team: {type: 3, previous: old_team}, without a line of its own for old_team"},
		{"columns:\n  CityNow: 1\n  city: 6\n", "such as city: {type: 6, current: CityNow}, without"},
		{"columns:\n  name: 1\n    city: 2\n", "the indent of this line or of the next may be off"},
		{"columns:\n  name: 1\n city: 2\n", "the indent of this line or of the next may be off"},
		{"columns:\n  tier: {type: 6}\n", "c.dim.yaml:4:9: columns.tier is type 6 and needs a current column"},
		{"columns:\n  tier: {type: 1, previous: p}\n", "c.dim.yaml:4:29: columns.tier is type 1, and only type 3 has a previous column"},
		{"columns:\n  a: 1\n  A: 2\n", "c.dim.yaml:5:3: \"A\" is in columns twice, first on line 4"},
		{"columns:\n  a: {as: \"INT); DROP TABLE x; --\"}\n", "c.dim.yaml:4:11: columns.a.as is"},
		{"columns:\n  a: {compare: {tolerance: -1}}\n", "c.dim.yaml:4:28: columns.a.compare.tolerance is \"-1\""},
		{"columns:\n  a: {compare: {trim: maybe}}\n", "c.dim.yaml:4:23: columns.a.compare.trim is \"maybe\"; it must be true or false"},
		{"columns:\n  customer_id: 2\n", "c.dim.yaml:4:3: column \"customer_id\" is part of the key, which has no type"},
		{"columns:\n  Customer_ID: {compare: {tolerance: 1}}\n", "c.dim.yaml:4:3: column \"Customer_ID\" is part of the key"},
		{"columns:\n  VALID_FROM: 2\n", "c.dim.yaml:4:3: column \"VALID_FROM\" is the start of the period, which has no type"},
		{"columns:\n  r: {type: 3, previous: p}\n  p: ignore\n", "c.dim.yaml:5:3: column \"p\" is the previous value of r"},
		{"surrogate_key: customer_id\n", "c.dim.yaml:3:16: column \"customer_id\" is the key, so it cannot be the surrogate key as well"},
		{"surrogate_key: {column: valid_to}\n", "c.dim.yaml:2:32: column \"valid_to\" is the surrogate key"},
		{"surrogate_key: {column: sk, make: hash}\n", "c.dim.yaml:3:35: surrogate_key.make is \"hash\"; it must be integer or uuid"},
		{"current: {column: s, open: x}\n", "c.dim.yaml:3:10: current has no closed"},
		{"current: {column: s, open: x, closed: x}\n", "c.dim.yaml:3:39: current has the same text"},
		{"limits: {deleted: -0.1}\n", "c.dim.yaml:3:19: limits.deleted is \"-0.1\"; it must be a share of the members, from 0% to 100%\nsuch as 10% or 0.1"},
		{"limits: {deleted: 10}\n", "c.dim.yaml:3:19: limits.deleted is \"10\"; it must be a share of the members, from 0% to 100%\ndid you mean 10%?"},
		{"limits: {deleted: NaN}\n", "c.dim.yaml:3:19: limits.deleted is \"NaN\""},
		{"batch: {effective: t, operation: {column: T, delete: D}}\n", "c.dim.yaml:3:43: column \"T\" is the effective time, so it cannot be the operation as well"},
		{"batch: {operation: op}\n", "c.dim.yaml:3:20: batch.operation needs the texts that mean a delete too\nsuch as operation: {column: op"},
		{"batch: {operation: {column: op}}\n", "batch.operation has no delete"},
		{"batch: {sequence: [a, A]}\n", "c.dim.yaml:3:23: column \"A\" is in the sequence twice"},
		{"batch: {rename: {a: x, b: X}}\n", "c.dim.yaml:3:27: batch.rename gives two columns the name \"X\": a and b"},
		{"batch: {rename: {a: valid_to}}\n", "batch.rename makes a the column \"valid_to\", which is the end of the period"},
		{"batch: {dates: DD/MM/YYYY}\n", "c.dim.yaml:3:16: batch.dates is \"DD/MM/YYYY\", which is no date format"},
		{"batch: {protect: [1, 1]}\n", "c.dim.yaml:3:22: \"1\" is in batch.protect twice"},
		{"facts: {file: o.csv}\n", "c.dim.yaml:3:8: facts has no key"},
		{"label: {a: b}\n", "c.dim.yaml:3:8: label must be one value, not a mapping"},
		{"label: ''\n", "c.dim.yaml:3:8: label is empty"},
		{"label: *x\n", "an anchor or alias"},
		{"label: a\nlabel: b\n", "c.dim.yaml:4:1: \"label\" is in the spec twice, first on line 3"},
		{"batch: {mode: delta, mode: snapshot}\n", "c.dim.yaml:3:22: \"mode\" is in batch twice, first on line 3"},
		{"# a comment\r\n\r\nlabel: a\r\n  # another\r\nlabel: b\r\n", "c.dim.yaml:7:1: "},
		{"label: [\n", "c.dim.yaml:3:8: "},
		{"---\nkey: x\n", "a second document begins; a spec is one"},
	} {
		expectSpecError(t, head+c.text, c.want)
	}
	for _, c := range []struct{ text, want string }{
		{"", "c.dim.yaml:1:1: the spec is empty\nthe least that a spec says:\n  key: customer_id\n"},
		{"# nothing\n", "the spec is empty"},
		{"hello", "c.dim.yaml:1:1: the spec must be a mapping"},
		{"key: a\n", "the spec names no period"},
		{"period: {from: a, to: b}\n", "the spec names no key"},
		{"key: []\nperiod: {from: a, to: b}\n", "the spec names no key"},
		{"key: [a, ]\nperiod: {from: a}\n", "c.dim.yaml:2:9: period has no to"},
		{"key: a\nperiod: {from: x, to: X}\n", "c.dim.yaml:2:23: column \"X\" is the start of the period, so it cannot be the end of the period as well"},
		{"key: [a, A]\nperiod: {from: x, to: y}\n", "column \"A\" is the key, so it cannot be the key as well"},
		{"key: a\nperiod: {from: x, to: y, bounds: '(]'}\n", "c.dim.yaml:2:34: period.bounds must be \"[)\" or \"[]\"\nin quotes"},
		{"key: a\nperiod: {from: x, to: y, zone: europe/london}\n", "c.dim.yaml:2:32: period.zone is \"europe/london\", which is no time zone\ndid you mean \"Europe/London\"?"},
		{"key: a\nperiod: {from: x, to: y, zone: Local}\n", "which is no time zone\na name such as"},
		{"key: a\nperiod: {from: x, to: y, open: forever}\n", "c.dim.yaml:2:32: period.open is \"forever\", which is not an ISO date or timestamp"},
		{"key: a\nperiod: {from: x, to: y, dates: %d}\n", "c.dim.yaml:2:33: "},
		{strings.Repeat("[", 100000), "nests more than 16 levels deep"},
		{strings.Repeat("- ", 100000), "nests more than 16 levels deep"},
		{"key: a\nlabel: x\x00", "c.dim.yaml:2:9: is not text: here is a NUL byte"},
		{"key: é\r\nlabel: caf\xe9", "c.dim.yaml:2:11: is not UTF-8 text\nsave it"},
		{strings.Repeat("#", specBytes+1), "c.dim.yaml:1:1: has 262145 bytes"},
	} {
		expectSpecError(t, c.text, c.want)
	}
}

func TestParseSpecIsQuickOnHostileInput(t *testing.T) {
	bomb := "a: &a [x,x]\n"
	for _, name := range "bcdefghij" {
		bomb += string(name) + ": &" + string(name) + " [*" + string(name-1) + ",*" + string(name-1) + "]\n"
	}
	for _, text := range []string{bomb, strings.Repeat("{a: ", specBytes/4), strings.Repeat("# x\n", specBytes/4), strings.Repeat("? ", specBytes/2), strings.Repeat("&a ", specBytes/3)} {
		start := time.Now()
		if _, err := ParseSpec([]byte(text), "x"); err == nil {
			t.Errorf("%.20q… is taken for a spec", text)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%.20q… takes %s", text, took)
		}
	}
}

func mustParse(t testing.TB, text string) *Spec {
	t.Helper()
	s, err := ParseSpec([]byte(text), "c.dim.yaml")
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, text)
	}
	return s
}

func expectSpecError(t *testing.T, text, want string) {
	t.Helper()
	_, err := ParseSpec([]byte(text), "c.dim.yaml")
	if err == nil {
		t.Errorf("no error, want %q, in\n%.200s", want, text)
		return
	}
	if CodeOf(err) != CodeFailed || !strings.HasPrefix(err.Error(), "c.dim.yaml:") || !strings.Contains(err.Error(), want) {
		t.Errorf("error  %q\nwant … %q\nin\n%.200s", err, want, text)
	}
}
