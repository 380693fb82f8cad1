// Package keys names every key of the screens once. A key means the same on every screen; the footer and the help are
// made from these bindings, so neither can promise a key that does nothing.
package keys

import "charm.land/bubbles/v2/key"

func bind(help, desc string, keys ...string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, desc))
}

// Moving.
var (
	Down     = bind("j ↓", "down", "j", "down")
	Up       = bind("k ↑", "up", "k", "up")
	Left     = bind("h ←", "left", "h", "left")
	Right    = bind("l →", "right", "l", "right")
	Home     = bind("Home", "first", "home")
	End      = bind("End", "last", "end")
	HalfDown = bind("Ctrl-d", "half a page down", "ctrl+d")
	HalfUp   = bind("Ctrl-u", "half a page up", "ctrl+u")
	PageDown = bind("PgDn", "page down", "pgdown")
	PageUp   = bind("PgUp", "page up", "pgup")
	Pane     = bind("Tab", "other pane", "tab", "shift+tab")
	NextKind = bind("]", "next kind", "]")
	PrevKind = bind("[", "previous kind", "[")
)

// Opening and leaving.
var (
	Enter     = bind("Enter", "open", "enter")
	Back      = bind("Esc", "back", "esc")
	Quit      = bind("q", "leave", "q")
	Help      = bind("?", "keys", "?")
	Interrupt = bind("Ctrl-C", "cancel", "ctrl+c")
	Suspend   = bind("Ctrl-Z", "to the shell", "ctrl+z")
	Mouse     = bind("m", "mouse on, off", "m")
)

// Finding.
var (
	Find     = bind("/", "find", "/")
	FindNext = bind("n", "next found", "n")
	FindPrev = bind("N", "previous found", "N")
	Filter   = bind("f", "filter", "f")
	Sort     = bind("o", "sort", "o")
	Group    = bind("g", "group alike", "g")
	Quiet    = bind("U", "show unchanged", "U")
	Notes    = bind("i", "notes on the batch", "i")
)

// Deciding.
var (
	Toggle = bind("space", "take/park", "space")
	Reason = bind("r", "park, with a reason", "r")
	All    = bind("a", "all in the filter", "a")
	Undo   = bind("u", "undo", "u")
	Redo   = bind("Ctrl-r", "redo", "ctrl+r")
	Commit = bind("c", "commit", "c")
)

// Looking closer.
var (
	Timeline = bind("t", "timeline", "t")
	SQL      = bind("s", "SQL of the row", "s")
	Copy     = bind("y", "copy the row", "y")
	Log      = bind("l", "commits", "l")
)

// Learning. Digits answer a question, and choose a type in the playground.
var (
	Aside = bind("Shift-← →", "columns", "shift+left", "shift+right")
	Digit = bind("0–9", "answer by number", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9")
	Edit  = bind("e", "edit", "e")
	Range = bind("v", "select several", "v")
	Print = bind("p", "print a report", "p")

	Run      = bind("Ctrl-x", "run", "ctrl+x")
	Hint     = bind("H", "hint", "H")
	Reset    = bind("R", "start again", "R")
	Skip     = bind("Q", "questions, to skip it", "Q")
	Glossary = bind("G", "glossary", "G")
)

// As is a binding with other words for what it does here; its meaning stays.
func As(b key.Binding, desc string) key.Binding {
	b.SetHelp(b.Help().Key, desc)
	return b
}

// Labelled is a binding with another name for the key and other words, for a footer that joins two keys.
func Labelled(b key.Binding, label, desc string) key.Binding {
	b.SetHelp(label, desc)
	return b
}

// HelpGroup is a titled set of bindings in the help.
type HelpGroup struct {
	Title string
	Keys  []key.Binding
}

// Titled sets bindings under a title.
func Titled(title string, bindings ...key.Binding) HelpGroup { return HelpGroup{title, bindings} }

// Moves are the keys of every list.
var Moves = HelpGroup{"Move", []key.Binding{
	Labelled(Down, "j k ↓ ↑", "down, up"), Labelled(Home, "Home End", "first, last"),
	Labelled(HalfDown, "Ctrl-d Ctrl-u", "half a page"), Labelled(PageDown, "PgDn PgUp", "a page"),
}}

// Program are the keys that work everywhere.
var Program = HelpGroup{"Program", []key.Binding{
	Help, Mouse, Labelled(Interrupt, "Ctrl-C", "cancel, or leave"), Suspend,
}}
