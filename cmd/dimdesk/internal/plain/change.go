package plain

import (
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
)

// What says in one line what a change does: its columns with the values before and after, or why it is not applied.
func What(c engine.Change) string {
	var parts []string
	if c.Reason != "" {
		reason := cell.Clean(c.Reason)
		if c.Kind == engine.Rejected && c.Line > 0 && !strings.HasPrefix(reason, "line ") {
			reason = "line " + cell.Count(c.Line) + ": " + reason
		}
		parts = append(parts, reason)
	}
	if c.Hint != "" {
		parts = append(parts, cell.Clean(c.Hint))
	}
	if len(c.Columns) > 0 {
		parts = append(parts, columns(c))
	}
	for _, n := range c.Notes {
		parts = append(parts, cell.Clean(n))
	}
	return strings.Join(parts, "; ")
}

// columns lists a change's columns. A row that opens a member's life has nothing before, so only its own values are shown.
func columns(c engine.Change) string {
	opens := c.Kind == engine.New || c.Kind == engine.Returned
	parts := make([]string, len(c.Columns))
	for i, col := range c.Columns {
		text := cell.Clean(col.Name) + cell.Sup(col.Type) + " "
		if !opens || !col.Before.Null {
			text += cell.Value(col.Before) + " → "
		}
		text += cell.Value(col.After)
		if !col.Taken {
			text += " (not taken"
			if col.Note != "" {
				text += ": " + cell.Clean(col.Note)
			}
			text += ")"
		}
		parts[i] = text
	}
	return strings.Join(parts, ", ")
}
