package grid

import "testing"

// filled is a grid of n rows, each holding its own position, that fetches like a page does.
func filled(n int64, height int) *Grid[int64] {
	g := &Grid[int64]{}
	g.SetHeight(height)
	g.SetTotal(n)
	return g
}

func fetch(g *Grid[int64]) {
	if from, n, ok := g.Need(); ok {
		rows := make([]int64, n)
		for i := range rows {
			rows[i] = from + int64(i)
		}
		g.Put(from, rows)
	}
}

func TestCursorStaysOnScreenAndInRange(t *testing.T) {
	g := filled(1_000_000, 20)
	moves := []func(){
		g.End, g.Home, func() { g.Move(-5) }, func() { g.Page(false, false) }, func() { g.Page(true, false) },
		func() { g.Page(false, true) }, func() { g.Move(700_000) }, func() { g.Scroll(30) }, func() { g.Scroll(-2_000_000) },
		func() { g.SetHeight(5) }, func() { g.SetTotal(3) }, func() { g.SetTotal(0) }, func() { g.Page(false, false) },
	}
	for i, move := range moves {
		move()
		if c := g.Cursor(); c < 0 || g.Total() > 0 && (c >= g.Total() || c < g.Top() || c >= g.Top()+int64(g.Height())) {
			t.Fatalf("after move %d: cursor %d, top %d, total %d", i, c, g.Top(), g.Total())
		}
	}
}

func TestHoldsFiveScreensWhereverItIs(t *testing.T) {
	g := filled(5_000_000, 30)
	for _, pos := range []int64{0, 29, 30, 4_999_999, 2_500_000} {
		g.Goto(pos)
		fetch(g)
		if row, ok := g.Selected(); !ok || row != pos {
			t.Errorf("row at %d: %d, %v", pos, row, ok)
		}
		if len(g.rows) > 150 {
			t.Errorf("at %d it holds %d rows", pos, len(g.rows))
		}
	}
}

func TestNeedAsksOnlyWhenRowsAreMissing(t *testing.T) {
	g := filled(100, 10)
	fetch(g)
	g.Move(9)
	if _, _, ok := g.Need(); ok {
		t.Error("it asks for rows that it holds")
	}
	g.Goto(60)
	if from, n, ok := g.Need(); !ok || from > g.Top() || from+n < g.Top()+10 {
		t.Errorf("Need: %d, %d, %v with the screen at %d", from, n, ok, g.Top())
	}
}

// TestAPageIsThereBeforeItIsTurned turns pages both ways: what comes on the screen is held already.
func TestAPageIsThereBeforeItIsTurned(t *testing.T) {
	g := filled(1000, 20)
	fetch(g)
	for i := range 60 {
		g.Page(false, i >= 30)
		if !g.Covers(g.from, int64(len(g.rows))) {
			t.Fatalf("page %d: from %d to %d are on the screen, and %d from %d are held", i, g.Top(), g.Top()+20, len(g.rows), g.from)
		}
		fetch(g)
	}
}

func TestAt(t *testing.T) {
	g := filled(3, 10)
	if pos, ok := g.At(2); !ok || pos != 2 {
		t.Errorf("line 2: %d, %v", pos, ok)
	}
	if _, ok := g.At(3); ok {
		t.Error("a click below the last row selects something")
	}
}

func TestViewMarksRowsThatAreNotHeld(t *testing.T) {
	g := filled(5, 3)
	g.Put(0, []int64{0})
	g.Move(1)
	got := g.View(func(row int64, ok, selected bool) string {
		return map[bool]string{true: "row", false: "…"}[ok] + map[bool]string{true: "▌", false: ""}[selected]
	})
	if len(got) != 3 || got[0] != "row" || got[1] != "…▌" || got[2] != "…" {
		t.Errorf("View: %q", got)
	}
}
