package csvfile

import (
	"bytes"
	"context"
	"encoding/binary"
	"iter"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"dimdesk/engine"

	"pgregory.net/rapid"
)

func each[T any](items []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, item := range items {
			if !yield(item, nil) {
				return
			}
		}
	}
}

func inUTF16(text []byte, order binary.AppendByteOrder) []byte {
	var out []byte
	for _, u := range utf16.Encode([]rune(string(text))) {
		out = order.AppendUint16(out, u)
	}
	return out
}

// TestRewriteAndBack: edited, dropped and appended records read as they were meant, all others as before; and what was
// reported on the way makes the first bytes again.
func TestRewriteAndBack(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(r *rapid.T) {
		f := drawFile(r, true)
		text := f.text
		switch rapid.IntRange(0, 9).Draw(r, "encoding") {
		case 0:
			text = inUTF16(append([]byte("\ufeff"), bytes.TrimPrefix(text, []byte("\ufeff"))...), binary.LittleEndian)
		case 1:
			text = inUTF16(append([]byte("\ufeff"), bytes.TrimPrefix(text, []byte("\ufeff"))...), binary.BigEndian)
		}
		path := writeFile(t, "f.csv", text)
		shape, err := Scan(ctx, path, Options{Delimiter: f.delim})
		if err != nil {
			r.Fatal(err)
		}

		var edits, back []Edit
		var want [][]engine.Value
		dropped := int64(0)
		for i, row := range f.real() {
			at := int64(i)
			what := rapid.IntRange(0, 3).Draw(r, "what")
			cells := slices.Clone(row.cells)
			if row.bad {
				cells = make([]engine.Value, len(f.names))
				for c := range cells {
					cells[c] = engine.Null
				}
			}
			switch {
			case what == 1 && !row.bad:
				e := Edit{Record: at}
				for _, c := range rapid.Permutation(indexes(len(f.names))).Draw(r, "columns")[:rapid.IntRange(1, len(f.names)).Draw(r, "n")] {
					_, v := drawField(r, f.delim)
					e.Columns, e.Cells = append(e.Columns, c), append(e.Cells, ValueCell(v))
					cells[c] = v
				}
				edits = append(edits, e)
				back = append(back, Edit{Record: at - dropped})
			case what == 2:
				edits = append(edits, Edit{Record: at, Drop: true})
				back = append(back, Edit{Record: at - dropped})
				dropped++
				continue
			}
			want = append(want, cells)
		}
		var added [][]Cell
		for range rapid.IntRange(0, 2).Draw(r, "added") {
			var cells []Cell
			var row []engine.Value
			for range f.names {
				_, v := drawField(r, f.delim)
				cells, row = append(cells, ValueCell(v)), append(row, v)
			}
			added, want = append(added, cells), append(want, row)
		}

		k := 0 // the edit that is reported about
		change := Rewriting{Edits: each(edits), Append: each(added),
			Replaced: func(record int64, column int, raw []byte) error {
				for edits[k].Record != record {
					k++
				}
				back[k].Columns, back[k].Cells = append(back[k].Columns, column), append(back[k].Cells, RawCell(string(raw)))
				return nil
			},
			Removed: func(record int64, raw []byte) error {
				for edits[k].Record != record {
					k++
				}
				back[k].Insert = string(raw)
				return nil
			}}
		var out bytes.Buffer
		if err := Rewrite(ctx, path, shape, change, &out); err != nil {
			if shape.MixedEnds && strings.Contains(err.Error(), "mixes CR and LF") {
				return
			}
			r.Fatalf("%q: %v", f.text, err)
		}
		next := writeFile(t, "g.csv", out.Bytes())
		after, err := Scan(ctx, next, Options{Delimiter: f.delim})
		if err != nil {
			r.Fatalf("%q became %q: %v", f.text, out.Bytes(), err)
		}
		if got := valuesOf(t, next, after, nil); !slices.EqualFunc(got, want, slices.Equal) {
			r.Fatalf("%q became %q, which reads %v, want %v", text, out.Bytes(), got, want)
		}

		var again bytes.Buffer
		inverse := Rewriting{Edits: each(merged(back)), Cut: int64(len(added)), NoFinalEOL: !shape.FinalEOL}
		if err := Rewrite(ctx, next, after, inverse, &again); err != nil {
			r.Fatalf("%q became %q, and back: %v", text, out.Bytes(), err)
		}
		if !bytes.Equal(again.Bytes(), text) {
			r.Fatalf("%q became %q, and came back as %q", text, out.Bytes(), again.Bytes())
		}
	})
}

// merged joins the inserts that go before the same record, and the edit of that record.
func merged(edits []Edit) []Edit {
	var out []Edit
	for _, e := range edits {
		if n := len(out); n > 0 && out[n-1].Record == e.Record {
			out[n-1].Insert += e.Insert
			out[n-1].Columns, out[n-1].Cells = e.Columns, e.Cells
			continue
		}
		out = append(out, e)
	}
	return out
}

