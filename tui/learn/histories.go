package learn

import (
	"slices"
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/timeline"
)

// drawn is how many attributes of a member are drawn at most, and membersDrawn how many members.
const (
	drawn        = 2
	membersDrawn = 6
)

// histories are lanes for the members of a dimension as it is stored: for each, its first attributes of type 2.
func histories(members []engine.Member) []timeline.Lane {
	var all []timeline.Lane
	for _, m := range members[:min(len(members), membersDrawn)] {
		columns := historical(m)
		for i, c := range columns {
			lane := timeline.Lane{Spans: timeline.Of(m.Before, c)}
			if i == 0 {
				lane.Name = nameOf(m)
			}
			if len(columns) > 1 {
				lane.Name = strings.TrimSpace(lane.Name + " " + cell.Clean(m.Columns[c]))
			}
			all = append(all, lane)
		}
	}
	return all
}

// historical are the attributes whose history is drawn: those of type 2 and 6, or the first where there is none.
func historical(m engine.Member) []int {
	var columns []int
	for i, t := range m.Types {
		if (t == engine.Type2 || t == engine.Type6) && len(columns) < drawn {
			columns = append(columns, i)
		}
	}
	if len(columns) == 0 {
		return []int{0}[:min(1, len(m.Columns))]
	}
	return columns
}

// nameOf is what people call a member, or else its key.
func nameOf(m engine.Member) string {
	if m.Label != "" {
		return cell.Clean(m.Label)
	}
	return cell.Key(m.Key)
}

// changed are lanes before and after for the members that a batch touches.
func changed(members []engine.Member) []timeline.Lane {
	var all []timeline.Lane
	for _, m := range members[:min(len(members), membersDrawn)] {
		column := telling(m)
		name := nameOf(m)
		if column < len(m.Columns) {
			name += " " + cell.Clean(m.Columns[column])
		}
		before := timeline.Of(m.Before, column)
		for i := range before {
			before[i].New = false
		}
		all = append(all, timeline.Lane{Name: name + " before", Spans: before}, timeline.Lane{Name: "after", Spans: timeline.Of(m.After, column)})
	}
	return all
}

// telling is the attribute that tells most of what has happened to a member: one of type 2 that has changed, else the first of type 2,
// else the first.
func telling(m engine.Member) int {
	first := -1
	for i, t := range m.Types {
		if t != engine.Type2 && t != engine.Type6 {
			continue
		}
		for _, c := range m.Changes {
			if slices.ContainsFunc(c.Columns, func(col engine.ColumnChange) bool { return col.Taken && col.Name == m.Columns[i] }) {
				return i
			}
		}
		if first < 0 {
			first = i
		}
	}
	return max(first, 0)
}
