package csvfile

import (
	"bytes"

	"dimdesk/engine"
)

// signature is how a format that is no text begins.
type signature struct {
	at    int
	magic string
	hint  string
}

var signatures = []signature{
	{0, "PAR1", "It looks like Parquet: name it .parquet."},
	{8, "DUCK", "It looks like a DuckDB file: name it .duckdb, and the table with --table."},
	{0, "PK\x03\x04", "It looks like an Excel workbook or a zip archive: save the sheet as CSV, or unpack it."},
	{0, "\x1f\x8b", "It looks like gzip: unpack it with gunzip."},
	{0, "\x28\xb5\x2f\xfd", "It looks like Zstandard: unpack it with zstd -d."},
	{0, "SQLite format 3\x00", "It looks like SQLite: export the table as CSV."},
}

// binaryFile is the error for a first block that is no text; nil if it may be. Text holds no NUL bytes; two of the
// compressed formats may have none in so short a block, and begin as no text does.
func binaryFile(name string, head []byte) error {
	hint := ""
	for _, s := range signatures {
		if len(head) > s.at && bytes.HasPrefix(head[s.at:], []byte(s.magic)) {
			hint = s.hint
		}
	}
	compressed := bytes.HasPrefix(head, []byte("\x1f\x8b")) || bytes.HasPrefix(head, []byte("\x28\xb5\x2f\xfd"))
	if bytes.IndexByte(head, 0) < 0 && !compressed {
		return nil
	}
	if hint == "" && looksUTF16(head) {
		hint = "It looks like UTF-16 without a byte order mark: save it as UTF-8."
	}
	return engine.Errorf(engine.CodeFailed, "%s is not a text file", name).Help("%s", hint)
}

// looksUTF16 tells whether every other byte of the first few is NUL.
func looksUTF16(head []byte) bool {
	n := min(len(head)&^1, 64)
	even, odd := 0, 0
	for i := 0; i < n; i += 2 {
		if head[i] == 0 {
			even++
		}
		if head[i+1] == 0 {
			odd++
		}
	}
	return n >= 2 && (even >= n/4 && odd == 0 || odd >= n/4 && even == 0)
}
