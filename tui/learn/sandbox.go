package learn

import (
	"context"
	"fmt"
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// sandbox is small tables, and any SQL on them. What was run can be undone: the tables are then made anew, and what was run before it
// is run again.
type sandbox struct {
	*school
	bench
	w, h    int
	list    []word // the tables that there are
	loaded  bool
	said    string
	running page.Latest
}

// ranMsg is what SQL did, and the tables that there are then.
type ranMsg struct {
	of    *sandbox
	req   int64
	draft int // that was run; -1 where the tables were made anew
	came  exhibit
	list  []word
	err   error
}

func newSandbox(s *school) *sandbox {
	text := "SELECT 1;"
	if tables := s.sandboxTables(); len(tables) > 0 {
		text = "SELECT * FROM " + tables[0].Name + ";"
	}
	return &sandbox{school: s, bench: newBench(text)}
}

// sandboxTables are what the sandbox begins with.
func (s *school) sandboxTables() []engine.LabTable {
	if len(s.o.Sandbox) > 0 || len(s.lessons) == 0 {
		return s.o.Sandbox
	}
	return s.lessons[0].Scene.Tables()
}

// Init makes the tables, and begins to take text.
func (s *sandbox) Init() tea.Cmd {
	s.edit()
	return s.anew()
}

// SetSize lays the page out anew.
func (s *sandbox) SetSize(w, h int) { s.w, s.h = w, h }

// Cursor is where text goes; nil while none is typed.
func (s *sandbox) Cursor() *tea.Cursor { return s.ed.Cursor() }

// Update takes text, a key, or what SQL did.
func (s *sandbox) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case ranMsg:
		s.ran(msg)
	case tea.MouseWheelMsg:
		s.wheel(msg)
	case tea.PasteMsg:
		s.typing(msg)
	case tea.KeyPressMsg:
		s.said = ""
		if s.typing(msg) {
			return nil
		}
		return s.pressed(msg)
	}
	return nil
}

func (s *sandbox) pressed(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.Run):
		return s.run()
	case key.Matches(msg, keys.Enter, keys.Edit):
		s.edit()
	case key.Matches(msg, keys.Back, keys.Quit):
		s.env.Pop()
	case key.Matches(msg, keys.Undo):
		return s.gone(-1, "Nothing to undo.")
	case key.Matches(msg, keys.Redo):
		return s.gone(1, "Nothing to redo.")
	case key.Matches(msg, keys.Reset):
		s.askReset()
	case key.Matches(msg, keys.Glossary):
		s.glossary(nil)
	default:
		s.move(msg)
	}
	return nil
}

// gone goes to the draft before or after, with the tables as they were then.
func (s *sandbox) gone(by int, otherwise string) tea.Cmd {
	if !s.turn(by) {
		s.said = otherwise
		return nil
	}
	return s.anew()
}

// run runs the text.
func (s *sandbox) run() tea.Cmd {
	text := s.ed.Text()
	s.add(draft{text: text, ran: true})
	req, at, lab := s.running.Next(), s.now, s.lab
	return s.call(func(ctx context.Context) tea.Msg {
		results, err := lab.Run(ctx, text)
		m := ranMsg{of: s, req: req, draft: at, came: did(results, err)}
		if page.Cancelled(err) {
			m.came = exhibit{{words: []word{{"!", "Cancelled. What was done before that stays; u undoes it.", warn}}}}
		}
		m.list, m.err = tableList(context.WithoutCancel(ctx), lab) // it may have come far before it was cancelled
		return m
	})
}

// anew makes the tables, and runs again what was run up to the draft that is seen.
func (s *sandbox) anew() tea.Cmd {
	var again []string
	for _, d := range s.drafts[:s.now+1] {
		if d.ran {
			again = append(again, d.text)
		}
	}
	req, lab, tables := s.running.Next(), s.lab, s.sandboxTables()
	return s.call(func(ctx context.Context) tea.Msg {
		m := ranMsg{of: s, req: req, draft: -1}
		if m.err = lab.Reset(ctx); m.err != nil {
			return m
		}
		if m.err = lab.Load(ctx, tables...); m.err != nil {
			return m
		}
		for _, text := range again {
			if _, err := lab.Run(ctx, text); page.Cancelled(err) { // any other error was seen when it was run first
				m.err = err
				return m
			}
		}
		m.list, m.err = tableList(ctx, lab)
		return m
	})
}

