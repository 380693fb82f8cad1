package page

import (
	"context"
	"sync"
	"testing"
	"time"

	"dimdesk/engine"
	"dimdesk/tui/styles"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// TestCallsRunInTheOrderTheyWereMade starts the Cmds the other way round, as Bubble Tea may.
func TestCallsRunInTheOrderTheyWereMade(t *testing.T) {
	var l Line
	var order []int
	var cmds []tea.Cmd
	for i := range 20 {
		cmds = append(cmds, l.Do(func() tea.Msg {
			order = append(order, i) // no lock: one call at a time is what the line promises
			return nil
		}))
	}
	var done sync.WaitGroup
	for i := len(cmds) - 1; i >= 0; i-- {
		done.Add(1)
		go func() { cmds[i](); done.Done() }()
	}
	done.Wait()
	for i, got := range order {
		if got != i {
			t.Fatalf("order of calls: %v", order)
		}
	}
	if l.Busy() {
		t.Error("still busy")
	}
}

func TestCloseWaitsForTheCallThatRunsAndLetsNoOtherBegin(t *testing.T) {
	var l Line
	running, release := make(chan struct{}), make(chan struct{})
	first := l.Do(func() tea.Msg { close(running); <-release; return nil })
	second := l.Do(func() tea.Msg { t.Error("a call began after Close"); return nil })
	go first()
	<-running
	if l.Close(20 * time.Millisecond) {
		t.Error("Close did not wait")
	}
	close(release)
	second()
	if !l.Close(time.Second) {
		t.Error("not drained")
	}
}

func TestOnlyTheLatestIsNotStale(t *testing.T) {
	var l Latest
	a, b := l.Next(), l.Next()
	if !l.Stale(a) || l.Stale(b) {
		t.Error("stale:", l.Stale(a), l.Stale(b))
	}
}

func TestWorkTellsRealNumbersOnlyAfterAWhile(t *testing.T) {
	st := styles.New(true)
	w, ctx := StartWork(context.Background(), "opening")
	w.Progress(engine.Progress{What: "reading the batch", Step: 2, Steps: 5, Done: 250, Total: 1000})
	if got := ansi.Strip(w.Lines(&st, 80)[0]); got[:9] != " opening…"[:9] {
		t.Errorf("at once: %q", got)
	}
	w.started = time.Now().Add(-90 * time.Second)
	lines := w.Lines(&st, 80)
	for i, want := range []string{" reading the batch  step 2 of 5", " ███"} {
		if got := ansi.Strip(lines[i]); len(got) < len(want) || got[:len(want)] != want {
			t.Errorf("line %d: %q, want it to begin with %q", i, got, want)
		}
		if n := ansi.StringWidth(lines[i]); n != 80 {
			t.Errorf("line %d is %d wide", i, n)
		}
	}
	if !w.Cancel() || w.Cancel() || ctx.Err() == nil {
		t.Error("Cancel must end the context, and know that it is the first")
	}
	if w.Done(); w.Running() {
		t.Error("still running")
	}
}

func TestCancelledCallsDoNotTouchLaterOnes(t *testing.T) {
	e := &Env{Ctx: context.Background()}
	before := e.Calls()
	e.CancelCalls()
	if before.Err() == nil || e.Calls().Err() != nil {
		t.Error("before:", before.Err(), "after:", e.Calls().Err())
	}
}

func TestCancelledTellsOnlyThat(t *testing.T) {
	for err, want := range map[error]bool{
		context.Canceled: true, ErrCancelled(): true, engine.Errorf(engine.CodeFailed, "x"): false,
		engine.Errorf(engine.CodeFailed, "read: %w", context.Canceled): true,
	} {
		if Cancelled(err) != want {
			t.Errorf("Cancelled(%v) = %v", err, !want)
		}
	}
}

func TestACallAsideGivesWay(t *testing.T) {
	var l Line
	calls := context.Background()
	begun := make(chan bool)
	aside := l.Aside(calls, func(ctx context.Context) tea.Msg {
		close(begun)
		<-ctx.Done()
		return ctx.Err()
	})
	gaveWay := make(chan tea.Msg, 1)
	go func() { gaveWay <- aside() }()
	<-begun
	if msg := l.Do(func() tea.Msg { return "done" })(); msg != "done" {
		t.Errorf("the call that came says %v", msg)
	}
	if msg := <-gaveWay; msg != context.Canceled || calls.Err() != nil {
		t.Errorf("the call aside says %v", msg)
	}
	if msg := l.Aside(calls, func(ctx context.Context) tea.Msg { return ctx.Err() })(); msg != nil {
		t.Errorf("made again, it is cancelled: %v", msg)
	}
}

func TestNobodyWaitsForWhatIsUnasked(t *testing.T) {
	var l Line
	cmd := l.Unasked(context.Background(), func(ctx context.Context) tea.Msg {
		return nil
	})
	if l.Busy() {
		t.Error("busy with what nobody has asked for")
	}
	asked := l.Do(func() tea.Msg { return nil })
	if !l.Busy() {
		t.Error("not busy with what somebody has asked for")
	}
	cmd()
	asked()
	if l.Busy() {
		t.Error("busy with nothing")
	}
}
