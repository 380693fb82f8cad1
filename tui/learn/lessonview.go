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

// View is the text of the step, and what is to be seen with it: below it, or beside it where there is room.
func (p *lesson) View() string {
	st := p.env.Styles
	lines := []string{page.Title(st, p.w, p.title(), p.progress())}
	lines = append(lines, p.body(st, p.h-3)...)
	footer := page.Footer(st, p.w, p.keys()...)
	if p.said != "" {
		footer = page.Said(st, p.w, p.said)
	}
	return strings.Join(append(lines, page.Rule(st, p.w, "", "", false), footer), "\n")
}

// roomy is the height from which SQL that is read leaves room for a text above it.
const roomy = 30

func (p *lesson) title() string { return fmt.Sprintf("%d  %s", p.l.Number, cell.Clean(p.l.Title)) }

// progress says how far the lesson is.
func (p *lesson) progress() string {
	switch n := len(p.l.Steps); {
	case !p.begun:
		return ""
	case p.at >= n:
		return "done"
	default:
		return stepOf(p.l, p.at)
	}
}

// stepOf says which step of how many one is, or two that are seen together.
func stepOf(l *learn.Lesson, step int) string {
	if opens(l, step-1) {
		return fmt.Sprintf("steps %d and %d of %d", step, step+1, len(l.Steps))
	}
	return fmt.Sprintf("step %d of %d", step+1, len(l.Steps))
}

// body is what stands between the title and the footer, in h lines.
func (p *lesson) body(st *styles.Styles, h int) []string {
	if !p.begun {
		return page.Fill([]string{page.Rule(st, p.w, "", "", false), styles.NewLine(p.w, nil).Put(st.Quiet, " preparing the tables…").String()}, p.w, h)
	}
	step := p.step()
	if step == nil {
		return p.text.draw(st, "the end of this lesson", fill(p.end(st, min(p.w, textMost)), p.w), p.w, h, true)
	}
	heading, w := p.heading(step), textWidth(p.w)
	text, answer := p.words(st, step, min(w, textMost)), 0
	if step.Predict != nil {
		text, answer = question(st, step.Predict, p.stands[p.at].chosen, min(w, textMost))
	}
	lay := func(h int) { // once it is known how many lines the text has
		if p.answers {
			p.text.to(answer, len(text), h)
		}
	}
	if len(step.Recipe) > 0 {
		n := min(len(text)+1, h/3)
		if h < roomy {
			n = 1 // what was said before it was just read
		}
		return append(p.text.draw(st, heading, fill(text, p.w), p.w, n, false), p.recipe.View(st, p.w, h-n)...)
	}
	seen := p.stands[p.at].seen()
	if len(seen) == 0 {
		lay(h)
		return p.text.draw(st, heading, fill(text, p.w), p.w, h, true)
	}
	if p.w >= wide {
		lay(h)
		left := p.text.draw(st, heading, fill(text, w), w, h, !p.beside)
		right := p.exhibit.draw(st, "", seen.lines(st, p.w-w-1, &p.exhibit.left), p.w-w-1, h, p.beside)
		return beside(st, left, right)
	}
	tables := seen.lines(st, p.w, &p.exhibit.left)
	if len(text) == 0 {
		return p.exhibit.draw(st, heading, tables, p.w, h, true)
	}
	n := share(h, needs{len(text) + 1, len(text) - answer + 1}, needs{len(tables) + 1, seen.first(st, p.w) + 1})
	lay(n)
	return append(p.text.draw(st, heading, fill(text, p.w), p.w, n, !p.beside), p.exhibit.draw(st, "", tables, p.w, h-n, p.beside)...)
}

// heading says what is to be done at a step, or what is to be looked at.
func (p *lesson) heading(step *learn.Step) string {
	switch {
	case step.Say != "":
		return ""
	case step.Predict != nil:
		return "what do you think?"
	case step.Task != nil:
		return "a task"
	case step.Run != nil && step.Run.Engine:
		return "the batch is applied"
	case step.Run != nil:
		return "SQL is run"
	case len(step.Recipe) > 0:
		return "the same in other SQL"
	}
	return "have a look: " + lookedAt(step.Show, p.stands[p.at].before)
}

