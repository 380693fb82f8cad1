package learn

import (
	"fmt"

	"dimdesk/learn"

	tea "charm.land/bubbletea/v2"
)

// on is what Enter does: run what is to be run, begin a task, or go to the next step.
func (p *lesson) on() tea.Cmd {
	if p.wanted >= 0 {
		return nil
	}
	step := p.step()
	if step == nil {
		return p.nextLesson()
	}
	stand := &p.stands[p.at]
	switch {
	case step.Run != nil && !stand.shown:
		stand.shown = true
		p.exhibit.top()
		return nil
	case step.Predict != nil && !stand.shown:
		p.said = fmt.Sprintf("First say what you think: press %s.", digits(len(step.Predict.Choices)))
		return nil
	case step.Task != nil && !stand.solved:
		return p.begin()
	}
	return p.to(p.at + 1)
}

// begin opens the task of the step.
func (p *lesson) begin() tea.Cmd {
	return p.env.Push(newTask(p.school, p.l, p.at, p.stands[p.at].before))
}

// ahead goes on without doing what is to be done; a prediction is asked for in any case.
func (p *lesson) ahead() tea.Cmd {
	if step := p.step(); step != nil && step.Task != nil && p.wanted < 0 {
		return p.to(p.at + 1)
	}
	if p.step() == nil {
		return nil
	}
	return p.on()
}

// back goes to the step before.
func (p *lesson) back() tea.Cmd {
	step := p.at - 1
	if step > 0 && opens(p.l, step) {
		step--
	}
	if p.first() || p.wanted >= 0 {
		return nil
	}
	return p.to(step)
}

// first tells whether nothing comes before the step that is seen.
func (p *lesson) first() bool { return p.at == 0 || p.at == 1 && opens(p.l, 0) }

// answer takes a prediction: what it says is seen, and what was run to show the answer.
func (p *lesson) answer(n int) tea.Cmd {
	step := p.step()
	if step == nil || step.Predict == nil || n < 1 || n > len(step.Predict.Choices) {
		return nil
	}
	stand := &p.stands[p.at]
	first := stand.chosen == 0
	stand.chosen, stand.shown = n, true
	p.answers = true
	p.exhibit.top()
	if !first { // a learner may look what is said of the others
		return nil
	}
	p.o.Progress.Answer(p.l, p.at, n-1)
	return p.save()
}

// nextLesson goes on with the lesson after this one, or back to the list.
func (p *lesson) nextLesson() tea.Cmd {
	p.env.Pop()
	if next := p.following(); next != nil {
		return p.env.Push(newLesson(p.school, next))
	}
	return nil
}

// following is the lesson after this one; nil where it is the last.
func (p *lesson) following() *learn.Lesson { return p.o.Course.Next(p.l) }

// digits names the number keys from 1 to n.
func digits(n int) string {
	if n == 2 {
		return "1 or 2"
	}
	return fmt.Sprintf("1 to %d", n)
}
