package csvfile

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dimdesk/engine"
)

func TestFilesThatAreNoTable(t *testing.T) {
	long := strings.Repeat("x", 9<<10)
	for _, c := range []struct{ name, text, msg, hint string }{
		{"customers.csv", "", "customers.csv is empty: a header line is expected", "names the columns"},
		{"bom.csv", "\ufeff", "bom.csv is empty", ""},
		{"blank.csv", "\nid\n1\n", "line 1 is blank", ""},
		{"twice.csv", "id,City,city,ID\n", "names city, ID more than once", "case"},
		{"noname.csv", "id,,c\n", "column 2 of the header has no name", ""},
		{"open.csv", "id,\"city\n1,2\n", "line 1 opens a quote in field 2 that is never closed", ""},
		{"stray.csv", "id,\"city\"x\n1,2\n", "line 1 has text after the closing quote of field 2", ""},
		{"latin.csv", "id,city\n1,\"a\nb\"\n2,Z\xfcrich\n", "is not valid UTF-8: line 4, byte 19 of the file", "WINDOWS-1252"},
		{"latinbom.csv", "\ufeffid\nZ\xfc\n", "is not valid UTF-8: line 2, byte 7 of the file", ""},
		{"odd.csv", "\xff\xfei\x00\n\x001\x00\n\x00\x00\xd8", "is not valid UTF-16: line 3, byte 10 of the file", ""},
		{"parquet.csv", "PAR1\x15\x00\x15", "is not a text file", "Parquet"},
		{"duck.csv", "12345678DUCK\x40\x00", "is not a text file", "DuckDB"},
		{"book.xlsx", "PK\x03\x04\x14\x00", "is not a text file", "Excel"},
		{"a.csv.gz", "\x1f\x8b\x08\x08", "is not a text file", "gunzip"},
		{"wide.csv", "i\x00d\x00,\x00c\x00\n\x00", "is not a text file", "UTF-16"},
		{"long.csv", "id,b\n1,\"" + strings.Repeat(long, MaxRecord/len(long)+2), "line 2 opens a quote that is not closed within 64 MB", "Close the quote"},
		{"line.csv", "id,b\n" + strings.Repeat(long, MaxRecord/len(long)+2), "line 2 is longer than 64 MB", ""},
	} {
		_, err := scanText(t, c.name, c.text)
		var e *engine.Error
		if !errors.As(err, &e) || e.Code != engine.CodeFailed || !strings.Contains(e.Msg, c.msg) || !strings.Contains(e.Hint, c.hint) {
			t.Errorf("%s: %v, want %q and a hint of %q", c.name, err, c.msg, c.hint)
		}
	}
}

func TestPathsThatAreNoFile(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.csv")
	if err := os.WriteFile(secret, []byte("id\n"), 0o000); err != nil {
		t.Fatal(err)
	}
	cases := map[string]string{filepath.Join(dir, "none.csv"): "does not exist", dir: "is a directory"}
	if os.Getuid() != 0 {
		cases[secret] = "may not be read"
	}
	for path, want := range cases {
		if _, err := Scan(context.Background(), path, Options{}); err == nil || !strings.Contains(err.Error(), want) || engine.CodeOf(err) != engine.CodeFailed {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}

func TestChangeIsNoticed(t *testing.T) {
	path := writeFile(t, "f.csv", []byte("id,c\n1,a\n"))
	_, err := Scan(context.Background(), path, Options{Progress: func(done, total int64) {
		os.WriteFile(path, []byte("id,c\n1,abc\n"), 0o644)
	}})
	if err == nil || !strings.Contains(err.Error(), "changed while it was being read") {
		t.Errorf("scan of a file that grew: %v", err)
	}

	shape, err := Scan(context.Background(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	os.WriteFile(path, []byte("id,c\n1,xyz\n"), 0o644)
	os.Chtimes(path, time.Time{}, shape.Stamp.info.ModTime()) // same size, same time: only the bytes tell
	if _, err := Normalise(context.Background(), path, shape, nil, io.Discard); err == nil || !strings.Contains(err.Error(), "changed") {
		t.Errorf("normalising another file than was scanned: %v", err)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Scan(ctx, writeFile(t, "f.csv", []byte("id\n1\n")), Options{})
	if engine.CodeOf(err) != engine.CodeCancelled || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled scan: %v", err)
	}
}

func TestReadHeader(t *testing.T) {
	shape, err := ReadHeader(context.Background(), writeFile(t, "f.csv", []byte("\"id\";\"a\"\"b\"\r\n\xff\n")), Options{})
	if err != nil || shape.Delimiter != ';' || shape.LineEnd != "\r\n" || len(shape.Header) != 2 || shape.Header[1] != `a"b` {
		t.Errorf("%+v, %v", shape, err)
	}
}
