package page

import (
	"dimdesk/tui/dialog"

	tea "charm.land/bubbletea/v2"
)

// leaving is the question whether to leave; a second Ctrl-C while it is asked is an answer.
type leaving struct{ *dialog.Confirm }

// Parting is what is asked before the program is left.
type Parting struct {
	Title string
	Body  []string
}

// AskLeave asks before the program is left without a commit. Staying is the default.
func (e *Env) AskLeave() {
	e.Dialogs.Open(leaving{&dialog.Confirm{
		Title: e.Parting.Title,
		Body:  e.Parting.Body,
		Buttons: []dialog.Button{
			{Label: "Stay"},
			{Key: "y", Label: "Leave", Do: func() tea.Cmd { return e.Leave(nil) }},
		},
	}})
}

// Leaving tells whether that question is on top.
func (e *Env) Leaving() bool {
	_, ok := e.Dialogs.Top().(leaving)
	return ok
}

// AskRetry is for a dimension that another program holds before there is anything to go back to: try again, or leave.
func (e *Env) AskRetry(err error, again func() tea.Cmd) {
	e.Dialogs.Open(&dialog.Confirm{
		Title: "Another program holds the dimension",
		Body:  explain(err),
		Buttons: []dialog.Button{
			{Label: "Leave", Do: func() tea.Cmd { return e.Leave(err) }},
			{Key: "r", Label: "Try again", Do: again},
		},
	})
}
