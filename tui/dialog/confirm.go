package dialog

import (
	"dimdesk/tui/styles"

	tea "charm.land/bubbletea/v2"
)

// Button is one answer. Key gives it at once; Do, if not nil, runs after the box is closed.
type Button struct {
	Key, Label string
	Do         func() tea.Cmd
}

// Confirm asks a question. Its first button is the harmless one: it has the focus, and Esc gives it. "y" gives the second.
type Confirm struct {
	Title   string
	Body    []string
	Buttons []Button
	focus   int
}

// Message is a box that only tells something.
func Message(title string, body ...string) *Confirm {
	return &Confirm{Title: title, Body: body, Buttons: []Button{{"", "OK", nil}}}
}

// Update moves between the buttons or presses one.
func (c *Confirm) Update(msg tea.Msg) Result {
	k := pressed(msg)
	n := len(c.Buttons)
	switch k {
	case "":
		return Result{}
	case "right", "tab", "l", "down", "j":
		c.focus = (c.focus + 1) % n
		return Result{}
	case "left", "shift+tab", "h", "up", "k":
		c.focus = (c.focus + n - 1) % n
		return Result{}
	case "enter":
		return Result{Close: true, Then: c.Buttons[c.focus].Do}
	case "esc", "q":
		return Result{Close: true, Then: c.Buttons[0].Do}
	case "y":
		if n > 1 {
			return Result{Close: true, Then: c.Buttons[1].Do}
		}
	}
	for _, b := range c.Buttons {
		if b.Key != "" && b.Key == k {
			return Result{Close: true, Then: b.Do}
		}
	}
	return Result{}
}

// View draws the question over its buttons.
func (c *Confirm) View(st *styles.Styles, w, h int) string {
	buttons := ""
	plain := ""
	for i, b := range c.Buttons {
		style, text := st.Button, " "+b.Label+" "
		if b.Key != "" {
			text = " " + b.Label + " (" + b.Key + ") "
		}
		if i == c.focus {
			style, text = st.ButtonOn, "▸"+text[1:]
		}
		if i > 0 {
			buttons += "  "
			plain += "  "
		}
		buttons += style.Render(text)
		plain += text
	}
	width := inner(widest(44, append([]string{c.Title, plain}, c.Body...)...), min(w, 90))
	return Frame(st, width, c.Title, wrapped(c.Body, width), buttons)
}

// Cursor is nil: nothing is typed here.
func (c *Confirm) Cursor() *tea.Cursor { return nil }
