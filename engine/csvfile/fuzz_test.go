package csvfile

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"dimdesk/engine"
)

// The fuzz tests of this package read bytes that nobody meant as a table. Whatever they are, reading them gives rows that add
// up or an error for people, and never a panic. Their seeds run with every go test; see ARCHITECTURE.md, "Tests".

// seeds are files of every manner that the package knows, and some of none.
var seeds = []string{
	"", "id", "id,city\n", "id,city\n1,Pune\n2,\"De\"\"lhi\"\n", "\ufeffid;city\r\n1;Pune", "id|c\r1|2\r", "id\n1\n\n\n2\n", "id,city\n\n1,a\n\n",
	"id,city\n1\n2,a,b\n3,c\n", "id,city\n1,\"Pu\" ne\n", "id,city\n1,\"Pune\n2,Delhi\n", "id,c\r\n1,2\n3,4\r", "a\"b,c\n5\" pipe,x\n", "\"id\",\"city\"\n\"1\",\n",
	"id,ID\n", "id,,c\n", ",\n", "\"\"\n", "\"a\nb\",c\n1,2\n", "id,c\n1,a\x00b\n", "\x00", "\xff\xfei\x00,\x00c\x00\n\x001\x00,\x00\xe9\x00\n\x00",
	"\xfe\xff\x00i\x00,\x00c\x00\n\x001\x00,\xd8\x34\xdd\x1e", "\xff\xfe\x00", "\xfe\xff\xd8\x00\x00a", "\xef\xbb", "id,c\n1,caf\xe9\n", "PAR1", "PK\x03\x04", "\x1f\x8b\x08",
	"id,c\n,\n\"\",\"\"\nNULL,\"NULL\"\n", "id\n\"\"\n\n", "\n", "\r\n\r\n", "\r", "\"", "id,c\n\"a\"\"", "a,b;c\n1;2;3\n", "a\tb\n1\t\u2028\n",
	"id,\u202ecity\n1,\x1b[2J\n", "id,c\n1,\"\r\n\r\"\n2,\n", "a,b\n" + strings.Repeat("x,", 40) + "\n",
}

// scanned writes text to path and scans it; nil where it is refused, which must be an error for people that names the file.
func scanned(t *testing.T, path string, text []byte) *Shape {
	t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	shape, err := Scan(context.Background(), path, Options{})
	if err != nil {
		if engine.CodeOf(err) != engine.CodeFailed || !strings.Contains(err.Error(), path) {
			t.Fatalf("%q: an error of code %d: %v", text, engine.CodeOf(err), err)
		}
		return nil
	}
	return shape
}

// FuzzScan: the shape describes the file, and the normalised form holds each of its rows once, with its line and its values, as
// a reader of the standard library finds them too.
func FuzzScan(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	path := filepath.Join(f.TempDir(), "fuzzed.csv")
	f.Fuzz(func(t *testing.T, text []byte) {
		shape := scanned(t, path, text)
		if shape == nil {
			return
		}
		sum := sha256.Sum256(text)
		if shape.Size != int64(len(text)) || shape.SHA256 != hex.EncodeToString(sum[:]) || len(shape.Header) == 0 || shape.Regular != (shape.Why == "") {
			t.Fatalf("%q: shape %+v", text, shape)
		}
		head, err := ReadHeader(context.Background(), path, Options{})
		if err != nil || !slices.Equal(head.Header, shape.Header) || head.Delimiter != shape.Delimiter || head.LineEnd != shape.LineEnd {
			t.Fatalf("%q: its header alone is %+v, %v; want %+v", text, head, err, shape)
		}
		var out bytes.Buffer
		n, err := Normalise(context.Background(), path, shape, []string{"NULL"}, &out)
		if err != nil || n != shape.Records {
			t.Fatalf("%q: %d rows and %v, scanned %d", text, n, err, shape.Records)
		}
		if longest := (n + 1) * shape.MaxLine(); int64(out.Len()) > longest {
			t.Fatalf("%q: %d bytes in lines of at most %d", text, out.Len(), shape.MaxLine())
		}
		rows := readNormal(t, out.Bytes())[1:]
		checkRows(t, text, shape, rows, 2)
		agrees(t, text, out.Bytes(), rows)
		if !shape.BOM && shape.Bad == 0 && shape.Blank == 0 {
			asStandard(t, text, shape, rows)
		}
	})
}