// lookedAt names what a step shows.
func lookedAt(show *learn.Show, scene learn.Scene) string {
	var names []string
	for _, t := range show.Tables {
		switch t {
		case "dimension":
			t = scene.Table
		case "batch":
			t = "staged"
		case "facts":
			t = "orders"
		}
		names = append(names, cell.Clean(t))
	}
	if show.Query != "" {
		names = append(names, "what this query gives")
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// words are the text of a step in lines of w columns. Tables, runs and recipes go on with the text that came before them.
func (p *lesson) words(st *styles.Styles, step *learn.Step, w int) []string {
	stand := &p.stands[p.at]
	switch {
	case step.Predict != nil:
		return nil // question
	case step.Task != nil:
		lines := indent(prose.Lines(st, "**"+step.Task.Title+"**\n\n"+step.Task.Ask, w-2))
		if stand.solved {
			return append(lines, "", said(st.Good, "✓", "Solved. Enter goes on."))
		}
		return append(lines, "", said(st.Key, "▸", "Enter begins."))
	case step.Say != "":
		return indent(prose.Lines(st, step.Say, w-2))
	}
	var lines []string
	for i := p.at - 1; i >= 0; i-- {
		if s := p.l.Steps[i]; s.Say != "" {
			lines = indent(prose.Lines(st, s.Say, w-2))
		} else if s.Show != nil || s.Run != nil || len(s.Recipe) > 0 {
			continue
		}
		break
	}
	lines = append(lines, code(st, sqlOf(step), len(lines) > 0, w)...)
	if step.Run != nil && !stand.shown {
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, said(st.Key, "▸", "Enter runs it."))
	}
	return lines
}

// sqlOf is the SQL that a step runs; "" where it runs none.
func sqlOf(step *learn.Step) string {
	switch {
	case step.Run != nil:
		return step.Run.SQL
	case step.Show != nil:
		return step.Show.Query
	}
	return ""
}

// code is SQL as a block of a text, apart from what stands above it.
func code(st *styles.Styles, sql string, apart bool, w int) []string {
	if sql == "" {
		return nil
	}
	lines := indent(prose.Lines(st, "```\n"+strings.TrimRight(sql, "\n")+"\n```", w-2))
	if apart {
		return append([]string{""}, lines...)
	}
	return lines
}

// said is a line with a mark.
func said(style style, mark, text string) string {
	return " " + style.Render(mark) + " " + style.Render(text)
}

// indent moves lines in by a column.
func indent(lines []string) []string {
	for i, l := range lines {
		lines[i] = " " + l
	}
	return lines
}

// fill makes each line w columns wide.
func fill(lines []string, w int) []string {
	for i, l := range lines {
		lines[i] = cell.Fit(l, w)
	}
	return lines
}

// keys are those that matter now.
func (p *lesson) keys() []key.Binding {
	var now []key.Binding
	step := p.step()
	switch {
	case step == nil && p.begun:
		now = append(now, keys.As(keys.Enter, p.whatNext()))
	case step == nil:
	case step.Predict != nil && p.stands[p.at].chosen == 0:
		now = append(now, keys.Labelled(keys.Digit, "1–"+fmt.Sprint(len(step.Predict.Choices)), "answer"))
	case step.Run != nil && !p.stands[p.at].shown:
		now = append(now, keys.As(keys.Enter, "run it"))
	case step.Task != nil && !p.stands[p.at].solved:
		now = append(now, keys.As(keys.Enter, "begin the task"), keys.Labelled(keys.Right, "→", "skip it"))
	case step.Task != nil:
		now = append(now, keys.As(keys.Enter, "go on"), keys.As(keys.Edit, "do it again"))
	default:
		now = append(now, keys.As(keys.Enter, "go on"))
	}
	if !p.first() {
		now = append(now, keys.Labelled(keys.Left, "←", "back"))
	}
	if step != nil && len(step.Recipe) > 0 {
		now = append(now, p.recipe.Keys()...)
	} else if step != nil && len(p.stands[p.at].seen()) > 0 {
		now = append(now, keys.As(keys.Pane, "tables"))
	}
	return append(now, keys.Glossary, keys.As(keys.Back, "the list"), keys.Help)
}

func (p *lesson) whatNext() string {
	if next := p.following(); next != nil {
		return fmt.Sprintf("lesson %d", next.Number)
	}
	return "back to the list"
}
