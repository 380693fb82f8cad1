package learn

import (
	"maps"
	"strconv"
	"strings"

	"dimdesk/engine"
)

// Course is the lessons of a folder, in the order of their numbers, and the words that they use.
type Course struct {
	Lessons  []*Lesson
	Glossary []Term
}

// Term is one word of the glossary.
type Term struct {
	Term string   `yaml:"term"`
	Says string   `yaml:"says"`
	See  []string `yaml:"see"` // other terms
	Line int      `yaml:"-"`
}

// Lesson finds a lesson by its name or its number.
func (c *Course) Lesson(name string) (*Lesson, error) {
	names := make([]string, len(c.Lessons))
	for i, l := range c.Lessons {
		if l.Name == name || strconv.Itoa(l.Number) == name {
			return l, nil
		}
		names[i] = l.Name
	}
	err := engine.Errorf(engine.CodeUsage, "there is no lesson %q", name)
	if near, ok := engine.Nearest(name, names); ok {
		return nil, err.Help("Did you mean %q?", near)
	}
	return nil, err.Help("dimdesk learn lists the lessons.")
}

// Next is the lesson after this one; nil after the last.
func (c *Course) Next(l *Lesson) *Lesson {
	for i := range c.Lessons[:max(len(c.Lessons)-1, 0)] {
		if c.Lessons[i] == l {
			return c.Lessons[i+1]
		}
	}
	return nil
}

// Term finds a word of the glossary, without regard to case.
func (c *Course) Term(word string) (Term, bool) {
	for _, t := range c.Glossary {
		if engine.FoldName(t.Term) == engine.FoldName(word) {
			return t, true
		}
	}
	return Term{}, false
}

// noTable stands in a scene for a batch or facts that the lesson has, and this scene has not.
const noTable = "none"

// With is the scene with what another one says otherwise.
func (s Scene) With(o Scene) Scene {
	for _, f := range []struct {
		to   *string
		from string
	}{{&s.Table, o.Table}, {&s.Dimension, o.Dimension}, {&s.Batch, o.Batch}, {&s.Facts, o.Facts}, {&s.Spec, o.Spec}, {&s.AsOf, o.AsOf}} {
		if f.from != "" {
			*f.to = f.from
		}
	}
	for _, table := range []*string{&s.Batch, &s.Facts} {
		if strings.TrimSpace(*table) == noTable {
			*table = ""
		}
	}
	if o.Types != nil {
		s.Types = o.Types
	}
	if o.Line > 0 {
		s.Line = o.Line
	}
	lines := Lines{}
	maps.Copy(lines, s.Lines)
	maps.Copy(lines, o.Lines)
	s.Lines = lines
	return s
}