// checkRows checks numbers, lines and counts of the rows of a normalised file, whose first may begin on the line first.
func checkRows(t *testing.T, text []byte, shape *Shape, rows [][]engine.Value, first int) {
	t.Helper()
	if int64(len(rows)) != shape.Records {
		t.Fatalf("%q: %d rows, scanned %d", text, len(rows), shape.Records)
	}
	bad, line := int64(0), first-1
	for i, row := range rows {
		at, err := strconv.Atoi(row[1].Text)
		if row[0].Text != strconv.Itoa(i+1) || err != nil || at <= line || len(row) != 4+len(shape.Header) {
			t.Fatalf("%q: row %d is %v", text, i+1, row)
		}
		line = at
		if row[2].Null != row[3].Null && row[2].Null {
			t.Fatalf("%q: row %d is not bad and has a raw line: %v", text, i+1, row)
		}
		if !row[2].Null {
			if bad++; bad == 1 && row[2].Text != shape.FirstBad {
				t.Fatalf("%q: the first bad row says %q, the shape %q", text, row[2].Text, shape.FirstBad)
			}
		}
	}
	if bad != shape.Bad {
		t.Fatalf("%q: %d bad rows, scanned %d", text, bad, shape.Bad)
	}
}

// agrees reads the normalised form with encoding/csv, which knows no NULL and takes the CR out of CR LF.
func agrees(t *testing.T, text, normal []byte, rows [][]engine.Value) {
	t.Helper()
	r := csv.NewReader(bytes.NewReader(normal))
	plain, err := r.ReadAll()
	if err != nil || len(plain) != len(rows)+1 {
		t.Fatalf("%q: encoding/csv reads %d rows of the normalised form, %v; want %d", text, len(plain), err, len(rows))
	}
	for i, row := range rows {
		for c, v := range row {
			if got := plain[i+1][c]; got != strings.ReplaceAll(v.Text, "\r\n", "\n") {
				t.Fatalf("%q: encoding/csv reads %q of the normalised form, want %q", text, got, v.Text)
			}
		}
	}
}

// asStandard reads the file itself with encoding/csv, where the two mean the same by it: no CR alone, and nothing that it refuses.
func asStandard(t *testing.T, text []byte, shape *Shape, rows [][]engine.Value) {
	t.Helper()
	if bytes.Contains(bytes.ReplaceAll(text, []byte("\r\n"), nil), []byte("\r")) || len(shape.Header) == 1 || !utf8.Valid(text) {
		return
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.FieldsPerRecord = rune(shape.Delimiter), -1
	plain, err := r.ReadAll()
	if err != nil {
		return
	}
	if len(plain) != len(rows)+1 {
		t.Fatalf("%q: encoding/csv finds %d rows, not %d", text, len(plain)-1, len(rows))
	}
	for i, row := range rows {
		for c, v := range row[4:] {
			want := strings.ReplaceAll(v.Text, "\r\n", "\n")
			if got := plain[i+1][c]; got != want && !(v.Null && got == "NULL") {
				t.Fatalf("%q: encoding/csv reads %q in row %d, not %q", text, got, i+1, want)
			}
		}
	}
}

// FuzzRewrite: a copy is the same bytes; after edits every record reads as it was meant, and the edits undone give the first
// bytes again. plan says by its bytes what becomes of each record, value is what is written.
func FuzzRewrite(f *testing.F) {
	for i, s := range seeds {
		f.Add([]byte(s), []byte{byte(i), 1, 2, 0, 3, 9}, "a\"b, c\n")
	}
	f.Add([]byte("id,c\n1,2\n3,4"), []byte{2, 2, 2, 255}, " ")
	f.Add([]byte("id\n1\n\n"), []byte{1, 1, 7}, "")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text, plan []byte, value string) {
		path := filepath.Join(dir, "fuzzed.csv")
		shape := scanned(t, path, text)
		if shape == nil {
			return
		}
		if got := rewriteTo(t, path, shape, Rewriting{}); !bytes.Equal(got, text) {
			t.Fatalf("%q copied is %q", text, got)
		}
		if !utf8.ValidString(value) || strings.ContainsRune(value, 0) {
			return // no such value can be in a file of text
		}
		thereAndBack(t, path, filepath.Join(dir, "next.csv"), text, shape, plan, engine.Text(value))
	})
}

