package draw

import (
	"fmt"
	"strings"

	"dimdesk/engine"
)

// yaml is the spec file.
func (d *shape) yaml() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("key: [%s]", strings.Join(d.key, ", "))
	if d.surrogate {
		line("surrogate_key: %s", surrogateColumn)
	}
	period := fmt.Sprintf("from: %s, to: %s, zone: UTC", fromColumn, toColumn)
	if d.sentinel != "" {
		period += fmt.Sprintf(", open: %q", d.sentinel)
	}
	if d.inclusive {
		period += `, bounds: "[]"`
	}
	line("period: {%s}", period)
	switch d.current {
	case "true":
		line("current: %s", currentColumn)
	case "Current":
		line("current: {column: %s, open: Current, closed: Expired}", currentColumn)
	}
	if d.deleted {
		line("deleted: %s", deletedColumn)
	}
	var columns []string
	for _, a := range d.attributes {
		if !a.unnamed {
			columns = append(columns, "  "+a.name+": "+a.yaml())
		}
	}
	if len(columns) > 0 {
		line("columns:\n%s", strings.Join(columns, "\n"))
	}
	line("type1: %s", d.type1)
	line("batch:\n  mode: %s\n  same_key: %s\n  same_moment: %s\n  late: %s", d.mode, d.sameKey, d.sameMoment, d.late)
	if d.mode == "delta" {
		line("  future: %s", d.future)
	}
	if d.effective {
		line("  effective: %s", effectiveColumn)
	}
	if d.sequence {
		line("  sequence: %s", sequenceColumn)
	}
	if d.operation {
		line("  operation: {column: %s, delete: [D, DELETE]}", operationColumn)
	}
	if d.nulls {
		line(`  nulls: ["n/a"]`)
	}
	var renamed []string
	for _, a := range d.attributes {
		if a.supplied && strings.HasPrefix(a.batchName, "src_") {
			renamed = append(renamed, a.batchName+": "+a.name)
		}
	}
	if len(renamed) > 0 {
		line("  rename: {%s}", strings.Join(renamed, ", "))
	}
	if len(d.protect) > 0 {
		line("  protect: [%q, %q]", d.protect[0], d.protect[1])
	}
	if d.scope != nil {
		line("  scope: \"%s = '%s'\"", d.attributes[0].name, *d.scope)
	}
	line("limits: {deleted: 100%%}")
	return b.String()
}

func (a *attribute) yaml() string {
	fields := []string{"type: " + a.typ.String()}
	switch a.typ {
	case engine.Type3:
		fields = append(fields, "previous: "+a.companion)
	case engine.Type6:
		fields = append(fields, "current: "+a.companion)
	}
	var compare []string
	if a.ignoreCase {
		compare = append(compare, "ignore_case: true")
	}
	if a.trim {
		compare = append(compare, "trim: true")
	}
	if len(compare) > 0 {
		fields = append(fields, "compare: {"+strings.Join(compare, ", ")+"}")
	}
	if len(fields) == 1 {
		return a.typ.String()
	}
	return "{" + strings.Join(fields, ", ") + "}"
}
