package main

import (
	"fmt"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
)

// TestLearnScreens holds the screens of the lessons as a person sees them: the keys that lead there, and what tells that each is
// complete.
func TestLearnScreens(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		for _, shot := range []struct {
			name, start string
			way         [][2]string // what is seen, and the key that is pressed then
			see         string
		}{
			{"list", "", nil, "See one late row"},
			{"look", "late-move", nil, "Ada ├─"},
			{"answered", "late-move", [][2]string{{"Ada ├─", "enter"}, {"Enter runs it", "enter"}, {"after it", "enter"}, {"1  1", "1"}}, "-  1  C1"},
		} {
			t.Run(fmt.Sprintf("%dx%d/%s", size[0], size[1], shot.name), func(t *testing.T) {
				l := newLearner(t, testLessons).sit(size[0], size[1], shot.start)
				for _, step := range shot.way {
					l.See(step[0]).Press(step[1])
				}
				golden.RequireEqual(t, l.See("A move that comes late", shot.see).Text()+"\n")
			})
		}
		t.Run(fmt.Sprintf("%dx%d/task", size[0], size[1]), func(t *testing.T) {
			l := newLearner(t, testLessons)
			l.kept = []byte(`{"version": 1, "lessons": {"late-move": {"reached": 7, "steps": 8}}}`)
			l.sit(size[0], size[1], "late-move").See("Enter begins.").Press("enter").See("Ctrl-x run it", "Delhi").Press("ctrl+x").See("✗")
			golden.RequireEqual(t, l.Text()+"\n")
		})
	}
}
