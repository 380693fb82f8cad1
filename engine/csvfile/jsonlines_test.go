package csvfile

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dimdesk/engine"

	"pgregory.net/rapid"
)

func fromJSON(t testing.TB, text string) (*Shape, [][]engine.Value, error) {
	t.Helper()
	var out bytes.Buffer
	shape, err := JSONLines(context.Background(), writeFile(t, "b.jsonl", []byte(text)), Options{}, &out)
	if err != nil {
		return nil, nil, err
	}
	return shape, readNormal(t, out.Bytes())[1:], nil
}

func TestJSONLines(t *testing.T) {
	text := "\ufeff" + `{"id": 007e, "City":"Pune"}` + "\r\n" +
		`{"id":1.50,"City":"P\u00fc\"n\\e\ud834\udd1e\n", "more":null}` + "\n\n" +
		`  {"CITY":"","id":-0,"more":{"a" : [1, "x"]}}  ` + "\n" +
		`{"id":true,"city":null,"more":[ ]}` + "\n" +
		`{"id":3,"city":"x"}` + "\n" +
		`{"id":3,"city":"x","City":"y","other":1}` + "\n" +
		`{"id":3,"city":"\ud800","more":1}` + "\n" +
		`{"id":3,"":"x","more":1}` + "\n" +
		`"text"` + "\n" +
		`{"i\u0064":4,"city":"z","more":1E5}`
	shape, rows, err := fromJSON(t, text)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(shape.Header, []string{"id", "City", "more"}) || shape.Records != 10 || shape.Bad != 6 || shape.Blank != 1 || !shape.BOM || shape.FinalEOL {
		t.Errorf("%+v", shape)
	}
	bad := func(row, line int, why, raw string) []engine.Value {
		return []engine.Value{engine.Text(fmt.Sprint(row)), engine.Text(fmt.Sprint(line)), engine.Text(fmt.Sprintf("line %d %s", line, why)),
			engine.Text(raw), engine.Null, engine.Null, engine.Null}
	}
	good := func(row, line int, values ...engine.Value) []engine.Value {
		return append([]engine.Value{engine.Text(fmt.Sprint(row)), engine.Text(fmt.Sprint(line)), engine.Null, engine.Null}, values...)
	}
	v := engine.Text
	want := [][]engine.Value{
		bad(1, 1, "is not JSON: invalid character '0' after object key:value pair", `{"id": 007e, "City":"Pune"}`),
		good(2, 2, v("1.50"), v("Pü\"n\\e𝄞\n"), engine.Null),
		good(3, 4, v("-0"), v(""), v(`{"a":[1,"x"]}`)),
		good(4, 5, v("true"), engine.Null, v("[]")),
		append(bad(5, 6, `lacks the field "more", which other rows have (write null)`, `{"id":3,"city":"x"}`)[:4], v("3"), v("x"), engine.Null),
		bad(6, 7, `has the field "City" twice`, `{"id":3,"city":"x","City":"y","other":1}`),
		bad(7, 8, `has an escape for half a character (\ud800 to \udfff stand in pairs)`, `{"id":3,"city":"\ud800","more":1}`),
		bad(8, 9, `has a field without a name`, `{"id":3,"":"x","more":1}`),
		bad(9, 10, `is not a JSON object`, `"text"`),
		good(10, 11, v("4"), v("z"), v("1E5")),
	}
	for i := range want {
		if i < len(rows) && !slices.Equal(rows[i], want[i]) {
			t.Errorf("row %d\n got %v\nwant %v", i+1, rows[i], want[i])
		}
	}
	if len(rows) != len(want) {
		t.Errorf("%d rows, want %d", len(rows), len(want))
	}
}

func TestJSONThatIsNoLines(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "is empty: a JSON object a line is expected",
		"\n \r\n":               "is empty",
		"[{\"a\":1},\n{}]":      "is one JSON document",
		"{\n\"a\": 1\n}\n":      "is one JSON document",
		"{\"a\":1}\n{\"a\xff\"": "is not valid UTF-8: line 2, byte 11 of the file",
		"{\"a\":1}\x00":         "is not a text file",
	} {
		if _, _, err := fromJSON(t, text); err == nil || !strings.Contains(err.Error(), want) || engine.CodeOf(err) != engine.CodeFailed {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestJSONRoundTrip: whatever encoding/json writes of a text is read back as that text.
func TestJSONRoundTrip(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 3).Draw(r, "columns")
		var text bytes.Buffer
		var want [][]engine.Value
		for range rapid.IntRange(1, 4).Draw(r, "rows") {
			row := make([]engine.Value, n)
			object := map[string]any{}
			for c := range n {
				row[c] = engine.Text(rapid.String().Draw(r, "value"))
				if rapid.IntRange(0, 3).Draw(r, "null") == 0 {
					row[c] = engine.Null
				}
				object[fmt.Sprintf("c%d", c)] = row[c].JSON()
			}
			line, _ := json.Marshal(object)
			text.Write(append(line, '\n'))
			want = append(want, row)
		}
		_, rows, err := fromJSON(t, text.String())
		if err != nil {
			r.Fatal(err)
		}
		for i := range want {
			if !slices.Equal(rows[i][4:], want[i]) {
				r.Fatalf("%s: row %d reads %v, want %v", text.Bytes(), i+1, rows[i], want[i])
			}
		}
	})
}
