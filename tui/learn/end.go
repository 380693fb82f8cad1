package learn

import (
	"fmt"

	"dimdesk/tui/cell"
	"dimdesk/tui/prose"
	"dimdesk/tui/styles"
)

// tally is what was done of a lesson.
type tally struct{ asked, right, tasks, solved int }

func (p *lesson) tally() (t tally) {
	for i, s := range p.l.Steps {
		switch {
		case s.Predict != nil:
			t.asked++
			if n := p.stands[i].chosen; n > 0 && s.Predict.Choices[n-1].Right {
				t.right++
			}
		case s.Task != nil:
			t.tasks++
			if p.stands[i].solved {
				t.solved++
			}
		}
	}
	return t
}

// end says what was done, and what comes next.
func (p *lesson) end(st *styles.Styles, w int) []string {
	t := p.tally()
	lines := []string{"", said(st.Strong, "✓", fmt.Sprintf("Lesson %d: %s", p.l.Number, cell.Clean(p.l.Title))), ""}
	lines = append(lines, indent(prose.Lines(st, p.l.Goal, w-2))...)
	lines = append(lines, "")
	if t.asked > 0 {
		lines = append(lines, fmt.Sprintf("   %d of %s answered right", t.right, cell.Plural(int64(t.asked), "prediction")))
	}
	if t.tasks > 0 {
		lines = append(lines, fmt.Sprintf("   %d of %s solved", t.solved, cell.Plural(int64(t.tasks), "task")))
	}
	if t.solved < t.tasks {
		lines = append(lines, "", said(st.Warn, "◐", "A task is left. ← goes back to it; or come again another day."))
	}
	lines = append(lines, "")
	if next := p.following(); next != nil {
		lines = append(lines, said(st.Key, "▸", fmt.Sprintf("Enter: lesson %d, %s (%d min)", next.Number, cell.Clean(next.Title), next.Minutes)))
		return append(lines, indent(indent(indent(prose.Lines(st, next.Goal, w-4))))...)
	}
	return append(lines, said(st.Key, "▸", "That was the last lesson. Enter goes back to the list: the playground and the sandbox are there."))
}
