package learn

import (
	"context"

	"dimdesk/engine"
	"dimdesk/learn"

	tea "charm.land/bubbletea/v2"
)

// preparedMsg is what steps came to that a learner is about to see.
type preparedMsg struct {
	of       *lesson
	req      int64
	from     int // the first of these steps
	outcomes []outcome
	err      error
}

// playedMsg is what a step came to that is seen already.
type playedMsg struct {
	of      *lesson
	step    int
	outcome outcome
	err     error
}

// prepare looks at what a step shows, and plays those before it on which it builds and that were not played yet.
func (p *lesson) prepare(step int) tea.Cmd {
	from := step
	for from > 0 && !p.l.Steps[from].Own && !p.played(from-1) {
		from--
	}
	var last *outcome
	if from > 0 && p.played(from-1) {
		o := p.stands[from-1].outcome
		last = &o
	}
	req, steps, lab := p.preparing.Next(), p.l.Steps[from:step+1], p.lab
	return p.call(func(ctx context.Context) tea.Msg {
		m := preparedMsg{of: p, req: req, from: from}
		for i := range steps {
			o, err := look(ctx, lab, &steps[i], last)
			if err == nil && i < len(steps)-1 {
				err = o.run(ctx, lab, &steps[i])
			}
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

// played tells whether it is known what a step leaves.
func (p *lesson) played(step int) bool {
	s := &p.stands[step]
	return s.ready && (s.ran != nil || p.l.Steps[step].Runs() == nil)
}

// prepared takes what steps came to, and shows the one that was gone to.
func (p *lesson) prepared(msg preparedMsg) tea.Cmd {
	if msg.of != p || p.preparing.Stale(msg.req) {
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

// play runs what the step that is seen runs, while it is read: whoever answers then waits for nothing.
func (p *lesson) play() tea.Cmd {
	if p.at >= len(p.l.Steps) || p.played(p.at) || p.running >= 0 {
		return nil
	}
	p.running = p.at
	at, o, step, lab := p.at, p.stands[p.at].outcome, &p.l.Steps[p.at], p.lab
	return p.call(func(ctx context.Context) tea.Msg {
		err := o.run(ctx, lab, step)
		return playedMsg{p, at, o, err}
	})
}

// ran takes what a step came to, and goes on to where the learner wanted to meanwhile.
func (p *lesson) ran(msg playedMsg) tea.Cmd {
	if msg.of != p {
		return nil
	}
	p.running = -1
	if msg.err != nil {
		p.wanted = -1
		p.env.Fail("This step cannot be run", msg.err)
		return nil
	}
	p.stands[msg.step].outcome = msg.outcome
	if p.at == msg.step {
		p.exhibit.top()
	}
	if p.wanted >= 0 {
		return p.to(p.wanted)
	}
	return p.play() // another step may be seen by now
}

// look reads what a step shows before anything is run, after what the step before it left; last is nil for the first, and where the
// step brings tables of its own.
func look(ctx context.Context, lab engine.Lab, step *learn.Step, last *outcome) (outcome, error) {
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
	case len(step.Recipe) > 0:
		var err error
		s.recipes, err = learn.Recipes(ctx, lab, s.before, step.Recipe)
		return s, err
	case step.Task != nil, step.Runs() != nil && !s.still:
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
func (s *outcome) run(ctx context.Context, lab engine.Lab, step *learn.Step) error {
	run := step.Runs()
	if run == nil {
		return nil
	}
	ran, err := learn.Play(ctx, lab, s.before, run)
	if err != nil {
		return err
	}
	s.ran, s.then = &ran, came(s.before, ran, run)
	if step.Predict != nil && run.SQL != "" { // of a step that only runs it, it stands in the text
		s.then = append(s.then, part{title: "what was run", code: run.SQL})
	}
	if !run.Keep {
		s.after = ran.Scene
	}
	return nil
}
