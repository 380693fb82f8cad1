package learn

import (
	"encoding/json"
	"sync"

	"dimdesk/engine"
)

// Progress is what a learner has done. Its methods change it in memory, and Save keeps it; a nil Progress forgets everything. It may
// be saved while it changes.
type Progress struct {
	mu      sync.Mutex
	saving  sync.Mutex
	lessons map[string]*done
	changed bool // since it was saved
	keep    func([]byte) error
}

// done is what was done in one lesson. Answers are to its predictions, by the number of their step; Solved are the titles of tasks.
type done struct {
	Reached int            `json:"reached"` // the step that the learner was at last
	Steps   int            `json:"steps"`   // that the lesson had then
	Ended   bool           `json:"ended,omitempty"`
	Quiz    bool           `json:"quiz,omitempty"`
	Solved  []string       `json:"solved,omitempty"`
	Answers map[string]int `json:"answers,omitempty"` // question → choice, from 1
}

// file is the form that Progress is kept in.
type file struct {
	Version int              `json:"version"`
	Lessons map[string]*done `json:"lessons"`
}

// NewProgress reads what Save kept; empty data is a learner who begins. keep writes it whole.
func NewProgress(data []byte, keep func([]byte) error) (*Progress, error) {
	p := &Progress{lessons: map[string]*done{}, keep: keep}
	if len(data) == 0 {
		return p, nil
	}
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return p, engine.Errorf(engine.CodeFailed, "what was learnt before can't be read: %w", err)
	}
	if f.Version != 1 {
		return p, engine.Errorf(engine.CodeFailed, "what was learnt before is in the form of another version of dimdesk (%d)", f.Version)
	}
	for name, d := range f.Lessons {
		if d != nil {
			p.lessons[name] = d
		}
	}
	return p, nil
}

// Save keeps it, unless nothing was done: another window may have kept more meanwhile. What is saved by several callers at once ends
// as the newest.
func (p *Progress) Save() error {
	if p == nil || p.keep == nil {
		return nil
	}
	p.saving.Lock()
	defer p.saving.Unlock()
	p.mu.Lock()
	changed := p.changed
	p.changed = false
	data, err := json.MarshalIndent(file{Version: 1, Lessons: p.lessons}, "", " ")
	p.mu.Unlock()
	if !changed {
		return nil
	}
	if err == nil {
		err = p.keep(append(data, '\n'))
	}
	if err != nil {
		p.mu.Lock()
		p.changed = true
		p.mu.Unlock()
	}
	return err
}

// of is a lesson's record, while the lock is held; nil where there is none and none is to be made.
func (p *Progress) of(l *Lesson, make bool) *done {
	d := p.lessons[l.Name]
	if d == nil && make {
		d = &done{Answers: map[string]int{}}
		p.lessons[l.Name] = d
	}
	return d
}

func (p *Progress) read(l *Lesson, f func(*done)) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if d := p.of(l, false); d != nil {
		f(d)
	}
}

func (p *Progress) change(l *Lesson, f func(*done)) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.changed = true
	f(p.of(l, true))
}

// Begun is the step that a lesson was left at, and whether it was begun at all.
func (p *Progress) Begun(l *Lesson) (step int, ok bool) {
	p.read(l, func(d *done) {
		ok = true
		if d.Steps == len(l.Steps) { // another version of the lesson has other steps
			step = min(max(d.Reached, 0), len(l.Steps)-1)
		}
	})
	return step, ok
}

// Reach notes the step that a learner is at.
func (p *Progress) Reach(l *Lesson, step int) {
	p.change(l, func(d *done) { d.Reached, d.Steps = step, len(l.Steps) })
}

// Answer notes the answer to the prediction of a step: the index of a choice.
func (p *Progress) Answer(l *Lesson, step, choice int) {
	if q := l.Steps[step].Predict; q != nil {
		p.change(l, func(d *done) {
			if d.Answers == nil {
				d.Answers = map[string]int{}
			}
			d.Answers[Plain(q.Ask)] = choice + 1
		})
	}
}

// Answered is the answer that was given to the prediction of a step; -1 where none was.
func (p *Progress) Answered(l *Lesson, step int) (choice int) {
	choice = -1
	if q := l.Steps[step].Predict; q != nil {
		p.read(l, func(d *done) {
			if n := d.Answers[Plain(q.Ask)]; n > 0 && n <= len(q.Choices) {
				choice = n - 1
			}
		})
	}
	return choice
}

// Solve notes that the task of a step is solved.
func (p *Progress) Solve(l *Lesson, step int) {
	if t := l.Steps[step].Task; t != nil && !p.Solved(l, step) {
		p.change(l, func(d *done) { d.Solved = append(d.Solved, t.Title) })
	}
}

// Solved tells whether the task of a step is solved.
func (p *Progress) Solved(l *Lesson, step int) (ok bool) {
	p.read(l, func(d *done) {
		for _, title := range d.Solved {
			ok = ok || l.Steps[step].Task != nil && title == l.Steps[step].Task.Title
		}
	})
	return ok
}

// PassQuiz notes that the questions of a lesson were answered rightly.
func (p *Progress) PassQuiz(l *Lesson) { p.change(l, func(d *done) { d.Quiz = true }) }

// End notes that a lesson was gone through.
func (p *Progress) End(l *Lesson) { p.change(l, func(d *done) { d.Ended = true }) }

// Skipped tells whether a lesson's questions were answered rightly.
func (p *Progress) Skipped(l *Lesson) (ok bool) {
	p.read(l, func(d *done) { ok = d.Quiz })
	return ok
}

// Tasks counts a lesson's tasks, and those of them that are solved.
func (p *Progress) Tasks(l *Lesson) (solved, all int) {
	for i := range l.Steps {
		if l.Steps[i].Task != nil {
			all++
			if p.Solved(l, i) {
				solved++
			}
		}
	}
	return solved, all
}

// Done tells whether a lesson is behind the learner: gone through with every task solved, or its questions answered.
func (p *Progress) Done(l *Lesson) (ok bool) {
	solved, all := p.Tasks(l)
	p.read(l, func(d *done) { ok = d.Quiz || d.Ended && solved == all })
	return ok
}