func (s *sandbox) ran(msg ranMsg) {
	if msg.of != s || s.running.Stale(msg.req) {
		return
	}
	if msg.err != nil {
		s.env.Fail("The tables cannot be read", msg.err)
	}
	if msg.list != nil {
		s.list = msg.list
	}
	s.loaded = true
	if msg.draft >= 0 && msg.draft < len(s.drafts) {
		s.drafts[msg.draft].came = msg.came
		s.below.top()
	}
}

// tableList reads which tables and views there are.
func tableList(ctx context.Context, lab engine.Lab) ([]word, error) {
	t, err := lab.Table(ctx, `SELECT table_name, string_agg(column_name, ', ' ORDER BY ordinal_position) FROM information_schema.columns
WHERE table_schema = current_schema() GROUP BY table_name ORDER BY table_name`, 50)
	if err != nil {
		return nil, err
	}
	words := []word{}
	for _, row := range t.Rows {
		words = append(words, word{"·", fmt.Sprintf("%s: %s", row[0].Show(), row[1].Show()), nil})
	}
	if len(words) == 0 {
		words = append(words, word{" ", "no table", quiet})
	}
	return words, nil
}

func (s *sandbox) askReset() {
	s.env.Dialogs.Open(reset("The tables become what they were at first, and what was run is forgotten. The text stays.", func() tea.Cmd {
		s.drafts, s.now = []draft{{text: s.ed.Text()}}, 0
		return s.anew()
	}))
}

// View is the tables that there are, the editor, and what was done.
func (s *sandbox) View() string {
	st := s.env.Styles
	var came exhibit
	title := "nothing was run yet"
	if n, ok := s.last(func(n int) bool { return s.drafts[n].ran }); ok {
		came, title = s.drafts[n].came, "what came of it"+s.before(n)
	}
	lines := []string{page.Title(st, s.w, "Sandbox", "")}
	lines = append(lines, s.draw(st, titles{"tables", "your SQL", title}, func(w int) []string { return s.tables(st, w) }, came, s.w, s.h-3, 1)...)
	footer := s.footer(st)
	return strings.Join(append(lines, page.Rule(st, s.w, "", "", false), footer), "\n")
}

func (s *sandbox) tables(st *styles.Styles, w int) []string {
	if !s.loaded {
		return []string{cell.Fit(" "+st.Quiet.Render("making the tables…"), w)}
	}
	var lines []string
	for _, word := range s.list {
		lines = append(lines, word.lines(st, w)...)
	}
	return lines
}

func (s *sandbox) footer(st *styles.Styles) string {
	switch {
	case s.said != "":
		return page.Said(st, s.w, s.said)
	case s.ed.typing:
		return typingFooter(st, s.w)
	}
	return page.Footer(st, s.w, keys.As(keys.Enter, "edit"), keys.As(keys.Run, "run it"), keys.Undo, keys.Redo, keys.Reset, keys.Pane, keys.Glossary, keys.Back, keys.Help)
}

// Name is for the list of keys.
func (s *sandbox) Name() string { return "sandbox" }

// Help lists the keys of this page.
func (s *sandbox) Help() []keys.HelpGroup {
	return []keys.HelpGroup{
		keys.Titled("Sandbox", keys.Run, keys.Labelled(keys.Enter, "Enter e", "edit"), keys.As(keys.Undo, "undo what was run or edited"), keys.Redo,
			keys.As(keys.Reset, "the tables as at first"), keys.Glossary, keys.Labelled(keys.Back, "Esc q", "back")),
		typingKeys,
		keys.Titled("Panes", keys.Pane, keys.Labelled(keys.Left, "h l ← →", "in the tables: columns")),
		keys.Moves,
	}
}
