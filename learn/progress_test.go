package learn

import (
	"errors"
	"os"
	"testing"
)

func TestProgress(t *testing.T) {
	c, err := Load(os.DirFS("testdata"))
	if err != nil {
		t.Fatal(err)
	}
	l := c.Lessons[0]
	var kept []byte
	keep := func(b []byte) error { kept = b; return nil }
	p, err := NewProgress(nil, keep)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := p.Begun(l); ok || p.Done(l) || p.Answered(l, 3) != -1 {
		t.Error("nothing was done yet")
	}
	p.Reach(l, 4)
	p.Answer(l, 3, 1)
	p.Solve(l, 7)
	p.Solve(l, 7)
	if err := p.Save(); err != nil {
		t.Fatal(err)
	}
	p, err = NewProgress(kept, keep)
	if err != nil {
		t.Fatal(err)
	}
	if step, ok := p.Begun(l); step != 4 || !ok {
		t.Error(step, ok)
	}
	if n := p.Answered(l, 3); n != 1 {
		t.Error(n)
	}
	if solved, all := p.Tasks(l); solved != 1 || all != 1 || p.Done(l) {
		t.Error(solved, all, "a lesson is done when it was gone through")
	}
	p.End(l)
	if !p.Done(l) {
		t.Error("all was done")
	}
	shorter := *l
	shorter.Steps = l.Steps[:3]
	if step, ok := p.Begun(&shorter); step != 0 || !ok {
		t.Error("a lesson with other steps begins at its first", step)
	}
	other := Lesson{Name: "other", Steps: l.Steps}
	if p.PassQuiz(&other); !p.Done(&other) || !p.Skipped(&other) || p.Skipped(l) {
		t.Error("whoever answers the questions is done")
	}
	for _, bad := range []string{"{", `{"version": 7}`, `[]`} {
		if p, err := NewProgress([]byte(bad), keep); err == nil || p == nil {
			t.Errorf("%s: a learner begins again, and is told", bad)
		}
	}
	var none *Progress
	none.Reach(l, 2)
	none.Solve(l, 7)
	if none.Done(l) || none.Answered(l, 3) != -1 || none.Save() != nil {
		t.Error("no progress keeps nothing")
	}
}

// Whoever did nothing keeps nothing: a second window that is only looked at takes nothing from the first.
func TestProgressIsSavedWhereItChanged(t *testing.T) {
	l := &Lesson{Name: "a", Steps: make([]Step, 3)}
	saved, fails := 0, errors.New("full")
	p, err := NewProgress([]byte(`{"version": 1, "lessons": {"a": {"reached": 1, "steps": 3}}}`), func([]byte) error { saved++; return fails })
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Save(); err != nil || saved != 0 {
		t.Errorf("nothing was done: saved %d times, %v", saved, err)
	}
	p.Reach(l, 2)
	if err := p.Save(); err != fails || saved != 1 {
		t.Errorf("saved %d times, %v", saved, err)
	}
	fails = nil
	if err := p.Save(); err != nil || saved != 2 {
		t.Errorf("what could not be kept is kept the next time: saved %d times, %v", saved, err)
	}
	if err := p.Save(); err != nil || saved != 2 {
		t.Errorf("saved %d times, %v", saved, err)
	}
}
