// Package learn is the screens of `dimdesk learn`: the list of lessons, a lesson step by step, a task with an editor, the
// questions that let somebody skip a lesson, the sandbox, and the glossary. What is taught is in package learn of the module, what
// is run is run in an engine.Lab; here it is only shown.
package learn

import (
	"context"
	"errors"

	"dimdesk/engine"
	"dimdesk/learn"
	"dimdesk/tui/page"

	tea "charm.land/bubbletea/v2"
)

// The names under which a learner may begin elsewhere than at a lesson.
const (
	Playground = "playground"
	Sandbox    = "sandbox"
)

// Options are what the pages need.
type Options struct {
	Course *learn.Course

	// Progress is what the learner has done; nil keeps nothing.
	Progress *learn.Progress

	// Lab opens the learner's database. It is called once, when something is run first.
	Lab func(context.Context) (engine.Lab, error)

	// Start is what is shown first: the name of a lesson, Playground, Sandbox, or "" for the list.
	Start string

	// Playground makes the page of the playground where it is of a learner's own data; nil is customer 42.
	Playground func(env *page.Env, lab engine.Lab) page.Page

	// Sandbox is the tables that the sandbox begins with; without any, those of the
	// first lesson.
	Sandbox []engine.LabTable
}

// Session is what a learner works in: the pages and the database, from the beginning to the end of the program.
type Session struct {
	o   Options
	lab *lazy
}

// New makes a session; nothing is opened yet.
func New(o Options) *Session { return &Session{o, &lazy{open: o.Lab}} }

// Begin opens the first page, over the list of lessons.
func (s *Session) Begin(env *page.Env) tea.Cmd {
	in := &school{env: env, lab: s.lab, o: s.o, lessons: s.o.Course.Lessons, tasks: map[string]*task{}}
	menu := newMenu(in)
	cmd := env.Push(menu)
	if s.o.Start != "" {
		cmd = tea.Batch(cmd, menu.open(s.o.Start))
	}
	return cmd
}

// Close keeps what was done, and closes the database where it was opened. It must be called when nothing runs any more.
func (s *Session) Close() error { return errors.Join(s.o.Progress.Save(), s.lab.Close()) }

// school is what the pages share.
type school struct {
	env *page.Env
	lab engine.Lab
	o   Options

	lessons []*learn.Lesson
	tasks   map[string]*task // those that were begun, as they were left
	unsaved bool             // it was said that nothing is kept
}

// call runs something in the learner's database, when those before it are done.
func (s *school) call(f func(ctx context.Context) tea.Msg) tea.Cmd {
	ctx := s.env.Calls()
	return s.env.Engine.Do(func() tea.Msg { return f(ctx) })
}
