package page

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/styles"

	tea "charm.land/bubbletea/v2"
)

// patience is how long work may take before its progress is shown.
const patience = 500 * time.Millisecond

// Work is something long that can be cancelled. The engine reports progress from its own goroutine; the screen looks at
// the last report ten times a second.
type Work struct {
	what       string
	started    time.Time
	cancel     context.CancelFunc
	last       atomic.Pointer[engine.Progress]
	cancelling bool
	done       bool
}

// workTick makes the screen look at the progress.
type workTick struct{ work *Work }

// StartWork begins work that is called what; ctx is for its calls.
func StartWork(parent context.Context, what string) (w *Work, ctx context.Context) {
	w = &Work{what: what, started: time.Now()}
	ctx, w.cancel = context.WithCancel(parent)
	return w, ctx
}

// Progress is what the engine is given to report to.
func (w *Work) Progress(p engine.Progress) { w.last.Store(&p) }

// Tick looks again in a tenth of a second.
func (w *Work) Tick() tea.Cmd {
	return tea.Tick(100*time.Millisecond, func(time.Time) tea.Msg { return workTick{w} })
}

// Ticked handles a message that may be a tick of this work; nil work takes none.
func (w *Work) Ticked(msg tea.Msg) tea.Cmd {
	if t, ok := msg.(workTick); ok && w != nil && t.work == w && !w.done {
		return w.Tick()
	}
	return nil
}

// Running tells whether the work still goes on.
func (w *Work) Running() bool { return w != nil && !w.done }

// Cancel asks the engine to stop, and tells whether that was the first time.
func (w *Work) Cancel() bool {
	first := !w.cancelling
	w.cancelling = true
	w.cancel()
	return first
}

// Done ends the work when its reply is there.
func (w *Work) Done() {
	w.done = true
	w.cancel()
}

// Lines describes how far the work is, in two lines: words, and a bar where the total is known. Nothing is shown in the first half
// second, since most work is done by then.
func (w *Work) Lines(st *styles.Styles, width int) []string {
	since := time.Since(w.started)
	first, second := styles.NewLine(width, nil).Put(st.Plain, " "), styles.NewLine(width, nil).Put(st.Plain, " ")
	p := w.last.Load()
	switch {
	case w.cancelling:
		first.Put(st.Warn, "cancelling… nothing is changed; Ctrl-C again leaves at once")
	case since < patience:
		first.Put(st.Quiet, w.what+"…")
	case p == nil:
		first.Put(st.Strong, w.what+"…").Right(st.Quiet, took(since)+"  Ctrl-C cancels ")
	default:
		first.Put(st.Strong, cell.Clean(p.What)).Put(st.Quiet, steps(*p)).Right(st.Quiet, took(since)+"  Ctrl-C cancels ")
		second = bar(st, second, *p)
	}
	return []string{first.String(), second.String()}
}

func steps(p engine.Progress) string {
	if p.Steps == 0 {
		return ""
	}
	return fmt.Sprintf("  step %d of %d", p.Step, p.Steps)
}

// bar draws how much is done: of the rows where they are counted as they go by, else of the steps.
func bar(st *styles.Styles, l *styles.Line, p engine.Progress) *styles.Line {
	share, text := percent(p), ""
	switch {
	case p.Done > 0 && p.Total > 0:
		text = fmt.Sprintf("  %s of %s  %d %%", cell.Count(p.Done), cell.Plural(p.Total, "row"), share)
	case max(p.Done, p.Total) > 0:
		text = "  " + cell.Plural(max(p.Done, p.Total), "row")
	}
	if share < 0 {
		return l.Put(st.Plain, strings.TrimSpace(text))
	}
	room := max(min(l.Left()-cell.Width(text)-1, 60), 0)
	full := room * share / 100
	return l.Put(st.Good, strings.Repeat("█", full)).Put(st.Rule, strings.Repeat("░", room-full)).Put(st.Plain, text)
}

// percent is how much is done: of the present step's rows, or of the steps; -1 where neither is known.
func percent(p engine.Progress) int {
	switch {
	case p.Done > 0 && p.Total > 0:
		return int(min(p.Done*100/p.Total, 100))
	case p.Steps > 0:
		return max(min((p.Step-1)*100/p.Steps, 100), 0)
	}
	return -1
}

func took(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%d s", int(d.Seconds()))
	}
	return fmt.Sprintf("%d min %02d s", int(d.Minutes()), int(d.Seconds())%60)
}

// Percent is how much is done; -1 where that is not known.
func (w *Work) Percent() int {
	if p := w.last.Load(); p != nil {
		return percent(*p)
	}
	return -1
}
