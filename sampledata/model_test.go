package sampledata

import (
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"dimdesk/engine"
	"dimdesk/engine/model"
)

// TestSamplesComeOutAsTheModelSays runs every sample through the reference model: the kinds that kinds.csv promises are
// those that the rules give, and every row of the batch has one.
func TestSamplesComeOutAsTheModelSays(t *testing.T) {
	for _, name := range Names() {
		s := demo(t, name)
		kinds, err := s.Kinds()
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range modelled(t, s).Rows {
			if want := kinds[int64(o.N)]; o.Kind != want {
				t.Errorf("%s, row %d: the model says %s (%s), kinds.csv %s", name, o.N, o.Kind, o.Reason, want)
			}
		}
	}
}

// TestDemoHistoriesAfterwards checks what ABOUT.md tells of single members.
func TestDemoHistoriesAfterwards(t *testing.T) {
	s := demo(t, "")
	header, _ := table(t, s.Files.Dimension)
	result := modelled(t, s)
	for key, want := range map[string]string{
		"C105": "Trondheim Nordics<Europe 2022-05-09 2023-10-02; Bergen Nordics<Europe 2023-10-02 2026-05-25; Oslo Nordics<Europe 2026-05-25 …",
		"C106": "Stockholm Nordics<Europe 2021-11-15 …",
		"C107": "Pune India< 2024-03-01 2024-04-02; Delhi India< 2024-04-02 2025-06-01; Mumbai India< 2025-06-01 …",
		"C117": "Kraków Europe< 2023-02-06 2026-03-02; Gdańsk Europe< 2026-03-02 …",
		"C120": "Malmö Europe< 2023-04-03 …; Lund Europe< 2025-01-20 …",
		"C126": "Izmir Middle East< 2024-03-18 2026-05-12; Ankara Middle East< 2026-05-12 2026-05-28; Istanbul Middle East< 2026-05-28 …",
		"C132": "Rotterdam Europe< 2023-10-16 2026-05-30; Amersfoort Europe< 2026-05-30 …",
		"C133": "Kyoto East Asia< 2025-06-02 2025-09-08; Osaka East Asia< 2025-09-08 …",
		"C136": "Seville Europe< 2023-09-25 …",
		"C138": "Fes Africa< 2022-04-04 2023-12-18; Casablanca Africa< 2023-12-18 2025-11-01; Rabat Africa< 2026-05-27 …",
	} {
		m := member(t, result, key)
		var lines []string
		for _, v := range m.After {
			value := func(column string) string { return v.Values[slices.Index(attributes(header), column)].Text }
			end := "…"
			if !v.Open() {
				end = v.To.Format(time.DateOnly)
			}
			lines = append(lines, value("city")+" "+value("region")+"<"+value("previous_region")+" "+v.From.Format(time.DateOnly)+" "+end)
		}
		if got := strings.Join(lines, "; "); got != want {
			t.Errorf("%s:\n got %s\nwant %s", key, got, want)
		}
	}
	name := slices.Index(attributes(header), "name")
	for key, want := range map[string]string{"C110": "Leo Brand", "C125": "Siobhán Byrne"} {
		for _, v := range member(t, result, key).After {
			if v.Values[name].Text != want {
				t.Errorf("%s: version %s is of %s", key, v.SK, v.Values[name].Text)
			}
		}
	}
}

func member(t *testing.T, r model.Result, key string) model.Member {
	t.Helper()
	i := slices.IndexFunc(r.Members, func(m model.Member) bool { return m.Key[0].Text == key })
	if i < 0 {
		t.Fatalf("%s is no member", key)
	}
	return r.Members[i]
}

// managed are the columns of all samples that are no attributes: keys, periods and flags.
var managed = []string{"customer_id", "customer_sk", "surrogate_key", "valid_from", "valid_to", "start_date", "end_date", "is_current", "is_deleted"}

