package learn_test

import (
	"context"
	"os"
	"testing"

	"github.com/goccy/go-yaml"

	"dimdesk/learn"
)

// TestAnswers gives the tasks of our lessons answers that neither the lesson nor the judge has seen.
func TestAnswers(t *testing.T) {
	ctx, lab := context.Background(), newLab(t)
	text, err := os.ReadFile("testdata/answers/answers.yaml")
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]struct{ Right, Wrong []string }{}
	if err := yaml.UnmarshalWithOptions(text, &answers, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	lessons, err := learn.Load(os.DirFS("../sampledata/lessons"))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lessons.Lessons {
		player := learn.NewPlayer(lab, l)
		for i := range l.Steps {
			task := l.Steps[i].Task
			if task == nil {
				continue
			}
			t.Run(task.Title, func(t *testing.T) {
				given := answers[task.Title]
				if len(given.Right) == 0 {
					t.Fatal("no other right answer is given in answers.yaml")
				}
				scene, err := player.Scene(ctx, i)
				if err != nil {
					t.Fatal(err)
				}
				examiner := learn.NewExaminer(lab, task, scene)
				for n, a := range given.Right {
					if v, err := examiner.Judge(ctx, a); err != nil || !v.Passed {
						t.Errorf("right answer %d is refused: %v %s %s", n, err, v.Hidden, v.Message)
					}
				}
				for n, a := range given.Wrong {
					if v, err := examiner.Judge(ctx, a); err != nil || v.Passed || v.Message == "" {
						t.Errorf("wrong answer %d passes, or is told nothing: %v", n, err)
					}
				}
			})
		}
	}
}
