package tui_test

import (
	"fmt"
	"testing"

	"dimdesk/engine"
	"dimdesk/tui/tuitest"

	"github.com/charmbracelet/x/exp/golden"
)

// shots are screens as a person sees them: the keys that lead there, and what tells that it is complete.
var shots = []struct {
	name string
	keys []string
	see  []string
}{
	{"review", []string{"j"}, []string{"2 of 33", "Delhi ─"}},
	{"new", []string{"j", "j"}, []string{"3 of 33", "no version", "● opens"}},
	{"rejected", []string{"f", "7", "enter"}, []string{"1 of 2", "what would help"}},
	{"deleted", []string{"f", "6", "enter"}, []string{"1 of 2", "to was open deleted"}},
	{"odd", []string{"/", "z", "ü", "enter"}, []string{"18 of 33", "Zürich ─"}},
	{"filter", []string{"f", "2", "4"}, []string{"[x] ↶ late"}},
	{"groups", []string{"g"}, []string{"21 groups"}},
	{"all", []string{"a"}, []string{"Park 31 rows?"}},
	{"member", []string{"j", "enter"}, []string{"before and after", "row 2  from 2024-04-02"}},
	{"timeline", []string{"j", "t"}, []string{"every attribute", "email before"}},
	{"sql", []string{"s"}, []string{"INSERT INTO"}},
	{"help", []string{"?"}, []string{"Keys: review"}},
	{"commit", []string{"c"}, []string{"The proof"}},
	{"reason", []string{"r"}, []string{"Park C101: why?"}},
	{"leave", []string{"q"}, []string{"▸Stay"}},
}

func TestScreens(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {160, 45}} {
		for _, shot := range shots {
			t.Run(fmt.Sprintf("%dx%d/%s", size[0], size[1], shot.name), func(t *testing.T) {
				s, _ := start(t, size[0], size[1], tuitest.NewReview(), nil)
				s.See("1 of 33", "closes the version").Press(shot.keys...).See(shot.see...)
				golden.RequireEqual(t, s.Text()+"\n")
			})
		}
	}
}

func TestStopScreen(t *testing.T) {
	rv := tuitest.NewReview()
	rv.Stops = []engine.Stop{
		{Why: "16 of 20 members change, more than the 50 % that the spec allows.", Lift: "--allow changed=16", Rows: 16},
		{Why: "This batch is older than the newest one applied.", Lift: "--again"},
	}
	s, _ := start(t, 80, 24, rv, nil)
	s.See("1 of 33").Press("c").See("older than the newest")
	golden.RequireEqual(t, s.Text()+"\n")
}

func TestResultScreen(t *testing.T) {
	s, _ := start(t, 80, 24, tuitest.NewReview(), tuitest.NewDimension())
	s.See("1 of 33").Press("c").See("Type “2”").Type("2").Press("enter").See("Commit 12 is in")
	golden.RequireEqual(t, s.Text()+"\n")
}

// TestCursorIsWhereTextGoes looks at the terminal's own cursor in every field.
func TestCursorIsWhereTextGoes(t *testing.T) {
	for _, field := range []struct {
		name string
		keys []string
	}{
		{"find", []string{"/"}}, {"reason", []string{"r"}}, {"filter", []string{"f", "/"}}, {"word", []string{"c"}}, {"commit reason", []string{"c", "tab"}},
	} {
		t.Run(field.name, func(t *testing.T) {
			s, _ := start(t, 80, 24, tuitest.NewReview(), nil)
			s.See("1 of 33").Press(field.keys[0])
			if field.keys[0] == "c" {
				s.See("Type “2”")
			}
			s.Press(field.keys[1:]...).Type("QxZ").See("QxZ").CursorAfter("QxZ")
		})
	}
}
