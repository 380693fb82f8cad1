package learn

import (
	"fmt"
	"strings"

	"dimdesk/engine"
	"dimdesk/learn"
	"dimdesk/tui/cell"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"
	"dimdesk/tui/prose"
	"dimdesk/tui/sheet"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/key"
)

// View is what is asked, the editor, and what came of it.
func (t *task) View() string {
	st := t.env.Styles
	below, title := t.tables, "the tables as they are"
	if n, ok := t.last(func(n int) bool { return t.drafts[n].ran || n == t.running }); ok {
		below, title = t.drafts[n].came, "what came of it"
		if n == t.running {
			below, title = t.waiting(), "it is being judged"
		}
		title += t.before(n)
	}
	lines := []string{page.Title(st, t.w, fmt.Sprintf("%d  %s", t.l.Number, cell.Clean(t.l.Title)), t.progress())}
	lines = append(lines, t.draw(st, titles{"task: " + cell.Clean(t.task().Title), "your " + t.editing(), title}, func(w int) []string { return t.ask(st, w) }, below, t.w, t.h-3, 1)...)
	return strings.Join(append(lines, page.Rule(st, t.w, "", "", false), t.footer(st)), "\n")
}

// waiting is shown while the judge is at work.
func (t *task) waiting() exhibit {
	text := "It is run on the rows that you see"
	if n := len(t.task().Hidden); n > 0 {
		text += fmt.Sprintf(", and on %s that you do not see", cell.Plural(int64(n), "other set"))
	}
	return exhibit{{words: []word{{"◐", text + ", and held against the solution…", warn}}}}
}

func (t *task) progress() string {
	if t.solved {
		return "✓ solved"
	}
	return stepOf(t.l, t.step)
}

// editing names what is edited.
func (t *task) editing() string {
	switch t.task().Edit {
	case learn.EditSpec:
		return "spec"
	case learn.EditBatch:
		return "batch"
	}
	return "SQL"
}

// ask is what is asked, and the hints that were shown.
func (t *task) ask(st *styles.Styles, w int) []string {
	lines := indent(prose.Lines(st, t.task().Ask, w-2))
	for i, h := range t.task().Hints[:t.hints] {
		label := fmt.Sprintf("Hint %d of %d: ", i+1, len(t.task().Hints))
		for j, l := range prose.Lines(st, h, w-cell.Width(label)-2) {
			if j > 0 {
				label = strings.Repeat(" ", cell.Width(label))
			}
			lines = append(lines, " "+st.Warn.Render(label)+l)
		}
	}
	return lines
}

func (t *task) footer(st *styles.Styles) string {
	switch {
	case t.said != "":
		return page.Said(st, t.w, t.said)
	case t.ed.typing:
		return typingFooter(st, t.w)
	}
	var all []key.Binding
	if t.solved && !t.stale() {
		all = append(all, keys.As(keys.Enter, "go on"), keys.Edit)
	} else {
		all = append(all, keys.As(keys.Enter, "edit"), keys.As(keys.Run, "run it"))
	}
	hint := keys.As(keys.Hint, fmt.Sprintf("hint %d of %d", t.hints+1, len(t.task().Hints)))
	if t.hints == len(t.task().Hints) {
		hint = keys.As(keys.Hint, "solution")
	}
	return page.Footer(st, t.w, append(all, hint, keys.Undo, keys.Reset, keys.Pane, keys.Glossary, keys.As(keys.Back, "to the lesson"), keys.Help)...)
}

// verdict shows what the judge says, and the table that was judged with what is wrong marked in it.
func verdict(task *learn.Task, scene learn.Scene, v learn.Verdict) exhibit {
	if v.Passed {
		text := "That is right."
		if n := len(task.Hidden); n > 0 {
			text = fmt.Sprintf("That is right, and also on %s of rows that you have not seen.", cell.Plural(int64(n), "other set"))
		}
		e := exhibit{{words: []word{{"✓", text, good}}}}
		if task.Judge == learn.JudgeResult {
			return append(e, tablePart("your result", v.Got))
		}
		return append(e, sheetPart(cell.Clean(scene.Table)+" after it", sheet.Between(v.Ran.Before, v.Got, versionKey(scene)...)))
	}
	wrong := spoken("✗", v.Message, bad)
	if v.Hidden != "" {
		wrong = append([]word{{"✓", "Right on the rows that you see. Not so on others: " + v.Hidden + ".", warn}}, wrong...)
	}
	e := exhibit{{words: wrong}}
	title := "your " + cell.Clean(scene.Table)
	if task.Judge == learn.JudgeResult {
		title = "your result"
	}
	if v.Hidden != "" {
		title += " there"
	}
	if len(v.Got.Columns) > 0 {
		marked, legend := compared(task, scene, v.Got, v.Want)
		e = append(e, sheetPart(title, marked), part{words: []word{{" ", legend, quiet}}})
	}
	if task.Edit == learn.EditSQL && v.Hidden == "" {
		e = append(e, did(v.Ran.Results, nil)...)
	} else if v.Hidden == "" && len(v.Ran.Changes) > 0 {
		e = append(e, part{title: "what each row became", words: became(v.Ran.Changes)})
	}
	return e
}

// compared is the table that came of an answer, marked by what is wrong with it.
func compared(task *learn.Task, scene learn.Scene, got, want engine.Table) (sheet.Sheet, string) {
	var by []string
	if task.Judge != learn.JudgeResult {
		by = matching(task, scene)
	}
	s := sheet.Between(without(want, task.Ignore), without(got, task.Ignore), by...)
	var legend []string
	seen := map[sheet.Mark]bool{}
	for i, m := range s.Marks {
		if m == sheet.Changed {
			s.Marks[i] = sheet.Wrong
		}
		seen[s.Marks[i]] = true
	}
	for _, m := range []struct {
		mark sheet.Mark
		says string
	}{{sheet.Wrong, "! other values are wanted where ◂ stands"}, {sheet.Opened, "+ is too many"}, {sheet.Removed, "- is missing"}} {
		if seen[m.mark] {
			legend = append(legend, m.says)
		}
	}
	return s, strings.Join(legend, "; ")
}
