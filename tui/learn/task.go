package learn

import (
	"context"
	"fmt"

	"dimdesk/learn"
	"dimdesk/tui/dialog"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// task is something to do: an editor, what is asked above it, and below it the tables, and what is said of them once it was run.
type task struct {
	*school
	bench
	l     *learn.Lesson
	step  int
	scene learn.Scene
	judge *learn.Examiner
	w, h  int

	tables exhibit // as they are before anything is run
	hints  int     // how many were shown
	solved bool
	said   string

	judging page.Latest
	running int // the draft that is being judged; -1 for none
}

// judgedMsg is what the judge says of a text.
type judgedMsg struct {
	of      *task
	req     int64
	draft   int
	verdict learn.Verdict
	err     error
}

// tablesMsg is the tables that a task begins with.
type tablesMsg struct {
	of     *task
	tables exhibit
	err    error
}

// solvedMsg tells the lesson that a task of it was solved, and whether to go on.
type solvedMsg struct {
	lesson string
	step   int
	on     bool
}

// newTask is the page of a task. One that was begun before is as it was left.
func newTask(s *school, l *learn.Lesson, step int, scene learn.Scene) *task {
	name := fmt.Sprintf("%s %d", l.Name, step)
	if t := s.tasks[name]; t != nil {
		return t
	}
	t := &task{school: s, bench: newBench(l.Steps[step].Task.Start), l: l, step: step, scene: scene, judge: learn.NewExaminer(s.lab, l.Steps[step].Task, scene), solved: s.o.Progress.Solved(l, step), running: -1}
	s.tasks[name] = t
	return t
}

func (t *task) task() *learn.Task { return t.l.Steps[t.step].Task }

// Init reads the tables, and begins to take text.
func (t *task) Init() tea.Cmd {
	if !t.solved {
		t.edit()
	}
	if t.tables != nil {
		return nil
	}
	lab, stand := t.lab, outcome{before: t.scene}
	return t.call(func(ctx context.Context) tea.Msg {
		err := stand.tables(ctx, lab)
		return tablesMsg{t, stand.first, err}
	})
}

// SetSize lays the page out anew.
func (t *task) SetSize(w, h int) { t.w, t.h = w, h }

// Cursor is where text goes; nil while none is typed.
func (t *task) Cursor() *tea.Cursor { return t.ed.Cursor() }

// Update takes text, a key, or what the judge says.
func (t *task) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tablesMsg:
		if msg.of != t {
			return nil
		}
		if t.tables = msg.tables; msg.err != nil {
			t.env.Fail("The tables of this task cannot be shown", msg.err)
			return nil
		}
		return t.prepare()
	case judgedMsg:
		return msg.judged()
	case tea.MouseWheelMsg:
		t.wheel(msg)
	case tea.PasteMsg:
		t.typing(msg)
	case tea.KeyPressMsg:
		t.said = ""
		if t.running >= 0 && t.untimely(msg) {
			t.said = "Your text is being judged. Ctrl-C cancels."
			return nil
		}
		if t.typing(msg) {
			return nil
		}
		return t.pressed(msg)
	}
	return nil
}

func (t *task) pressed(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.Run):
		return t.run()
	case key.Matches(msg, keys.Enter) && t.solved && !t.stale():
		t.env.Pop()
		return t.tell(true)
	case key.Matches(msg, keys.Enter, keys.Edit):
		t.edit()
	case key.Matches(msg, keys.Back, keys.Quit):
		t.env.Pop()
	case key.Matches(msg, keys.Hint):
		t.hint()
	case key.Matches(msg, keys.Undo):
		t.gone(t.turn(-1), "Nothing to undo.")
	case key.Matches(msg, keys.Redo):
		t.gone(t.turn(1), "Nothing to redo.")
	case key.Matches(msg, keys.Reset):
		t.askReset()
	case key.Matches(msg, keys.Glossary):
		t.glossary(t.l)
	default:
		t.move(msg)
	}
	return nil
}

