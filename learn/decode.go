package learn

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"dimdesk/engine"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// decode reads a file of YAML into a value, and lists everything in it that does not fit. The value is whole only where nothing is
// listed.
func decode(name string, data []byte, to any) []Problem {
	d := &decoder{file: name, anchors: map[string]ast.Node{}}
	data = bytes.ReplaceAll(bytes.TrimPrefix(data, []byte("\ufeff")), []byte("\r\n"), []byte("\n"))
	if line := tooDeep(data); line > 0 {
		d.say(line, "lists in lists, or mappings in mappings, go deeper here than any lesson needs")
		return d.problems
	}
	file, err := parser.ParseBytes(data, 0)
	switch {
	case err != nil:
		d.syntax(err)
	case len(file.Docs) == 0 || file.Docs[0].Body == nil:
		d.say(1, "the file is empty")
	case len(file.Docs) > 1 && file.Docs[1].Body != nil:
		d.say(lineOf(file.Docs[1].Body), "a second document begins here, after ---; a file holds one")
	default:
		d.value(file.Docs[0].Body, "", reflect.ValueOf(to).Elem())
	}
	return d.problems
}

// tooDeep is the line on which something is nested as no lesson is, 0 for none: the parser would take the machine's memory for it.
// Brackets in texts are counted too, since the limit is far from what those of a lesson, as in [from, to), come to.
func tooDeep(data []byte) int {
	const deepest = 1000
	depth, line := 0, 1
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c == '\n':
			line++
		case c == '[' || c == '{':
			depth++
		case (c == ']' || c == '}') && depth > 0:
			depth--
		case (c == '-' || c == '?') && bytes.Count(data[i:min(i+2*deepest, len(data))], []byte{c, ' '}) == deepest: // "- - - -"
			return line
		}
		if depth > deepest {
			return line
		}
	}
	return 0
}

// decoder reads a syntax tree by the yaml tags of Go types. A field Line is given the line where its structure begins; of Lines,
// the line where the value of each key does. "short" marks the field that a list stands for where a mapping could be written.
type decoder struct {
	file     string
	anchors  map[string]ast.Node
	problems []Problem
}

func (d *decoder) say(line int, format string, args ...any) {
	d.problems = append(d.problems, Problem{File: d.file, Line: max(line, 1), Text: fmt.Sprintf(format, args...)})
}

// syntax says what the parser stopped at: it goes no further. Most often it is a text that YAML takes for something else.
func (d *decoder) syntax(err error) {
	line, text := 1, err.Error()
	if e, ok := errors.AsType[yaml.Error](err); ok {
		text = e.GetMessage()
		if at := e.GetToken(); at != nil {
			line = at.Position.Line
		}
	}
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	d.say(line, "this is no YAML: %s. A text that has \": \" in it, or begins with one of {[*&!%%@` and the like, stands in quotes, or on lines below a |", text)
}

// value reads a node; path is the key that it is the value of, "" at the top.
func (d *decoder) value(n ast.Node, path string, to reflect.Value) {
	switch n := n.(type) {
	case *ast.AnchorNode:
		d.value(n.Value, path, to)
		d.anchors[n.Name.GetToken().Value] = n.Value // not before: what it holds cannot mean itself
		return
	case *ast.AliasNode:
		name := n.Value.GetToken().Value
		if meant, ok := d.anchors[name]; ok {
			d.value(meant, path, to)
		} else {
			d.say(lineOf(n), "*%s: nothing above is marked &%s", name, name)
		}
		return
	case *ast.TagNode:
		d.value(n.Value, path, to)
		return
	case *ast.NullNode:
		return // as if it were not written
	}
	switch to.Kind() {
	case reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		d.value(n, path, to.Elem())
	case reflect.Struct:
		d.structure(n, path, to)
	case reflect.Slice:
		d.list(n, path, to)
	case reflect.Map:
		to.Set(reflect.MakeMap(to.Type()))
		d.pairs(n, path, "NAME: VALUE", func(key string, _, value ast.Node) {
			v := reflect.New(to.Type().Elem()).Elem()
			d.value(value, key, v)
			to.SetMapIndex(reflect.ValueOf(key), v)
		})
	default:
		d.scalar(n, path, to)
	}
}

