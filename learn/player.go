package learn

import (
	"context"

	"dimdesk/engine"
)

// The names of the tables in a lab, besides the dimension's own.
const (
	staged = "staged" // the batch
	orders = "orders" // the facts
	before = "before" // the dimension as it was before the last run
)

// mostRows is how many rows a table may come to have: SQL makes millions in a moment, and then each look at them takes seconds.
const mostRows = 10_000

// Ran is what a run did.
type Ran struct {
	Before, After engine.Table
	Results       []engine.LabResult // of SQL
	Changes       []engine.Change    // of the engine
	Members       []engine.Member    // of the engine
	Stopped       error              // what stopped SQL; nil where nothing did
	Scene         Scene              // with the tables as they are now
}

// Stage makes a scene's tables in the lab, and nothing else is in it.
func Stage(ctx context.Context, lab engine.Lab, scene Scene) error {
	return stage(ctx, lab, scene, scene.Dimension, scene.typesOf(scene.Table))
}

func stage(ctx context.Context, lab engine.Lab, scene Scene, was string, wasTypes map[string]string) error {
	if err := lab.Reset(ctx); err != nil {
		return err
	}
	tables := scene.Tables()
	if was != "" {
		tables = append(tables, engine.LabTable{Name: before, CSV: was, Types: wasTypes})
	}
	return lab.Load(ctx, tables...)
}

// Tables are a scene's tables, as a lab is given them.
func (s Scene) Tables() (out []engine.LabTable) {
	for _, t := range []engine.LabTable{{Name: s.Table, CSV: s.Dimension}, {Name: staged, CSV: s.Batch}, {Name: orders, CSV: s.Facts}} {
		if t.CSV != "" && t.Name != "" {
			t.Types = s.typesOf(t.Name)
			out = append(out, t)
		}
	}
	return out
}

// Play runs the engine or SQL on a scene. The lab has the tables afterwards, and `before`. An error that stops a learner's SQL is
// in Ran; the other is the lab's own.
func Play(ctx context.Context, lab engine.Lab, scene Scene, run *Run) (Ran, error) {
	out := Ran{Scene: scene}
	if run.Engine {
		err := out.engine(ctx, lab)
		return out, err
	}
	if err := Stage(ctx, lab, scene); err != nil {
		return Ran{}, err
	}
	was, err := lab.Table(ctx, rowsOf(scene.Table), 0)
	if err != nil {
		return Ran{}, err
	}
	out.Before = was
	err = out.sql(ctx, lab, run.SQL)
	return out, err
}

// engine is a scene as the engine is given it.
func (s Scene) engine() engine.LabBatch {
	return engine.LabBatch{Table: s.Table, Dimension: s.Dimension, Batch: s.Batch, Spec: s.Spec, AsOf: s.AsOf, Park: true}
}

// engine applies the batch, and puts what comes of it in the lab, for queries.
func (r *Ran) engine(ctx context.Context, lab engine.Lab) error {
	was := r.Scene
	applied, err := lab.Apply(ctx, was.engine())
	r.Changes, r.Members = applied.Changes, applied.Members
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		r.Stopped = err
	default:
		r.Scene.Dimension = applied.Dimension
	}
	if err := stage(ctx, lab, r.Scene, was.Dimension, was.typesOf(was.Table)); err != nil {
		now := r.Scene
		now.Batch = "" // the engine takes rows out of a file that is no table, and says of each line what is wrong
		if err := stage(ctx, lab, now, was.Dimension, was.typesOf(was.Table)); err != nil {
			return err
		}
	}
	if r.Before, err = lab.Table(ctx, rowsOf(before), 0); err != nil {
		return err
	}
	r.After, err = lab.Table(ctx, rowsOf(was.Table), 0)
	return err
}

// sql runs SQL, and keeps what it left in the scene's tables.
func (r *Ran) sql(ctx context.Context, lab engine.Lab, text string) error {
	r.Results, r.Stopped = lab.Run(ctx, text)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for _, t := range []struct {
		name string
		csv  *string
		rows *engine.Table
	}{{r.Scene.Table, &r.Scene.Dimension, &r.After}, {staged, &r.Scene.Batch, nil}, {orders, &r.Scene.Facts, nil}} {
		if *t.csv == "" {
			continue
		}
		rows, err := lab.Table(ctx, rowsOf(t.name), mostRows)
		if err != nil {
			continue // dropped, or turned into something else: the scene keeps what it had
		}
		if t.rows != nil {
			*t.rows = rows
		}
		if len(rows.Rows) >= mostRows {
			if r.Stopped == nil {
				r.Stopped = engine.Errorf(engine.CodeUsage, "%s has %d rows or more now: too many to look at", t.name, mostRows).
					Help("Look for a join without its condition.")
			}
			continue
		}
		*t.csv = csvOf(rows)
		r.Scene.keepTypes(t.name, rows)
	}
	return nil
}

// Player plays the steps of a lesson.
type Player struct {
	lab    engine.Lab
	lesson *Lesson
	scenes map[int]Scene
}

// NewPlayer makes a player that runs in a lab.
func NewPlayer(lab engine.Lab, l *Lesson) *Player {
	return &Player{lab: lab, lesson: l, scenes: map[int]Scene{}}
}

// Scene is the tables that a step sees: those of the last step that brought its own, with what was run since.
func (p *Player) Scene(ctx context.Context, step int) (Scene, error) {
	if s, ok := p.scenes[step]; ok {
		return s, nil
	}
	st := &p.lesson.Steps[step]
	scene := st.Scene
	if !st.Own && step > 0 {
		earlier, err := p.Scene(ctx, step-1)
		if err != nil {
			return Scene{}, err
		}
		scene = earlier
		if run := p.lesson.Steps[step-1].Runs(); run != nil && !run.Keep {
			ran, err := p.Play(ctx, step-1)
			return ran.Scene, err
		}
	}
	p.scenes[step] = scene
	return scene, nil
}

// Play runs what a step runs; its result shows in the scenes of the steps that follow.
func (p *Player) Play(ctx context.Context, step int) (Ran, error) {
	scene, err := p.Scene(ctx, step)
	if err != nil {
		return Ran{}, err
	}
	run := p.lesson.Steps[step].Runs()
	ran, err := Play(ctx, p.lab, scene, run)
	if next := step + 1; err == nil && !run.Keep && next < len(p.lesson.Steps) && !p.lesson.Steps[next].Own {
		p.scenes[next] = ran.Scene
	}
	return ran, err
}

// Runs is what a step runs: itself, or to show the answer of its prediction; nil for nothing.
func (st *Step) Runs() *Run {
	switch {
	case st.Run != nil:
		return st.Run
	case st.Predict != nil:
		return st.Predict.Proof
	}
	return nil
}
