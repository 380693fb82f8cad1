// Package timeline draws histories to scale: lanes of versions over one axis of time, so that before and after stand
// below each other and a gap, a split or an end that moved is seen at once.
package timeline

import (
	"time"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/styles"

	"charm.land/lipgloss/v2"
)

// Lane is one line of a timeline: the versions of a member, showing one attribute.
type Lane struct {
	Name  string
	Spans []Span
}

// Span is one version in a lane. To "" is open-ended; From = To is an empty period.
type Span struct {
	From, To string
	Text     string // the attribute's value, already safe to show
	New      bool   // the plan opens, moves or edits it
}

// Of makes the spans of versions, showing the attribute at index column of their values.
func Of(versions []engine.Version, column int) []Span {
	spans := make([]Span, 0, len(versions))
	for _, v := range versions {
		text := ""
		if column >= 0 && column < len(v.Values) {
			text = cell.Value(v.Values[column])
		}
		spans = append(spans, Span{From: v.From, To: v.To, Text: text, New: v.Opens || v.Was != nil || len(v.Edited) > 0})
	}
	return spans
}

// Render draws an axis and the lanes below it, each line width columns wide, names in the first nameWidth columns. It gives
// nil where there is nothing to draw, or a bound is not a time.
func Render(st *styles.Styles, lanes []Lane, nameWidth, width int) []string {
	return render(st, lanes, lanes, nameWidth, width)
}

// RenderWithin draws lanes over an axis that reaches at least from one moment to another and beyond, so that lanes which are drawn
// one after the other have the same scale.
func RenderWithin(st *styles.Styles, lanes []Lane, from, to string, nameWidth, width int) []string {
	return render(st, lanes, append([]Lane{{Spans: []Span{{From: from, To: to}, {From: to}}}}, lanes...), nameWidth, width)
}

// render draws lanes to the scale of others.
func render(st *styles.Styles, lanes, scaled []Lane, nameWidth, width int) []string {
	room := width - nameWidth - 1
	sc, ok := newScale(scaled, room)
	if !ok || room < 10 {
		return nil
	}
	lines := []string{compose(st, width, nameWidth, "", sc.axis(), st.Axis, st.Axis)}
	for _, lane := range lanes {
		for i, row := range rows(lane.Spans, sc) {
			name := lane.Name
			if i > 0 {
				name = ""
			}
			lines = append(lines, compose(st, width, nameWidth, name, row, st.Lane, st.LaneNew))
		}
	}
	return lines
}

// compose writes a name and the glyphs of a row as one line.
func compose(st *styles.Styles, width, nameWidth int, name string, row []glyph, plain, fresh lipgloss.Style) string {
	l := styles.NewLine(width, nil).Put(st.Quiet, cell.FitRight(name, nameWidth)).Put(st.Plain, " ")
	for i := 0; i < len(row); {
		run, j := "", i
		for j < len(row) && row[j].fresh == row[i].fresh {
			run += row[j].text
			j++
		}
		style := plain
		if row[i].fresh {
			style = fresh
		}
		l.Put(style, run)
		i = j
	}
	return l.String()
}

// layouts are the ways in which the engine writes a moment.
var layouts = []string{
	"2006-01-02", "2006-01-02 15:04:05.999999999", "2006-01-02T15:04:05.999999999", "2006-01-02 15:04",
	"2006-01-02 15:04:05.999999999Z07", "2006-01-02 15:04:05.999999999Z07:00", time.RFC3339Nano,
}

func moment(s string) (time.Time, bool) {
	for _, layout := range layouts {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}
