package learn

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dimdesk/engine"
)

// shape lists what is wrong with a lesson that can be told without running anything, and without which nothing can be run.
func (l *Lesson) shape() (out []Problem) {
	say := func(line int, format string, args ...any) {
		out = append(out, Problem{File: l.File, Line: max(line, 1), Text: fmt.Sprintf(format, args...)})
	}
	for _, need := range []struct {
		name    string
		missing bool
	}{{"lesson", l.Name == ""}, {"number", l.Number <= 0}, {"title", l.Title == ""}, {"goal", l.Goal == ""}, {"steps", len(l.Steps) == 0}} {
		if need.missing {
			say(1, "the lesson has no %s", need.name)
		}
	}
	l.Scene.shape(say)
	if strings.ContainsAny(l.Name, " /\t") {
		say(l.line("lesson"), "lesson: %q is a name on the command line: no spaces and slashes", l.Name)
	}
	for i := range l.Steps {
		st := &l.Steps[i]
		if kinds := st.kinds(); len(kinds) != 1 {
			say(st.Line, "a step is one of say, show, run, recipe, predict and task; this one has %s", cmp.Or(strings.Join(kinds, " and "), "none"))
		}
		if st.Own && (st.Scene.Lines["table"] != l.Scene.Lines["table"] || l.Scene.Dimension == "") { // else it is said of the lesson's
			st.Scene.shape(say)
		}
		if st.Show != nil {
			for _, t := range st.Show.Tables {
				if t != "dimension" && t != "batch" && t != "facts" {
					say(st.Line, "show: %q is none of dimension, batch and facts", t)
				}
			}
		}
		if st.Run != nil {
			st.Run.shape(say)
		}
		if st.Predict != nil {
			st.Predict.shape(say)
			if p := st.Predict.Proof; p == nil {
				say(st.Predict.Line, "the prediction has no proof, such as {engine: true}")
			} else {
				p.shape(say)
			}
			if g := st.Predict.Gives; g == nil || g.Query == "" {
				say(st.Predict.Line, "the prediction has no gives: {query: …, is: …}, by which it is checked")
			}
		}
		if st.Task != nil {
			st.Task.shape(say)
		}
	}
	for i := range l.Quiz {
		l.Quiz[i].shape(say)
	}
	slices.SortStableFunc(out, func(a, b Problem) int { return a.Line - b.Line })
	return out
}

func (st *Step) kinds() (out []string) {
	for _, k := range []struct {
		name string
		set  bool
	}{{"say", st.Say != ""}, {"show", st.Show != nil}, {"run", st.Run != nil}, {"recipe", st.Recipe != nil}, {"predict", st.Predict != nil}, {"task", st.Task != nil}} {
		if k.set {
			out = append(out, k.name)
		}
	}
	return out
}

type sayer func(line int, format string, args ...any)

// ownNames are what a dimension cannot be called, for they are the names of other tables.
var ownNames = []string{staged, orders, before, "got", "want"}

func (s *Scene) shape(say sayer) {
	if s.Dimension != "" && s.Table == "" {
		say(s.Line, "the scene has a dimension and no table, which is what SQL calls it")
	}
	for _, n := range ownNames {
		if engine.FoldName(s.Table) == n {
			say(max(s.Lines["table"], s.Line), "table: %s is what lessons call another table", s.Table)
		}
	}
}

func (r *Run) shape(say sayer) {
	if r.Engine == (r.SQL != "") {
		say(r.Line, "a run is either {engine: true} or {sql: …}")
	}
}

func (q *Question) shape(say sayer) {
	if strings.TrimSpace(q.Ask) == "" {
		say(q.Line, "the question has no ask")
	}
	if n := len(q.Choices); n < 2 || n > 5 {
		say(q.Line, "a question has 2 to 5 choices, this one %d", n)
	}
	right := 0
	for _, c := range q.Choices {
		if c.Right {
			right++
		}
		if strings.TrimSpace(c.Answer) == "" || strings.TrimSpace(c.Says) == "" {
			say(c.Line, "a choice has an answer, and says what whoever gives it is told")
		}
	}
	if right != 1 {
		say(q.Line, "one choice is right; here are %d", right)
	}
}

func (t *Task) shape(say sayer) {
	if t.Edit != EditSQL && t.Edit != EditSpec && t.Edit != EditBatch {
		say(max(t.Lines["edit"], t.Line), "edit: %q is none of sql, spec and batch", t.Edit)
	}
	if t.Judge != JudgeTable && t.Judge != JudgeResult {
		say(max(t.Lines["judge"], t.Line), "judge: %q is neither table nor result", t.Judge)
	}
	if t.Judge == JudgeResult && t.Edit != EditSQL {
		say(t.Line, "only SQL is judged by its result; a %s is judged by the table", t.Edit)
	}
	for _, need := range []struct{ name, text string }{{"title", t.Title}, {"ask", t.Ask}, {"start", t.Start}, {"solution", t.Solution}} {
		if strings.TrimSpace(need.text) == "" {
			say(t.Line, "the task has no %s", need.name)
		}
	}
	if len(t.Hidden) == 0 {
		say(t.Line, "the task has no hidden scene, so a lucky constant would pass")
	}
	for _, h := range t.Hidden {
		if h.About == "" {
			say(h.Scene.Line, "a hidden scene says with about what it is about")
		}
	}
	if len(t.Hints) == 0 {
		say(t.Line, "the task has no hints")
	}
	for _, m := range t.Misses {
		if m.When == "" || m.Says == "" {
			say(m.Line, "a miss has a query, when, and what it says")
		}
	}
}