// untimely are keys that wait for the verdict: Enter, pressed in the expectation of one, would break a line or begin again, and whoever
// goes back to an earlier draft could leave the one that is judged.
func (t *task) untimely(msg tea.KeyPressMsg) bool {
	if key.Matches(msg, keys.Enter) || key.Matches(msg, keys.Run) && !t.stale() && t.now == t.running {
		return true
	}
	return !t.ed.typing && key.Matches(msg, keys.Undo, keys.Redo)
}

func (t *task) gone(ok bool, otherwise string) {
	if !ok {
		t.said = otherwise
	}
}

// prepare runs the solution while the learner reads, unless there is something else to do.
func (t *task) prepare() tea.Cmd {
	return t.env.Engine.Aside(t.env.Calls(), func(ctx context.Context) tea.Msg {
		_ = t.judge.Prepare(ctx) // whoever is judged is told
		return nil
	})
}

// run gives the text to the judge.
func (t *task) run() tea.Cmd {
	t.keep()
	t.running = t.now
	t.below.top()
	req, draft, text := t.judging.Next(), t.now, t.ed.Text()
	return t.call(func(ctx context.Context) tea.Msg {
		v, err := t.judge.Judge(ctx, text)
		return judgedMsg{t, req, draft, v, err}
	})
}

// judged gives it to the task that it is of, whatever page is seen by now.
func (m judgedMsg) judged() tea.Cmd { return m.of.judged(m) }

// judged shows what the judge says. Whoever typed goes on typing, unless the task is solved.
func (t *task) judged(msg judgedMsg) tea.Cmd {
	if t.running < 0 || t.judging.Stale(msg.req) {
		return nil
	}
	t.running = -1
	d := &t.drafts[msg.draft]
	d.ran = true
	t.below.top()
	switch {
	case page.Cancelled(msg.err):
		d.came = exhibit{{words: []word{{"!", "Cancelled. Nothing came of it.", warn}}}}
		return nil
	case msg.err != nil:
		d.came = exhibit{{words: failed(msg.err)}}
		return nil
	}
	d.came = verdict(t.task(), t.scene, msg.verdict)
	if !msg.verdict.Passed {
		return nil
	}
	t.solved = true
	t.leave()
	t.o.Progress.Solve(t.l, t.step)
	return tea.Batch(t.tell(false), t.save())
}

// tell lets the lesson know that the task is solved.
func (t *task) tell(on bool) tea.Cmd {
	m := solvedMsg{t.l.Name, t.step, on}
	return func() tea.Msg { return m }
}

// hint shows the next hint; after the last, the solution is offered.
func (t *task) hint() {
	if n := len(t.task().Hints); t.hints < n {
		t.hints++
		t.above.tail = true
		t.at = asked
		return
	}
	t.env.Dialogs.Open(&dialog.Confirm{
		Title: "Show the solution?",
		Body:  []string{"It takes the place of your text, and u brings that back.", "You learn more from one more try."},
		Buttons: []dialog.Button{
			{Label: "One more try"},
			{Key: "y", Label: "Show it", Do: func() tea.Cmd { t.set(t.task().Solution); return t.run() }},
		},
	})
}

func (t *task) askReset() {
	t.env.Dialogs.Open(reset("The text becomes what it was at first; u brings yours back.", func() tea.Cmd {
		t.set(t.task().Start)
		t.draft().fresh = true
		t.hints = 0
		return nil
	}))
}

// Name is for the list of keys.
func (t *task) Name() string { return "task" }

// Help lists the keys of this page.
func (t *task) Help() []keys.HelpGroup {
	return []keys.HelpGroup{
		keys.Titled("Task", keys.As(keys.Run, "run, and have it judged"), keys.Labelled(keys.Enter, "Enter e", "edit; once solved, Enter goes on"),
			keys.As(keys.Hint, "a hint; after the last the solution"), keys.As(keys.Undo, "undo what was run or edited"), keys.Redo, keys.As(keys.Reset, "start again"),
			keys.Glossary, keys.Labelled(keys.Back, "Esc q", "to the lesson")),
		typingKeys,
		keys.Titled("Panes", keys.Pane, keys.Labelled(keys.Left, "h l ← →", "in the tables: columns")),
		keys.Moves,
	}
}
