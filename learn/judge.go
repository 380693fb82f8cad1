package learn

import (
	"context"

	"dimdesk/engine"
)

// outcome is what an answer came to on one scene.
type outcome struct {
	ran   Ran
	table engine.Table // what is judged
	has   bool         // false where there is no table to judge: it is gone, or nothing was selected
}

// Judge says whether an answer does what the solution does, on the scene and on every hidden one. The first scene on which it does
// not is the one that is spoken of: by a miss that the lesson foresees, or else in terms of the table.
func Judge(ctx context.Context, lab engine.Lab, t *Task, scene Scene, answer string) (Verdict, error) {
	v := Verdict{}
	for i := -1; i < len(t.Hidden); i++ {
		at, about := scene, ""
		if i >= 0 {
			at, about = scene.With(t.Hidden[i].Scene), t.Hidden[i].About
		}
		want, err := t.answered(ctx, lab, at, t.Solution)
		if err != nil {
			return v, err
		}
		if want.ran.Stopped != nil || !want.has {
			return v, engine.Errorf(engine.CodeFailed, "the lesson's own solution fails: %v", want.ran.Stopped)
		}
		got, err := t.answered(ctx, lab, at, answer)
		if err != nil {
			return v, err
		}
		if i < 0 || v.Message == "" {
			v.Got, v.Want = got.table, want.table
		}
		if i < 0 {
			v.Ran = got.ran
		}
		v.Message, err = t.miss(ctx, lab, at, got, want)
		if err != nil {
			return v, err
		}
		if v.Message != "" {
			v.Hidden = about
			return v, nil
		}
	}
	v.Passed = true
	return v, nil
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
	_, _ = lab.Run(ctx, "ROLLBACK") // an error where nothing was begun
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
	case !got.has && t.Judge == JudgeResult:
		return "There is no SELECT in it, so there are no rows to look at.", nil
	case !got.has:
		return scene.Table + " is not there any more: a statement has dropped or renamed it.", nil
	}
	d := newDiagnosis(t, scene, got.ran.Before, got.table, want.table)
	if d.alike() {
		return "", nil
	}
	says, err := t.foreseen(ctx, lab, scene, got, want)
	if says != "" || err != nil {
		return says, err
	}
	return d.says(), nil
}
