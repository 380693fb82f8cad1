package learn

import (
	"cmp"
	"context"

	"dimdesk/engine"
)

// step checks one step, on the tables that a learner has there.
func (k *checker) step(ctx context.Context, player *Player, i int) error {
	st := &k.lesson.Steps[i]
	scene, err := player.Scene(ctx, i)
	if err != nil {
		return k.fault(ctx, st.Line, "the tables cannot be made", err)
	}
	k.textFits(st.Line, "say", st.Say, mostText)
	switch {
	case st.Show != nil:
		_, err := Look(ctx, k.lab, scene, st.Show)
		return k.fault(ctx, st.Line, "show", err)
	case st.Recipe != nil:
		_, err := Recipes(ctx, k.lab, scene, st.Recipe)
		return k.fault(ctx, st.Line, "recipe", err)
	case st.Run != nil:
		k.codeFits(cmp.Or(st.Run.Lines["sql"], st.Run.Line), "sql", st.Run.SQL)
		_, err := k.run(ctx, player, i)
		return err
	case st.Predict != nil:
		return k.predict(ctx, player, i)
	case st.Task != nil:
		return k.task(ctx, scene, st.Task)
	}
	return nil
}

// run plays a run, which stops where that is to be seen, and nowhere else.
func (k *checker) run(ctx context.Context, player *Player, i int) (stopped bool, err error) {
	run := k.lesson.Steps[i].Runs()
	ran, err := player.Play(ctx, i)
	if err != nil {
		return true, k.fault(ctx, run.Line, "this cannot be run", err)
	}
	switch {
	case run.Fails && ran.Stopped == nil:
		k.say(run.Line, "fails: it did not fail")
	case !run.Fails && ran.Stopped != nil:
		return true, k.fault(ctx, run.Line, "this stopped, and fails: true is not said", ran.Stopped)
	}
	return false, nil
}

// predict plays the proof, and asks what it gives.
func (k *checker) predict(ctx context.Context, player *Player, i int) error {
	q := k.lesson.Steps[i].Predict
	k.questionFits(q)
	if stopped, err := k.run(ctx, player, i); err != nil || stopped {
		return err
	}
	line := max(q.Gives.Line, q.Line)
	got, err := k.lab.Table(ctx, q.Gives.Query, 0)
	if err != nil {
		return k.fault(ctx, line, "gives", err)
	}
	if len(got.Rows) != 1 || len(got.Columns) != 1 {
		k.say(line, "gives: the query gives %d rows of %d columns; it is to give one value", len(got.Rows), len(got.Columns))
		return nil
	}
	if v := got.Rows[0][0]; !sameGiven(v, q.Gives.Is) {
		k.say(line, "gives: the proof gives %s, not %s", v.Show(), q.Gives.Is)
	}
	return nil
}

// sameGiven tells whether a value is what a file says; an empty text there, and NULL, are NULL.
func sameGiven(v engine.Value, is string) bool {
	if v.Null {
		return is == "" || is == "NULL"
	}
	return v.Text == is
}
