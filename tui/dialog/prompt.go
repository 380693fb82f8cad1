package dialog

import (
	"dimdesk/tui/cell"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
)

// Prompt asks for one line of text. Where Word is set, only exactly that is accepted.
type Prompt struct {
	title  string
	body   []string
	word   string
	do     func(text string) tea.Cmd
	act    string // what Enter does
	input  textinput.Model
	wrong  string
	offset int // of the input from the top of the box; known after a View
}

// NewPrompt asks for a line of text that begins as initial; Enter gives it to do, and act names that.
func NewPrompt(title string, body []string, initial, act string, do func(text string) tea.Cmd) *Prompt {
	p := &Prompt{title: title, body: body, act: act, do: do, input: Input()}
	p.input.SetValue(initial)
	p.input.CursorEnd()
	return p
}

// NewTyped asks for a word to be typed before do is done: for what a single key must not do.
func NewTyped(title string, body []string, word, act string, do func() tea.Cmd) *Prompt {
	return &Prompt{title: title, body: body, word: word, act: act, input: Input(), do: func(string) tea.Cmd { return do() }}
}

// Input is a focused text field without decoration, with the terminal's own cursor.
func Input() textinput.Model {
	in := textinput.New()
	in.Prompt = ""
	in.SetVirtualCursor(false)
	in.SetStyles(textinput.Styles{})
	in.CharLimit = 500
	in.Focus()
	return in
}

// Update edits the text; Enter gives it, Esc gives nothing.
func (p *Prompt) Update(msg tea.Msg) Result {
	switch pressed(msg) {
	case "esc":
		return Result{Close: true}
	case "enter":
		text := p.input.Value()
		if p.word != "" && text != p.word {
			p.wrong = "That is not “" + p.word + "”. Esc goes back and changes nothing."
			return Result{}
		}
		return Result{Close: true, Then: func() tea.Cmd { return p.do(text) }}
	}
	p.wrong = ""
	var cmd tea.Cmd
	p.input, cmd = p.input.Update(msg)
	return Result{Cmd: cmd}
}

// View draws the question, the field, and what Enter and Esc do.
func (p *Prompt) View(st *styles.Styles, w, h int) string {
	width := inner(max(64, cell.Width(p.title)), w)
	body := wrapped(p.body, width)
	label := "› "
	if p.word != "" {
		label = "type " + p.word + " › "
	}
	p.input.SetWidth(max(width-cell.Width(label)-1, 1))
	if len(body) > 0 {
		body = append(body, "")
	}
	p.offset = InsetY + 2 + len(body)
	body = append(body, st.Key.Render(label)+p.input.View())
	if p.wrong != "" {
		body = append(body, st.Bad.Render(cell.Cut("! "+p.wrong, width)))
	}
	return Frame(st, width, p.title, body, Keys(st, "Enter", p.act, "Esc", "back"))
}

// Cursor is where the next character goes.
func (p *Prompt) Cursor() *tea.Cursor {
	c := p.input.Cursor()
	if c == nil {
		return nil
	}
	label := 2
	if p.word != "" {
		label = cell.Width("type " + p.word + " › ")
	}
	c.X += InsetX + label
	c.Y = p.offset
	return c
}

// Keys renders pairs of a key and what it does.
func Keys(st *styles.Styles, pairs ...string) string {
	s := ""
	for i := 0; i+1 < len(pairs); i += 2 {
		if i > 0 {
			s += "   "
		}
		s += st.Key.Render(pairs[i]) + " " + st.KeyText.Render(pairs[i+1])
	}
	return s
}
