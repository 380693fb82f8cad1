// Package styles holds every colour of the screens, by role. No other package names a colour, and no role is the only
// sign of anything: marks and words stand beside each.
package styles

import (
	"image/color"

	"dimdesk/engine"

	"charm.land/lipgloss/v2"
)

// Styles is one theme. Screens share a pointer to it, so that a change of theme reaches all of them.
type Styles struct {
	Dark       bool
	Colourless bool // the terminal shows no colours: what they alone would tell needs a sign

	Plain, Quiet, Strong   lipgloss.Style // text: as it is, of less weight, of more
	Title, Rule, RuleFocus lipgloss.Style // the heading; the lines between panes
	Cursor                 lipgloss.Style // the mark at the selected row
	Old, New, NotTaken     lipgloss.Style // a value before and after; one that is shown but not applied
	Match                  lipgloss.Style // text that a search found
	Code                   lipgloss.Style // names and SQL within a sentence
	Good, Warn, Bad        lipgloss.Style // messages, and what stops a commit
	Key, KeyText           lipgloss.Style // the footer
	Axis, Lane, LaneNew    lipgloss.Style // the timeline
	Box, BoxTitle          lipgloss.Style // dialogs
	Button, ButtonOn       lipgloss.Style
	Field, FieldOn         lipgloss.Style
	SelectedRow            color.Color // behind the selected row
	taken, parked          lipgloss.Style
	kinds                  map[engine.Kind]lipgloss.Style
}

// New makes the theme for a dark or a light background.
func New(dark bool) Styles {
	pick := lipgloss.LightDark(dark)
	col := func(light, onDark string) color.Color { return pick(lipgloss.Color(light), lipgloss.Color(onDark)) }
	fg := func(light, onDark string) lipgloss.Style { return lipgloss.NewStyle().Foreground(col(light, onDark)) }

	plain := lipgloss.NewStyle()
	quiet := fg("#6c6f85", "#9399b2")
	green, red, blue := fg("#2f7d1f", "#a6e3a1"), fg("#c1102f", "#f38ba8"), fg("#1e5fd6", "#89b4fa")
	yellow, mauve, teal := fg("#9a5b00", "#f9e2af"), fg("#7a2be0", "#cba6f7"), fg("#0b7075", "#94e2d5")

	return Styles{
		Dark:  dark,
		Plain: plain, Quiet: quiet, Strong: plain.Bold(true),
		Title: blue.Bold(true), Rule: fg("#b0b4c3", "#585b70"), RuleFocus: blue.Bold(true),
		Cursor: blue.Bold(true),
		Old:    quiet, New: plain.Bold(true), NotTaken: quiet.Italic(true),
		Match: yellow.Bold(true).Underline(true), Code: teal,
		Good: green, Warn: yellow, Bad: red.Bold(true),
		Key: blue.Bold(true), KeyText: quiet,
		Axis: quiet, Lane: plain, LaneNew: green.Bold(true),
		Box:      lipgloss.NewStyle().Border(lipgloss.RoundedBorder()).BorderForeground(col("#1e5fd6", "#89b4fa")).Padding(0, 2),
		BoxTitle: plain.Bold(true),
		Button:   quiet, ButtonOn: plain.Bold(true).Reverse(true),
		Field: quiet, FieldOn: plain.Bold(true),
		SelectedRow: col("#dce0ee", "#313244"),
		taken:       green, parked: yellow,
		kinds: map[engine.Kind]lipgloss.Style{
			engine.New: green, engine.Changed: blue, engine.Corrected: teal, engine.Late: mauve, engine.Returned: green,
			engine.Deleted: red, engine.Rejected: red.Bold(true), engine.Superseded: quiet, engine.Unchanged: quiet,
		},
	}
}

// Kind is the style of a kind's mark.
func (s *Styles) Kind(k engine.Kind) lipgloss.Style { return s.kinds[k] }

// Decision is the mark of a decision and its style; a change without one has a blank.
func (s *Styles) Decision(d engine.Decision) (string, lipgloss.Style) {
	switch d {
	case engine.Taken:
		return "✓", s.taken
	case engine.Parked:
		return "⏸", s.parked
	}
	return " ", s.Plain
}