func attributes(header []string) []string {
	return slices.DeleteFunc(slices.Clone(header), func(c string) bool { return slices.Contains(managed, c) })
}

// modelled reads a sample as rule 1 says, as far as the samples need it, and runs the model.
func modelled(t *testing.T, s Sample) model.Result {
	t.Helper()
	spec, err := engine.ParseSpec(s.Files.Spec, s.specName())
	if err != nil {
		t.Fatal(err)
	}
	asOf, err := engine.ParseAsOf(s.AsOf, "UTC", time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	header, stored := table(t, s.Files.Dimension)
	in := model.Input{Spec: spec, Grain: engine.Dates, AsOf: asOf, Attributes: attributes(header)}
	for i, line := range stored {
		in.Versions = append(in.Versions, version(named(header, line)).modelled(t, i+1, spec, in.Attributes))
	}
	header, incoming := table(t, s.Files.Batch)
	sequence := make([]engine.Value, len(incoming))
	for i, line := range incoming {
		row := named(header, line)
		in.Rows = append(in.Rows, rowOf(spec, in.Attributes, row, i+1, len(line) == len(header)))
		if len(spec.Batch.Sequence) > 0 {
			sequence[i] = cell(row[spec.Batch.Sequence[0]])
		}
	}
	if len(spec.Batch.Sequence) > 0 {
		seqs, bad := model.ReadSequence(sequence)
		for i := range in.Rows {
			if bad[i] {
				t.Fatalf("row %d: sequence %q", i+1, sequence[i].Text)
			}
			in.Rows[i].Sequence = seqs[i : i+1]
		}
	}
	return model.Run(in)
}

func named(header, line []string) map[string]string {
	row := map[string]string{}
	for i, column := range header {
		if i < len(line) {
			row[column] = line[i]
		}
	}
	return row
}

func cell(text string) engine.Value {
	if text == "" {
		return engine.Null
	}
	return engine.Text(text)
}

func (v version) modelled(t *testing.T, line int, spec *engine.Spec, attributes []string) model.Version {
	t.Helper()
	from, err := time.Parse(time.DateOnly, v[spec.Period.From])
	if err != nil {
		t.Fatal(err)
	}
	m := model.Version{Line: line, SK: v[spec.SurrogateKey.Column], Key: []engine.Value{cell(v[spec.Key[0]])}, From: from}
	if end := v[spec.Period.To]; end != spec.Period.Open {
		if m.To, err = time.Parse(time.DateOnly, end); err != nil {
			t.Fatal(err)
		}
	}
	current := v[spec.Current.Column] == "true"
	m.Current = &current
	if spec.Deleted != "" {
		deleted := v[spec.Deleted] == "true"
		m.Deleted = &deleted
	}
	for _, a := range attributes {
		m.Values = append(m.Values, cell(v[a]))
	}
	return m
}

func rowOf(spec *engine.Spec, attributes []string, row map[string]string, n int, whole bool) model.Row {
	r := model.Row{N: n, Key: []engine.Value{cell(row[spec.Key[0]])}, KeyReadable: whole && row[spec.Key[0]] != "", Values: map[string]engine.Value{}}
	r.Delete = spec.Batch.Operation.Column != "" && slices.Contains(spec.Batch.Operation.Delete, row[spec.Batch.Operation.Column])
	if !r.KeyReadable {
		r.Rejected = "no key"
	}
	if spec.Batch.Effective != "" {
		effective, err := time.Parse(time.DateOnly, row[spec.Batch.Effective])
		if err != nil {
			r.Rejected = err.Error()
		}
		r.Effective = &effective
	}
	for _, a := range attributes {
		text, supplied := row[a]
		if !supplied {
			continue
		}
		if spec.Rule(a).As != "" && text != "" {
			if _, ok := new(big.Rat).SetString(text); !ok {
				r.Rejected = a + " is no number"
			}
		}
		r.Values[a] = cell(text)
	}
	return r
}
