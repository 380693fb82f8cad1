package learn

import (
	"reflect"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// scalarText is a scalar as it is written, so that 007 and 1.50 stay what they are; false where the node is none.
func scalarText(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true
	}
	return "", false
}

func shapeOf(n ast.Node) string {
	if _, ok := n.(*ast.SequenceNode); ok {
		return "a list"
	}
	return "a mapping"
}

// lineOf is the line where a node begins. Of a mapping that is its first key, not its first colon.
func lineOf(n ast.Node) int {
	switch m := n.(type) {
	case *ast.MappingNode:
		if len(m.Values) > 0 {
			return lineOf(m.Values[0].Key)
		}
	case *ast.MappingValueNode:
		return lineOf(m.Key)
	}
	if n == nil || n.GetToken() == nil {
		return 0
	}
	return n.GetToken().Position.Line
}

// textLine is the line where a value's own text begins: below the | of a block.
func textLine(n ast.Node) int {
	if _, ok := n.(*ast.LiteralNode); ok {
		return lineOf(n) + 1
	}
	return lineOf(n)
}

// yamlField is a field of a structure by its tag.
type yamlField struct {
	name  string
	index []int
	typ   reflect.Type
	short bool
}

func fieldsOf(t reflect.Type) (out []yamlField) {
	if t.Kind() != reflect.Struct {
		return nil
	}
	for f := range t.Fields() {
		name, option, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case name == "-":
		case option == "inline":
			for _, inner := range fieldsOf(f.Type) {
				inner.index = append(append([]int{}, f.Index...), inner.index...)
				out = append(out, inner)
			}
		default:
			out = append(out, yamlField{name: name, index: f.Index, typ: f.Type, short: option == "short"})
		}
	}
	return out
}
