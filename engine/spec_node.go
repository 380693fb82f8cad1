package engine

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// specReader reads a spec's syntax tree into a Spec. It keeps the first error, and reads on harmlessly after it.
type specReader struct {
	places *places
	err    *Error
}

// reading reads the value of one field; path is the field's own.
type reading func(n ast.Node, path string)

// field is one field that a mapping may have.
type field struct {
	name string
	read reading
}

// failAt records an error at a node, with the hint, unless there is one already.
func (r *specReader) failAt(n ast.Node, hint, format string, args ...any) {
	if r.err != nil {
		return
	}
	p := placeOf(n)
	r.err = Errorf(CodeFailed, "%s:%d:%d: %s", r.places.file, p.line, p.column, fmt.Sprintf(format, args...))
	r.err.Hint = hint
}

// fields reads a mapping that has a fixed set of fields. A field without a value is as if it were not written.
func (r *specReader) fields(n ast.Node, path string, allowed ...field) {
	names := make([]string, len(allowed))
	for i, f := range allowed {
		names[i] = f.name
	}
	r.entries(n, path, "{"+strings.Join(names, ", ")+"}", func(key, value ast.Node, name string) {
		for _, f := range allowed {
			if f.name != name {
				continue
			}
			at := join(path, name)
			r.places.at[at] = placeOf(value)
			if value.Type() != ast.NullType {
				f.read(value, at)
			}
			return
		}
		in := ""
		if path != "" {
			in = " in " + path
		}
		hint := "allowed here: " + strings.Join(names, ", ")
		if near, ok := Nearest(name, names); ok {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		r.failAt(key, hint, "unknown field %q%s", name, in)
	})
}

// entries reads a mapping with any keys, in order. Two keys that differ only in case are an error, as columns are told
// apart without regard to it.
func (r *specReader) entries(n ast.Node, path, shape string, each func(key, value ast.Node, name string)) {
	var pairs []*ast.MappingValueNode
	switch n := n.(type) {
	case *ast.MappingNode:
		pairs = n.Values
	case *ast.MappingValueNode:
		pairs = []*ast.MappingValueNode{n}
	default:
		r.failAt(n, "", "%s must be a mapping, such as %s", orSpec(path), shape)
		return
	}
	seen := map[string]place{}
	for _, pair := range pairs {
		name, ok := scalarText(pair.Key)
		if !ok || name == "" {
			r.failAt(pair.Key, "", "a name is expected here, in %s", orSpec(path))
			return
		}
		if first, ok := seen[FoldName(name)]; ok {
			r.failAt(pair.Key, "", "%q is in %s twice, first on line %d", name, orSpec(path), first.line)
			return
		}
		seen[FoldName(name)] = placeOf(pair.Key)
		each(pair.Key, pair.Value, name)
	}
}

// keysOf lists the keys of a mapping.
func keysOf(n ast.Node) (out []string) {
	if m, ok := n.(ast.MapNode); ok {
		for at := m.MapRange(); at.Next(); {
			if name, ok := scalarText(at.Key()); ok {
				out = append(out, name)
			}
		}
	}
	return out
}

// text reads one scalar as the text that is written, so that 007 and -1 stay what they are.
func (r *specReader) text(to *string) reading {
	return func(n ast.Node, path string) {
		s, ok := scalarText(n)
		switch {
		case !ok:
			r.failAt(n, "", "%s must be one value, not %s", path, shapeOf(n))
		case strings.TrimSpace(s) == "":
			r.failAt(n, "", "%s is empty", path)
		default:
			*to = s
		}
	}
}

// texts reads one scalar, or a list of them; none may be there twice. Empty texts are allowed where blank is true.
func (r *specReader) texts(to *[]string, blank bool) reading {
	return func(n ast.Node, path string) {
		items := []ast.Node{n}
		if list, ok := n.(*ast.SequenceNode); ok {
			items = list.Values
		}
		var out []string
		seen := map[string]bool{}
		for i, item := range items {
			s, ok := scalarText(item)
			switch {
			case !ok:
				r.failAt(item, "", "%s must be one value or a list of them, such as [a, b]; here is %s", path, shapeOf(item))
				return
			case !blank && strings.TrimSpace(s) == "", item.GetToken().Type == token.ImplicitNullType:
				r.failAt(item, "", "an entry of %s is empty", path)
				return
			case seen[s]:
				r.failAt(item, "", "%q is in %s twice", s, path)
				return
			}
			seen[s] = true
			r.places.at[fmt.Sprintf("%s.%d", path, i)] = placeOf(item)
			out = append(out, s)
		}
		*to = out
	}
}

// oneOf reads one of a few words.
func (r *specReader) oneOf(to *string, words ...string) reading {
	return func(n ast.Node, path string) {
		s, _ := scalarText(n)
		for _, w := range words {
			if s == w {
				*to = w
				return
			}
		}
		r.notOneOf(n, path, words)
	}
}

// notOneOf says that a value is none of the words allowed, and which was probably meant.
func (r *specReader) notOneOf(n ast.Node, path string, words []string) {
	s, ok := scalarText(n)
	if !ok {
		r.failAt(n, "", "%s must be %s, not %s", path, listed(words, "or"), shapeOf(n))
		return
	}
	hint := ""
	if near, ok := Nearest(s, words); ok {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	r.failAt(n, hint, "%s is %q; it must be %s", path, s, listed(words, "or"))
}

// yes reads true or false.
func (r *specReader) yes(to *bool) reading {
	return func(n ast.Node, path string) {
		switch s, _ := scalarText(n); s {
		case "true":
			*to = true
		case "false":
			*to = false
		default:
			r.notOneOf(n, path, []string{"true", "false"})
		}
	}
}

// scalarText is a scalar as it is written, without its quotes; false where the node is none.
func scalarText(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return strings.TrimRight(n.Value.Value, "\n"), true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true
	}
	return "", false
}

func shapeOf(n ast.Node) string {
	switch n.(type) {
	case *ast.SequenceNode:
		return "a list"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	case *ast.TagNode:
		return "a tag"
	case *ast.AnchorNode, *ast.AliasNode, *ast.MergeKeyNode:
		return "an anchor or alias, which a spec cannot have"
	}
	return "something else"
}

func placeOf(n ast.Node) place {
	if n == nil || n.GetToken() == nil || n.GetToken().Position == nil {
		return place{1, 1}
	}
	p := n.GetToken().Position
	return place{p.Line, p.Column}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func orSpec(path string) string {
	if path == "" {
		return "the spec"
	}
	return path
}
