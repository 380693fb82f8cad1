package duck

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"dimdesk/engine"
	"dimdesk/engine/csvfile"
)

// FuzzBatch: whatever a delimited file holds, the database reads of it the very rows that csvfile does, also where it reads the
// file as it is (csvfile.Shape's Regular), or is refused it in words.
func FuzzBatch(f *testing.F) {
	for i, s := range []string{
		"", "id", "id,city\n", "id,city\n1,Pune\n2,\"De\"\"lhi\"\n", "\ufeffid;city\r\n1;Pune", "id|c\r1|2\r", "id\n1\n\n\n2\n", "id,city\n\n1,a\n\n", "id,city\n1\n2,a,b\n3,c\n", "id,city\n1,\"Pu\" ne\n",
		"id,city\n1,\"Pune\n2,Delhi\n", "id,c\r\n1,2\n3,4\r", "a\"b,c\n5\" pipe,x\n", "\"id\",\"city\"\n\"1\",\n", "\"a\nb\",c\n1,2\n", "id,c\n1,a\x00b\n", "\xff\xfei\x00,\x00c\x00\n\x001\x00,\x00\xe9\x00\n\x00",
		"id,c\n,\n\"\",\"\"\nNULL,\"NULL\"\n", "id\n\"\"\n\n", "a,b;c\n1;2;3\n", "a\tb\n1\t\u2028\n", "id,c\n1,\"\r\n\r\"\n2,\n", "id,c\n#1,2\n", "id,c\n\\1,\\\"\n\\,\\,\n", "id,c\n\"a\\\",b\n", "id,c\n\"1\" ,2\n", "id,c\n 1 , 2 \n", "id,c\r\n\"a\rb\",2\r\n",
		"id,c\n'1','2'\n", "id,c\n1,2\n\n", "id,c\n1,2\r\n", "id,c\n\x1a,\x1a\n", "id,c\n1,\"\n", "c0,c1\nNaN,inf\n", "id,c\n\u00a01,\u200b\n", "id,c\n-,-\n\"-\",-\n", "a,a b\n1,2\n", "id\n\x00\n",
	} {
		f.Add([]byte(s), []string{"NULL", "-", "", "n/a", "\"", ","}[i%6])
	}
	path := filepath.Join(f.TempDir(), "fuzzed.csv")
	w, err := openWorkspace(context.Background(), Options{StateDir: f.TempDir()}, path)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { w.close() })
	ctx := context.Background()
	f.Fuzz(func(t *testing.T, text []byte, null string) {
		if !utf8.ValidString(null) {
			return // a spec is text
		}
		writeTo(t, path, text)
		if _, err := w.exec(ctx, "DROP TABLE IF EXISTS raw"); err != nil {
			t.Fatal(err)
		}
		shape, refused := csvfile.Scan(ctx, path, csvfile.Options{})
		b, err := inspect(ctx, w, path, []string{null}, nil)
		if err == nil {
			defer b.close()
			err = b.load(ctx, w)
		}
		if refused != nil {
			if err == nil || err.Error() != refused.Error() {
				t.Fatalf("%q is taken, or refused with %v, not %v", text, err, refused)
			}
			return
		}
		if err != nil {
			t.Fatalf("%q (%q): %v", text, null, err)
		}
		var normal bytes.Buffer
		if _, err := csvfile.Normalise(ctx, path, shape, []string{null}, &normal); err != nil {
			t.Fatal(err)
		}
		width := len(shape.Header)
		want := splitNormalised(normal.String(), width)
		var got [][]engine.Value
		columns, order := make([]string, width), "rowid"
		for i := range columns {
			columns[i] = fmt.Sprintf("c%d", i)
		}
		if b.numbered {
			order = "_row"
		}
		err = w.query(ctx, "SELECT "+strings.Join(columns, ", ")+" FROM raw ORDER BY "+order, func(r *sql.Rows) error {
			vals, err := scanTexts(r, width)
			got = append(got, vals)
			return err
		})
		if err != nil || !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%q (%q) is read\n%v, %v; want\n%v", text, null, shown(got), err, shown(want))
		}
	})
}

// shown is rows to be told apart by eye.
func shown(rows [][]engine.Value) string {
	var b strings.Builder
	for _, r := range rows {
		for _, v := range r {
			if v.Null {
				b.WriteString("NULL ")
			} else {
				fmt.Fprintf(&b, "%q ", v.Text)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}
