package learn

import (
	"context"
	"regexp"
	"strings"

	"dimdesk/engine"
)

// task proves a task: the solution passes, and the start, a constant and every foreseen mistake do not.
func (k *checker) task(ctx context.Context, scene Scene, t *Task) error {
	k.taskFits(t)
	passed, err := Judge(ctx, k.lab, t, scene, t.Solution)
	if err != nil {
		return k.fault(ctx, t.Line, "solution", err)
	}
	if !passed.Passed {
		k.say(t.Line, "solution: it does not pass%s: %s", onHidden(passed), passed.Message)
		return nil
	}
	start, err := Judge(ctx, k.lab, t, scene, t.Start)
	if err != nil {
		return k.fault(ctx, t.Line, "start", err)
	}
	if start.Passed {
		k.say(t.Line, "start: what the learner begins with passes already")
	}
	if err := k.constant(ctx, scene, t); err != nil {
		return err
	}
	for i := range t.Misses {
		if err := k.miss(ctx, scene, t, i); err != nil {
			return err
		}
	}
	return nil
}

func onHidden(v Verdict) string {
	if v.Hidden == "" {
		return ""
	}
	return " on the hidden scene about " + v.Hidden
}

// constant proves that whoever writes down what is right on the visible scene does not pass. In a task of a spec or a batch that is
// so where a hidden scene wants another table.
func (k *checker) constant(ctx context.Context, scene Scene, t *Task) error {
	visible := *t
	visible.Hidden = nil
	want, err := Judge(ctx, k.lab, &visible, scene, t.Solution)
	if err != nil {
		return err
	}
	if t.Edit == EditSQL {
		v, err := Judge(ctx, k.lab, t, scene, constantOf(t, scene, want.Want))
		if err != nil {
			return k.fault(ctx, t.Line, "a constant", err)
		}
		if v.Passed {
			k.say(t.Line, "hidden: a constant passes, that is, the rows that are right on the visible tables written down; a hidden scene is to want others")
		}
		return nil
	}
	for _, h := range t.Hidden {
		other, err := Judge(ctx, k.lab, &visible, scene.With(h.Scene), t.Solution)
		if err != nil {
			return k.fault(ctx, t.Line, "hidden: "+h.About, err)
		}
		if csvOf(other.Want) != csvOf(want.Want) {
			return nil
		}
	}
	k.say(t.Line, "hidden: every hidden scene wants the same table as the visible one, so they prove nothing")
	return nil
}

// constantOf is SQL that leaves, or selects, these rows whatever the tables hold.
func constantOf(t *Task, scene Scene, want engine.Table) string {
	names := make([]string, len(want.Columns))
	for i, c := range want.Columns {
		names[i] = Ident(c)
	}
	rows := make([]string, len(want.Rows))
	for i, r := range want.Rows {
		cells := make([]string, len(r))
		for j, v := range r {
			cells[j] = "NULL"
			if !v.Null {
				cells[j] = "'" + strings.ReplaceAll(v.Text, "'", "''") + "'"
			}
			cells[j] = "CAST(" + cells[j] + " AS " + want.Types[j] + ")"
		}
		rows[i] = "(" + strings.Join(cells, ", ") + ")"
	}
	values := strings.Join(rows, ",\n")
	if t.Judge == JudgeResult {
		if len(rows) == 0 {
			return "SELECT NULL WHERE false"
		}
		return "SELECT * FROM (VALUES " + values + ") v(" + strings.Join(names, ", ") + ")"
	}
	clear := "DELETE FROM " + Ident(scene.Table) + ";\n"
	if len(rows) == 0 {
		return clear
	}
	return clear + "INSERT INTO " + Ident(scene.Table) + " (" + strings.Join(names, ", ") + ") VALUES " + values
}

// miss proves that a foreseen mistake is told as foreseen.
func (k *checker) miss(ctx context.Context, scene Scene, t *Task, i int) error {
	m := &t.Misses[i]
	if strings.TrimSpace(m.Try) == "" {
		k.say(m.Line, "the miss has no try, a wrong answer that is to be told this")
		return nil
	}
	v, err := Judge(ctx, k.lab, t, scene, m.Try)
	if err != nil {
		return k.fault(ctx, m.Line, "try", err)
	}
	switch {
	case v.Passed:
		k.say(m.Line, "try: it passes, so nobody is told this")
	case !toldAs(m.Says, v.Message):
		k.say(m.Line, "try: %sthe learner is told otherwise: %s", strings.TrimPrefix(onHidden(v)+", ", ", "), strings.ReplaceAll(v.Message, "\n", " "))
	case placeholder.MatchString(m.Says) && placeholder.FindString(m.Says) == placeholder.FindString(v.Message):
		k.say(m.Line, "says: %s is no column of what when gives", placeholder.FindString(m.Says))
	}
	return nil
}

// anyValue is a column's place in what a miss says, once that is quoted for a pattern.
var anyValue = regexp.MustCompile(`\\\{[^{}]+\\\}`)

// toldAs tells whether a message is what a miss says, with whatever values in place of its columns.
func toldAs(says, message string) bool {
	pattern := anyValue.ReplaceAllString(regexp.QuoteMeta(strings.Join(strings.Fields(says), " ")), "(.*)")
	ok, err := regexp.MatchString("^"+pattern+"$", strings.Join(strings.Fields(message), " "))
	return err == nil && ok
}

// taskFits holds what is read of a task against the screen.
func (k *checker) taskFits(t *Task) {
	k.textFits(t.Line, "ask", t.Ask, mostAsk)
	for what, text := range map[string]string{"start": t.Start, "solution": t.Solution} {
		if t.Edit == EditSQL {
			k.codeFits(t.Line, what, text)
		}
		if n := strings.Count(strings.TrimRight(text, "\n"), "\n") + 1; n > mostText {
			k.say(t.Line, "%s: %d lines; %d fit", what, n, mostText)
		}
	}
	for _, h := range t.Hints {
		k.textFits(t.Line, "hints", h, mostTold)
	}
	for _, m := range t.Misses {
		k.textFits(m.Line, "says", m.Says, mostTold)
	}
}
