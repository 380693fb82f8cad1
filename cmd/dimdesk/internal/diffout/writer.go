package diffout

import (
	"io"

	"dimdesk/engine"
	"dimdesk/tui/styles"
)

// Writer takes the changes one after the other, in the order in which they are to stand. Close ends the text.
type Writer interface {
	Change(c engine.Change, ops []engine.Operation) error
	Close() error
}

// Head is what is known before the first change, and how the text is to look.
type Head struct {
	Info   engine.Info
	Counts engine.Counts
	All    bool           // unchanged and superseded rows are listed too
	Width  int            // lines of a table are cut to it; 0 does not cut
	Styles *styles.Styles // of a table in colour; nil is plain
}

// Formats are the names that New knows; the first is the default.
var Formats = []string{"table", "jsonl", "csv", "markdown", "html"}

// Data tells formats that are read by programs: they always hold every row, and no summary.
func Data(format string) bool { return format == "jsonl" || format == "csv" }

// New makes the writer of a format.
func New(format string, out io.Writer, h Head) Writer {
	switch format {
	case "jsonl":
		return newJSONL(out, h)
	case "csv":
		return newCSV(out, h)
	case "markdown":
		return newMarkdown(out, h)
	case "html":
		return newHTML(out, h)
	}
	return newTable(out, h)
}
