package learn

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"dimdesk/engine"
)

// GlossaryFile is the one file of a folder of lessons that is none.
const GlossaryFile = "glossary.yaml"

// Load reads a folder of lessons: every .yaml or .yml file in it, and GlossaryFile if it is there. An error is an *engine.Error that lists
// what is wrong with each file, with its line.
func Load(fsys fs.FS) (*Course, error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, engine.Errorf(engine.CodeFailed, "the lessons can't be listed: %w", err)
	}
	c := &Course{}
	var problems []Problem
	for _, e := range entries {
		name := e.Name()
		if ext := path.Ext(name); e.IsDir() || strings.HasPrefix(name, ".") || ext != ".yaml" && ext != ".yml" {
			continue
		}
		data, err := readFile(fsys, name)
		if err != nil {
			return nil, err
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

// largest is how many bytes a file may have. The lessons that come with dimdesk have 20,000.
const largest = 1 << 20

// readFile reads a file. The folder may be anybody's, so no more of it is read than a lesson can have, and no device or pipe.
func readFile(fsys fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	if err == nil && !info.Mode().IsRegular() {
		return nil, engine.Errorf(engine.CodeFailed, "%s is no file", name).Help("A lesson is a file NAME.yaml; docs/lessons.md describes it.")
	}
	var data []byte
	if err == nil && info.Size() <= largest {
		data, err = fs.ReadFile(fsys, name)
	}
	switch {
	case err != nil:
		return nil, engine.Errorf(engine.CodeFailed, "%s can't be read: %w", name, err)
	case info.Size() > largest:
		return nil, engine.Errorf(engine.CodeFailed, "%s has more than a million bytes: too much for a lesson", name).Help("Tables of some ten rows are what a screen can show.")
	}
	return data, nil
}

// read reads one lesson, and completes the scenes of its steps.
func read(name string, data []byte) (*Lesson, []Problem) {
	l := &Lesson{File: name}
	if found := decode(name, data, l); len(found) > 0 {
		return l, found
	}
	l.Goal = strings.TrimSpace(l.Goal)
	l.Scene = Scene{}.With(l.Scene)
	for i := range l.Steps {
		st := &l.Steps[i]
		st.Own = st.Scene.Line > 0
		from := l.Scene
		if !st.Own && i > 0 {
			from = l.Steps[i-1].Scene
		}
		st.Scene = from.With(st.Scene)
		if st.Task != nil && st.Task.Judge == "" {
			st.Task.Judge = JudgeTable
		}
	}
	return l, l.shape()
}