func rewriteTo(t *testing.T, path string, shape *Shape, change Rewriting) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Rewrite(context.Background(), path, shape, change, &out); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return out.Bytes()
}

// thereAndBack edits, drops and appends as plan says, reads the outcome, and undoes it.
func thereAndBack(t *testing.T, path, next string, text []byte, shape *Shape, plan []byte, value engine.Value) {
	t.Helper()
	width := len(shape.Header)
	var normal bytes.Buffer
	if _, err := Normalise(context.Background(), path, shape, nil, &normal); err != nil {
		t.Fatal(err)
	}
	var edits, back []Edit
	var want [][]engine.Value
	dropped := int64(0)
	at := func(i int) byte {
		if len(plan) == 0 {
			return 0
		}
		return plan[i%len(plan)]
	}
	rows := readNormal(t, normal.Bytes())[1:]
	for i, row := range rows {
		bad, cells := !row[2].Null, slices.Clone(row[4:])
		switch b := at(i); {
		case b%4 == 1 && !bad:
			column := int(b/4) % width
			cells[column] = value
			edits = append(edits, Edit{Record: int64(i), Columns: []int{column}, Cells: []Cell{ValueCell(value)}})
			back = append(back, Edit{Record: int64(i) - dropped})
		case b%4 == 2 && !unclosed(row):
			edits = append(edits, Edit{Record: int64(i), Drop: true})
			back = append(back, Edit{Record: int64(i) - dropped})
			dropped++
			continue
		}
		want = append(want, cells)
	}
	var added [][]Cell
	more := at(len(want)) % 3
	if len(rows) > 0 && unclosed(rows[len(rows)-1]) {
		more = 0 // nothing can follow it
	}
	for range more {
		cells, row := make([]Cell, width), make([]engine.Value, width)
		for c := range width {
			row[c] = engine.Null
			if c == int(at(c))%width {
				row[c] = value
			}
			cells[c] = ValueCell(row[c])
		}
		added, want = append(added, cells), append(want, row)
	}
	k := 0
	seek := func(record int64) *Edit {
		for edits[k].Record != record {
			k++
		}
		return &back[k]
	}
	change := Rewriting{Edits: each(edits), Append: each(added),
		Replaced: func(record int64, column int, raw []byte) error {
			e := seek(record)
			e.Columns, e.Cells = append(e.Columns, column), append(e.Cells, RawCell(string(raw)))
			return nil
		},
		Removed: func(record int64, raw []byte) error { seek(record).Insert = string(raw); return nil }}
	var out bytes.Buffer
	if err := Rewrite(context.Background(), path, shape, change, &out); err != nil {
		if shape.MixedEnds && strings.Contains(err.Error(), "mixes CR and LF") {
			return
		}
		t.Fatalf("%q: %v", text, err)
	}
	if err := os.WriteFile(next, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	after, err := Scan(context.Background(), next, Options{Delimiter: shape.Delimiter})
	if err != nil {
		t.Fatalf("%q became %q: %v", text, out.Bytes(), err)
	}
	if got := valuesOf(t, next, after, nil); !slices.EqualFunc(got, want, slices.Equal) {
		t.Fatalf("%q became %q, which reads %v, want %v", text, out.Bytes(), got, want)
	}
	inverse := Rewriting{Edits: each(merged(back)), Cut: int64(len(added)), NoFinalEOL: !shape.FinalEOL}
	if again := rewriteTo(t, next, after, inverse); !bytes.Equal(again, text) {
		t.Fatalf("%q became %q, and came back as %q", text, out.Bytes(), again)
	}
}

// unclosed tells whether a row of the normalised form is one whose quote is never closed.
func unclosed(row []engine.Value) bool { return strings.HasSuffix(row[2].Text, "never closed") }

// FuzzWriter: what is written is read back, NULL and the empty text apart, whatever the names and values are.
func FuzzWriter(f *testing.F) {
	f.Add("id", "city", "1", "Pune", false, byte(','))
	f.Add("a;b", "c|d", " x ", "\"", true, byte('\t'))
	f.Add("\ufeffid", "\r\n", "\ufeff", "\u202e", false, byte(';'))
	f.Add("x", "y", "", "NULL", false, byte('|'))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, first, second, one, two string, null bool, delimiter byte) {
		for _, s := range []string{first, second, one, two} {
			if !utf8.ValidString(s) || strings.ContainsRune(s, 0) {
				return
			}
		}
		header := []string{first, second}
		if checkNames("", header) != nil || strings.IndexByte(delimiters, delimiter) < 0 {
			return
		}
		rows := [][]engine.Value{{engine.Text(one), engine.Text(two)}, {engine.Text(two), {Text: one, Null: null}}}
		if null {
			rows[1][1].Text = ""
		}
		var out bytes.Buffer
		w, err := NewWriter(&out, delimiter, header, []string{"NULL"})
		for _, row := range rows {
			if err == nil {
				err = w.Write(row)
			}
		}
		if err == nil {
			err = w.Flush()
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "fuzzed.csv")
		if delimiter == '\t' {
			path = filepath.Join(dir, "fuzzed.tsv")
		}
		shape := scanned(t, path, out.Bytes())
		if shape == nil || !slices.Equal(shape.Header, header) || shape.Delimiter != delimiter {
			t.Fatalf("%q: shape %+v, want the header %q", out.Bytes(), shape, header)
		}
		if got := valuesOf(t, path, shape, []string{"NULL"}); !slices.EqualFunc(got, rows, slices.Equal) {
			t.Fatalf("%q reads %v, want %v", out.Bytes(), got, rows)
		}
	})
}

