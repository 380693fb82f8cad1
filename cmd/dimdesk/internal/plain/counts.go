package plain

import (
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
)

// ops lists the row operations in the order in which they are counted out.
var ops = []engine.Op{engine.OpOpen, engine.OpClose, engine.OpOverwrite, engine.OpRedate, engine.OpRemove}

// Kinds counts changes by kind, each with its mark: "+ 96 new  ~ 310 changed". Kinds that do not occur are left out.
func Kinds(counts map[engine.Kind]int64) string {
	var parts []string
	for _, k := range engine.Kinds {
		if n := counts[k]; n > 0 {
			parts = append(parts, k.Mark()+" "+cell.Count(n)+" "+k.String())
		}
	}
	if len(parts) == 0 {
		return "no rows"
	}
	return strings.Join(parts, "  ")
}

// Operations counts row operations: "open 3  close 2".
func Operations(counts map[engine.Op]int64) string {
	var parts []string
	for _, op := range ops {
		if n := counts[op]; n > 0 {
			parts = append(parts, string(op)+" "+cell.Count(n))
		}
	}
	if len(parts) == 0 {
		return "no row operations"
	}
	return strings.Join(parts, "  ")
}

// Hidden says how many quiet rows a list leaves out, and "" if it leaves out none.
func Hidden(counts map[engine.Kind]int64) string {
	if counts[engine.Unchanged]+counts[engine.Superseded] == 0 {
		return ""
	}
	return "unchanged and superseded rows are not listed; --all lists them"
}
