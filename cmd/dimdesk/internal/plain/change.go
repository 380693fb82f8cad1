package plain

import (
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
)

// What says in one line what a change does: its columns with the values before and after, or why it is not applied. Label is
// the column that is shown beside it, and need not be repeated of a member that is new; "" for none.
func What(c engine.Change, label string) string {
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
	if text := columns(c, label); text != "" {
		parts = append(parts, text)
	}
	for _, n := range c.Notes {
		parts = append(parts, cell.Clean(n))
	}
	return strings.Join(parts, "; ")
}

// columns lists a change's columns. A row that begins where nothing was in force has nothing before, so only its own values are
// shown.
func columns(c engine.Change, label string) string {
	afresh, list := cell.Afresh(c), cell.InOrder(c, label)
	parts := make([]string, len(list))
	for i, col := range list {
		text := cell.Clean(col.Name) + cell.Sup(col.Type) + " "
		if !afresh {
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