// FuzzJSONLines: the rows are those that encoding/json finds, and every line that is not blank is one.
func FuzzJSONLines(f *testing.F) {
	for _, s := range []string{
		"", "{}", `{"id":1}`, "{\"id\":1,\"c\":\"Pune\"}\n{\"c\":null,\"ID\":\"\\ud834\\udd1e\"}\n", "[1]", "{\n}", "null", `{"a":{"b":[1, 2]}}` + "\r\n" + `{"a":1e400}`,
		`{"a":"\ud800"}`, `{"":1}`, `{"a":1,"A":2}`, "{\"a\":1}\n\n{\"b\":2}", "\ufeff{\"a\":\"\\u0000\"}", "{\"a\":\"\xff\"}", `{"a":1}{"a":2}`, `{"a" : tru}`, "{\"a\":\"x\n\"}",
	} {
		f.Add([]byte(s))
	}
	path := filepath.Join(f.TempDir(), "fuzzed.jsonl")
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		shape, err := JSONLines(context.Background(), path, Options{}, &out)
		if err != nil {
			if engine.CodeOf(err) != engine.CodeFailed || !strings.Contains(err.Error(), path) {
				t.Fatalf("%q: an error of code %d: %v", text, engine.CodeOf(err), err)
			}
			return
		}
		rows := readNormal(t, out.Bytes())[1:]
		checkRows(t, text, shape, rows, 1)
		agrees(t, text, out.Bytes(), rows)
		if shape.Encoding == UTF8 {
			likeJSON(t, text, shape, rows)
		}
	})
}

// likeJSON decodes each line with encoding/json: a good row has its object's strings and literals, and a bad row is none that
// has every field.
func likeJSON(t *testing.T, text []byte, shape *Shape, rows [][]engine.Value) {
	t.Helper()
	n := 0
	for line := range strings.SplitSeq(strings.TrimPrefix(string(text), "\ufeff"), "\n") {
		if line = strings.Trim(line, " \t\r"); line == "" {
			continue
		}
		row := rows[n]
		n++
		var object map[string]json.RawMessage
		err := json.Unmarshal([]byte(line), &object)
		if !row[2].Null {
			continue
		}
		if err != nil || len(object) != len(shape.Header) {
			t.Fatalf("%q: the row %v is %v, %v", text, row, object, err)
		}
		for name, raw := range object {
			c := slices.IndexFunc(shape.Header, func(h string) bool { return strings.EqualFold(h, name) })
			if c < 0 {
				t.Fatalf("%q: no column for %q", text, name)
			}
			var s string
			want := engine.Text(string(raw))
			switch {
			case string(raw) == "null":
				want = engine.Null
			case json.Unmarshal(raw, &s) == nil:
				want = engine.Text(s)
			case raw[0] == '{' || raw[0] == '[':
				var b bytes.Buffer
				json.Compact(&b, raw)
				want = engine.Text(b.String())
			}
			if row[4+c] != want {
				t.Fatalf("%q: %q is %v, want %v", text, name, row[4+c], want)
			}
		}
	}
	if n != len(rows) {
		t.Fatalf("%q: %d lines, %d rows", text, n, len(rows))
	}
}
