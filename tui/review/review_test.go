package review

import (
	"context"
	"slices"
	"strings"
	"testing"

	"dimdesk/engine"
	"dimdesk/tui/dialog"
	"dimdesk/tui/page"
	"dimdesk/tui/styles"
	"dimdesk/tui/tuitest"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

func newPage(t *testing.T, rv *tuitest.Review, w, h int) *Page {
	t.Helper()
	st := styles.New(true)
	env := &page.Env{Ctx: context.Background(), Styles: &st, Dialogs: &dialog.Stack{}, Engine: &page.Line{}}
	env.SetSize(w, h)
	p := New(env, rv)
	run(p, env.Push(p))
	return p
}

// run runs a Cmd and all that follow from it.
func run(p *Page, cmds ...tea.Cmd) {
	for len(cmds) > 0 {
		cmd := cmds[0]
		cmds = cmds[1:]
		if cmd == nil {
			continue
		}
		switch msg := cmd().(type) {
		case tea.BatchMsg:
			cmds = append(cmds, msg...)
		default:
			cmds = append(cmds, p.Update(msg))
		}
	}
}

// TestStaleRepliesAreDropped moves on before the replies are there.
func TestStaleRepliesAreDropped(t *testing.T) {
	p := newPage(t, tuitest.NewReview().Grow(10_000), 80, 24)
	first := p.Update(tuitest.Key("end"))
	second := p.Update(tuitest.Key("home"))
	third := p.Update(tuitest.Key("j"))
	run(p, first, second, third)
	if c, ok := p.grid.Selected(); !ok || c.ID != 2 {
		t.Errorf("selected: %v %v", c.ID, ok)
	}
	if p.memberOf != 2 || p.member.Label != "Priya Rao" {
		t.Errorf("the pane is of %d %q", p.memberOf, p.member.Label)
	}
	p.Update(memberMsg{req: 1, change: 99, member: engine.Member{Label: "old"}})
	p.Update(windowMsg{req: 1, rows: []engine.Change{{ID: 77}}})
	if c, _ := p.grid.Selected(); p.memberOf != 2 || c.ID != 2 {
		t.Error("a stale reply was taken")
	}
}

// TestEveryLineIsAsWideAsTheScreen draws all rows at many sizes.
func TestEveryLineIsAsWideAsTheScreen(t *testing.T) {
	for _, size := range [][2]int{{60, 16}, {80, 24}, {119, 31}, {150, 40}, {220, 70}} {
		p := newPage(t, tuitest.NewReview(), size[0], size[1])
		run(p, p.Update(tuitest.Key("U")))
		for i := range p.grid.Total() {
			lines := strings.Split(p.View(), "\n")
			if len(lines) != size[1] {
				t.Fatalf("%v, row %d: %d lines", size, i, len(lines))
			}
			for n, l := range lines {
				if w := ansi.StringWidth(l); w != size[0] {
					t.Fatalf("%v, row %d, line %d is %d wide: %q", size, i, n, w, ansi.Strip(l))
				}
			}
			run(p, p.Update(tuitest.Key("j")))
		}
	}
}

func TestOnlyFiveScreensAreHeld(t *testing.T) {
	p := newPage(t, tuitest.NewReview().Grow(100_000), 80, 24)
	for _, key := range []string{"end", "pgup", "home", "ctrl+d", "pgdown"} {
		run(p, p.Update(tuitest.Key(key)))
		if n := len(p.grid.Rows()); n > 5*p.lay.listH {
			t.Errorf("after %s it holds %d rows of %d on the screen", key, n, p.lay.listH)
		}
	}
}

func TestFilterDialog(t *testing.T) {
	for keys, want := range map[string]engine.Filter{
		"4":                    {Kinds: []engine.Kind{engine.Late}},
		"4 4":                  {},
		"+ -":                  {Kinds: []engine.Kind{engine.New, engine.Deleted}},
		"1 2 0 !":              {Kinds: []engine.Kind{engine.Rejected}},
		"space j space":        {Kinds: []engine.Kind{engine.New, engine.Changed}},
		"l":                    {Decision: engine.Taken},
		"h":                    {Decision: engine.Parked},
		"/ 4 space + a":        {Text: "4 +a"},
		"up u p tab 5":         {Text: "up", Kinds: []engine.Kind{engine.Returned}},
		"9 / x down down down": {Text: "x", Kinds: []engine.Kind{engine.Unchanged}},
	} {
		var got engine.Filter
		d := newFilterDialog(engine.Filter{}, engine.Counts{}, func(f engine.Filter) tea.Cmd { got = f; return nil })
		for _, k := range append(strings.Fields(keys), "enter") {
			if r := d.Update(tuitest.Key(k)); r.Then != nil {
				r.Then()
			}
		}
		if !slices.Equal(got.Kinds, want.Kinds) || got.Decision != want.Decision || got.Text != want.Text {
			t.Errorf("%s: %+v, want %+v", keys, got, want)
		}
	}
}

func TestQuietRowsJoinWhatWasChosen(t *testing.T) {
	p := &Page{quiet: true}
	if got := p.filter().Kinds; !slices.Equal(got, engine.Kinds) {
		t.Errorf("nothing chosen: %v", got)
	}
	p.choice.Kinds = []engine.Kind{engine.Late}
	if got := p.filter().Kinds; !slices.Equal(got, []engine.Kind{engine.Late, engine.Superseded, engine.Unchanged}) {
		t.Errorf("late chosen: %v", got)
	}
}

func TestDecidableLeavesOutWhatHasNoDecision(t *testing.T) {
	if got := decidable(engine.Filter{}).Kinds; slices.Contains(got, engine.Rejected) || slices.Contains(got, engine.Unchanged) || len(got) != 6 {
		t.Errorf("of all: %v", got)
	}
	if got := decidable(engine.Filter{Kinds: []engine.Kind{engine.Rejected}}).Kinds; len(got) != 0 {
		t.Errorf("of rejected ones: %v", got)
	}
}

func TestWhatIsSaidOfAVersion(t *testing.T) {
	m := engine.Member{Columns: []string{"name", "at"}, Before: []engine.Version{{SurrogateKey: "1", Values: []engine.Value{engine.Text("Leo"), engine.Null}}}}
	for want, v := range map[string]engine.Version{
		"● opens":             {SurrogateKey: "+1", Opens: true, Current: true},
		"to was open deleted": {Bounds: engine.Bounds{To: "2024-01-01"}, Was: &engine.Bounds{}, Deleted: true},
		"from was 2024-02-01": {Bounds: engine.Bounds{From: "2024-01-01"}, Was: &engine.Bounds{From: "2024-02-01"}},
		"● name was Leo +1":   {SurrogateKey: "1", Current: true, Edited: []string{"name", "at"}},
		"empty to was open":   {Bounds: engine.Bounds{From: "2024-01-01", To: "2024-01-01"}, Was: &engine.Bounds{From: "2024-01-01"}, Empty: true},
		"":                    {Bounds: engine.Bounds{From: "2023-01-01", To: "2024-01-01"}},
	} {
		if got := done(v, m); got != want {
			t.Errorf("%+v: %q, want %q", v, got, want)
		}
	}
}

// TestHelpNamesEveryKeyOfTheFooter reads the footer of a screen on which all of it fits.
func TestHelpNamesEveryKeyOfTheFooter(t *testing.T) {
	p := newPage(t, tuitest.NewReview(), 240, 60)
	known := " ? " // of the program itself
	for _, g := range p.Help() {
		for _, b := range g.Keys {
			known += b.Help().Key + " "
		}
	}
	lines := strings.Split(ansi.Strip(p.View()), "\n")
	var named []string
	for _, part := range strings.Split(strings.TrimSpace(lines[len(lines)-1]), "  ") {
		named = append(named, strings.Fields(part)[0])
	}
	if len(named) < 12 {
		t.Fatalf("the footer names only %v", named)
	}
	for _, key := range named {
		if !strings.Contains(known, " "+key+" ") {
			t.Errorf("the footer names %s, the help does not: %s", key, known)
		}
	}
}
