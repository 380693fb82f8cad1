package learn

import (
	recipes "dimdesk/engine/recipe"
	"dimdesk/learn"
	"dimdesk/tui/dialog"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"
	"dimdesk/tui/recipe"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// lesson is one lesson, a step at a time: its text, and what is to be seen with it.
type lesson struct {
	*school
	l    *learn.Lesson
	w, h int

	at      int        // the step that is seen; as many as there are steps is the end
	stands  []standing // of the steps
	begun   bool       // something is seen
	wanted  int        // the step that is gone to once it is prepared; -1 for none
	running int        // the step that is run while it is read; -1 for none

	text, exhibit pane
	answers       bool // the text is scrolled to what is said of an answer, until somebody scrolls
	beside        bool // the keys move in the exhibit
	recipe        recipe.Pane
	said          string // shown in the footer until the next key

	preparing page.Latest
}

// standing is what is known of a step: what it came to once it is ready, and what the learner did there.
type standing struct {
	outcome
	ready  bool
	shown  bool // it was run or answered; steps that are only looked at need not be
	chosen int  // which answer was given, from 1; 0 for none
	solved bool // a task
}

// outcome is what a step came to.
type outcome struct {
	before, after learn.Scene // the tables as the step finds them and leaves them
	first, then   exhibit     // what is seen before it is run or answered, and afterwards
	still         bool        // first shows the tables as they are
	ran           *learn.Ran
	recipes       []recipes.Recipe
}

// seen is what stands beside the text now.
func (s *standing) seen() exhibit {
	if s.shown && s.ran != nil {
		return s.then
	}
	return s.first
}

func newLesson(s *school, l *learn.Lesson) *lesson {
	return &lesson{school: s, l: l, wanted: -1, running: -1, stands: make([]standing, len(l.Steps))}
}

// Init goes to where the learner was.
func (p *lesson) Init() tea.Cmd {
	at := p.together(p.resume())
	p.recall(at)
	return p.to(at)
}

// SetSize lays the page out anew.
func (p *lesson) SetSize(w, h int) { p.w, p.h = w, h }

// to goes to a step, and prepares what is needed for it first.
func (p *lesson) to(step int) tea.Cmd {
	step = p.together(step)
	if step >= len(p.l.Steps) || p.stands[step].ready {
		return p.show(step)
	}
	if p.wanted = step; p.running >= 0 {
		return nil // once that is done
	}
	return p.prepare(step)
}

// together is the step that is seen where one is gone to: a text that comes before anything is to be seen is seen with that.
func (p *lesson) together(step int) int {
	if opens(p.l, step) {
		return step + 1
	}
	return step
}

// opens tells whether a step is a text with nothing to be seen beside it, and the tables come next.
func opens(l *learn.Lesson, step int) bool {
	return step >= 0 && step+1 < len(l.Steps) && l.Steps[step].Say != "" && l.Steps[step+1].Show != nil &&
		(step == 0 || l.Steps[step].Own || l.Steps[step+1].Own)
}

// show is what is seen from now on.
func (p *lesson) show(step int) tea.Cmd {
	p.at, p.wanted, p.begun = step, -1, true
	p.text.top()
	p.exhibit.top()
	p.beside, p.said = false, ""
	p.answers = true
	if step < len(p.l.Steps) {
		if s := p.l.Steps[step]; len(s.Recipe) > 0 {
			p.recipe.Set(p.stands[step].recipes)
		}
	}
	return tea.Batch(p.play(), p.reached(step))
}

// step is the step that is seen; nil at the end.
func (p *lesson) step() *learn.Step {
	if !p.begun || p.at >= len(p.l.Steps) {
		return nil
	}
	return &p.l.Steps[p.at]
}

// Update takes a key, or what a step came to.
func (p *lesson) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case preparedMsg:
		return p.prepared(msg)
	case playedMsg:
		return p.ran(msg)
	case judgedMsg:
		return msg.judged()
	case solvedMsg:
		if msg.lesson == p.l.Name {
			p.stands[msg.step].solved = true
			if msg.on {
				return p.to(msg.step + 1)
			}
		}
	case tea.MouseWheelMsg:
		pane := &p.text
		if p.beside {
			pane = &p.exhibit
		}
		p.answers = p.answers && p.beside
		pane.wheel(msg)
	case tea.KeyPressMsg:
		p.said = ""
		return p.pressed(msg)
	}
	return nil
}

func (p *lesson) pressed(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.Back, keys.Quit):
		p.env.Pop()
		return nil
	case key.Matches(msg, keys.Glossary):
		p.glossary(p.l)
		return nil
	case !p.begun:
		if key.Matches(msg, keys.Enter) && p.wanted < 0 {
			return p.Init() // it failed, or was cancelled: try again
		}
		return nil
	case key.Matches(msg, keys.Enter):
		return p.on()
	case key.Matches(msg, keys.Skip) && len(p.l.Quiz) > 0:
		return p.env.Push(newQuiz(p.school, p.l))
	case key.Matches(msg, keys.Edit) && p.step() != nil && p.step().Task != nil:
		return p.begin()
	case key.Matches(msg, keys.Digit):
		return p.answer(int(msg.String()[0] - '0'))
	case key.Matches(msg, keys.Pane) && p.step() != nil && p.step().Recipe == nil:
		p.beside = !p.beside && len(p.stands[p.at].seen()) > 0
		return nil
	case key.Matches(msg, keys.Left) && !p.beside:
		return p.back()
	case key.Matches(msg, keys.Right) && !p.beside:
		return p.ahead()
	case p.step() != nil && p.step().Recipe != nil:
		if key.Matches(msg, keys.Notes) {
			p.env.Dialogs.Open(dialog.NewText(p.recipe.Title(), p.recipe.All, keys.Notes))
			return nil
		}
		p.recipe.Pressed(msg)
		return nil
	case p.beside:
		p.exhibit.pressed(msg, true)
	default:
		p.answers = !p.text.pressed(msg, false) && p.answers
	}
	return nil
}

// Name is for the list of keys.
func (p *lesson) Name() string { return "lesson" }

// Help lists the keys of this page.
func (p *lesson) Help() []keys.HelpGroup {
	return []keys.HelpGroup{
		keys.Titled("Lesson", keys.As(keys.Enter, "go on, run, begin the task"), keys.Labelled(keys.Left, "h ←", "the step before"),
			keys.Labelled(keys.Right, "l →", "the step after"), keys.Digit, keys.Skip, keys.Glossary, keys.Labelled(keys.Back, "Esc q", "to the list")),
		keys.Titled("Tables", keys.As(keys.Pane, "text, or tables"), keys.Labelled(keys.Left, "h l ← →", "in the tables: columns"),
			keys.Labelled(keys.NextKind, "[ ]", "other SQL"), keys.As(keys.Notes, "notes on the SQL")),
		keys.Moves,
	}
}