func (d *decoder) structure(n ast.Node, path string, to reflect.Value) {
	fields := fieldsOf(to.Type())
	if _, ok := n.(*ast.SequenceNode); ok {
		for _, f := range fields {
			if f.short {
				d.value(n, path, to.FieldByIndex(f.index))
				return
			}
		}
	}
	lines := Lines{}
	d.pairs(n, path, fields[0].name+": …", func(key string, at, value ast.Node) {
		for _, f := range fields {
			if f.name == key {
				lines[key] = textLine(value)
				d.value(value, key, to.FieldByIndex(f.index))
				return
			}
		}
		d.say(lineOf(at), "unknown key %q%s%s", key, in(path), meant(key, fields))
	})
	place(to, lineOf(n), lines)
}

// place tells a structure where it stands, and one that is written as a part of it.
func place(to reflect.Value, line int, lines Lines) {
	for f, v := range to.Fields() {
		switch {
		case f.Name == "Line":
			v.SetInt(int64(line))
		case f.Name == "Lines":
			v.Set(reflect.ValueOf(lines))
		case strings.HasSuffix(f.Tag.Get("yaml"), ",inline"):
			place(v, line, lines)
		}
	}
}

// meant says what a key that is not known here should probably be.
func meant(key string, fields []yamlField) string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	if near, ok := engine.Nearest(key, names); ok {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	for _, f := range fields {
		if f.typ.Kind() != reflect.Pointer {
			continue
		}
		for _, inner := range fieldsOf(f.typ.Elem()) {
			if inner.name == key {
				return fmt.Sprintf("; it belongs in %s: indent it further", f.name)
			}
		}
	}
	return "; here can be " + strings.Join(names, ", ")
}

func in(path string) string {
	if path == "" {
		return ""
	}
	return " in " + path
}

func (d *decoder) list(n ast.Node, path string, to reflect.Value) {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		d.say(lineOf(n), "%s is a list: each entry begins with \"- \"", cmp.Or(path, "the file"))
		return
	}
	to.Set(reflect.MakeSlice(to.Type(), len(list.Values), len(list.Values)))
	for i, item := range list.Values {
		d.value(item, path, to.Index(i))
	}
}

// pairs reads the keys and values of a mapping, in order.
func (d *decoder) pairs(n ast.Node, path, shape string, each func(key string, at, value ast.Node)) {
	var pairs []*ast.MappingValueNode
	switch n := n.(type) {
	case *ast.MappingNode:
		pairs = n.Values
	case *ast.MappingValueNode:
		pairs = []*ast.MappingValueNode{n}
	default:
		d.say(lineOf(n), "%s has keys and values, such as %s", cmp.Or(path, "the file"), shape)
		return
	}
	for _, p := range pairs {
		key, ok := scalarText(p.Key)
		if !ok {
			d.say(lineOf(p.Key), "a key is expected here%s; << is not read in lessons", in(path))
			continue
		}
		each(key, p.Key, p.Value)
	}
}

func (d *decoder) scalar(n ast.Node, path string, to reflect.Value) {
	text, ok := scalarText(n)
	if !ok {
		d.say(lineOf(n), "%s is a text; this is %s. In quotes it would be one", path, shapeOf(n))
		return
	}
	switch to.Kind() {
	case reflect.String:
		to.SetString(text)
	case reflect.Int:
		i, err := strconv.Atoi(text)
		if err != nil {
			d.say(lineOf(n), "%s is a whole number, not %q", path, text)
			return
		}
		to.SetInt(int64(i))
	case reflect.Bool:
		if text != "true" && text != "false" {
			d.say(lineOf(n), "%s is true or false, not %q", path, text)
			return
		}
		to.SetBool(text == "true")
	}
}
