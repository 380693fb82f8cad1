package learn

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"dimdesk/engine"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// GlossaryFile is the one file of a folder of lessons that is none.
const GlossaryFile = "glossary.yaml"

// Load reads a folder of lessons: every .yaml file in it, and GlossaryFile if it is there. An error is an *engine.Error that lists
// what is wrong with each file, with its line.
func Load(fsys fs.FS) (*Course, error) {
	names, err := fs.Glob(fsys, "*.y*ml")
	if err != nil {
		return nil, engine.Errorf(engine.CodeFailed, "the lessons can't be listed: %w", err)
	}
	c := &Course{}
	var problems []Problem
	for _, name := range names {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, engine.Errorf(engine.CodeFailed, "%s can't be read: %w", name, err)
		}
		if name == GlossaryFile {
			problems = append(problems, decode(name, data, &c.Glossary)...)
			continue
		}
		l, found := read(name, data)
		problems = append(problems, found...)
		c.Lessons = append(c.Lessons, l)
	}
	if len(problems) > 0 {
		return nil, Problems(problems).Err()
	}
	if len(c.Lessons) == 0 {
		return nil, engine.Errorf(engine.CodeFailed, "there is no lesson here").Help("A lesson is a file NAME.yaml; docs/lessons.md describes it.")
	}
	slices.SortStableFunc(c.Lessons, func(a, b *Lesson) int { return a.Number - b.Number })
	return c, nil
}

// read reads one lesson, and completes the scenes of its steps.
func read(name string, data []byte) (*Lesson, []Problem) {
	l := &Lesson{File: name}
	if found := decode(name, data, l); len(found) > 0 {
		return l, found
	}
	l.File = name
	l.Goal = strings.TrimSpace(l.Goal)
	for i := range l.Steps {
		st := &l.Steps[i]
		st.Own = st.Scene.Line > 0
		from := l.Scene
		if !st.Own && i > 0 {
			from = l.Steps[i-1].Scene
		}
		st.Scene = from.With(st.Scene)
	}
	return l, l.shape()
}

// decode reads YAML into a value. The library stops at the first thing that is wrong.
func decode(name string, data []byte, to any) []Problem {
	file, err := parser.ParseBytes(data, 0)
	if err == nil && (len(file.Docs) == 0 || file.Docs[0].Body == nil) {
		return []Problem{{File: name, Line: 1, Text: "the file is empty"}}
	}
	if err == nil {
		err = yaml.NodeToValue(file.Docs[0].Body, to, strict...)
	}
	if err == nil {
		return nil
	}
	p := Problem{File: name, Line: 1, Text: firstLine(err.Error())}
	if ye, ok := errors.AsType[yaml.Error](err); ok {
		p.Text = strings.TrimSpace(ye.GetMessage())
		if at := ye.GetToken(); at != nil {
			p.Line = at.Position.Line
		}
	}
	if pe, ok := errors.AsType[*placed](err); ok {
		p.Line, p.Text = pe.line, pe.text
	}
	return []Problem{p}
}

var strict = []yaml.DecodeOption{yaml.Strict()}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}

// placed is an error of our own at a line.
type placed struct {
	line int
	text string
}

func (e *placed) Error() string { return e.text }

func lineOf(n ast.Node) int {
	if n == nil || n.GetToken() == nil {
		return 0
	}
	if m, ok := n.(*ast.MappingNode); ok && len(m.Values) > 0 {
		return lineOf(m.Values[0].Key)
	}
	if m, ok := n.(*ast.MappingValueNode); ok {
		return lineOf(m.Key)
	}
	return n.GetToken().Position.Line
}

// The structures that know their line are read with it. Each hides its own method behind a plain type.

// UnmarshalYAML reads a scene.
func (s *Scene) UnmarshalYAML(n ast.Node) error {
	type plain Scene
	s.Line = lineOf(n)
	return yaml.NodeToValue(n, (*plain)(s), strict...)
}

// UnmarshalYAML reads a step.
func (s *Step) UnmarshalYAML(n ast.Node) error {
	type plain Step
	s.Line = lineOf(n)
	return yaml.NodeToValue(n, (*plain)(s), strict...)
}

// UnmarshalYAML reads what is shown: tables by name, or all that can be said.
func (s *Show) UnmarshalYAML(n ast.Node) error {
	if n.Type() == ast.SequenceType {
		return yaml.NodeToValue(n, &s.Tables, strict...)
	}
	type plain Show
	return yaml.NodeToValue(n, (*plain)(s), strict...)
}

// UnmarshalYAML reads a run.
func (r *Run) UnmarshalYAML(n ast.Node) error {
	type plain Run
	r.Line = lineOf(n)
	return yaml.NodeToValue(n, (*plain)(r), strict...)
}

// UnmarshalYAML reads a question.
func (q *Question) UnmarshalYAML(n ast.Node) error {
	type plain Question
	q.Line = lineOf(n)
	return yaml.NodeToValue(n, (*plain)(q), strict...)
}

// UnmarshalYAML reads a choice.
func (c *Choice) UnmarshalYAML(n ast.Node) error {
	type plain Choice
	c.Line = lineOf(n)
	return yaml.NodeToValue(n, (*plain)(c), strict...)
}

// UnmarshalYAML reads what holds after a proof.
func (g *Gives) UnmarshalYAML(n ast.Node) error {
	type plain Gives
	g.Line = lineOf(n)
	return yaml.NodeToValue(n, (*plain)(g), strict...)
}

// UnmarshalYAML reads a task.
func (t *Task) UnmarshalYAML(n ast.Node) error {
	type plain Task
	t.Line, t.Judge = lineOf(n), JudgeTable
	return yaml.NodeToValue(n, (*plain)(t), strict...)
}

// UnmarshalYAML reads a foreseen wrong answer.
func (m *Miss) UnmarshalYAML(n ast.Node) error {
	type plain Miss
	m.Line = lineOf(n)
	return yaml.NodeToValue(n, (*plain)(m), strict...)
}

// UnmarshalYAML reads a word of the glossary.
func (t *Term) UnmarshalYAML(n ast.Node) error {
	type plain Term
	t.Line = lineOf(n)
	return yaml.NodeToValue(n, (*plain)(t), strict...)
}

// UnmarshalYAML reads a hidden scene.
func (h *Hidden) UnmarshalYAML(n ast.Node) error {
	type plain Hidden
	err := yaml.NodeToValue(n, (*plain)(h), strict...)
	h.Scene.Line = lineOf(n)
	return err
}
