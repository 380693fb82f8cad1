package handout

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"dimdesk/engine"
)

// Sizes of a drawn history, in its own units: pixels where it is not shrunk.
const (
	svgWidth = 720
	svgNames = 140 // the names of members, at the left
	svgTail  = 70  // of an open version behind the last bound
	svgLane  = 30
	svgGlyph = 7.3 // the width of a character
)

// lane is one attribute of one member over time.
type lane struct {
	name string
	bars []bar
}

// bar is a version: To "" is open.
type bar struct{ from, to, value string }

// lanesOf is what is drawn of members: their attributes of type 2 and 6, two at most, or the first where there is none.
func lanesOf(members []engine.Member) (out []lane) {
	for _, m := range members {
		var columns []int
		for i, t := range m.Types {
			if (t == engine.Type2 || t == engine.Type6) && len(columns) < 2 {
				columns = append(columns, i)
			}
		}
		if len(columns) == 0 && len(m.Columns) > 0 {
			columns = []int{0}
		}
		name := m.Label
		if name == "" {
			for _, k := range m.Key {
				name = strings.TrimSpace(name + " " + shown(k))
			}
		}
		for _, c := range columns {
			l := lane{name: name}
			if len(columns) > 1 {
				l.name = strings.TrimSpace(name + " " + m.Columns[c])
			}
			for _, v := range m.Before {
				l.bars = append(l.bars, bar{day(v.From), day(v.To), shown(v.Values[c])})
			}
			out, name = append(out, l), ""
		}
	}
	return out
}

// day is a moment without its midnight.
func day(s string) string { return strings.TrimSuffix(s, " 00:00:00") }

// markdownLanes writes histories in words, a lane a line.
func markdownLanes(lanes []lane) string {
	width := 0
	for _, l := range lanes {
		width = max(width, utf8.RuneCountInString(l.name))
	}
	var b strings.Builder
	for _, l := range lanes {
		fmt.Fprintf(&b, "%-*s  ", width, l.name)
		for i, v := range l.bars {
			if i > 0 {
				b.WriteString(" | ")
			}
			fmt.Fprintf(&b, "%s: %s → %s", strings.Join(strings.Fields(v.value), " "), v.from, cmp.Or(v.to, "…"))
		}
		b.WriteByte('\n')
	}
	return "```\n" + b.String() + "```"
}

// htmlLanes draws histories; "" where a bound is none that can be placed. Its colours are the page's.
func htmlLanes(lanes []lane) string {
	bounds, ok := placed(lanes)
	if !ok {
		return ""
	}
	right := max(bounds[len(bounds)-1].x+svgTail, svgWidth)
	height := len(lanes)*svgLane + 24
	esc := template.HTMLEscapeString
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="lanes" viewBox="0 0 %d %d" style="max-width:%dpx" role="img"><title>Histories over time</title>`, right, height, right)
	for i, l := range lanes {
		y := i * svgLane
		fmt.Fprintf(&b, `<text x="0" y="%d">%s</text>`, y+20, esc(cut(l.name, svgNames)))
		for _, v := range l.bars {
			from, to, end := at(bounds, v.from), right, ""
			if v.to == "" {
				end = ` stroke-dasharray="4 3"`
			} else {
				to = at(bounds, v.to)
			}
			fmt.Fprintf(&b, `<g><title>%s: %s → %s</title><rect x="%d" y="%d" width="%d" height="%d" rx="3"%s/><text x="%d" y="%d">%s</text></g>`,
				esc(v.value), esc(v.from), esc(cmp.Or(v.to, "…")), from+1, y+3, max(to-from-2, 2), svgLane-6, end, from+8, y+20, esc(cut(v.value, to-from-12)))
		}
	}
	for _, m := range bounds {
		fmt.Fprintf(&b, `<line x1="%d" y1="0" x2="%d" y2="%d"/><text class="when" x="%d" y="%d">%s</text>`, m.x, m.x, height-16, m.x, height-4, esc(m.text))
	}
	return b.String() + "</svg>"
}

// bound is a moment at which a version begins or ends, and where it is drawn.
type bound struct {
	text string
	when time.Time
	x    int
}

func at(bounds []bound, text string) int {
	return bounds[slices.IndexFunc(bounds, func(b bound) bool { return b.text == text })].x
}

// placed spreads the bounds: as far apart as they are in time, but far enough for each to be written below its line.
func placed(lanes []lane) (out []bound, ok bool) {
	for _, l := range lanes {
		for _, v := range l.bars {
			for _, text := range []string{v.from, v.to} {
				if text == "" && v.from != "" || slices.ContainsFunc(out, func(b bound) bool { return b.text == text }) {
					continue
				}
				when, err := moment(text)
				if err != nil {
					return nil, false
				}
				out = append(out, bound{text: text, when: when})
			}
		}
	}
	if len(out) == 0 {
		return nil, false
	}
	slices.SortFunc(out, func(a, b bound) int { return a.when.Compare(b.when) })
	least := 0
	for _, b := range out {
		least = max(least, int(float64(len(b.text))*svgGlyph)+8)
	}
	rest := max(svgWidth-svgNames-svgTail-least*(len(out)-1), 0)
	all := out[len(out)-1].when.Sub(out[0].when).Seconds()
	for i := range out {
		out[i].x = svgNames + least*i
		if all > 0 {
			out[i].x += int(float64(rest) * out[i].when.Sub(out[0].when).Seconds() / all)
		}
	}
	return out, true
}

func moment(s string) (time.Time, error) {
	if len(s) == len(time.DateOnly) {
		return time.Parse(time.DateOnly, s)
	}
	return time.Parse(time.DateTime, s)
}

// cut is a text that fits a width.
func cut(s string, width int) string {
	runes := []rune(s)
	switch fit := int(float64(width) / svgGlyph); {
	case len(runes) <= fit:
		return s
	case fit < 2:
		return ""
	default:
		return string(runes[:fit-1]) + "…"
	}
}
