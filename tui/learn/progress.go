package learn

import (
	"dimdesk/learn"

	tea "charm.land/bubbletea/v2"
)

// savedMsg tells what became of keeping what was done.
type savedMsg struct{ err error }

// save keeps what was done, beside everything else that goes on.
func (s *school) save() tea.Cmd {
	p := s.o.Progress
	return func() tea.Msg { return savedMsg{p.Save()} }
}

// saved says once that what is done is not kept.
func (s *school) saved(err error) {
	if err != nil && !s.unsaved {
		s.unsaved = true
		s.env.Fail("What you do here is not kept", err)
	}
}

func (s *school) done(l *learn.Lesson) bool { return s.o.Progress.Done(l) }

// resume is the step to go on at: where the lesson was left, or at a task that is left to do; the first where all was done.
func (p *lesson) resume() int {
	step, begun := p.o.Progress.Begun(p.l)
	if !begun || p.done(p.l) {
		return 0
	}
	if step < len(p.l.Steps)-1 {
		return step
	}
	for i := range p.l.Steps {
		if p.l.Steps[i].Task != nil && !p.o.Progress.Solved(p.l, i) {
			return i
		}
	}
	return step
}

// recall fills in what was done before: tasks that were solved, and of the steps up to the one that is gone on at, answers and runs.
func (p *lesson) recall(at int) {
	for i := range p.stands {
		s := &p.stands[i]
		s.solved = p.o.Progress.Solved(p.l, i)
		s.shown = i < at
		if n := p.o.Progress.Answered(p.l, i); n >= 0 && i <= at {
			s.chosen, s.shown = n+1, true
		}
	}
}

// reached notes how far the lesson is.
func (p *lesson) reached(step int) tea.Cmd {
	if step >= len(p.l.Steps) {
		p.o.Progress.End(p.l)
	} else {
		p.o.Progress.Reach(p.l, step)
	}
	return p.save()
}
