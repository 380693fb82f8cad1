package tui_test

import (
	"context"
	"testing"

	"dimdesk/tui"
	"dimdesk/tui/tuitest"

	tea "charm.land/bubbletea/v2"
)

// settle runs a Cmd and all that follow from it, in the order in which they are made.
func settle(app *tui.App, cmds ...tea.Cmd) {
	for len(cmds) > 0 {
		cmd := cmds[0]
		cmds = cmds[1:]
		if cmd == nil {
			continue
		}
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			cmds = append(cmds, msg...)
		default:
			_, next := app.Update(msg)
			cmds = append(cmds, next)
		}
	}
}

// BenchmarkKey is one key press with its redraw, in a list of a million rows.
func BenchmarkKey(b *testing.B) {
	for name, size := range map[string][2]int{"80x24": {80, 24}, "200x60": {200, 60}} {
		b.Run(name, func(b *testing.B) {
			app := tui.New(context.Background(), tui.Options{Review: tuitest.NewReview().Grow(1_000_000)})
			app.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			settle(app, app.Init())
			keys := []string{"j", "j", "j", "k"}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				app.Update(tuitest.Key(keys[i%len(keys)]))
				_ = app.View().Content
			}
		})
	}
}
