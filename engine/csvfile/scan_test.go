package csvfile

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"dimdesk/engine"

	"pgregory.net/rapid"
)

// TestNormaliseKeepsEverything: whatever the file looks like, each row of it is there once, with its line, and its values
// are the ones that were written, NULL and "" apart.
func TestNormaliseKeepsEverything(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		f := drawFile(r, true)
		path := writeFile(t, "f"+f.ext, f.text)
		shape, err := Scan(context.Background(), path, Options{Delimiter: f.delim})
		if err != nil {
			r.Fatalf("%q: %v", f.text, err)
		}
		var out bytes.Buffer
		n, err := Normalise(context.Background(), path, shape, []string{"NULL"}, &out)
		if err != nil {
			r.Fatal(err)
		}
		want := f.real()
		if n != int64(len(want)) || shape.Records != n {
			r.Fatalf("%q: wrote %d rows, scanned %d, want %d", f.text, n, shape.Records, len(want))
		}
		rows := readNormal(t, out.Bytes())[1:]
		for i, w := range want {
			got := rows[i]
			if got[0].Text != strconv.Itoa(i+1) || got[1].Text != strconv.FormatInt(w.line, 10) {
				r.Fatalf("%q: row %d has _row %s and _line %s, want line %d", f.text, i+1, got[0].Text, got[1].Text, w.line)
			}
			if w.bad {
				if got[2].Null || got[3] != engine.Text(w.raw) || slices.ContainsFunc(got[4:], func(v engine.Value) bool { return !v.Null }) {
					r.Fatalf("%q: bad row %d became %v", f.text, i+1, got)
				}
				continue
			}
			for c, v := range w.cells {
				if w.raws[c] == "NULL" {
					v = engine.Null
				}
				if got[4+c] != v {
					r.Fatalf("%q: row %d column %d is %v, want %v", f.text, i+1, c, got[4+c], v)
				}
			}
			if !got[2].Null || !got[3].Null {
				r.Fatalf("%q: row %d was called bad: %v", f.text, i+1, got)
			}
		}
		sum := sha256.Sum256(f.text)
		if shape.SHA256 != hex.EncodeToString(sum[:]) || shape.Size != int64(len(f.text)) || !slices.Equal(shape.Header, f.names) {
			r.Fatalf("%q: shape %+v", f.text, shape)
		}
	})
}

func scanText(t *testing.T, name, text string) (*Shape, error) {
	t.Helper()
	return Scan(context.Background(), writeFile(t, name, []byte(text)), Options{})
}

func TestShape(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Shape
	}{
		{"plain.csv", "id,city\n1,Pune\n2,\"De\"\"lhi\"\n", Shape{Delimiter: ',', LineEnd: "\n", FinalEOL: true, Records: 2, Regular: true}},
		{"nolast.csv", "id;city\r\n1;Pune", Shape{Delimiter: ';', LineEnd: "\r\n", Records: 1, Regular: true}},
		{"tabs.tsv", "id,x\tcity\n1\tPune\n", Shape{Delimiter: '\t', LineEnd: "\n", FinalEOL: true, Records: 1, Regular: true}},
		{"bom.csv", "\ufeffid|city\n\"a\nb\"|c\n", Shape{BOM: true, Delimiter: '|', LineEnd: "\n", FinalEOL: true, Multiline: true, Records: 1, Regular: true}},
		{"quotedcommas.csv", "\"a,b,c,d\";e\n1;2\n", Shape{Delimiter: ';', LineEnd: "\n", FinalEOL: true, Records: 1, Regular: true}},
		{"inch.csv", "5\" pipe;size\n1;2\n", Shape{Delimiter: ';', LineEnd: "\n", FinalEOL: true, Records: 1, Why: "a quote stands inside an unquoted name of the header"}},
		{"all.csv", "\"id\",\"city\"\n\"1\",\n", Shape{Delimiter: ',', LineEnd: "\n", FinalEOL: true, QuoteAll: true, Records: 1, Regular: true}},
		{"notall.csv", "\"id\",\"city\"\n1,\"x\"\n", Shape{Delimiter: ',', LineEnd: "\n", FinalEOL: true, Records: 1, Regular: true}},
		{"ragged.csv", "id,city\n1\n2,a,b\n3,c\n", Shape{Delimiter: ',', LineEnd: "\n", FinalEOL: true, Records: 3, Bad: 2, FirstBad: "line 2 has 1 field, the header has 2", Why: "line 2 has 1 field, the header has 2"}},
		{"stray.csv", "id,city\n1,\"Pu\" ne\n", Shape{Delimiter: ',', LineEnd: "\n", FinalEOL: true, Records: 1, Bad: 1, FirstBad: "line 2 has text after the closing quote of field 2", Why: "line 2 has text after the closing quote of field 2"}},
		{"open.csv", "id,city\n1,\"Pune\n2,Delhi\n", Shape{Delimiter: ',', LineEnd: "\n", Records: 1, Bad: 1, Multiline: true, FirstBad: "line 2 opens a quote in field 2 that is never closed", Why: "line 2 opens a quote in field 2 that is never closed"}},
		{"blank.csv", "id,city\n\n1,a\n\n", Shape{Delimiter: ',', LineEnd: "\n", FinalEOL: true, Records: 1, Blank: 2, Why: "line 2 is blank"}},
		{"one.csv", "id\n1\n\n", Shape{Delimiter: ',', LineEnd: "\n", FinalEOL: true, Records: 2, Why: "line 3 is blank"}},
		{"mixed.csv", "id,c\r\n1,2\n", Shape{Delimiter: ',', LineEnd: "\r\n", MixedEnds: true, FinalEOL: true, Records: 1, Why: "line 2 ends otherwise than line 1"}},
		{"cr.csv", "id,c\r1,2", Shape{Delimiter: ',', LineEnd: "\r", Records: 1, Why: "its lines end in CR alone"}},
		{"header.csv", "id,city", Shape{Delimiter: ',', LineEnd: "\n", Regular: true}},
		{"le.csv", "\xff\xfei\x00,\x00c\x00\n\x001\x00,\x00\xe9\x00\n\x00", Shape{Encoding: UTF16LE, BOM: true, Delimiter: ',', LineEnd: "\n", FinalEOL: true, Records: 1, Why: "it is UTF-16 LE"}},
		{"be.csv", "\xfe\xff\x00i\x00,\x00c\x00\n\x001\x00,\xd8\x34\xdd\x1e", Shape{Encoding: UTF16BE, BOM: true, Delimiter: ',', LineEnd: "\n", Records: 1, Why: "it is UTF-16 BE"}},
	} {
		got, err := scanText(t, c.name, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if c.want.Encoding == "" {
			c.want.Encoding = UTF8
		}
		w := c.want
		w.Path, w.Header, w.Longest, w.SHA256, w.Size, w.Stamp = got.Path, got.Header, got.Longest, got.SHA256, got.Size, got.Stamp
		if !equalShapes(*got, w) {
			t.Errorf("%s:\n got %+v\nwant %+v", c.name, *got, w)
		}
	}
}

func equalShapes(a, b Shape) bool {
	if !slices.Equal(a.Header, b.Header) {
		return false
	}
	a.Header, b.Header = nil, nil
	return reflect.DeepEqual(a, b)
}
