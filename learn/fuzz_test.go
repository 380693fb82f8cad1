package learn_test

import (
	"errors"
	"os"
	"testing"
	"testing/fstest"

	"dimdesk/learn"
)

// FuzzLoad: whatever a file holds, it is a lesson, or what is wrong with it is said of a line that it has.
func FuzzLoad(f *testing.F) {
	good, err := os.ReadFile("testdata/late-move.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(good))
	for _, s := range []string{"", "a", "- a", "? [a]\n: b", "<<: *a", "lesson: &a\nsteps: *a", "steps: &a [*a]", "steps:\n  - show: &b [&c x, *c]\n  - *b", "!!map {lesson: !!str 1}", "lesson: |\n  a\n---\n---\nb", "\ufeffx: \t- 1", "steps: [{task: {hidden: [{about: 1, types: {a: [b]}}]}}]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := learn.Load(fstest.MapFS{"x.yaml": {Data: []byte(text)}})
		if err == nil {
			if len(c.Lessons) != 1 || c.Lessons[0].Name == "" || len(c.Lessons[0].Steps) == 0 {
				t.Errorf("%q is no lesson", text)
			}
			return
		}
		problems, ok := errors.AsType[learn.Problems](err)
		if !ok {
			t.Fatal(err)
		}
		for _, p := range problems {
			if p.Line < 1 || p.Line > 2+len(text) || p.Text == "" {
				t.Errorf("%q: %v", text, p)
			}
		}
	})
}
