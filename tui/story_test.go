package tui_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"dimdesk/engine"
	"dimdesk/tui"
	"dimdesk/tui/tuitest"

	tea "charm.land/bubbletea/v2"
)

// start shows a review on a screen.
func start(t *testing.T, w, h int, rv *tuitest.Review, dim *tuitest.Dimension) (*tuitest.Screen, *tui.App) {
	t.Helper()
	o := tui.Options{Review: rv, Request: engine.CommitRequest{As: "ann"}}
	if dim != nil {
		o.Dimension = dim.Open
	}
	app := tui.New(context.Background(), o)
	t.Cleanup(func() {
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	return tuitest.Start(t, w, h, app), app
}

// ends waits for the program to end, and gives what it came to.
func ends(t *testing.T, s *tuitest.Screen, app *tui.App) (tui.Outcome, error) {
	t.Helper()
	if err := s.Ended(); err != nil {
		t.Fatal(err)
	}
	if err := app.Close(); err != nil {
		t.Fatal(err)
	}
	return app.Outcome()
}

// TestNewsComesFirst finds what a killed program left, and wants it to be read before anything else.
func TestNewsComesFirst(t *testing.T) {
	rv := tuitest.NewReview()
	rv.News = []string{"commit 3, of may.csv by ann at 2026-05-31 10:00:00, was made without its end being seen"}
	s, _ := start(t, 80, 24, rv, nil)
	s.See("Found beside dim_customer", "commit 3, of may.csv by ann", "end being seen.")
	s.Press("enter").NotSee("Found beside").See("Mumbai → Bangalore")
}

// TestNewsOfTheDimensionComesFirst finds it when the log is read, when an undo is asked for and when it is done: over the question
// that the answer opens, and from a page that was left meanwhile too.
func TestNewsOfTheDimensionComesFirst(t *testing.T) {
	dim := tuitest.NewDimension()
	s, _ := start(t, 80, 24, tuitest.NewReview(), dim)
	s.See("31 taken").Press("c").See("Type “2”").Type("2").Press("enter").See("Commit 12 is in")
	dim.Found = []string{"commit 3, of may.csv by ann, was made without its end being seen"}
	s.Press("l").See("Found beside dim_customer", "commit 3, of may.csv by ann").Press("enter").NotSee("Found").See("the last first")
	dim.Found = []string{"commit 4, of june.csv by bob, was cut off before it was made"}
	s.Press("u").See("Found beside dim_customer", "commit 4, of june.csv").Press("enter").See("Undo commit 12?")
	dim.Found = []string{"commit 5, of july.csv by bob, was made without its end being seen"}
	s.Type("undo").Press("enter").See("Undone, as commit 13.", "commit 5, of july.csv").Press("enter").NotSee("july").See("undoes commit 12")
	dim.Found = []string{"commit 6, of august.csv by bob, was made without its end being seen"}
	dim.Fail = engine.Errorf(engine.CodeMoved, "1 member changed since commit 11: C7")
	s.Press("j", "j", "u").See("commit 6, of august.csv").Press("enter").See("Not undone", "C7").Press("enter")
	slow := make(chan bool)
	dim.Wait = slow
	dim.Found = []string{"commit 7, of fall.csv by bob, was made without its end being seen"}
	s.Press("esc").See("Commit 12 is in").Press("l").See("commits of").Press("esc").See("Commit 12 is in")
	close(slow)
	s.See("Found beside dim_customer", "commit 7, of fall.csv").Press("enter").NotSee("fall.csv").See("Commit 12 is in")
}

func TestParkTwoRowsAndCommit(t *testing.T) {
	rv := tuitest.NewReview()
	s, app := start(t, 80, 24, rv, nil)
	s.See("Mumbai → Bangalore", "31 taken", "0 parked", "6 unchanged, 2 superseded hidden · U shows")
	s.Press("space").See("30 taken", "1 parked", "u undoes it")
	s.Press("j", "r").See("Park C107: why?").Type("source is checking").Press("enter")
	s.See("29 taken", "2 parked", "“source is checking”")
	s.Press("c").See("nothing is changed yet", "4 rows to customers_2026-05-31.parked.csv", "Type “2”, the number of members deleted")
	s.Press("enter").See("Nothing is committed until “2” is typed exactly.")
	s.Type("2").Press("tab").Type("monthly load").Press("enter")
	s.See("Commit 12 is in the dimension", "4 rows in customers_2026-05-31.parked.csv")
	outcome, err := ends(t, s.Press("q"), app)
	if err != nil || outcome.Committed == nil || outcome.Committed.ID != 12 {
		t.Errorf("outcome: %+v, %v", outcome.Committed, err)
	}
	req := rv.Committed
	if req == nil || req.Reason != "monthly load" || req.As != "ann" || req.Allow.Deleted != 2 || req.ParkFile != "customers_2026-05-31.parked.csv" {
		t.Errorf("the commit was told %+v", req)
	}
}

func TestUndoAndRedoADecision(t *testing.T) {
	s, _ := start(t, 80, 24, tuitest.NewReview(), nil)
	s.See("31 taken").Press("u").See("There is no decision to undo.")
	s.Press("space").See("30 taken").Press("u").See("31 taken", "0 parked").Press("ctrl+r").See("30 taken", "1 parked")
	s.Press("space").See("31 taken", "0 parked")
}

func TestFilterByKindAndText(t *testing.T) {
	s, _ := start(t, 80, 24, tuitest.NewReview(), nil)
	s.See("1 of 33").Press("f").See("Show only", "= corrected").Type("4").Press("enter")
	s.See("filter: ↶ late", "1 of 3", "C107", "C503").NotSee("C101")
	s.Press("f").Type("=").Press("/").Type("smith").Press("enter").See("1 of 2", "C501", "“smith”").NotSee("C110")
	s.Press("f").Press("/").Type("nobody").Press("enter").See("No changes in this filter. Esc clears it.")
	s.Press("esc").See("1 of 33", "all changes")
	s.Press("f").Type("7").Press("enter").See("1 of 2", "C115").Press("space").See("goes to the parked file")
}

func TestQuietRowsWhenAskedFor(t *testing.T) {
	s, _ := start(t, 80, 24, tuitest.NewReview(), nil)
	s.See("1 of 33").Press("U").See("1 of 41", "shown · U hides").Press("end").See("· C955").Press("space").See("there is nothing to decide")
	s.Press("U").See("1 of 33").Press("f").Type("9").Press("enter").See("filter: · unchanged", "1 of 6")
}

func TestDecideOnAllInTheFilter(t *testing.T) {
	s, _ := start(t, 80, 24, tuitest.NewReview(), nil)
	s.See("31 taken").Press("f").Type("2").Press("enter").See("1 of 16")
	s.Press("a").See("Park 16 rows?", "▸Go back").Press("enter").NotSee("Park 16 rows?").See("31 taken")
	s.Press("a").See("Park 16 rows?").Press("y").See("15 taken", "16 parked").Press("u").See("31 taken")
}

func TestGroups(t *testing.T) {
	s, _ := start(t, 80, 24, tuitest.NewReview(), nil)
	s.See("31 taken").Press("g").See("15 rows", "city² Mumbai → Bangalore", "2 late")
	s.Press("space").See("Park 15 rows?").Press("p").See("⏸ 15 parked", "15 rows parked; u undoes it.")
	s.Press("space").See("Take 15 rows?").Press("esc").NotSee("Take 15 rows?")
	s.Press("enter").See("filter: city Mumbai → Bangalore", "1 of 15", "16 taken", "15 parked")
	s.Press("esc").See("1 of 33")
}

func TestSearch(t *testing.T) {
	s, _ := start(t, 80, 24, tuitest.NewReview(), nil)
	s.See("1 of 33").Press("/").Type("goa").Press("enter").See("29 of 33", "C601 Ravi Shah")
	s.Press("n").See("30 of 33").Press("n").See("29 of 33", "from the other end").Press("N").See("30 of 33")
	s.Press("/").Type("nowhere").Press("enter").See("“nowhere” is nowhere in this list.")
}

func TestKindsSortAndMember(t *testing.T) {
	s, _ := start(t, 80, 24, tuitest.NewReview(), nil)
	s.See("1 of 33").Press("]").See("2 of 33", "late: splits the version of 2024-03-01").Press("[").See("1 of 33")
	s.Press("o").See("Order by").Type("3").See("by kind", "1 of 33", "C104 Neha Gupta")
	s.Press("o").Type("3").See("by kind, last first")
	s.Press("enter").See("before and after").Press("t").See("every attribute").Press("esc").See("of 33")
	s.Press("s").See("SQL of C").Press("esc").Press("i").See("Notes on customers_2026-05-31.csv").Press("esc").NotSee("Notes on")
}

func TestSQLOfOneRow(t *testing.T) {
	s, _ := start(t, 120, 40, tuitest.NewReview(), nil)
	s.See("1 of 33").Press("s").See(`UPDATE "dim_customer" SET "valid_to" = '2026-05-31', "is_current" = FALSE`, `WHERE "customer_sk" = '1';`, "INSERT INTO")
	s.Press("esc", "space").See("1 parked").Press("s").See("Nothing is done to the dimension for this row: it is parked.")
}

func TestStalePlan(t *testing.T) {
	rv := tuitest.NewReview()
	rv.Fail = engine.Errorf(engine.CodeMoved, "1 member changed since the plan was made: C101").Help("Plan again: the decisions are kept.")
	s, _ := start(t, 80, 24, rv, nil)
	s.See("31 taken").Press("space").See("1 parked").Press("c").See("Type “2”").Type("2").Press("enter")
	s.See("The dimension changed since this plan was made", "C101", "Plan again, keeping decisions (p)").Press("p")
	s.See("Planned again", "1 parked")
	if !rv.Replanned || rv.Committed != nil {
		t.Error("not planned again, or committed all the same")
	}
}

func TestLockedDimensionIsTriedAgain(t *testing.T) {
	rv := tuitest.NewReview()
	rv.Fail = engine.Errorf(engine.CodeLocked, "dim.duckdb is held by duckdb (PID 4711)")
	s, _ := start(t, 80, 24, rv, nil)
	s.See("31 taken").Press("c").See("Type “2”").Type("2").Press("enter").See("PID 4711", "Try again (r)").Press("r").See("Commit 12 is in")
}

func TestBrakeIsLiftedByTyping(t *testing.T) {
	rv := tuitest.NewReview()
	rv.Stops = []engine.Stop{{Why: "16 of 20 members change.", Lift: "--allow changed=16", Rows: 16}, {Why: "2 of 10 members would be deleted.", Lift: "--allow deleted=2", Rows: 2}}
	s, _ := start(t, 80, 24, rv, nil)
	s.See("31 taken").Press("c").See("16 of 20 members change.", "Typing 2 below lifts it").Type("2").Press("enter")
	s.See("This stops the commit").Type("15").Press("enter").See("That is not “16”").Press("backspace").Type("6").Press("enter").See("Commit 12 is in")
	if a := rv.Committed.Allow; a != (engine.Allow{Deleted: 2, Changed: 16}) {
		t.Errorf("allowed: %+v", a)
	}
}

func TestCommitIsCancelled(t *testing.T) {
	rv := tuitest.NewReview()
	rv.Delay = time.Minute
	s, app := start(t, 80, 24, rv, nil)
	s.See("31 taken").Press("c").See("Type “2”").Type("2").Press("enter").See("step 1 of 3", "Ctrl-C cancels").Press("ctrl+c").See("Cancelled", "Nothing was changed.")
	s.Press("enter").See("nothing is changed yet").Press("esc").See("31 taken").Press("q").See("Leave the review?", "▸Stay").Press("enter").NotSee("Leave the review?")
	s.Press("ctrl+c").See("Leave the review?").Press("ctrl+c")
	if _, err := ends(t, s, app); engine.CodeOf(err) != engine.CodeCancelled || rv.Committed != nil {
		t.Errorf("ended with %v, committed %v", err, rv.Committed)
	}
}

// TestLeavingWhileACommitEnds leaves a commit that does not heed its cancelling, and is done after all.
func TestLeavingWhileACommitEnds(t *testing.T) {
	rv := tuitest.NewReview()
	rv.Stubborn = 500 * time.Millisecond
	s, app := start(t, 80, 24, rv, nil)
	s.See("31 taken").Press("c").See("Type “2”").Type("2").Press("enter").See("committing").Press("ctrl+c").See("cancelling").Press("ctrl+c")
	if outcome, err := ends(t, s, app); err != nil || outcome.Committed == nil {
		t.Errorf("outcome: %+v, %v", outcome, err)
	}
}

func TestUndoAfterTheCommit(t *testing.T) {
	dim := tuitest.NewDimension()
	s, _ := start(t, 80, 24, tuitest.NewReview(), dim)
	s.See("31 taken").Press("c").See("Type “2”").Type("2").Press("enter").See("Commit 12 is in", "dimdesk undo dim_customer.csv 12")
	s.Press("u").See("Undo commit 12?", "remove 26").Type("und").Press("enter").See("That is not “undo”").Type("o").Press("enter").See("Commit 12 is undone, as commit 13.")
	s.Press("l").See("undoes commit 12", "undone by commit 13").Press("u").See("Undo commit 13?", "Commit 13, the undo of commit 12,", "Commit 12 holds again then.").Press("esc")
	s.Press("j", "u").See("is undone already, by commit 13")
	dim.Fail = engine.Errorf(engine.CodeMoved, "1 member changed since commit 11: C7")
	s.Press("j", "u").See("Not undone: nothing was changed", "C7").Press("enter", "u").See("Undo commit 11?").Type("undo").Press("enter").See("Undone, as commit 14.")
	s.Press("esc").See("Commit 12 is undone").Press("q")
	if err := s.Ended(); err != nil {
		t.Fatal(err)
	}
}

func TestOpeningShowsProgressAndIsCancelled(t *testing.T) {
	app := tui.New(context.Background(), tui.Options{Title: "dim ◂ batch.csv", Open: func(ctx context.Context, p func(engine.Progress)) (engine.Review, error) {
		return nil, tuitest.Steps(ctx, time.Minute, p)
	}})
	s := tuitest.Start(t, 80, 24, app)
	s.See("dim ◂ batch.csv", "step 1 of 3", "of 1,000,000 rows").Press("ctrl+c")
	if _, err := ends(t, s, app); engine.CodeOf(err) != engine.CodeCancelled {
		t.Error(err)
	}
}

func TestOpeningGoesOnToTheReviewAndClosesIt(t *testing.T) {
	rv := tuitest.NewReview()
	held := true
	app := tui.New(context.Background(), tui.Options{Open: func(context.Context, func(engine.Progress)) (engine.Review, error) {
		if held {
			held = false
			return nil, engine.Errorf(engine.CodeLocked, "held by duckdb (PID 4711)")
		}
		return rv, nil
	}})
	s := tuitest.Start(t, 80, 24, app)
	s.See("PID 4711").Press("r").See("Mumbai → Bangalore").Press("q").See("Leave the review?").Press("y")
	if err := s.Ended(); err != nil {
		t.Fatal(err)
	}
	if err := app.Close(); err != nil || !rv.Closed {
		t.Error("the review is still open", err)
	}
}

func TestOpeningFails(t *testing.T) {
	want := engine.Errorf(engine.CodeUsage, "no such file")
	app := tui.New(context.Background(), tui.Options{Open: func(context.Context, func(engine.Progress)) (engine.Review, error) { return nil, want }})
	if _, err := ends(t, tuitest.Start(t, 80, 24, app), app); !errors.Is(err, want) {
		t.Error(err)
	}
}

func TestEmptyBatches(t *testing.T) {
	s, _ := start(t, 80, 24, tuitest.NewEmptyReview(), nil)
	s.See("The batch has no rows").Press("space", "enter", "a", "y", "s", "]", "g").See("No changes in this filter. Esc goes back.")
	s, _ = start(t, 80, 24, tuitest.NewReview().Unchanged(), nil)
	s.See("Nothing in this batch changes the dimension").Press("U").See("1 of 8")
}

func TestBadSizes(t *testing.T) {
	s, _ := start(t, 80, 24, tuitest.NewReview(), nil)
	s.See("1 of 33").Send(tea.WindowSizeMsg{Width: 40, Height: 10}).See("This window is a little small.").NotSee("C101")
	s.Send(tea.WindowSizeMsg{Width: 60, Height: 16}).See("1 of 33", "C101", "? keys")
	s, _ = start(t, 80, 40, tuitest.NewReview(), nil)
	s.See("1 of 33").Send(tea.WindowSizeMsg{Width: 80, Height: 16}).NotSee("C209").Send(tea.WindowSizeMsg{Width: 80, Height: 40}).See("C209")
}

func TestMouse(t *testing.T) {
	s, _ := start(t, 80, 24, tuitest.NewReview(), nil)
	s.See("1 of 33").Send(tea.MouseClickMsg{X: 10, Y: 5, Button: tea.MouseLeft}).See("3 of 33", "opens the member's first version")
	s.Send(tea.MouseWheelMsg{X: 10, Y: 5, Button: tea.MouseWheelDown}).See("4 of 33")
}

func TestHelpOpensAndCloses(t *testing.T) {
	s, _ := start(t, 200, 60, tuitest.NewReview(), nil)
	s.See("1 of 33").Press("?").See("Keys: review", "take or park the row", "overwritten in place").Press("?").NotSee("Keys: review")
	s.Press("g").See("21 groups").Press("?").See("Keys: alike changes").Press("esc").NotSee("Keys:")
}

func TestDataCannotActOnTheTerminal(t *testing.T) {
	s, _ := start(t, 120, 40, tuitest.NewReview(), nil)
	s.See("1 of 33").Press("/").Type("C302").Press("enter").See("Eve ␛[31mRed", "Pu␊ne → Del\uFFFDhi")
	if strings.Contains(s.Text(), "\u202e") {
		t.Error("a bidi override reached the screen")
	}
}

// TestNobodyWaitsForAMember moves, decides and looks elsewhere while a member's history is being read for a long time.
func TestNobodyWaitsForAMember(t *testing.T) {
	rv := tuitest.NewReview()
	rv.Slow = time.Hour
	s, app := start(t, 80, 24, rv, nil)
	s.See("1 of 33", "reading the history…", "working…").Press("end").See("33 of 33", "C801").Press("[").See("32 of 33")
	s.Press("space").See("30 taken", "1 parked").Press("g").See("one line for each column", "15 rows").Press("esc").See("32 of 33", "reading the history…", "Ctrl-C cancels")
	s.Press("ctrl+c").See("Cancelled").Press("enter").NotSee("Cancelled").Press("q").See("Leave the review?").Press("y")
	if _, err := ends(t, s, app); err != nil {
		t.Error(err)
	}
}

func TestAMillionRows(t *testing.T) {
	s, _ := start(t, 80, 24, tuitest.NewReview().Grow(1_000_000), nil)
	s.See("C101").Press("end").See("of 804,8").Press("pgup", "pgup", "home", "ctrl+d").See("C200").Press("j", "j", "k")
	for range 200 {
		s.Press("pgdown")
	}
	s.See("1,6")
}
