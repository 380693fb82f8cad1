package dialog

import (
	"fmt"

	"dimdesk/tui/cell"
	"dimdesk/tui/grid"
	"dimdesk/tui/keys"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Text shows lines that may be more than fit, and scrolls through them.
type Text struct {
	title string
	lines func(st *styles.Styles, width int) []string
	close []key.Binding
	at    grid.Scroll
	find  finder
	line  int // where the footer is in the box; known after a View
}

// NewText shows what lines gives for a width; Esc, q, Enter and the keys in close (the one that opened it) close it, and / finds.
func NewText(title string, lines func(st *styles.Styles, width int) []string, close ...key.Binding) *Text {
	return &Text{title: title, lines: lines, find: finder{hit: -1, input: Input()}, close: append(close, keys.Back, keys.Quit, keys.Enter)}
}

// Update scrolls or closes.
func (t *Text) Update(msg tea.Msg) Result {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if to, ok := t.find.pressed(msg); ok {
			if to >= 0 {
				t.at.Home()
				t.at.Move(int64(to))
			}
			return Result{}
		}
		if key.Matches(msg, t.close...) {
			return Result{Close: true}
		}
		keys.Move(msg, &t.at)
	case tea.MouseWheelMsg:
		t.at.Move(Wheel(msg))
	}
	return Result{}
}

// Wheel is how many lines a turn of the wheel scrolls.
func Wheel(msg tea.MouseWheelMsg) int64 {
	switch msg.Button {
	case tea.MouseWheelUp:
		return -3
	case tea.MouseWheelDown:
		return 3
	}
	return 0
}

// View draws the lines that fit.
func (t *Text) View(st *styles.Styles, w, h int) string {
	width := inner(110, w)
	lines := t.find.drawn(st, t.lines(st, width))
	shown := t.at.Fit(lines, max(min(len(lines), h-8), 1))
	need := cell.Width(t.title)
	for _, l := range lines {
		need = max(need, cell.Width(l))
	}
	width = min(max(need, 40), width)
	footer := Keys(st, "Esc", "back")
	t.line = InsetY + 2 + len(shown) + 1
	if first, last, total, all := t.at.Range(); t.find.typing {
		footer = t.find.footer(st, width)
	} else if !all {
		footer = Keys(st, "j k", "scroll", "/", "find", "Esc", "back") + st.Quiet.Render(fmt.Sprintf("   %d–%d of %d", first, last, total))
	}
	return Frame(st, width, t.title, shown, footer)
}

// Cursor is where what is looked for is typed; nil while nothing is.
func (t *Text) Cursor() *tea.Cursor {
	c := t.find.input.Cursor()
	if !t.find.typing || c == nil {
		return nil
	}
	c.X += InsetX + 1
	c.Y = t.line
	return c
}
