package learn

import (
	"dimdesk/learn"
	story "dimdesk/learn/playground"
	"dimdesk/tui/dialog"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"
	"dimdesk/tui/playground"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// menu is the list of lessons, with the playground and the sandbox below them.
type menu struct {
	*school
	w, h    int
	entries []entry
	at, top int       // the entry under the cursor, the first that is seen
	rows    int       // entries that are seen at once; known after a View
	story   page.Page // the playground as it was left; nil before it is opened
}

// entry is something that can be opened.
type entry struct {
	name   string
	lesson *learn.Lesson // nil for the playground and the sandbox
	title  string
	goal   string
}

func newMenu(s *school) *menu {
	m := &menu{school: s, rows: 1}
	for _, l := range s.lessons {
		m.entries = append(m.entries, entry{l.Name, l, l.Title, l.Goal})
	}
	m.entries = append(m.entries,
		entry{Playground, nil, "Playground", "One customer, six months, and every SCD type: what each stores, and what a report says then. Moves, late rows and corrections of your own."},
		entry{Sandbox, nil, "Sandbox", "Small tables, and any SQL that you like to try on them. Nothing can be broken."})
	m.at = m.next()
	return m
}

// Init asks for nothing: the list is there.
func (m *menu) Init() tea.Cmd { return nil }

// SetSize lays the page out anew.
func (m *menu) SetSize(w, h int) { m.w, m.h = w, h }

// Update moves in the list or opens what is under the cursor.
func (m *menu) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case judgedMsg:
		return msg.judged()
	case savedMsg:
		m.saved(msg.err)
	case tea.MouseWheelMsg:
		m.Move(dialog.Wheel(msg) / 3)
	case tea.KeyPressMsg:
		return m.pressed(msg)
	}
	return nil
}

func (m *menu) pressed(msg tea.KeyPressMsg) tea.Cmd {
	at := m.entries[m.at]
	switch {
	case key.Matches(msg, keys.Enter):
		return m.open(at.name)
	case key.Matches(msg, keys.Quit, keys.Back):
		return m.env.Leave(nil)
	case key.Matches(msg, keys.Glossary):
		m.glossary(at.lesson)
	case key.Matches(msg, keys.Skip) && at.lesson != nil && len(at.lesson.Quiz) > 0:
		return m.env.Push(newQuiz(m.school, at.lesson))
	default:
		keys.Move(msg, m)
	}
	return nil
}

// open opens a lesson, the playground or the sandbox by name.
func (m *menu) open(name string) tea.Cmd {
	for i, e := range m.entries {
		if e.name == name {
			m.at = i
		}
	}
	switch l := m.entries[m.at].lesson; {
	case l != nil:
		return m.env.Push(newLesson(m.school, l))
	case name == Playground:
		if m.story == nil {
			m.story = m.playground()
		}
		return m.env.Push(m.story)
	}
	return m.env.Push(newSandbox(m.school))
}

// playground begins the story that is told there.
func (m *menu) playground() page.Page {
	if m.o.Playground != nil {
		return m.o.Playground(m.env, m.lab)
	}
	return playground.New(m.env, m.lab, story.Customer42())
}

// next is where a learner goes on: the first lesson that is not done; where all are, what follows them.
func (m *menu) next() int {
	for i, l := range m.lessons {
		if !m.done(l) {
			return i
		}
	}
	return len(m.lessons)
}

// Move goes to another entry.
func (m *menu) Move(by int64) { m.at = max(min(m.at+int(by), len(m.entries)-1), 0) }

// Page goes on by what is seen at once, or half of that.
func (m *menu) Page(half, back bool) {
	by := max(m.rows-1, 1)
	if half {
		by = max(m.rows/2, 1)
	}
	if back {
		by = -by
	}
	m.Move(int64(by))
}

// Home goes to the first entry.
func (m *menu) Home() { m.at = 0 }

// End goes to the last entry.
func (m *menu) End() { m.at = len(m.entries) - 1 }

// Name is for the list of keys.
func (m *menu) Name() string { return "lessons" }

// Help lists the keys of this page.
func (m *menu) Help() []keys.HelpGroup {
	return []keys.HelpGroup{
		keys.Titled("Lessons", keys.As(keys.Enter, "begin, or go on"), keys.Skip, keys.Glossary, keys.Labelled(keys.Quit, "q Esc", "leave")),
		keys.Moves,
	}
}
