package pick

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/dialog"
	"dimdesk/tui/page"
	"dimdesk/tui/styles"
	"dimdesk/tui/tuitest"

	"github.com/charmbracelet/x/ansi"
)

func newPage(n int, open func(context.Context, int) (func() page.Page, error)) (*Page, *page.Env) {
	st := styles.New(true)
	env := &page.Env{Ctx: context.Background(), Styles: &st, Dialogs: &dialog.Stack{}, Engine: &page.Line{}}
	o := Options{Title: "dim ◂ batch", Ask: "whose story?", Right: "members", Open: open}
	for i := range n {
		o.Items = append(o.Items, Item{Kind: engine.Changed, Name: fmt.Sprintf("C%03d", i), What: strings.Repeat("city Pune → Delhi ", 20)})
	}
	p := New(env, o)
	env.SetSize(80, 24)
	env.Push(p)
	return p, env
}

// The item under the cursor is always seen, and every line is as wide as the screen.
func TestTheCursorIsSeen(t *testing.T) {
	p, _ := newPage(300, nil)
	for _, c := range []struct{ key, want string }{{"j", "C001"}, {"end", "C299"}, {"k", "C298"}, {"pgup", "C279"}, {"home", "C000"}, {"ctrl+d", "C010"}, {"up", "C009"}} {
		p.Update(tuitest.Key(c.key))
		lines := strings.Split(ansi.Strip(p.View()), "\n")
		if len(lines) != 24 {
			t.Fatalf("%d lines", len(lines))
		}
		seen := ""
		for _, l := range lines {
			if cell.Width(l) != 80 && !strings.Contains(l, "Enter") {
				t.Errorf("%d wide: %q", cell.Width(l), l)
			}
			if strings.HasPrefix(l, "▌") {
				seen = l
			}
		}
		if !strings.Contains(seen, c.want) {
			t.Errorf("after %s the cursor is at %q, want %s", c.key, seen, c.want)
		}
	}
}

// What cannot be opened is said, and the list stays; a reply that was overtaken is dropped.
func TestOpening(t *testing.T) {
	asked := []int{}
	next := func(env *page.Env) *Page { return New(env, Options{Title: "opened", Items: []Item{{Name: "x"}}}) }
	var env *page.Env
	p, env := newPage(3, func(_ context.Context, i int) (func() page.Page, error) {
		asked = append(asked, i)
		if i == 0 {
			return nil, engine.Errorf(engine.CodeUsage, "its history is broken").Help("Choose another.")
		}
		return func() page.Page { return next(env) }, nil
	})
	p.Update(p.Update(tuitest.Key("enter"))())
	if env.Dialogs.Empty() || env.Top() != page.Page(p) {
		t.Error("an error is not shown")
	}
	p.Update(tuitest.Key("j"))
	first := p.Update(tuitest.Key("enter"))
	if !strings.Contains(p.View(), "reading its history") {
		t.Error("it does not say that it reads")
	}
	second := p.Update(tuitest.Key("enter"))
	if msg := first(); msg != nil {
		t.Errorf("a call that was overtaken was made: %v", msg)
	}
	p.Update(second())
	if top, ok := env.Top().(*Page); !ok || top.o.Title != "opened" || len(asked) != 2 {
		t.Errorf("asked for %v", asked)
	}
	env.Pop()
	p.Update(tuitest.Key("esc"))
	if env.Top() != page.Page(p) {
		t.Error("the only page is gone")
	}
}
