package rowout

import (
	"strings"
	"testing"

	"dimdesk/engine"
)

func written(t *testing.T, format string) string {
	t.Helper()
	var b strings.Builder
	w := New(format, &b, 0)
	if err := w.Header([]string{"id", "na,me"}); err != nil {
		t.Fatal(err)
	}
	for _, row := range [][]engine.Value{{engine.Text("007"), engine.Null}, {engine.Text(""), engine.Text(" x\x1b")}} {
		if err := w.Row(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRows(t *testing.T) {
	for format, want := range map[string]string{
		"csv":   "id,\"na,me\"\n007,\n\"\",\" x\x1b\"\n",
		"jsonl": `{"id":"007","na,me":null}` + "\n" + `{"id":"","na,me":" x\u001b"}` + "\n",
		"table": "id   na,me\n007  –\n\"\"   \" x␛\"\n",
	} {
		if got := written(t, format); got != want {
			t.Errorf("%s:\n%q, want\n%q", format, got, want)
		}
	}
}

func TestAHeadingAloneIsWritten(t *testing.T) {
	var b strings.Builder
	w := New("csv", &b, 0)
	if err := w.Header([]string{"id"}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil || b.String() != "id\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
}

func TestSurrogateKeys(t *testing.T) {
	for _, c := range []struct {
		key      string
		integers bool
		want     string
	}{{"12", true, "12"}, {"+1", true, `"+1"`}, {"007", true, `"007"`}, {"-1", true, "-1"}, {"12", false, `"12"`}, {"", true, "null"}} {
		if got := string(AppendSurrogate(nil, c.key, c.integers)); got != c.want {
			t.Errorf("%q: %s, want %s", c.key, got, c.want)
		}
	}
}
