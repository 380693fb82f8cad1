package engine

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// The YAML parser takes time that grows with the square of its input, so a spec has a size (four thousand columns
// fit) and a depth above which nobody wrote it by hand.
const (
	specBytes = 256 << 10
	specDepth = 16
)

const specExample = "the least that a spec says:\n  key: customer_id\n  period: {from: valid_from, to: valid_to}"

// ParseSpec reads a spec (README.md, "The spec") and fills every default in. File is its name for
// messages. Every error is an *Error of CodeFailed that begins with "FILE:LINE:COLUMN: ", and names what is allowed or
// was probably meant. Whether the columns exist is not known here: see Bind.
func ParseSpec(data []byte, file string) (*Spec, error) {
	if file == "" {
		file = "spec"
	}
	root, err := specTree(data, file)
	if err != nil {
		return nil, err
	}
	s := defaults()
	s.places = &places{file: file, at: map[string]place{}}
	r := &specReader{places: s.places}
	r.spec(root, s)
	if r.err == nil {
		r.err = s.checkRoles()
	}
	if r.err != nil {
		return nil, r.err
	}
	return s, nil
}

// defaults is a spec in which nothing was written.
func defaults() *Spec {
	return &Spec{
		SurrogateKey: SurrogateKey{Make: "integer"},
		Period:       Period{Bounds: "[)"},
		Type1:        "all",
		Batch:        Batch{Mode: "delta", SameKey: "in_order", SameMoment: "replace", Late: "split", Future: "reject"},
		Limits:       Limits{Deleted: 0.1, Changed: -1},
	}
}

// specTree parses the YAML to the one mapping that a spec is.
func specTree(data []byte, file string) (root ast.Node, err error) {
	// The parser is known to panic on some malformed input; to a user that is a spec that cannot be read.
	defer func() {
		if p := recover(); p != nil {
			root, err = nil, Errorf(CodeFailed, "%s:1:1: is not YAML: %v", file, p)
		}
	}()
	if len(data) > specBytes {
		return nil, Errorf(CodeFailed, "%s:1:1: has %d bytes, and a spec at most %d", file, len(data), specBytes).Help("is this the spec? %s", specExample)
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	// The lexer miscounts lines that end in CR LF; to YAML all line ends are the same.
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	data = bytes.ReplaceAll(data, []byte("\r"), []byte("\n"))
	if err := notText(data, file); err != nil {
		return nil, err
	}
	tokens := lexer.Tokenize(string(data))
	if err := tooDeep(tokens, file); err != nil {
		return nil, err
	}
	// Keys that are there twice are found in entries, which looks at case as columns do.
	tree, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, notYAML(err, file)
	}
	var docs []ast.Node
	for _, d := range tree.Docs {
		if d.Body != nil && d.Body.Type() != ast.NullType {
			docs = append(docs, d.Body)
		}
	}
	switch len(docs) {
	case 0:
		return nil, Errorf(CodeFailed, "%s:1:1: the spec is empty", file).Help("%s", specExample)
	case 1:
		return docs[0], nil
	}
	p := placeOf(docs[1])
	return nil, Errorf(CodeFailed, "%s:%d:%d: a second document begins; a spec is one", file, p.line, p.column)
}

// notText refuses bytes that are no text, with the place of the first.
func notText(data []byte, file string) error {
	line, column := 1, 1
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case r == 0:
			return Errorf(CodeFailed, "%s:%d:%d: is not text: here is a NUL byte", file, line, column)
		case r == utf8.RuneError && size == 1:
			return Errorf(CodeFailed, "%s:%d:%d: is not UTF-8 text", file, line, column).Help("save it as UTF-8")
		case r == '\n':
			line, column = line+1, 0
		}
		i += size
		column++
	}
	return nil
}

// tooDeep refuses what nests deeper than any spec, before the parser goes down into it.
func tooDeep(tokens token.Tokens, file string) error {
	depth, run := 0, 0
	for _, t := range tokens {
		switch t.Type {
		case token.MappingStartType, token.SequenceStartType:
			depth++
		case token.MappingEndType, token.SequenceEndType:
			depth--
		}
		switch t.Type {
		case token.SequenceEntryType, token.MappingKeyType, token.AnchorType, token.TagType:
			run++
		default:
			run = 0
		}
		if depth > specDepth || run > specDepth {
			return Errorf(CodeFailed, "%s:%d:%d: nests more than %d levels deep", file, t.Position.Line, t.Position.Column, specDepth)
		}
	}
	return nil
}

// notYAML is the parser's own error with its position.
func notYAML(err error, file string) error {
	if e, ok := errors.AsType[yaml.Error](err); ok && e.GetToken() != nil {
		p := e.GetToken().Position
		out := Errorf(CodeFailed, "%s:%d:%d: %s", file, p.Line, p.Column, e.GetMessage())
		out.Err = err
		if v := e.GetToken().Value; v != "" && bytes.ContainsAny([]byte(v[:1]), "%[*&!@`|>") {
			out.Hint = "put a text that begins with a sign in quotes: bounds: \"[]\", dates: \"%d/%m/%Y\""
		} else if m := e.GetMessage(); strings.Contains(m, "in this context") || strings.Contains(m, "non-map") || strings.Contains(m, "key name") {
			// The parser stops where a value goes on; what it goes on with is often a line that was indented by mistake.
			out.Hint = "the indent of this line or of the next may be off"
		}
		return out
	}
	return Errorf(CodeFailed, "%s:1:1: is not YAML: %w", file, err)
}

// spec reads the top level.
func (r *specReader) spec(root ast.Node, s *Spec) {
	r.fields(root, "",
		field{"table", r.text(&s.Table)},
		field{"key", r.texts(&s.Key, false)},
		field{"label", r.text(&s.Label)},
		field{"surrogate_key", r.surrogateKey(&s.SurrogateKey)},
		field{"period", r.period(&s.Period)},
		field{"current", r.flag(&s.Current)},
		field{"deleted", r.text(&s.Deleted)},
		field{"columns", r.columns(&s.Columns)},
		field{"type1", r.oneOf(&s.Type1, "all", "current")},
		field{"batch", r.batch(&s.Batch)},
		field{"limits", r.limits(&s.Limits)},
		field{"facts", r.facts(&s.Facts)},
	)
	if len(s.Key) == 0 {
		r.failAt(root, specExample, "the spec names no key: the columns that tell members apart")
	}
	if s.Period.From == "" {
		r.failAt(root, specExample, "the spec names no period: the columns that hold a version's start and end")
	}
}

// required records an error if a section lacks a field that it cannot do without.
func (r *specReader) required(n ast.Node, path string, got string, name, example string) {
	if got == "" {
		r.failAt(n, fmt.Sprintf("such as %s: %s", path, example), "%s has no %s", path, name)
	}
}
