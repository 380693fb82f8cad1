package dialog

import (
	"strings"
	"testing"

	"dimdesk/tui/styles"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

func press(s *Stack, names ...string) {
	for _, n := range names {
		k := tea.KeyPressMsg{Code: []rune(n)[0], Text: n}
		switch n {
		case "enter":
			k = tea.KeyPressMsg{Code: tea.KeyEnter}
		case "esc":
			k = tea.KeyPressMsg{Code: tea.KeyEscape}
		case "tab":
			k = tea.KeyPressMsg{Code: tea.KeyTab}
		}
		s.Update(k)
	}
}

func TestConfirmIsHarmlessUntilSomebodyChooses(t *testing.T) {
	for keys, want := range map[string]string{
		"enter": "", "esc": "", "q": "", "y": "park", "p": "park", "t": "take", "tab enter": "park", "tab tab enter": "take", "tab tab tab enter": "",
	} {
		did := ""
		do := func(what string) func() tea.Cmd { return func() tea.Cmd { did = what; return nil } }
		s := &Stack{}
		s.Open(&Confirm{Title: "Park 312 rows?", Buttons: []Button{{Label: "Go back"}, {"p", "Park", do("park")}, {"t", "Take", do("take")}}})
		press(s, strings.Fields(keys)...)
		if did != want || !s.Empty() {
			t.Errorf("%s: did %q, want %q; closed %v", keys, did, want, s.Empty())
		}
	}
}

func TestTypedWordMustBeExact(t *testing.T) {
	done := 0
	s := &Stack{}
	s.Open(NewTyped("Undo?", nil, "undo", "undo it", func() tea.Cmd { done++; return nil }))
	press(s, "enter", "u", "n", "d", "enter")
	if done != 0 || s.Empty() {
		t.Fatal("done before the word was typed")
	}
	press(s, "o", "enter")
	if done != 1 || !s.Empty() {
		t.Error("not done after the word was typed")
	}
}

func TestADialogMayOpenAnother(t *testing.T) {
	s := &Stack{}
	s.Open(NewPrompt("first", nil, "text", "go on", func(text string) tea.Cmd {
		s.Open(Message("second", text))
		return nil
	}))
	press(s, "enter")
	if c, ok := s.Top().(*Confirm); !ok || c.Title != "second" || c.Body[0] != "text" {
		t.Errorf("on top: %#v", s.Top())
	}
	press(s, "enter")
	if !s.Empty() {
		t.Error("not closed")
	}
}

func TestBoxesStayOnTheScreen(t *testing.T) {
	st := styles.New(true)
	long := strings.Repeat("a long line of text ", 40)
	lines := func(*styles.Styles, int) []string { return strings.Split(strings.Repeat(long+"\n", 60), "\n") }
	for _, d := range []Dialog{
		Message("title", long, long), NewPrompt(long, []string{long}, "", "do", nil), &Menu{Title: "m", Items: []string{long, "b"}}, NewText("t", lines),
	} {
		for _, size := range [][2]int{{60, 16}, {80, 24}, {200, 60}} {
			s := &Stack{}
			s.Open(d)
			base := strings.TrimSuffix(strings.Repeat(strings.Repeat(".", size[0])+"\n", size[1]), "\n")
			out, _ := s.Draw(&st, base, size[0], size[1])
			if w, h := lipgloss.Width(out), lipgloss.Height(out); w != size[0] || h != size[1] {
				t.Errorf("%T on %v: the frame is %d×%d", d, size, w, h)
			}
		}
	}
}

func TestMessagesCannotActOnTheTerminal(t *testing.T) {
	st := styles.New(true)
	if got := ansi.Strip(Message("title", "no \x1b[2J way").View(&st, 80, 24)); !strings.Contains(got, "␛[2J") {
		t.Errorf("%q", got)
	}
}

// TestATextIsSearched types a word, whose entry comes before the lines that only use it, and goes on to those.
func TestATextIsSearched(t *testing.T) {
	st, s := styles.New(true), &Stack{}
	var lines []string
	for i := range 40 {
		lines = append(lines, "", "Word "+string(rune('a'+i%26)), "  says of late rows, "+strings.Repeat("x", i))
	}
	lines[100] = st.Strong.Render("Late row")
	text := NewText("Glossary", func(*styles.Styles, int) []string { return lines })
	s.Open(text)
	top := func() string {
		return ansi.Strip(strings.Split(text.View(&st, 80, 24), "\n")[InsetY+2])
	}
	top()
	press(s, "/", "l", "a", "q") // q is text now
	if text.Cursor() == nil || !strings.Contains(ansi.Strip(text.View(&st, 80, 24)), "/laq  ") || !strings.Contains(ansi.Strip(text.View(&st, 80, 24)), "nowhere") {
		t.Errorf("what is typed is not seen:\n%s", ansi.Strip(text.View(&st, 80, 24)))
	}
	s.Update(tea.KeyPressMsg{Code: tea.KeyBackspace})
	press(s, "t", "e", "enter")
	if got := top(); !strings.Contains(got, "Late row") || text.Cursor() != nil {
		t.Errorf("found %q", got)
	}
	for _, step := range []struct{ key, want string }{{"n", strings.Repeat("x", 33)}, {"N", "Late row"}, {"N", strings.Repeat("x", 32)}} {
		if press(s, step.key); !strings.Contains(top(), step.want) {
			t.Errorf("%s: %q, want %q", step.key, top(), step.want)
		}
	}
	if press(s, "q"); !s.Empty() {
		t.Error("it stays open")
	}
}
