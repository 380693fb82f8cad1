package historyout

import (
	"strings"
	"testing"

	"dimdesk/engine"
)

var spec = engine.Spec{
	Key: []string{"customer_id"}, Period: engine.Period{From: "valid_from", To: "valid_to"},
	SurrogateKey: engine.SurrogateKey{Column: "sk", Make: "integer"},
}

func member() engine.Member {
	version := func(sk, from, to string, current bool, values ...engine.Value) engine.Version {
		return engine.Version{SurrogateKey: sk, Bounds: engine.Bounds{From: from, To: to}, Current: current, Values: values}
	}
	return engine.Member{
		Key: []engine.Value{engine.Text("C107")}, Label: "Priya\x1b",
		Columns: []string{"name", "city"}, Types: []engine.SCDType{engine.Type1, engine.Type2},
		Before: []engine.Version{
			version("3", "2024-03-01", "2025-06-01", false, engine.Text("Priya"), engine.Text("Pune")),
			version("7", "2025-06-01", "", true, engine.Text("Priya"), engine.Null),
		},
	}
}

func TestDrawFitsAPage(t *testing.T) {
	var b strings.Builder
	if err := Draw(&b, spec, member(), 0, nil); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	for _, want := range []string{"C107 Priya␛, 2 versions\n", "city² ├", "Pune", "▶", "sk  valid_from  valid_to    name   city\n", "7   2025-06-01  – ●         Priya  –\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if strings.Contains(got, "name¹") {
		t.Errorf("an attribute that never differs is drawn:\n%s", got)
	}
	for line := range strings.SplitSeq(got, "\n") {
		if len([]rune(line)) > page {
			t.Errorf("wider than a page: %q", line)
		}
	}
}

func TestAKeyWithoutSurrogateHasNoColumn(t *testing.T) {
	s := spec
	s.SurrogateKey = engine.SurrogateKey{}
	var b, c strings.Builder
	if err := Draw(&b, s, member(), 0, nil); err != nil {
		t.Fatal(err)
	}
	if err := CSV(&c, s, member()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "\nvalid_from  valid_to") || !strings.HasPrefix(c.String(), "customer_id,valid_from,valid_to,name,city\n") {
		t.Errorf("%s%s", b.String(), c.String())
	}
}

func TestRows(t *testing.T) {
	var c, j strings.Builder
	if err := CSV(&c, spec, member()); err != nil {
		t.Fatal(err)
	}
	if want := "sk,customer_id,valid_from,valid_to,name,city\n3,C107,2024-03-01,2025-06-01,Priya,Pune\n7,C107,2025-06-01,,Priya,\n"; c.String() != want {
		t.Errorf("got\n%swant\n%s", c.String(), want)
	}
	if err := JSON(&j, spec, member()); err != nil {
		t.Fatal(err)
	}
	want := `{"key":{"customer_id":"C107"},"surrogate_key":7,"valid_from":"2025-06-01","valid_to":null,"current":true,"deleted":false,"values":{"name":"Priya","city":null}}` + "\n"
	if !strings.HasSuffix(j.String(), want) {
		t.Errorf("got\n%swant the last to be\n%s", j.String(), want)
	}
}
