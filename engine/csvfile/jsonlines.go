package csvfile

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"dimdesk/engine"
)

// JSONLines reads a file of one JSON object a line, and writes the form of Normalise. Its columns are the fields of all
// rows, in the order in which they first appear, their names told apart without regard to case. A string is a quoted
// text, null is NULL, a number is its literal text, and true, false, an object or an array its compact JSON.
//
// A row is bad, with the line in _raw and why in _bad, if it is no JSON object, has a field twice, or lacks a field that
// another row has (rule 1: absent is not null). Rows that are bad in themselves add no columns. Blank lines are no rows.
//
// The file is read twice. The shape has no Delimiter and is never Regular; errors are as for Scan, and a file that is
// one JSON document over many lines is one too.
func JSONLines(ctx context.Context, path string, opts Options, w io.Writer) (*Shape, error) {
	fields := newFieldNames()
	shape, err := jsonPass(ctx, path, opts, func(s *Shape, row *jsonRow) error {
		if row.why == "" {
			fields.learn(row)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	first := *shape
	out := newNormalWriter(w, len(fields.names))
	slots := make([]*jsonMember, len(fields.names))
	var scratch []byte
	shape, err = jsonPass(ctx, path, opts, func(s *Shape, row *jsonRow) error {
		whole := row.why == ""
		if whole {
			row.why = fields.place(row, slots)
		}
		if row.why != "" {
			why := fmt.Sprintf("line %d %s", row.line, row.why)
			if s.Bad++; s.FirstBad == "" {
				s.FirstBad = why
			}
			if !whole || !lacks(row, slots) {
				out.bad(row.line, why, row.raw)
				return out.end()
			}
			// What a row that lacks a field does say is kept: its key can be read.
			out.beginBad(row.line, why, row.raw)
		} else {
			out.begin(row.line)
		}
		for _, m := range slots {
			if m == nil {
				out.null()
				continue
			}
			switch m.value[0] {
			case 'n':
				out.null()
			case '{', '[':
				out.text(compactJSON(m.value))
			case '"':
				scratch, _ = unquoteJSON(scratch[:0], m.value)
				out.text(scratch)
			default:
				out.text(m.value)
			}
		}
		return out.end()
	})
	if err != nil {
		return nil, err
	}
	if shape.SHA256 != first.SHA256 {
		return nil, Changed(path)
	}
	shape.Header = fields.names
	return shape, out.flush()
}

// jsonRow is one line that is not blank.
type jsonRow struct {
	line    int64
	raw     []byte
	members []jsonMember
	why     string // what is wrong with it
}

// jsonPass hands every row of a file to take, whose row is valid until it returns.
func jsonPass(ctx context.Context, path string, opts Options, take func(*Shape, *jsonRow) error) (*Shape, error) {
	src, err := openSource(ctx, path, opts.Progress)
	if err != nil {
		return nil, err
	}
	defer src.close()
	s := &Shape{Path: path, Encoding: src.enc, BOM: src.bom, LineEnd: "\n", Why: "it is JSON lines",
		Size: src.info.Size(), Stamp: stamped(src.info)}
	lines := src.lines()
	var row jsonRow
	for {
		ok, err := lines.next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		if lines.number == 1 && len(lines.eol) > 0 {
			s.LineEnd = string(lines.eol)
		}
		s.FinalEOL = len(lines.eol) > 0
		s.MixedEnds = s.MixedEnds || s.FinalEOL && s.LineEnd != string(lines.eol)
		s.Longest = max(s.Longest, int64(len(lines.text)))
		text := bytes.Trim(lines.text, " \t\r")
		if len(text) == 0 {
			s.Blank++
			continue
		}
		if s.Records++; s.Records == 1 && (text[0] == '[' || string(text) == "{") {
			return nil, engine.Errorf(engine.CodeFailed, "%s is one JSON document, not an object a line", path).
				Help("Write one object a line: jq -c '.[]' for an array, jq -c . for objects over several lines.")
		}
		row.line, row.raw = lines.number, lines.text
		row.members, row.why = splitObject(row.members[:0], text)
		if err := take(s, &row); err != nil {
			return nil, err
		}
	}
	if s.Records == 0 {
		return nil, engine.Errorf(engine.CodeFailed, "%s is empty: a JSON object a line is expected", path).
			Help("An empty batch is a CSV with a header and no rows.")
	}
	if err := src.finish(ctx); err != nil {
		return nil, err
	}
	s.SHA256 = src.hex()
	return s, nil
}

// fieldNames are the columns of a file of JSON lines.
type fieldNames struct {
	names []string
	index map[string]int // by every spelling met, and by the lower case of each
	seen  []int64        // for each column, the number of the last row that had it
	row   int64
}

func newFieldNames() *fieldNames { return &fieldNames{index: map[string]int{}} }

// find is the column of a name, or -1.
func (f *fieldNames) find(name []byte) int {
	if i, ok := f.index[string(name)]; ok {
		return i
	}
	i, ok := f.index[strings.ToLower(string(name))]
	if !ok {
		return -1
	}
	f.index[string(name)] = i
	return i
}

// learn adds a row's columns; none if the row has a field twice, or too many.
func (f *fieldNames) learn(row *jsonRow) {
	f.row++
	known := len(f.names)
	for _, m := range row.members {
		i := f.find(m.name)
		if i < 0 {
			i = len(f.names)
			f.names = append(f.names, string(m.name))
			f.seen = append(f.seen, 0)
			f.index[strings.ToLower(string(m.name))] = i
		}
		if f.seen[i] == f.row || len(f.names) > maxColumns {
			f.forget(known)
			return
		}
		f.seen[i] = f.row
	}
}

// forget takes back the columns from known on.
func (f *fieldNames) forget(known int) {
	for spelling, i := range f.index {
		if i >= known {
			delete(f.index, spelling)
		}
	}
	f.names, f.seen = f.names[:known], f.seen[:known]
}

// place puts a row's members in the order of the columns, or says why it cannot.
func (f *fieldNames) place(row *jsonRow, slots []*jsonMember) string {
	clear(slots)
	for i := range row.members {
		m := &row.members[i]
		at := f.find(m.name)
		switch {
		case at < 0:
			return whyUnknown(row)
		case slots[at] != nil:
			return "has the field " + shortName(m.name) + " twice"
		}
		slots[at] = m
	}
	for i, m := range slots {
		if m == nil {
			return "lacks the field " + shortName([]byte(f.names[i])) + ", which other rows have (write null)"
		}
	}
	return ""
}

// lacks tells whether place found a column for every member, so that all that is wrong is what the row leaves out.
func lacks(row *jsonRow, slots []*jsonMember) bool {
	placed := 0
	for _, m := range slots {
		if m != nil {
			placed++
		}
	}
	return placed == len(row.members)
}

// whyUnknown says what kept a row's fields from becoming columns.
func whyUnknown(row *jsonRow) string {
	seen := map[string]bool{}
	for _, m := range row.members {
		name := strings.ToLower(string(m.name))
		if seen[name] {
			return "has the field " + shortName(m.name) + " twice"
		}
		seen[name] = true
	}
	return fmt.Sprintf("brings more fields than the %d that are read", maxColumns)
}

// shortName is a field's name for a message.
func shortName(name []byte) string {
	const most = 60
	if runes := []rune(string(name)); len(runes) > most {
		return fmt.Sprintf("%q…", string(runes[:most]))
	}
	return fmt.Sprintf("%q", name)
}
