package learn

import (
	"cmp"
	"context"
	"regexp"
	"strings"

	"dimdesk/engine"
)

// task proves a task: the solution passes, and the start, a constant and every foreseen mistake do not.
func (k *checker) task(ctx context.Context, scene Scene, t *Task) error {
	k.taskFits(t)
	e := NewExaminer(k.lab, t, scene)
	v, err := e.solution(ctx)
	if err != nil {
		return k.fault(ctx, t.line("solution"), "solution", err)
	}
	if !v.Passed {
		k.say(t.line("solution"), "solution: it does not pass%s: %s", onHidden(v.Hidden), v.Message)
		return nil
	}
	if v, err = e.Judge(ctx, t.Start); err != nil {
		return k.fault(ctx, t.line("start"), "start", err)
	}
	if v.Passed {
		k.say(t.line("start"), "start: what the learner begins with passes already")
	}
	if err := k.constant(ctx, e); err != nil {
		return err
	}
	for i := range t.Misses {
		if err := k.miss(ctx, e, &t.Misses[i]); err != nil {
			return err
		}
	}
	return k.spared(ctx, e)
}

// spared proves that no foreseen mistake is found in what the solution leaves: then the solution or the query is wrong.
func (k *checker) spared(ctx context.Context, e *Examiner) error {
	said := make([]bool, len(e.task.Misses))
	for n := -1; n < len(e.task.Hidden) && len(said) > 0; n++ {
		want, err := e.want(ctx, n)
		if err != nil {
			return err
		}
		scene, about := e.at(n)
		if err := e.task.foresee(ctx, k.lab, scene, want, want); err != nil {
			return err
		}
		for i := range e.task.Misses {
			m := &e.task.Misses[i]
			if said[i] {
				continue
			}
			row, err := k.lab.Table(ctx, m.When, 1)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if said[i] = err == nil && len(row.Rows) > 0; said[i] {
				k.say(m.line("when"), "when: it gives a row for the solution too%s: %s", onHidden(about), filled(m.Says, row))
			}
		}
	}
	return nil
}

// solution judges the solution itself. SQL is run a second time, since it may do otherwise then; the engine does the same each time.
func (e *Examiner) solution(ctx context.Context) (v Verdict, err error) {
	if e.task.Edit == EditSQL {
		return e.Judge(ctx, e.task.Solution)
	}
	for n := visible; n < len(e.task.Hidden) && v.Message == ""; n++ {
		want, err := e.want(ctx, n)
		if err != nil {
			return v, err
		}
		scene, about := e.at(n)
		v.Hidden = about
		if v.Message, err = e.task.miss(ctx, e.lab, scene, want, want); err != nil {
			return v, err
		}
	}
	v.Passed = v.Message == ""
	return v, nil
}

// line is where the text of a key begins.
func (t *Task) line(key string) int { return cmp.Or(t.Lines[key], t.Line) }

// constant proves that whoever writes down what is right on the visible scene does not pass. In a task of a spec or a batch that is
// so where a hidden scene wants another table.
func (k *checker) constant(ctx context.Context, e *Examiner) error {
	t := e.task
	want, err := e.want(ctx, visible)
	if err != nil {
		return err
	}
	if t.Edit != EditSQL {
		for n := range t.Hidden {
			other, err := e.want(ctx, n)
			if err != nil || csvOf(other.table) != csvOf(want.table) {
				return err
			}
		}
		k.say(t.line("hidden"), "hidden: every hidden scene wants the same table as the visible one, so they prove nothing")
		return nil
	}
	constant := constantOf(t, e.scene, want.table)
	v, err := e.on(ctx, visible, constant)
	if err != nil {
		return err
	}
	if !v.Passed {
		k.say(t.Line, "the rows that are right cannot be written down as a constant, so nothing is proven: %s", v.Message)
		return nil
	}
	if v, err = e.Judge(ctx, constant); err == nil && v.Passed {
		k.say(t.line("hidden"), "hidden: a constant passes, that is, the rows that are right on the visible tables written down; a hidden scene is to want others")
	}
	return err
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
			for i, c := range names {
				names[i] = "CAST(NULL AS " + want.Types[i] + ") AS " + c
			}
			return "SELECT " + strings.Join(names, ", ") + " WHERE false"
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
func (k *checker) miss(ctx context.Context, e *Examiner, m *Miss) error {
	if strings.TrimSpace(m.Try) == "" {
		k.say(m.Line, "the miss has no try, a wrong answer that is to be told this")
		return nil
	}
	v, err := e.Judge(ctx, m.Try)
	if err != nil {
		return err
	}
	switch {
	case v.Passed:
		k.say(m.line("try"), "try: it passes, so nobody is told this")
		return nil
	case toldAs(m.Says, v.Message):
		if braces := placeholder.FindString(v.Message); braces != "" && strings.Contains(m.Says, braces) {
			k.say(m.line("says"), "says: %s is no column of what when gives", braces)
		}
		return nil
	}
	if v.Ran.Stopped == nil { // else no miss is asked
		want, err := e.want(ctx, visible)
		if err != nil {
			return err
		}
		if err := e.task.foresee(ctx, k.lab, e.scene, want, want); err != nil {
			return err
		}
		if _, err := k.lab.Table(ctx, m.When, 1); err != nil {
			return k.fault(ctx, m.line("when"), "when", err)
		}
	}
	k.say(m.line("try"), "try: the learner is told otherwise%s: %s", onHidden(v.Hidden), strings.ReplaceAll(v.Message, "\n", " "))
	return nil
}

// line is where the text of a key begins.
func (m *Miss) line(key string) int { return cmp.Or(m.Lines[key], m.Line) }

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
	k.textFits(t.line("ask"), "ask", t.Ask, mostAsk)
	for _, text := range []struct{ key, text string }{{"start", t.Start}, {"solution", t.Solution}} {
		if t.Edit == EditSQL {
			k.codeFits(t.line(text.key), text.key, text.text)
		}
		if n := strings.Count(strings.TrimRight(text.text, "\n"), "\n") + 1; n > mostText {
			k.say(t.line(text.key), "%s: %d lines; %d fit", text.key, n, mostText)
		}
	}
	for _, h := range t.Hints {
		k.textFits(t.line("hints"), "hints", h, mostTold)
	}
	for _, m := range t.Misses {
		k.textFits(m.line("says"), "says", m.Says, mostTold)
	}
}
