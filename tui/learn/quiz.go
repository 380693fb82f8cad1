package learn

import (
	"fmt"
	"strings"

	"dimdesk/learn"
	"dimdesk/tui/cell"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// quiz is the questions that let somebody skip a lesson: who answers all of them knows what it teaches.
type quiz struct {
	*school
	l       *learn.Lesson
	w, h    int
	at      int   // the question; as many as there are is the end
	chosen  []int // the answers, from 1
	text    pane
	answers bool // the text is scrolled to what is said of an answer, until somebody scrolls
	said    string
}

func newQuiz(s *school, l *learn.Lesson) *quiz {
	return &quiz{school: s, l: l, chosen: make([]int, len(l.Quiz))}
}

// Init asks for nothing: the questions are there.
func (q *quiz) Init() tea.Cmd { return nil }

// SetSize lays the page out anew.
func (q *quiz) SetSize(w, h int) { q.w, q.h = w, h }

// Update takes an answer, or goes on.
func (q *quiz) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		q.answers = false
		q.text.wheel(msg)
	case tea.KeyPressMsg:
		q.said = ""
		return q.pressed(msg)
	}
	return nil
}

func (q *quiz) pressed(msg tea.KeyPressMsg) tea.Cmd {
	asking := q.at < len(q.l.Quiz) && q.chosen[q.at] == 0
	switch {
	case key.Matches(msg, keys.Back, keys.Quit):
		q.env.Pop()
	case key.Matches(msg, keys.Glossary):
		q.glossary(q.l)
	case key.Matches(msg, keys.Digit) && asking:
		if n := int(msg.String()[0] - '0'); n >= 1 && n <= len(q.l.Quiz[q.at].Choices) {
			q.chosen[q.at], q.answers = n, true
		}
	case key.Matches(msg, keys.Enter) && asking:
		q.said = fmt.Sprintf("Press %s.", digits(len(q.l.Quiz[q.at].Choices)))
	case key.Matches(msg, keys.Enter):
		return q.on()
	default:
		q.answers = !q.text.pressed(msg, false) && q.answers
	}
	return nil
}

// on goes to the next question, and after the last one to the next lesson or into this one.
func (q *quiz) on() tea.Cmd {
	if q.at < len(q.l.Quiz) {
		q.at++
		q.answers = false
		q.text.top()
		if q.at == len(q.l.Quiz) && q.right() == q.at {
			q.o.Progress.PassQuiz(q.l)
			return q.save()
		}
		return nil
	}
	q.env.Pop()
	under, inLesson := q.env.Top().(*lesson)
	if q.right() < len(q.l.Quiz) {
		if inLesson {
			return nil
		}
		return q.env.Push(newLesson(q.school, q.l))
	}
	if inLesson && under.l == q.l {
		q.env.Pop()
	}
	if next := q.o.Course.Next(q.l); next != nil {
		return q.env.Push(newLesson(q.school, next))
	}
	return nil
}

// right is how many were answered right.
func (q *quiz) right() (n int) {
	for i, c := range q.chosen {
		if c > 0 && q.l.Quiz[i].Choices[c-1].Right {
			n++
		}
	}
	return n
}

// View is the question, or how many were answered right.
func (q *quiz) View() string {
	st := q.env.Styles
	heading, text, answer := "what came of it", q.end(st, min(q.w, textMost)), 0
	if q.at < len(q.l.Quiz) {
		heading = fmt.Sprintf("question %d of %d", q.at+1, len(q.l.Quiz))
		text, answer = question(st, &q.l.Quiz[q.at], q.chosen[q.at], min(q.w, textMost))
	}
	if q.answers {
		q.text.to(answer, len(text), q.h-3)
	}
	lines := []string{page.Title(st, q.w, fmt.Sprintf("%d  %s", q.l.Number, cell.Clean(q.l.Title)), "to skip it")}
	lines = append(lines, q.text.draw(st, heading, fill(text, q.w), q.w, q.h-3, true)...)
	footer := page.Footer(st, q.w, q.keys()...)
	if q.said != "" {
		footer = page.Said(st, q.w, q.said)
	}
	return strings.Join(append(lines, page.Rule(st, q.w, "", "", false), footer), "\n")
}

func (q *quiz) end(st *styles.Styles, w int) []string {
	n := q.right()
	count := fmt.Sprintf("%d of %s answered right.", n, cell.Plural(int64(len(q.l.Quiz)), "question"))
	if n < len(q.l.Quiz) {
		return []string{"", said(st.Warn, "◐", count), "", said(st.Key, "▸", q.advice())}
	}
	return []string{"", said(st.Good, "✓", count+" The lesson counts as done."), "", said(st.Key, "▸", "Enter goes on to the next one.")}
}

// advice is for whoever did not answer all.
func (q *quiz) advice() string {
	_, begun := q.o.Progress.Begun(q.l)
	switch {
	case q.done(q.l):
		return "The lesson stays done. Enter shows it again."
	case begun:
		return "Something in this lesson is new to you. Enter goes on with it."
	}
	return "Something in this lesson is new to you. Enter begins it."
}

func (q *quiz) keys() []key.Binding {
	first := keys.As(keys.Enter, "go on")
	if q.at < len(q.l.Quiz) && q.chosen[q.at] == 0 {
		first = keys.Labelled(keys.Digit, fmt.Sprintf("1–%d", len(q.l.Quiz[q.at].Choices)), "answer")
	}
	return []key.Binding{first, keys.Glossary, keys.Back, keys.Help}
}

// Name is for the list of keys.
func (q *quiz) Name() string { return "questions" }

// Help lists the keys of this page.
func (q *quiz) Help() []keys.HelpGroup {
	return []keys.HelpGroup{keys.Titled("Questions", keys.Digit, keys.As(keys.Enter, "the next one"), keys.Glossary, keys.Labelled(keys.Back, "Esc q", "back")), keys.Moves}
}
