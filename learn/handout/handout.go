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
	number  int               // of questions and tasks
	fresh   bool              // there are tables that nobody was shown yet
	printed map[string]string // the tables that are on paper, as CSV, by what they are
}

func parts(ctx context.Context, lab engine.Lab, c *learn.Course, l *learn.Lesson) ([]part, error) {
	w := &writer{lab: lab, lesson: l, player: learn.NewPlayer(lab, l), fresh: true, printed: map[string]string{}}
	w.put(part{heading: fmt.Sprintf("%d. %s", l.Number, l.Title), level: 1}, part{text: l.Goal})
	for i := range l.Steps {
		if err := w.step(ctx, i); err != nil {
			return nil, engine.Errorf(engine.CodeFailed, "%s:%d: %w", l.File, l.Steps[i].Line, err)
		}
	}
	if len(l.Quiz) > 0 {
		w.put(part{heading: "Do you know it?", level: 2})
		for i := range l.Quiz {
			w.question(&l.Quiz[i], nil)
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
	w.fresh = w.fresh || st.Own
	seen, err := w.about(ctx, scene, st)
	if err != nil {
		return err
	}
	switch {
	case st.Say != "":
		w.put(part{text: st.Say})
	case st.Show != nil:
		w.fresh = false
		for _, t := range st.Show.Tables {
			w.printed[t] = csvOf(scene, t)
		}
		looked, err := learn.Look(ctx, w.lab, scene, st.Show)
		if err != nil {
			return err
		}
		w.put(named(looked.Tables)...)
		w.put(part{lanes: lanesOf(looked.Members)})
	case st.Run != nil:
		ran, err := w.player.Play(ctx, i)
		if err != nil {
			return err
		}
		w.put(seen...)
		w.put(ranParts(scene, st.Run, ran)...)
		w.printed["dimension"] = ran.Scene.Dimension
	case st.Recipe != nil:
		recipes, err := learn.Recipes(ctx, w.lab, scene, st.Recipe)
		if err != nil {
			return err
		}
		w.put(seen...)
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
		w.question(st.Predict, seen)
		ran, err := w.player.Play(ctx, i)
		if err != nil {
			return err
		}
		w.answer(ranParts(scene, st.Predict.Proof, ran)...)
	case st.Task != nil:
		return w.task(ctx, scene, st.Task, seen)
	}
	return nil
}

// question asks, below the tables that it is about.
func (w *writer) question(q *learn.Question, about []part) {
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
	w.put(part{heading: name, level: 3})
	w.put(about...)
	w.put(part{text: q.Ask}, p)
}

func (w *writer) task(ctx context.Context, scene learn.Scene, t *learn.Task, about []part) error {
	w.number++
	name := fmt.Sprintf("Task %d: %s", w.number, t.Title)
	w.put(part{heading: name, level: 3})
	w.put(about...)
	w.put(part{text: t.Ask}, part{code: t.Start, lang: lang(t.Edit)})
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
