package engine

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// YAML writes the spec as a file that people read and change: every column that it names, what was chosen with a word on
// what it means, and nothing of what is a default. ParseSpec reads it back to the same Spec.
func (s *Spec) YAML() []byte {
	w := &specWriter{}
	w.line("table", s.Table, "")
	w.raw("key: "+yamlNames(s.Key), "tells members apart")
	w.line("label", s.Label, "what people call a member")
	w.surrogateKey(s.SurrogateKey)
	w.raw("period: "+s.periodYAML(), s.periodComment())
	w.current(s.Current)
	w.line("deleted", s.Deleted, "true on the versions that a delete ended")
	w.columns(s.Columns)
	if s.Type1 != "all" {
		w.line("type1", s.Type1, "a type 1 change overwrites only the newest version")
	}
	w.batch(s.Batch)
	w.limits(s.Limits)
	if s.Facts != nil {
		w.raw("facts: "+s.Facts.yaml(), "")
	}
	return w.Bytes()
}

// specWriter writes lines with comments.
type specWriter struct{ bytes.Buffer }

// raw writes a line that is YAML already.
func (w *specWriter) raw(text, comment string) {
	if comment != "" {
		text = fmt.Sprintf("%-40s # %s", text, comment)
	}
	w.WriteString(text + "\n")
}

// line writes a field, unless it is "".
func (w *specWriter) line(name, value, comment string) {
	if value != "" {
		w.raw(name+": "+yamlText(value), comment)
	}
}

func (w *specWriter) surrogateKey(k SurrogateKey) {
	switch {
	case k.Column == "":
	case k.Make == "integer":
		w.line("surrogate_key", k.Column, "unique for each version; a new one gets the next integer")
	default:
		w.raw("surrogate_key: "+flow("column", k.Column, "make", k.Make), "unique for each version")
	}
}

func (s *Spec) periodYAML() string {
	p := s.Period
	bounds := ""
	if p.Bounds != "[)" {
		bounds = p.Bounds
	}
	return flow("from", p.From, "to", p.To, "open", p.Open, "bounds", bounds, "dates", p.Dates, "zone", p.Zone)
}

func (s *Spec) periodComment() string {
	end := "an open end is NULL"
	if s.Period.Open != "" {
		end = "an open end is " + strings.ToValidUTF8(strconv.Quote(s.Period.Open), "?")
	}
	if s.Period.Bounds == "[]" {
		return "to is the last day; " + end
	}
	return "from <= t < to; " + end
}

func (w *specWriter) current(f Flag) {
	switch {
	case f.Column == "":
	case f.Open == "" && f.Closed == "":
		w.line("current", f.Column, "true on the open version")
	default:
		w.raw("current: "+flow("column", f.Column, "open", f.Open, "closed", f.Closed), "marks the open version")
	}
}

// typeComments say what a change to a column of a type does.
var typeComments = map[SCDType]string{
	Type0:  "keeps the original value",
	Type1:  "overwritten in place, without a history",
	Type2:  "a change opens a new version",
	Type3:  "overwritten; the old value moves to the previous column",
	Type6:  "a change opens a new version; the current column is kept at the newest value",
	Ignore: "audit: never causes a change",
}

func (w *specWriter) columns(columns []Column) {
	if len(columns) == 0 {
		return
	}
	w.raw("columns:", "what a change to a column does")
	for _, c := range columns {
		w.raw("  "+yamlText(c.Name)+": "+c.yaml(), c.comment())
	}
}

func (c Column) comment() string {
	if !c.TypeGiven {
		return ""
	}
	return typeComments[c.Type]
}

