package dialog

import (
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/keys"
	"dimdesk/tui/styles"
)

// kindMeanings says in a few words what a mark stands for.
var kindMeanings = map[engine.Kind]string{
	engine.New:        "the member has no version yet: opens its first",
	engine.Changed:    "closes the version in force and opens the next",
	engine.Corrected:  "overwritten in place, no new version",
	engine.Late:       "effective in the past: history there changes",
	engine.Returned:   "a member without a version in force comes back",
	engine.Deleted:    "closes the version in force",
	engine.Rejected:   "cannot be applied; the reason says why",
	engine.Superseded: "another row speaks for this key",
	engine.Unchanged:  "nothing follows from it",
}

// NewHelp lists the keys of a screen, and with legend what the marks mean.
func NewHelp(name string, groups []keys.HelpGroup, legend bool) *Text {
	return NewText("Keys: "+name, func(st *styles.Styles, width int) []string {
		var blocks [][]string
		for _, g := range groups {
			block := []string{st.Strong.Render(g.Title)}
			for _, b := range g.Keys {
				block = append(block, st.Key.Render(cell.Fit(b.Help().Key, 13))+" "+st.Plain.Render(b.Help().Desc))
			}
			blocks = append(blocks, block)
		}
		lines := columns(blocks, width)
		if legend {
			lines = append(lines, "", st.Strong.Render("Marks"))
			for _, k := range engine.Kinds {
				lines = append(lines, st.Kind(k).Render(k.Mark())+" "+cell.Fit(k.String(), 11)+" "+st.Quiet.Render(cell.Cut(kindMeanings[k], width-14)))
			}
			lines = append(lines, st.Strong.Render("✓")+" taken: will be applied      "+st.Strong.Render("⏸")+" parked: kept in a file for another time")
		}
		return lines
	}, keys.Help)
}

// columns sets blocks in two columns where they fit, the shorter column next.
func columns(blocks [][]string, width int) []string {
	const col = 36
	if width < 2*col {
		var lines []string
		for _, b := range blocks {
			lines = append(append(lines, b...), "")
		}
		return lines[:max(len(lines)-1, 0)]
	}
	var left, right []string
	for _, b := range blocks {
		side := &left
		if len(right) < len(left) {
			side = &right
		}
		if len(*side) > 0 {
			*side = append(*side, "")
		}
		*side = append(*side, b...)
	}
	lines := make([]string, max(len(left), len(right)))
	for i := range lines {
		l, r := "", ""
		if i < len(left) {
			l = left[i]
		}
		if i < len(right) {
			r = right[i]
		}
		lines[i] = strings.TrimRight(cell.Fit(l, col-1)+" "+cell.Cut(r, width-col), " ")
	}
	return lines
}
