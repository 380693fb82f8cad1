package learn

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dimdesk/engine"
)

// Check proves the lessons of a course: that what is claimed of a run comes of it, that of each task the solution passes and nothing
// else does, that every foreseen mistake is told as foreseen, and that the texts fit a screen of 80×24. It gives what is wrong, by
// file and line. An error is only what is no lesson's fault.
func Check(ctx context.Context, lab engine.Lab, c *Course) (Problems, error) {
	var out Problems
	names, numbers := map[string]string{}, map[int]string{}
	for _, l := range c.Lessons {
		k := &checker{lab: lab, lesson: l}
		if other, twice := names[l.Name]; twice {
			k.say(l.line("lesson"), "lesson: %q is the name of %s already", l.Name, other)
		}
		if other, twice := numbers[l.Number]; twice {
			k.say(l.line("number"), "number: %d is the number of %s already", l.Number, other)
		}
		names[l.Name], numbers[l.Number] = l.File, l.File
		if slices.Contains(reserved, l.Name) {
			k.say(l.line("lesson"), "lesson: %q is the name of something else that can be opened", l.Name)
		}
		for _, t := range l.Terms {
			if _, known := c.Term(t); !known {
				k.say(l.line("terms"), "terms: %q is not in the glossary", t)
			}
		}
		if err := k.check(ctx); err != nil {
			return out, err
		}
		slices.SortStableFunc(k.found, func(a, b Problem) int { return a.Line - b.Line })
		out = append(out, k.found...)
	}
	return out, nil
}

// line is the line of a key of the lesson itself.
func (l *Lesson) line(key string) int { return max(l.Lines[key], 1) }

// reserved are what the command line knows besides lessons.
var reserved = []string{"playground", "sandbox"}

// checker checks one lesson.
type checker struct {
	lab    engine.Lab
	lesson *Lesson
	found  Problems
}

func (k *checker) say(line int, format string, args ...any) {
	k.found = append(k.found, Problem{File: k.lesson.File, Line: max(line, 1), Text: fmt.Sprintf(format, args...)})
}

const (
	firstWords       = 60 // until the first key is pressed
	fewest, mostQuiz = 3, 5
)

func (k *checker) check(ctx context.Context) error {
	l := k.lesson
	if l.Minutes <= 0 {
		k.say(l.line("minutes"), "minutes: how long the lesson takes is not said")
	}
	if n := len(l.Quiz); n < fewest || n > mostQuiz {
		k.say(l.line("quiz"), "quiz: a lesson has %d to %d questions by which it may be skipped, this one %d", fewest, mostQuiz, n)
	}
	if n := len(strings.Fields(l.Steps[0].Say)); n > firstWords {
		k.say(l.Steps[0].Line, "say: %d words before the first key; at most %d are read", n, firstWords)
	}
	for i := range l.Quiz {
		k.questionFits(&l.Quiz[i])
	}
	player := NewPlayer(k.lab, l)
	for i := range l.Steps {
		if err := k.step(ctx, player, i); err != nil {
			return err
		}
	}
	return nil
}

// fault notes what stopped a step, and gives on what is nobody's fault.
func (k *checker) fault(ctx context.Context, line int, what string, err error) error {
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	k.say(line, "%s: %s", what, strings.ReplaceAll(err.Error(), "\n", " "))
	return nil
}
