package csvfile

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"dimdesk/engine"

	"pgregory.net/rapid"
)

func TestWriterQuotesWhereItMust(t *testing.T) {
	var out bytes.Buffer
	w, err := NewWriter(&out, ',', []string{"id", "a;b", "c"}, []string{"n/a"})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range [][]engine.Value{
		{engine.Text("1"), engine.Null, engine.Text("")},
		{engine.Text("a,b"), engine.Text("a;b"), engine.Text(`5" pipe`)},
		{engine.Text(" x"), engine.Text("x\t"), engine.Text("x y")},
		{engine.Text("n/a"), engine.Text("N/A"), engine.Text("a\rb")},
	} {
		if err := w.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Write([]engine.Value{engine.Null}); err == nil {
		t.Error("a short row was written")
	}
	w.Flush()
	want := "id,\"a;b\",c\n1,,\"\"\n\"a,b\",a;b,\"5\"\" pipe\"\n\" x\",\"x\t\",x y\n\"n/a\",N/A,\"a\rb\"\n"
	if out.String() != want || w.Rows() != 4 {
		t.Errorf("%d rows:\n%q, want\n%q", w.Rows(), out.String(), want)
	}
}

// TestWriterRoundTrip: what Writer writes, Scan calls regular (but for a NULL alone on its line) and reads back.
func TestWriterRoundTrip(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		columns := rapid.IntRange(1, 3).Draw(r, "columns")
		var header []string
		for i := range columns {
			header = append(header, string(rune('a'+i))+drawText(r))
		}
		name := rapid.SampledFrom([]string{"p.csv", "p.tsv"}).Draw(r, "name")
		var out bytes.Buffer
		w, _ := NewWriter(&out, DelimiterFor(name), header, []string{"NULL"})
		var want [][]engine.Value
		for range rapid.IntRange(0, 5).Draw(r, "rows") {
			var row []engine.Value
			for range columns {
				_, v := drawField(r, ',')
				row = append(row, v)
			}
			want = append(want, row)
			w.Write(row)
		}
		w.Flush()
		path := writeFile(t, name, out.Bytes())
		shape, err := Scan(context.Background(), path, Options{})
		if err != nil || !slices.Equal(shape.Header, header) || !shape.Regular && columns > 1 {
			r.Fatalf("%q: %+v, %v", out.Bytes(), shape, err)
		}
		if got := valuesOf(t, path, shape, []string{"NULL"}); !slices.EqualFunc(got, want, slices.Equal) {
			r.Fatalf("%q: read %v, wrote %v", out.Bytes(), got, want)
		}
	})
}

// valuesOf reads a file's rows through Normalise.
func valuesOf(t testing.TB, path string, shape *Shape, nulls []string) [][]engine.Value {
	var out bytes.Buffer
	if _, err := Normalise(context.Background(), path, shape, nulls, &out); err != nil {
		t.Fatal(err)
	}
	var rows [][]engine.Value
	for _, row := range readNormal(t, out.Bytes())[1:] {
		rows = append(rows, row[4:])
	}
	return rows
}
