package keys

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Mover is anything that a cursor or an offset moves through.
type Mover interface {
	Move(by int64)
	Page(half bool, back bool)
	Home()
	End()
}

// Move applies a moving key to m and tells whether it was one.
func Move(msg tea.KeyPressMsg, m Mover) bool {
	switch {
	case key.Matches(msg, Down):
		m.Move(1)
	case key.Matches(msg, Up):
		m.Move(-1)
	case key.Matches(msg, HalfDown):
		m.Page(true, false)
	case key.Matches(msg, HalfUp):
		m.Page(true, true)
	case key.Matches(msg, PageDown):
		m.Page(false, false)
	case key.Matches(msg, PageUp):
		m.Page(false, true)
	case key.Matches(msg, Home):
		m.Home()
	case key.Matches(msg, End):
		m.End()
	default:
		return false
	}
	return true
}
