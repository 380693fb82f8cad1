package playground_test

import (
	"context"
	"sync"
	"testing"

	"dimdesk/engine"
	"dimdesk/engine/duck"
	stories "dimdesk/learn/playground"
	"dimdesk/tui/dialog"
	"dimdesk/tui/page"
	"dimdesk/tui/playground"
	"dimdesk/tui/styles"
	"dimdesk/tui/tuitest"

	tea "charm.land/bubbletea/v2"
)

// host is a program of this one page: what the program's model does for all.
type host struct {
	env  *page.Env
	page page.Page
	lab  engine.Lab
	w, h int
	mu   sync.Mutex // of the page, which a test may look at too
}

// sit opens the playground with the real engine on a screen of w×h.
func sit(t testing.TB, w, h int, story stories.Story) (*tuitest.Screen, *host) {
	t.Helper()
	lab, err := duck.NewLab(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	st := styles.New(true)
	m := &host{lab: lab, env: &page.Env{Ctx: context.Background(), Styles: &st, Dialogs: &dialog.Stack{}, Engine: &page.Line{}}}
	m.page = playground.New(m.env, lab, story)
	screen := tuitest.Start(t, w, h, m)
	t.Cleanup(func() {
		if err := lab.Close(); err != nil {
			t.Error(err)
		}
	})
	return screen, m
}

func (m *host) Init() tea.Cmd { return nil }

func (m *host) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
		m.env.SetSize(msg.Width, msg.Height)
		if m.env.Top() == nil {
			return m, m.env.Push(m.page)
		}
		return m, nil
	case tea.KeyPressMsg:
		if !m.env.Dialogs.Empty() {
			return m, m.env.Dialogs.Update(msg)
		}
	}
	return m, m.page.Update(msg)
}

func (m *host) View() tea.View {
	m.mu.Lock()
	defer m.mu.Unlock()
	v := tea.NewView("")
	v.AltScreen = true
	if m.env.Top() != nil {
		v.Content, v.Cursor = m.env.Dialogs.Draw(m.env.Styles, m.page.View(), m.w, m.h)
	}
	return v
}
