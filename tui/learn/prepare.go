package learn

import (
	"context"

	"dimdesk/engine"
	"dimdesk/engine/recipe"
	"dimdesk/learn"

	tea "charm.land/bubbletea/v2"
)

// preparedMsg is what steps came to that a learner is about to see.
type preparedMsg struct {
	req      int64
	from     int // the first of these steps
	outcomes []outcome
	err      error
}

// prepare runs a step, so that whoever presses a key on it waits for nothing, and before it those on which it builds and that were
// not run yet.
func (p *lesson) prepare(step int) tea.Cmd {
	from := step
	for from > 0 && !p.l.Steps[from].Own && !p.stands[from-1].ready {
		from--
	}
	var last *outcome
	if from > 0 && p.stands[from-1].ready {
		o := p.stands[from-1].outcome
		last = &o
	}
	req, steps, lab := p.preparing.Next(), p.l.Steps[from:step+1], p.lab
	return p.call(func(ctx context.Context) tea.Msg {
		m := preparedMsg{req: req, from: from}
		for i := range steps {
			o, err := perform(ctx, lab, &steps[i], last)
			if err != nil {
				m.err = err
				break
			}
			m.outcomes = append(m.outcomes, o)
			last = &o
		}
		return m
	})
}

// prepared takes what steps came to, and shows the one that was gone to.
func (p *lesson) prepared(msg preparedMsg) tea.Cmd {
	if p.preparing.Stale(msg.req) {
		return nil
	}
	for i, o := range msg.outcomes {
		p.stands[msg.from+i].outcome, p.stands[msg.from+i].ready = o, true
	}
	if msg.err != nil {
		p.wanted = -1
		p.env.Fail("This step cannot be shown", msg.err)
		return nil
	}
	return p.show(p.wanted)
}

// perform does what a step does, after what the step before it left; last is nil for the first, and where the step brings tables of
// its own.
func perform(ctx context.Context, lab engine.Lab, step *learn.Step, last *outcome) (outcome, error) {
	s := outcome{before: step.Scene}
	if last != nil && !step.Own {
		s.before, s.first, s.still = last.after, last.first, last.still
		if last.ran != nil {
			s.first, s.still = last.then, false
		}
	}
	s.after = s.before
	switch {
	case step.Show != nil:
		seen, err := learn.Look(ctx, lab, s.before, step.Show)
		s.first, s.still = shown(s.before, seen), true
		return s, err
	case step.Runs() != nil:
		return s, s.run(ctx, lab, step.Runs())
	case len(step.Recipe) > 0:
		return s, s.write(ctx, lab, step.Recipe)
	case step.Task != nil:
		return s, s.tables(ctx, lab)
	}
	return s, nil
}

// tables are what is seen before anything is run: the dimension, the batch, and the facts.
func (s *outcome) tables(ctx context.Context, lab engine.Lab) error {
	show := &learn.Show{Tables: []string{"dimension"}}
	if s.before.Batch != "" {
		show.Tables = append(show.Tables, "batch")
	}
	if s.before.Facts != "" {
		show.Tables = append(show.Tables, "facts")
	}
	seen, err := learn.Look(ctx, lab, s.before, show)
	s.first, s.still = shown(s.before, seen), true
	return err
}

// run runs a proof, or what a step runs. Steps that follow find what it leaves, unless the lesson says otherwise.
func (s *outcome) run(ctx context.Context, lab engine.Lab, run *learn.Run) error {
	if !s.still {
		if err := s.tables(ctx, lab); err != nil {
			return err
		}
	}
	ran, err := learn.Play(ctx, lab, s.before, run)
	if err != nil {
		return err
	}
	s.ran, s.then = &ran, came(s.before, ran, run)
	if !run.Keep {
		s.after = ran.Scene
	}
	return nil
}

// write makes the SQL of other engines for the tables of a step.
func (s *outcome) write(ctx context.Context, lab engine.Lab, dialects []string) error {
	spec, err := engine.ParseSpec([]byte(s.before.Spec), "spec")
	if err != nil {
		return err
	}
	seen, err := learn.Look(ctx, lab, s.before, &learn.Show{Tables: []string{"dimension", "batch"}})
	if err != nil {
		return err
	}
	t := recipe.Table{Name: s.before.Table, Staged: "staged", Spec: *spec, Supplied: seen.Tables[1].Table.Columns, AsOf: s.before.AsOf}
	for i, name := range seen.Tables[0].Table.Columns {
		t.Columns = append(t.Columns, engine.ColumnInfo{Name: name, Type: seen.Tables[0].Table.Types[i]})
	}
	if _, err := t.Spec.Bind(t.Columns, t.Supplied); err != nil {
		return err
	}
	for _, name := range dialects {
		r, err := recipe.For(name, t)
		if err != nil {
			return err
		}
		s.recipes = append(s.recipes, r)
	}
	return nil
}
