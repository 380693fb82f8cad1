package diffout

import (
	"encoding/json"
	"strings"
	"testing"

	"dimdesk/engine"
)

var head = Head{
	Info: engine.Info{
		Dimension: "dim_customer", Batch: "customers.csv", AsOf: "2026-05-31", Mode: "delta", Key: []string{"customer_id"}, Label: "name",
		Spec: engine.Spec{SurrogateKey: engine.SurrogateKey{Column: "sk", Make: "integer"}},
	},
	Counts: engine.Counts{Kinds: map[engine.Kind]int64{engine.Changed: 1, engine.Rejected: 1, engine.Unchanged: 1204}},
}

func key(s string) []engine.Value { return []engine.Value{engine.Text(s)} }

func write(t *testing.T, format string, h Head, changes []engine.Change, ops ...[]engine.Operation) string {
	t.Helper()
	var b strings.Builder
	w := New(format, &b, h)
	for i, c := range changes {
		var o []engine.Operation
		if i < len(ops) {
			o = ops[i]
		}
		if err := w.Change(c, o); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func change(column string, before, after engine.Value) engine.Change {
	return engine.Change{Row: 1, Line: 2, Key: key("C101"), Label: "Amit", Kind: engine.Changed, Effective: "2026-05-31",
		Columns: []engine.ColumnChange{{Name: column, Type: engine.Type2, Before: before, After: after, Taken: true}}}
}

func TestJSONLIsAsDocumented(t *testing.T) {
	c := change("city", engine.Text("Mumbai"), engine.Text("Bangalore"))
	c.Line = 0
	got := write(t, "jsonl", head, []engine.Change{c}, []engine.Operation{
		{Op: engine.OpClose, SurrogateKey: "1", From: "2024-01-15", To: "2026-05-31"},
		{Op: engine.OpOpen, SurrogateKey: "+1", From: "2026-05-31"},
	})
	want := `{"row":1,"key":{"customer_id":"C101"},"kind":"changed","effective":"2026-05-31","columns":[{"name":"city","type":2,"before":"Mumbai","after":"Bangalore"}],"reason":null,` +
		`"operations":[{"op":"close","surrogate_key":1,"valid_from":"2024-01-15","valid_to":"2026-05-31"},{"op":"open","surrogate_key":"+1","valid_from":"2026-05-31","valid_to":null}]}` + "\n"
	if got != want {
		t.Errorf("got  %swant %s", got, want)
	}
}

func TestJSONLOtherOperationsAndFields(t *testing.T) {
	c := engine.Change{Row: 3, Line: 5, Kind: engine.Corrected, Key: key("C1"), Notes: []string{"also overwrites 3 versions"}, Hint: "look",
		Columns: []engine.ColumnChange{
			{Name: "first", Type: engine.Type0, Before: engine.Text(""), After: engine.Null, Note: "type 0 keeps the original"},
			{Name: "loaded_at", Type: engine.Ignore, Before: engine.Null, After: engine.Text("x"), Taken: true},
		}}
	absent := engine.Change{Key: key("C9"), Kind: engine.Deleted}
	got := strings.Split(write(t, "jsonl", head, []engine.Change{c, absent}, []engine.Operation{
		{Op: engine.OpOverwrite, SurrogateKey: "1", Columns: []engine.ColumnChange{{Name: "email", Type: engine.Type1, Before: engine.Text("a"), After: engine.Text("b"), Taken: true}}},
		{Op: engine.OpRedate, SurrogateKey: "007", Before: engine.Bounds{From: "2024-01-01"}, After: engine.Bounds{From: "2023-01-01", To: "2025-01-01"}},
	}), "\n")
	for i, want := range []string{
		`{"row":3,"key":{"customer_id":"C1"},"kind":"corrected","effective":null,"columns":[{"name":"first","type":0,"before":"","after":null,"taken":false,"note":"type 0 keeps the original"},` +
			`{"name":"loaded_at","type":"ignore","before":null,"after":"x"}],"reason":null,"operations":[{"op":"overwrite","surrogate_key":1,"columns":[{"name":"email","before":"a","after":"b"}]},` +
			`{"op":"redate","surrogate_key":"007","before":{"valid_from":"2024-01-01","valid_to":null},"after":{"valid_from":"2023-01-01","valid_to":"2025-01-01"}}],` +
			`"line":5,"notes":["also overwrites 3 versions"],"hint":"look"}`,
		`{"row":null,"key":{"customer_id":"C9"},"kind":"deleted","effective":null,"columns":[],"reason":null,"operations":[]}`,
	} {
		if got[i] != want {
			t.Errorf("line %d:\ngot  %s\nwant %s", i+1, got[i], want)
		}
	}
}

// Whatever a cell holds, a line is valid JSON that gives it back.
func TestJSONLCarriesAnyText(t *testing.T) {
	for _, text := range []string{"a\"b\\c", "\x1b[2J\n\r\t\x00\x7f", "\u009b31m\u2028", "東京", "</script>", "plain", ""} {
		line := write(t, "jsonl", head, []engine.Change{change("ci\"ty", engine.Null, engine.Text(text))})
		var c struct {
			Columns []struct{ Name, After string }
		}
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatalf("%q: %v in %s", text, err, line)
		}
		if c.Columns[0].After != text || c.Columns[0].Name != "ci\"ty" {
			t.Errorf("%q came back as %q", text, c.Columns[0].After)
		}
		if strings.ContainsAny(strings.TrimSuffix(line, "\n"), "\x1b\x00\n\u009b") {
			t.Errorf("%q: a control character stands in the line", text)
		}
	}
}

func TestCSVHasARecordForEachColumn(t *testing.T) {
	c := change("city", engine.Null, engine.Text(""))
	c.Columns = append(c.Columns, engine.ColumnChange{Name: "note", Type: engine.Type0, Before: engine.Text(`say "hi", twice`), After: engine.Text("x\ny"), Note: "kept"})
	rejected := engine.Change{Row: 2, Line: 3, Key: nil, Kind: engine.Rejected, Reason: "NULL in the key"}
	got := write(t, "csv", head, []engine.Change{c, rejected})
	want := "row,line,customer_id,kind,effective,column,type,before,after,taken,note,reason,hint,notes\n" +
		"1,2,C101,changed,2026-05-31,city,2,,\"\",true,,,,\n" +
		"1,2,C101,changed,2026-05-31,note,0,\"say \"\"hi\"\", twice\",\"x\ny\",false,kept,,,\n" +
		"2,3,,rejected,,,,,,,,NULL in the key,,\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestTable(t *testing.T) {
	rejected := engine.Change{Row: 12, Line: 14, Key: key("C115"), Kind: engine.Rejected, Reason: `segment "abc" is not an INTEGER`, Hint: "write a number"}
	got := write(t, "table", head, []engine.Change{change("city", engine.Text("Mumbai"), engine.Null), rejected})
	want := "kind        row  customer_id  name  effective   what\n" +
		"~ changed     1  C101         Amit  2026-05-31  city² Mumbai → –\n" +
		"! rejected   12  C115                           line 14: segment \"abc\" is not an INTEGER; write a number\n" +
		"\n~ 1 changed  ! 1 rejected  · 1,204 unchanged\nunchanged and superseded rows are not listed; --all lists them\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	all := head
	all.All = true
	if got := write(t, "table", all, nil); strings.Contains(got, "--all") || !strings.HasPrefix(got, "~ 1 changed") {
		t.Errorf("with --all and no rows: %q", got)
	}
}

func TestTableIsCutToATerminal(t *testing.T) {
	narrow := head
	narrow.Width = 60
	got := write(t, "table", narrow, []engine.Change{change("city", engine.Text(strings.Repeat("long ", 30)), engine.Null)})
	for line := range strings.SplitSeq(strings.SplitN(got, "\n\n", 2)[0], "\n") {
		if n := len([]rune(line)); n > 60 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

// What people read cannot steer the terminal, leave its cell or become markup.
func TestFormatsForPeopleAreSafe(t *testing.T) {
	evil := "\x1b]0;x\x07\u202e<script>|`*_\n"
	c := change("city", engine.Text(evil), engine.Text("b"))
	c.Label, c.Key = evil, key(evil)
	h := head
	h.Info.Dimension, h.Info.Notices = evil, []string{evil}
	for _, format := range []string{"table", "markdown", "html"} {
		got := write(t, format, h, []engine.Change{c})
		if strings.ContainsAny(got, "\x1b\x07\u202e") {
			t.Errorf("%s holds a control character:\n%q", format, got)
		}
		if format != "table" && strings.Contains(got, "<script>") {
			t.Errorf("%s holds markup:\n%s", format, got)
		}
	}
	for line := range strings.SplitSeq(write(t, "markdown", h, []engine.Change{c}), "\n") {
		if strings.HasPrefix(line, "|") && strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") != 7 {
			t.Errorf("a row of markdown has not six cells: %s", line)
		}
	}
}