// yaml is the rule: the type alone where that is all, else the long form.
func (c Column) yaml() string {
	kind := ""
	if c.TypeGiven {
		kind = c.Type.String()
		if c == (Column{Name: c.Name, Type: c.Type, TypeGiven: true}) {
			return kind
		}
	}
	var compare []string
	if c.Compare.IgnoreCase {
		compare = append(compare, "ignore_case: true")
	}
	if c.Compare.Trim {
		compare = append(compare, "trim: true")
	}
	if c.Compare.Tolerance != "" {
		compare = append(compare, "tolerance: "+c.Compare.Tolerance)
	}
	parts := flowParts("type", kind, "previous", c.Previous, "current", c.Current, "as", c.As)
	if len(compare) > 0 {
		parts = append(parts, "compare: {"+strings.Join(compare, ", ")+"}")
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func (w *specWriter) batch(b Batch) {
	d := defaults().Batch
	w.raw("batch:", "")
	mode := "only what changed; snapshot: everything, and what is absent is deleted"
	if b.Mode == "snapshot" {
		mode = "everything: what is absent is deleted"
	}
	w.line("  mode", b.Mode, mode)
	w.line("  effective", b.Effective, "when a row became true")
	if len(b.Sequence) > 0 {
		w.raw("  sequence: "+yamlNames(b.Sequence), "orders the rows of one moment")
	}
	if b.Operation.Column != "" {
		w.raw("  operation: {column: "+yamlText(b.Operation.Column)+", delete: "+yamlNames(b.Operation.Delete)+"}", "which rows are deletes")
	}
	if len(b.Rename) > 0 {
		w.raw("  rename:", "batch column: dimension column")
		for _, from := range slices.Sorted(maps.Keys(b.Rename)) {
			w.raw("    "+yamlText(from)+": "+yamlText(b.Rename[from]), "")
		}
	}
	w.line("  dates", b.Dates, "")
	w.list("  nulls", b.Nulls, "unquoted texts that mean NULL")
	w.chosen("  same_key", b.SameKey, d.SameKey)
	w.chosen("  same_moment", b.SameMoment, d.SameMoment)
	w.chosen("  late", b.Late, d.Late)
	w.chosen("  future", b.Future, d.Future)
	w.list("  protect", b.Protect, "keys that absence never deletes")
	w.line("  scope", b.Scope, "what a snapshot speaks for")
}

// chosen writes a policy that isn't the default.
func (w *specWriter) chosen(name, value, usual string) {
	if value != usual {
		w.line(name, value, "")
	}
}

func (w *specWriter) list(name string, values []string, comment string) {
	if len(values) > 0 {
		w.raw(name+": ["+yamlList(values)+"]", comment)
	}
}

func (w *specWriter) limits(l Limits) {
	w.raw("limits: {deleted: "+yamlShare(l.Deleted)+", changed: "+yamlShare(l.Changed)+"}", "the brake: a batch that does more stops")
}

func (f *Facts) yaml() string {
	parts := flowParts("file", f.File, "table", f.Table, "key", f.Key, "time", f.Time)
	if len(f.Measures) > 0 {
		parts = append(parts, "measures: ["+yamlList(f.Measures)+"]")
	}
	if len(f.By) > 0 {
		parts = append(parts, "by: ["+yamlList(f.By)+"]")
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// flow is a mapping on one line, of names and values in turn, without those that are "".
func flow(pairs ...string) string { return "{" + strings.Join(flowParts(pairs...), ", ") + "}" }

func flowParts(pairs ...string) []string {
	var parts []string
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			parts = append(parts, pairs[i]+": "+yamlText(pairs[i+1]))
		}
	}
	return parts
}

// yamlNames is one name as it is, or a list of several.
func yamlNames(values []string) string {
	if len(values) == 1 {
		return yamlText(values[0])
	}
	return "[" + yamlList(values) + "]"
}

func yamlList(values []string) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = yamlText(v)
	}
	return strings.Join(out, ", ")
}

// yamlShare is a limit as a percentage where that reads back as the same number.
func yamlShare(v float64) string {
	if v < 0 {
		return "off"
	}
	plain := strconv.FormatFloat(v, 'f', -1, 64)
	percent := strconv.FormatFloat(math.Round(v*1e6)/1e4, 'f', -1, 64) // 0.07*100 is a little above 7
	if back, err := strconv.ParseFloat(percent+"e-2", 64); err == nil && back == v && len(percent) <= len(plain) {
		return percent + "%"
	}
	return plain
}

var (
	yamlPlain    = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*|[0-9]+)$`)
	yamlReserved = regexp.MustCompile(`^(?i:null|true|false|yes|no|on|off|y|n)$`)
)

// yamlText is a text as a scalar: plain where no reader of YAML takes it for anything else, else in double quotes.
func yamlText(s string) string {
	if yamlPlain.MatchString(s) && !yamlReserved.MatchString(s) {
		return s
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r >= 0x80 && !strconv.IsPrint(r) && r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
