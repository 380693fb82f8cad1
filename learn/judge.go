package learn

import (
	"context"
	"fmt"
	"strings"

	"dimdesk/engine"
)

// outcome is what an answer came to on one scene.
type outcome struct {
	ran   Ran
	table engine.Table // what is judged
	has   bool         // false where there is no table to judge: it is gone, or nothing was selected
	begun bool         // a transaction was begun, and not ended
}

// Examiner says of answers to one task whether they do what its solution does, on the scene and on every hidden one. It runs the
// solution once. As its lab, it is for one caller at a time.
type Examiner struct {
	lab   engine.Lab
	task  *Task
	scene Scene
	wants map[int]outcome // what the solution came to, by scene
}

// visible is the number of the scene that a learner sees; the hidden ones are numbered from 0.
const visible = -1

// NewExaminer makes an examiner of a task, whose learner sees a scene.
func NewExaminer(lab engine.Lab, t *Task, scene Scene) *Examiner {
	return &Examiner{lab: lab, task: t, scene: scene, wants: map[int]outcome{}}
}

// Prepare runs the solution, so that no answer waits for it. What is done when it is cancelled stays done.
func (e *Examiner) Prepare(ctx context.Context) error {
	for n := visible; n < len(e.task.Hidden); n++ {
		if _, err := e.want(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// Judge judges an answer. The first scene on which it does not do what the solution does is the one that is spoken of: by a miss that
// the lesson foresees, or else in terms of the table.
func (e *Examiner) Judge(ctx context.Context, answer string) (Verdict, error) {
	v, err := e.on(ctx, visible, answer)
	for n := 0; n < len(e.task.Hidden) && err == nil && v.Passed; n++ {
		var there Verdict
		if there, err = e.on(ctx, n, answer); err == nil && !there.Passed {
			there.Ran = v.Ran
			return there, nil
		}
	}
	return v, err
}

// on judges an answer on one scene.
func (e *Examiner) on(ctx context.Context, n int, answer string) (v Verdict, err error) {
	want, err := e.want(ctx, n)
	if err != nil {
		return v, err
	}
	scene, about := e.at(n)
	got, err := e.task.answered(ctx, e.lab, scene, answer)
	if err != nil {
		return v, err
	}
	v.Got, v.Want, v.Ran = got.table, want.table, got.ran
	if v.Message, err = e.task.miss(ctx, e.lab, scene, got, want); err != nil {
		return v, err
	}
	if v.Passed = v.Message == ""; !v.Passed {
		v.Hidden = about
	}
	return v, nil
}

// at is a scene, and what it is about if it is hidden.
func (e *Examiner) at(n int) (Scene, string) {
	if n == visible {
		return e.scene, ""
	}
	h := e.task.Hidden[n]
	return e.scene.With(h.Scene), h.About
}

func (e *Examiner) want(ctx context.Context, n int) (outcome, error) {
	if o, done := e.wants[n]; done {
		return o, nil
	}
	scene, about := e.at(n)
	o, err := e.task.answered(ctx, e.lab, scene, e.task.Solution)
	if err == nil {
		err = o.unfit(onHidden(about))
	}
	if err == nil {
		e.wants[n] = o
	}
	return o, err
}

// unfit says why nothing can be judged by what a solution came to.
func (o outcome) unfit(where string) error {
	switch {
	case o.ran.Stopped != nil:
		return engine.Errorf(engine.CodeFailed, "the lesson's own solution fails%s: %w", where, o.ran.Stopped)
	case !o.has:
		return engine.Errorf(engine.CodeFailed, "the lesson's own solution leaves nothing to judge%s", where)
	}
	return nil
}

func onHidden(about string) string {
	if about == "" {
		return ""
	}
	return " on the hidden scene about " + about
}

// answered runs an answer on a scene. What it left uncommitted does not count.
func (t *Task) answered(ctx context.Context, lab engine.Lab, scene Scene, answer string) (out outcome, err error) {
	if t.Edit != EditSQL {
		if t.Edit == EditSpec {
			scene.Spec = answer
		} else {
			scene.Batch = answer
		}
		out.ran, err = Play(ctx, lab, scene, &Run{Engine: true})
		out.table, out.has = out.ran.After, err == nil
		return out, err
	}
	if out.ran, err = Play(ctx, lab, scene, &Run{SQL: answer}); err != nil {
		return out, err
	}
	if t.Judge == JudgeResult {
		for _, r := range out.ran.Results {
			if r.Table != nil {
				out.table, out.has = *r.Table, true
			}
		}
		return out, nil
	}
	if out.ran.Stopped != nil {
		return out, nil
	}
	_, failed := lab.Run(ctx, "ROLLBACK") // it fails where nothing was begun
	out.begun = failed == nil
	out.table, err = lab.Table(ctx, rowsOf(scene.Table), 0)
	if out.has = err == nil; out.has {
		out.ran.After = out.table
	}
	return out, ctx.Err()
}

// miss says what is wrong with what an answer came to; "" for nothing.
func (t *Task) miss(ctx context.Context, lab engine.Lab, scene Scene, got, want outcome) (string, error) {
	switch {
	case got.ran.Stopped != nil:
		return told(got.ran.Stopped), nil
	case t.Edit == EditSpec && strings.TrimSpace(got.ran.Scene.Spec) == "": // dimdesk would guess one
		return "The spec is empty.", nil
	case !got.has && t.Judge == JudgeResult:
		return "There is no SELECT in it, so there are no rows to look at.", nil
	case !got.has:
		return scene.Table + " is not there any more: a statement has dropped or renamed it.", nil
	}
	d := newDiagnosis(t, scene, got.ran.Before, got.table, want.table)
	if d.alike() {
		return "", nil
	}
	if says := slip(t, scene, got, want); says != "" {
		return says, nil
	}
	says, err := t.foreseen(ctx, lab, scene, got, want)
	if says != "" || err != nil {
		return says, err
	}
	return d.says(), nil
}

// slip says of what comes before anything that a lesson may foresee: then what it foresees may fit, and not be so.
func slip(t *Task, scene Scene, got, want outcome) string {
	if got.begun && t.Judge == JudgeTable {
		return "The transaction was begun and never ended, so nothing of it stays: COMMIT is missing."
	}
	if t.Edit == EditSQL && t.Judge == JudgeTable && len(got.table.Rows) == 0 && len(want.table.Rows) > 0 {
		return fmt.Sprintf("%s is empty; %s should be in it.", scene.Table, rowsCount(len(want.table.Rows)))
	}
	if t.Edit == EditBatch && rejected(want.ran.Changes) == nil {
		if c := rejected(got.ran.Changes); c != nil {
			where := ""
			if line := fmt.Sprintf("line %d", c.Line); c.Line > 0 && !strings.Contains(c.Reason, line) {
				where = " in " + line
			}
			return strings.TrimSpace(fmt.Sprintf("A row of the batch is refused%s: %s.\n%s", where, strings.TrimSuffix(c.Reason, "."), c.Hint))
		}
	}
	return ""
}

// rejected is the first row that the engine refused; nil for none.
func rejected(changes []engine.Change) *engine.Change {
	for i := range changes {
		if changes[i].Kind == engine.Rejected {
			return &changes[i]
		}
	}
	return nil
}
