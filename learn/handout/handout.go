// Package handout prints a lesson for a class: as Markdown, or as one HTML page that needs nothing else. What the lesson runs is
// run, so that its tables are on paper; answers and solutions stand at the end.
package handout

import (
	"context"
	"fmt"
	"strings"

	"dimdesk/engine"
	"dimdesk/learn"
)

// part is a piece of a handout; one of its fields is set.
type part struct {
	heading   string
	level     int    // of the heading, 1 to 3
	pageBreak bool   // the heading begins a page
	text      string // of a lesson: paragraphs, lists, code
	table     *learn.Named
	code      string
	lang      string
	choices   []string
	said      string // what somebody is told
	lanes     []lane
}

// writer gathers a lesson's parts: what is handed out, and what stands at its end.
type writer struct {
	lab     engine.Lab
	lesson  *learn.Lesson
	player  *learn.Player
	body    []part
	answers []part
	number  int // of questions and tasks
}

func parts(ctx context.Context, lab engine.Lab, c *learn.Course, l *learn.Lesson) ([]part, error) {
	w := &writer{lab: lab, lesson: l, player: learn.NewPlayer(lab, l)}
	w.put(part{heading: fmt.Sprintf("%d. %s", l.Number, l.Title), level: 1}, part{text: l.Goal})
	for i := range l.Steps {
		if err := w.step(ctx, i); err != nil {
			return nil, engine.Errorf(engine.CodeFailed, "%s:%d: %w", l.File, l.Steps[i].Line, err)
		}
	}
	if len(l.Quiz) > 0 {
		w.put(part{heading: "Do you know it?", level: 2})
		for i := range l.Quiz {
			w.question(&l.Quiz[i])
		}
	}
	w.words(c)
	if len(w.answers) > 0 {
		w.put(part{heading: "Answers", level: 2, pageBreak: true})
	}
	return append(w.body, w.answers...), nil
}

func (w *writer) put(ps ...part)    { w.body = append(w.body, ps...) }
func (w *writer) answer(ps ...part) { w.answers = append(w.answers, ps...) }

func (w *writer) step(ctx context.Context, i int) error {
	st := &w.lesson.Steps[i]
	scene, err := w.player.Scene(ctx, i)
	if err != nil {
		return err
	}
	switch {
	case st.Say != "":
		w.put(part{text: st.Say})
	case st.Show != nil:
		seen, err := learn.Look(ctx, w.lab, scene, st.Show)
		if err != nil {
			return err
		}
		w.put(tables(seen.Tables)...)
		w.put(part{lanes: lanesOf(seen.Members)})
	case st.Run != nil:
		ran, err := w.player.Play(ctx, i)
		if err != nil {
			return err
		}
		w.put(ranParts(scene, st.Run, ran)...)
	case st.Recipe != nil:
		recipes, err := learn.Recipes(ctx, w.lab, scene, st.Recipe)
		if err != nil {
			return err
		}
		for _, r := range recipes {
			w.put(part{heading: r.Dialect.Title, level: 3}, part{code: r.SQL(), lang: "sql"})
			w.put(part{said: r.Dialect.Evidence})
			var not []string
			for _, b := range r.Breaks {
				not = append(not, "- **"+b.Rule+"**: "+b.Says)
			}
			if len(not) > 0 {
				w.put(part{text: "What it does not do as dimdesk does:\n\n" + strings.Join(not, "\n")})
			}
		}
	case st.Predict != nil:
		w.question(st.Predict)
		ran, err := w.player.Play(ctx, i)
		if err != nil {
			return err
		}
		w.answer(ranParts(scene, st.Predict.Proof, ran)...)
	case st.Task != nil:
		return w.task(ctx, scene, st.Task)
	}
	return nil
}

func (w *writer) question(q *learn.Question) {
	w.number++
	name := fmt.Sprintf("Question %d", w.number)
	p := part{}
	var told []string
	for i, c := range q.Choices {
		letter := string(rune('a' + i))
		p.choices = append(p.choices, c.Answer)
		if c.Right {
			w.answer(part{heading: name, level: 3}, part{text: fmt.Sprintf("**%s) %s**", letter, strings.TrimSpace(c.Answer))}, part{text: c.Says})
		} else {
			told = append(told, fmt.Sprintf("- %s) %s", letter, strings.Join(strings.Fields(c.Says), " ")))
		}
	}
	w.answer(part{text: strings.Join(told, "\n")})
	w.put(part{heading: name, level: 3}, part{text: q.Ask}, p)
}

func (w *writer) task(ctx context.Context, scene learn.Scene, t *learn.Task) error {
	w.number++
	name := fmt.Sprintf("Task %d: %s", w.number, t.Title)
	w.put(part{heading: name, level: 3}, part{text: t.Ask}, part{code: t.Start, lang: lang(t.Edit)})
	var hints []string
	for _, h := range t.Hints {
		hints = append(hints, "- "+strings.Join(strings.Fields(h), " "))
	}
	w.answer(part{heading: name, level: 3}, part{text: "Hints:\n\n" + strings.Join(hints, "\n")}, part{code: t.Solution, lang: lang(t.Edit)})
	run := &learn.Run{Engine: true}
	switch t.Edit {
	case learn.EditSQL:
		run = &learn.Run{SQL: t.Solution}
	case learn.EditSpec:
		scene.Spec = t.Solution
	case learn.EditBatch:
		scene.Batch = t.Solution
	}
	ran, err := learn.Play(ctx, w.lab, scene, run)
	if err != nil {
		return err
	}
	if t.Judge == learn.JudgeResult {
		w.answer(results(ran)...)
	} else {
		w.answer(part{table: &learn.Named{Name: scene.Table, Table: ran.After}})
	}
	return nil
}

func (w *writer) words(c *learn.Course) {
	var lines []string
	for _, word := range w.lesson.Terms {
		if t, ok := c.Term(word); ok {
			lines = append(lines, "- **"+t.Term+"**: "+strings.Join(strings.Fields(t.Says), " "))
		}
	}
	if len(lines) > 0 {
		w.put(part{heading: "Words", level: 2}, part{text: strings.Join(lines, "\n")})
	}
}

func lang(e learn.Edit) string {
	switch e {
	case learn.EditSQL:
		return "sql"
	case learn.EditSpec:
		return "yaml"
	}
	return "csv"
}

func tables(ts []learn.Named) (out []part) {
	for i := range ts {
		out = append(out, part{table: &ts[i]})
	}
	return out
}

// ranParts is what a run shows: its SQL, what it selected, the dimension afterwards.
func ranParts(scene learn.Scene, run *learn.Run, ran learn.Ran) (out []part) {
	if run.SQL != "" {
		out = append(out, part{code: run.SQL, lang: "sql"})
	} else {
		out = append(out, part{said: "dimdesk applies the batch as of " + scene.AsOf + ":"})
	}
	out = append(out, results(ran)...)
	if ran.Stopped != nil {
		out = append(out, part{said: ran.Stopped.Error()})
	}
	if !same(ran.Before, ran.After) {
		out = append(out, part{table: &learn.Named{Name: scene.Table + ", afterwards", Table: ran.After}})
	}
	return out
}

func results(ran learn.Ran) (out []part) {
	for _, r := range ran.Results {
		if r.Table != nil {
			out = append(out, part{table: &learn.Named{Name: "result", Table: *r.Table}})
		}
	}
	return out
}

func same(a, b engine.Table) bool {
	return fmt.Sprint(a.Columns, a.Rows) == fmt.Sprint(b.Columns, b.Rows)
}
