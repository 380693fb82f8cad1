package dialog

import (
	"strconv"

	"dimdesk/tui/cell"
	"dimdesk/tui/styles"

	tea "charm.land/bubbletea/v2"
)

// Menu chooses one of at most nine things, with the arrows or by number.
type Menu struct {
	Title string
	Items []string
	At    int // the item that has the focus
	Do    func(i int) tea.Cmd
}

// Update moves, chooses, or closes without a choice.
func (m *Menu) Update(msg tea.Msg) Result {
	choose := func(i int) Result { return Result{Close: true, Then: func() tea.Cmd { return m.Do(i) }} }
	switch k := pressed(msg); k {
	case "esc", "q":
		return Result{Close: true}
	case "down", "j", "tab":
		m.At = (m.At + 1) % len(m.Items)
	case "up", "k", "shift+tab":
		m.At = (m.At + len(m.Items) - 1) % len(m.Items)
	case "enter", "space":
		return choose(m.At)
	default:
		if n, err := strconv.Atoi(k); err == nil && n >= 1 && n <= len(m.Items) {
			return choose(n - 1)
		}
	}
	return Result{}
}

// View draws the items with their numbers.
func (m *Menu) View(st *styles.Styles, w, h int) string {
	width := inner(widest(40, m.Items...)+6, w)
	var body []string
	for i, item := range m.Items {
		mark, style := "  ", st.Plain
		if i == m.At {
			mark, style = "▌ ", st.Strong
		}
		body = append(body, st.Cursor.Render(mark)+st.Key.Render(strconv.Itoa(i+1))+" "+style.Render(cell.Cut(item, width-4)))
	}
	return Frame(st, width, m.Title, body, Keys(st, "Enter", "choose", "Esc", "back"))
}

// Cursor is nil: nothing is typed here.
func (m *Menu) Cursor() *tea.Cursor { return nil }
