package csvfile

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"dimdesk/engine"

	"pgregory.net/rapid"
)

// madeRow is a line that the generator wrote, and what a reader must make of it.
type madeRow struct {
	line  int64
	bad   bool
	blank bool // no row
	cells []engine.Value
	raws  []string // the fields as they stand
	raw   string   // without its line end
}

// madeFile is a random delimited text and its meaning.
type madeFile struct {
	text  []byte // UTF-8, with its byte order mark if it has one
	delim byte
	names []string
	rows  []madeRow
	ext   string
}

var pieces = []string{"a", "Zoë", "0", "7", " ", "NULL", `"`, `""`, ",", ";", "\t", "|", "\n", "\r", "\r\n", "𝄞", "'", "\\", "-"}

func drawText(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 4).Draw(t, "text"), "")
}

// drawField writes a value in one of the ways that mean it.
func drawField(t *rapid.T, delim byte) (raw string, v engine.Value) {
	if rapid.IntRange(0, 4).Draw(t, "null") == 0 {
		return "", engine.Null
	}
	text := drawText(t)
	bare := text != "" && !strings.ContainsAny(text, string(delim)+"\r\n") && text[0] != '"'
	if bare && rapid.Bool().Draw(t, "bare") {
		return text, engine.Text(text)
	}
	return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`, engine.Text(text)
}

func drawFile(t *rapid.T, badRows bool) madeFile {
	f := madeFile{delim: rapid.SampledFrom([]byte(delimiters)).Draw(t, "delim")}
	columns := rapid.IntRange(1, 4).Draw(t, "columns")
	f.ext = ".csv"
	if columns == 1 {
		f.delim = ','
	}
	if rapid.IntRange(0, 3).Draw(t, "bom") == 0 {
		f.text = append(f.text, 0xEF, 0xBB, 0xBF)
	}
	ends := [][]string{{"\n"}, {"\r\n"}, {"\r"}, {"\n", "\r\n", "\r"}}[rapid.SampledFrom([]int{0, 0, 1, 1, 2, 3}).Draw(t, "ends")]
	quoteHeader := rapid.Bool().Draw(t, "quoteHeader")
	var names []string
	for i := range columns {
		f.names = append(f.names, "n"+strconv.Itoa(i))
		if quoteHeader {
			names = append(names, `"`+f.names[i]+`"`)
		} else {
			names = append(names, f.names[i])
		}
	}
	lines := []string{strings.Join(names, string(f.delim))}
	line := int64(2)
	for range rapid.IntRange(0, 6).Draw(t, "rows") {
		row := madeRow{line: line}
		n, kind := columns, 0
		if badRows {
			kind = rapid.SampledFrom([]int{0, 0, 0, 0, 1, 2, 3}).Draw(t, "kind")
		}
		if kind == 1 {
			n = rapid.IntRange(1, 6).Draw(t, "n")
		}
		var raws []string
		for range n {
			raw, v := drawField(t, f.delim)
			raws, row.cells = append(raws, raw), append(row.cells, v)
		}
		row.bad = n != columns
		switch {
		case kind == 2:
			raws[rapid.IntRange(0, n-1).Draw(t, "stray")] = `"x" y`
			row.bad = true
		case kind == 3:
			raws = []string{""}
		}
		row.raw, row.raws = strings.Join(raws, string(f.delim)), raws
		if row.raw == "" {
			row.bad, row.blank, row.cells = false, columns > 1, []engine.Value{engine.Null}
		}
		lines = append(lines, row.raw)
		line += 1 + countBreaks([]byte(row.raw))
		f.rows = append(f.rows, row)
	}
	final := rapid.Bool().Draw(t, "final") || lines[len(lines)-1] == ""
	last := ""
	for i, text := range lines {
		f.text = append(f.text, text...)
		end := rapid.SampledFrom(ends).Draw(t, "end")
		if text == "" && last == "\r" && end == "\n" {
			end = "\r\n" // otherwise the two were one line end
		}
		if i == len(lines)-1 && !final {
			break
		}
		f.text, last = append(f.text, end...), end
	}
	return f
}

// real are the rows without the blank lines.
func (f madeFile) real() []madeRow {
	var rows []madeRow
	for _, r := range f.rows {
		if !r.blank {
			rows = append(rows, r)
		}
	}
	return rows
}

func writeFile(t testing.TB, name string, text []byte) string {
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// readNormal reads the normalised form strictly, for comparison: quoted is text, unquoted empty is NULL.
func readNormal(t testing.TB, text []byte) [][]engine.Value {
	var rows [][]engine.Value
	row := []engine.Value{}
	for i := 0; i < len(text); {
		var v engine.Value
		if text[i] == '"' {
			var b bytes.Buffer
			for i++; ; i++ {
				if text[i] == '"' {
					if i+1 < len(text) && text[i+1] == '"' {
						i++
					} else {
						break
					}
				}
				b.WriteByte(text[i])
			}
			i++
			v = engine.Text(b.String())
		} else {
			end := i + bytes.IndexAny(text[i:], ",\n")
			if v = engine.Text(string(text[i:end])); v.Text == "" {
				v = engine.Null
			}
			i = end
		}
		row = append(row, v)
		switch text[i] {
		case ',':
			if text[i+1] == '\n' {
				row = append(row, engine.Null)
				i++
				rows, row = append(rows, row), nil
			}
		case '\n':
			rows, row = append(rows, row), nil
		default:
			t.Fatalf("byte %q after a field of the normalised form", text[i])
		}
		i++
	}
	if len(row) > 0 {
		t.Fatal("the normalised form does not end in a line end")
	}
	return rows
}
