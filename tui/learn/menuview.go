package learn

import (
	"fmt"
	"strings"

	"dimdesk/learn"
	"dimdesk/tui/cell"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"
	"dimdesk/tui/prose"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/key"
)

// listMost is how wide the list gets: what is said of a lesson at the right belongs to its title.
const listMost = 100

// about is how many lines say what the entry under the cursor is about, the rule above them included.
const about = 4

// View is the list, and below it what the entry under the cursor is about.
func (m *menu) View() string {
	st := m.env.Styles
	lines := []string{
		page.Title(st, m.w, "Learning slowly changing dimensions", m.summary()),
		page.Rule(st, m.w, "lessons", "", true),
	}
	m.rows = m.h - 2 - about - 2
	gap := 0
	if len(m.lessons) > 0 && len(m.entries) < m.rows {
		gap = 1 // before the playground, where there is room
	}
	m.top = max(min(m.top, m.at, len(m.entries)-m.rows), m.at-m.rows+1, 0)
	var list []string
	for i := m.top; i < min(m.top+m.rows, len(m.entries)); i++ {
		if gap > 0 && i == len(m.lessons) {
			list = append(list, styles.NewLine(m.w, nil).String())
		}
		list = append(list, m.line(st, i))
	}
	lines = append(lines, page.Fill(list, m.w, m.rows)...)
	lines = append(lines, m.about(st)...)
	return strings.Join(append(lines, page.Rule(st, m.w, "", "", false), page.Footer(st, m.w, m.keys()...)), "\n")
}

// summary says how many lessons are done.
func (m *menu) summary() string {
	n := 0
	for _, l := range m.lessons {
		if m.done(l) {
			n++
		}
	}
	return fmt.Sprintf("%d of %s done", n, cell.Plural(int64(len(m.lessons)), "lesson"))
}

// line is one entry.
func (m *menu) line(st *styles.Styles, i int) string {
	e := m.entries[i]
	l := styles.NewLine(m.w, nil)
	style, cursor := st.Plain, "  "
	if i == m.at {
		l, style, cursor = styles.NewLine(m.w, st.SelectedRow), st.Strong, "▌ "
	}
	l.Put(st.Cursor, cursor)
	if e.lesson == nil {
		return l.Put(st.Plain, "      ").Put(style, cell.Clean(e.title)).String()
	}
	mark, markStyle, words := m.mark(st, e.lesson)
	l.Put(markStyle, mark).Put(st.Quiet, fmt.Sprintf(" %2d  ", e.lesson.Number))
	right := fmt.Sprintf("%3d min ", e.lesson.Minutes)
	if words != "" {
		right = words + "  " + right
	}
	l.Put(style, cell.Cut(cell.Clean(e.title), min(m.w, listMost)-l.At()-cell.Width(right)-2))
	return l.To(min(m.w, listMost)-cell.Width(right)).Put(st.Quiet, right).String()
}

// mark is the sign of what was done of a lesson, and the same in words.
func (m *menu) mark(st *styles.Styles, l *learn.Lesson) (string, style, string) {
	switch {
	case m.o.Progress.Skipped(l):
		return "✓", st.Good, "known"
	case m.done(l):
		return "✓", st.Good, "done"
	}
	step, begun := m.o.Progress.Begun(l)
	if !begun {
		return "·", st.Quiet, ""
	}
	words := fmt.Sprintf("at step %d of %d", step+1, len(l.Steps))
	if solved, all := m.o.Progress.Tasks(l); step == len(l.Steps)-1 && solved < all {
		words = cell.Plural(int64(all-solved), "task") + " left"
	}
	return "◐", st.Warn, words
}

// about says what the entry under the cursor is about.
func (m *menu) about(st *styles.Styles) []string {
	e := m.entries[m.at]
	w := min(m.w, textMost)
	lines := indent(prose.Lines(st, e.goal, w-2))
	if e.lesson != nil {
		words := cell.Plural(int64(len(e.lesson.Steps)), "step")
		if solved, all := m.o.Progress.Tasks(e.lesson); all > 0 {
			words += fmt.Sprintf(", %d of %s solved", solved, cell.Plural(int64(all), "task"))
		}
		lines = append(lines, " "+st.Quiet.Render(words))
	}
	return append([]string{page.Rule(st, m.w, cell.Clean(e.title), "", false)}, page.Fill(fill(lines, m.w), m.w, about-1)...)
}

func (m *menu) keys() []key.Binding {
	e := m.entries[m.at]
	what := "open"
	if e.lesson != nil {
		what = "begin"
		if _, begun := m.o.Progress.Begun(e.lesson); m.done(e.lesson) {
			what = "again"
		} else if begun {
			what = "go on"
		}
	}
	all := []key.Binding{keys.As(keys.Enter, what), keys.Labelled(keys.Down, "j k", "others")}
	if e.lesson != nil && len(e.lesson.Quiz) > 0 {
		all = append(all, keys.Skip)
	}
	return append(all, keys.Glossary, keys.Quit, keys.Help)
}
