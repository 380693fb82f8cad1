// Package dialog holds the boxes that lie over a screen: a stack that is drawn last and fed first. Every question has a
// harmless answer, and that is the one that Enter gives until somebody moves to another.
package dialog

import (
	"dimdesk/tui/styles"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
)

// Dialog is one box.
type Dialog interface {
	// Update takes a key, a paste or a mouse message.
	Update(tea.Msg) Result
	// View is the box for a screen of w×h; it is no larger than that.
	View(st *styles.Styles, w, h int) string
	// Cursor is where typed text goes, relative to the box; nil where nothing is typed.
	Cursor() *tea.Cursor
}

// Result says what became of a message. Then runs after the box is closed, so that it may open another.
type Result struct {
	Close bool
	Then  func() tea.Cmd
	Cmd   tea.Cmd
}

// Stack is the open dialogs, the last one on top.
type Stack struct{ open []Dialog }

// Open puts a dialog on top.
func (s *Stack) Open(d Dialog) { s.open = append(s.open, d) }

// Empty tells whether none is open.
func (s *Stack) Empty() bool { return len(s.open) == 0 }

// Top is the dialog on top, nil where none is open.
func (s *Stack) Top() Dialog {
	if s.Empty() {
		return nil
	}
	return s.open[len(s.open)-1]
}

// Clear closes all of them without an answer.
func (s *Stack) Clear() { s.open = nil }

// Update feeds the dialog on top.
func (s *Stack) Update(msg tea.Msg) tea.Cmd {
	if s.Empty() {
		return nil
	}
	r := s.Top().Update(msg)
	if r.Close {
		s.open = s.open[:len(s.open)-1]
	}
	if r.Then == nil {
		return r.Cmd
	}
	return tea.Batch(r.Cmd, r.Then())
}

// Draw lays the dialogs over a screen. The cursor is that of the dialog on top.
func (s *Stack) Draw(st *styles.Styles, base string, w, h int) (string, *tea.Cursor) {
	if s.Empty() {
		return base, nil
	}
	layers := []*lipgloss.Layer{lipgloss.NewLayer(base)}
	var cursor *tea.Cursor
	for i, d := range s.open {
		box := clip(d.View(st, w, h), w, h)
		x, y := (w-lipgloss.Width(box))/2, (h-lipgloss.Height(box))/2
		layers = append(layers, lipgloss.NewLayer(box).X(x).Y(y).Z(i+1))
		if cursor = d.Cursor(); cursor != nil {
			cursor.X += x
			cursor.Y += y
		}
	}
	return lipgloss.NewCompositor(layers...).Render(), cursor
}

// clip cuts a box to the screen: a larger one would enlarge the frame.
func clip(box string, w, h int) string {
	return lipgloss.NewStyle().MaxWidth(w).MaxHeight(h).Render(box)
}
