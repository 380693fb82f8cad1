package page

import (
	"fmt"
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/grid"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/key"
)

// Title is the first line of a screen: the program, what it is of, and something at the right.
func Title(st *styles.Styles, w int, what, right string) string {
	l := styles.NewLine(w, nil).Put(st.Title, " dimdesk ").Put(st.Plain, " ")
	room := w - l.At() - cell.Width(right) - 2
	return l.Put(st.Strong, cell.Cut(what, max(room, 8))).Right(st.Quiet, right+" ").String()
}

// Rule is a line between panes with a word at its left and one at its right; focus marks the pane below as the one that
// the keys move in.
func Rule(st *styles.Styles, w int, left, right string, focus bool) string {
	style := st.Rule
	dash := "─"
	if focus {
		style, dash = st.RuleFocus, "━"
	}
	if right != "" {
		right = " " + right + " "
	}
	l := styles.NewLine(w, nil)
	if left != "" {
		l.Put(style, dash+" ").Put(st.Quiet, cell.Cut(left, max(w-cell.Width(right)-8, 4))).Put(style, " ")
	}
	l.Put(style, strings.Repeat(dash, max(w-l.At()-cell.Width(right)-1, 0)))
	return l.Put(st.Quiet, right).Put(style, dash).String()
}

// Footer is the last line of a screen: the few keys that matter now, as many as fit, the last of them always.
func Footer(st *styles.Styles, w int, bindings ...key.Binding) string {
	l := styles.NewLine(w, nil).Put(st.Plain, " ")
	if len(bindings) == 0 {
		return l.String()
	}
	last := bindings[len(bindings)-1]
	reserve := width(last)
	for _, b := range bindings[:len(bindings)-1] {
		if l.Left() < width(b)+2+reserve {
			continue
		}
		l.Put(st.Key, b.Help().Key).Put(st.KeyText, " "+b.Help().Desc+"  ")
	}
	return l.Put(st.Key, last.Help().Key).Put(st.KeyText, " "+last.Help().Desc).String()
}

func width(b key.Binding) int { return cell.Width(b.Help().Key) + 1 + cell.Width(b.Help().Desc) }

// Said is a footer that says something instead of naming keys.
func Said(st *styles.Styles, w int, text string) string {
	return styles.NewLine(w, nil).Put(st.Plain, " ").Put(st.Warn, text).String()
}

// Decisions adds how many rows are taken and how many parked.
func Decisions(st *styles.Styles, l *styles.Line, counts engine.Counts) {
	for d, n := range []int64{engine.Taken: counts.Taken, engine.Parked: counts.Parked} {
		if d := engine.Decision(d); d != engine.NoDecision {
			mark, style := st.Decision(d)
			l.Put(style, mark).Put(st.Strong, " "+cell.Count(n)).Put(st.Quiet, " "+d.String()).Put(st.Plain, "  ")
		}
	}
	l.Put(st.Rule, "│ ")
}

// Counts adds the kinds to a line with their marks, in display order: those that occur, with names where there is room.
func Counts(st *styles.Styles, l *styles.Line, counts map[engine.Kind]int64, named bool) {
	for _, k := range engine.Kinds {
		n := counts[k]
		if n == 0 || k.Quiet() {
			continue
		}
		l.Put(st.Kind(k), k.Mark()).Put(st.Plain, " "+cell.Count(n))
		if named {
			l.Put(st.Quiet, " "+k.String())
		}
		l.Put(st.Plain, "  ")
	}
}

// Ops are the row operations in the order in which screens list them.
var Ops = []engine.Op{engine.OpOpen, engine.OpClose, engine.OpOverwrite, engine.OpRedate, engine.OpRemove}

// Operations lists row operations with their counts: "open 410 · close 312".
func Operations(ops map[engine.Op]int64) string {
	var parts []string
	for _, op := range Ops {
		if ops[op] > 0 {
			parts = append(parts, string(op)+" "+cell.Count(ops[op]))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, " · ")
}

// Fill makes lines exactly h lines of w columns.
func Fill(lines []string, w, h int) []string {
	if len(lines) > h {
		return lines[:h]
	}
	for len(lines) < h {
		lines = append(lines, strings.Repeat(" ", w))
	}
	return lines
}

// Range says which lines of a text are seen, for the right of a rule; "" where all are.
func Range(at *grid.Scroll) string {
	first, last, total, all := at.Range()
	if all {
		return ""
	}
	return fmt.Sprintf("%d–%d of %d lines", first, last, total)
}