func indexes(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

func rewritten(t *testing.T, text string, change Rewriting) (string, error) {
	t.Helper()
	path := writeFile(t, "f.csv", []byte(text))
	shape, err := Scan(context.Background(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err = Rewrite(context.Background(), path, shape, change, &out)
	return out.String(), err
}

func edit(record int64, column int, v engine.Value) iter.Seq2[Edit, error] {
	return each([]Edit{{Record: record, Columns: []int{column}, Cells: []Cell{ValueCell(v)}}})
}

func add(values ...engine.Value) iter.Seq2[[]Cell, error] {
	var cells []Cell
	for _, v := range values {
		cells = append(cells, ValueCell(v))
	}
	return each([][]Cell{cells})
}

func TestRewriteKeepsTheFilesManners(t *testing.T) {
	x, y := engine.Text("x"), engine.Text("y")
	for _, c := range []struct {
		name, text string
		change     Rewriting
		want       string
	}{
		{"a copy", "\ufeffid;c\r\n\"1\";5\" pipe\r\n\r\nragged\r\n", Rewriting{}, "\ufeffid;c\r\n\"1\";5\" pipe\r\n\r\nragged\r\n"},
		{"the other fields' bytes", "id,b,c\n\"1\", 2,\"3\"\n", Rewriting{Edits: edit(0, 1, x)}, "id,b,c\n\"1\",x,\"3\"\n"},
		{"CR LF for new rows", "id,c\r\n1,a\r\n", Rewriting{Append: add(x, y)}, "id,c\r\n1,a\r\nx,y\r\n"},
		{"no last line end before, none behind", "id,c\n1,a", Rewriting{Append: add(x, y)}, "id,c\n1,a\nx,y"},
		{"cut, and no last line end", "id,c\n1,a\nx,y", Rewriting{Cut: 1, NoFinalEOL: true}, "id,c\n1,a"},
		{"all quoted, NULL bare", "\"id\"\t\"c\"\n\"1\"\t\n", Rewriting{Edits: edit(0, 0, y), Append: add(x, engine.Null)}, "\"id\"\t\"c\"\n\"y\"\t\n\"x\"\t\n"},
		{"the empty string", "id,c\n1,a\n", Rewriting{Edits: edit(0, 1, engine.Text(""))}, "id,c\n1,\"\"\n"},
		{"a text that reads as NULL", "id,c\n1,a\n", Rewriting{Edits: edit(0, 1, engine.Text("NULL")), Nulls: []string{"NULL"}}, "id,c\n1,\"NULL\"\n"},
		{"one column: NULL is an empty line", "id\n1", Rewriting{Append: add(engine.Null)}, "id\n1\n\n"},
		{"one column: the last becomes NULL", "id\n1", Rewriting{Edits: edit(0, 0, engine.Null)}, "id\n\n"},
		{"a header alone", "id,c", Rewriting{Append: add(x, y)}, "id,c\nx,y"},
		{"behind trailing blank lines", "id,c\n1,a\n\n", Rewriting{Append: add(x, y)}, "id,c\n1,a\n\nx,y\n"},
	} {
		got, err := rewritten(t, c.text, c.change)
		if err != nil || got != c.want {
			t.Errorf("%s: %q, want %q (%v)", c.name, got, c.want, err)
		}
	}
}

func TestRewriteRefuses(t *testing.T) {
	x := engine.Text("x")
	text := "id,c\n1,a\nragged\n"
	for _, c := range []struct {
		change Rewriting
		want   string
	}{
		{Rewriting{Edits: edit(1, 0, x)}, "line 3 has 1 field, the header has 2"},
		{Rewriting{Edits: edit(2, 0, x)}, "no record 2"},
		{Rewriting{Edits: edit(5, 0, x)}, "no record 5"},
		{Rewriting{Edits: edit(1, 0, x), Cut: 1}, "no record 1"},
		{Rewriting{Edits: edit(0, 2, x)}, "columns [2] of 2"},
		{Rewriting{Edits: each([]Edit{{Record: 1, Drop: true}, {Record: 0, Drop: true}})}, "comes after"},
		{Rewriting{Append: add(x)}, "1 cells, the header has 2"},
		{Rewriting{Cut: 3}, "cannot be cut"},
	} {
		if _, err := rewritten(t, text, c.change); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// TestNothingFollowsAnOpenQuote: a last record whose quote is never closed can be copied, and rows before it edited; but what
// came behind it would be part of it, and where it ends is not known.
func TestNothingFollowsAnOpenQuote(t *testing.T) {
	x := engine.Text("x")
	const text = "id,c\n1,a\n2,\"b\n"
	for name, change := range map[string]Rewriting{
		"append": {Append: add(x, x)}, "drop": {Edits: each([]Edit{{Record: 1, Drop: true}})}, "cut": {Cut: 1},
		"insert": {Edits: each([]Edit{{Record: 2, Insert: "3,c\n"}})}, "edit": {Edits: edit(1, 0, x)},
	} {
		if got, err := rewritten(t, text, change); err == nil || !strings.Contains(err.Error(), "line 3 opens a quote in field 2 that is never closed") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for want, change := range map[string]Rewriting{text: {}, "id,c\n1,x\n2,\"b\n": {Edits: edit(0, 1, x)}, "id,c\n2,\"b\n": {Edits: each([]Edit{{Record: 0, Drop: true}})}} {
		if got, err := rewritten(t, text, change); err != nil || got != want {
			t.Errorf("%q, want %q (%v)", got, want, err)
		}
	}
}
