package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"dimdesk/engine"
	"dimdesk/tui/cell"
)

// patience is how long work may take before its progress shows.
const patience = 500 * time.Millisecond

// progress is one line on a terminal that is drawn over itself, at most ten times a second, and wiped at the end. Where
// there is no terminal, or no work, it is nil, and its methods do nothing.
type progress struct {
	out  io.Writer
	end  chan struct{}
	once sync.Once
	wg   sync.WaitGroup

	mu     sync.Mutex
	latest engine.Progress
}

func startProgress(ctx context.Context, out io.Writer, what string) *progress {
	if !isTerminal(out) {
		return nil
	}
	p := &progress{out: out, end: make(chan struct{}), latest: engine.Progress{What: what}}
	p.wg.Go(func() { p.draw(ctx) })
	return p
}

// startProgressBeside is for work that prints as it goes: where stdout is the terminal, that is progress enough.
func startProgressBeside(ctx context.Context, cmd *cobra.Command) *progress {
	if isTerminal(cmd.OutOrStdout()) {
		return nil
	}
	return startProgress(ctx, cmd.ErrOrStderr(), "reading")
}

// row counts one more row of a total; 0 is a total that is not known.
func (p *progress) row(what string, total int64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.latest = engine.Progress{What: what, Done: p.latest.Done + 1, Total: total}
}

// report takes the news; it is safe from any goroutine.
func (p *progress) report(news engine.Progress) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.latest = news
}

// stop wipes the line. It may be called twice.
func (p *progress) stop() {
	if p == nil {
		return
	}
	p.once.Do(func() { close(p.end) })
	p.wg.Wait()
}

func (p *progress) draw(ctx context.Context) {
	const wipe = "\r\x1b[2K"
	began, drawn := time.Now(), false
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-p.end:
			if drawn {
				fmt.Fprint(p.out, wipe)
			}
			return
		case now := <-tick.C:
			if now.Sub(began) < patience {
				continue
			}
			p.mu.Lock()
			line := progressLine(p.latest, now.Sub(began), ctx.Err() != nil)
			p.mu.Unlock()
			fmt.Fprint(p.out, wipe+cell.Cut(line, widthOf(p.out)-1))
			drawn = true
		}
	}
}

// progressLine says the step, the rows and the seconds: "resolving, 3 of 6, 1,200,000 of 2,000,000 rows, 4 s".
func progressLine(n engine.Progress, taken time.Duration, cancelling bool) string {
	line := cell.Clean(n.What)
	if cancelling {
		line = "cancelling, " + line
	}
	if n.Steps > 0 {
		line += fmt.Sprintf(", %d of %d", n.Step, n.Steps)
	}
	switch {
	case n.Total > 0 && n.Done == 0:
		line += ", " + cell.Plural(n.Total, "row")
	case n.Total > 0:
		line += ", " + cell.Count(n.Done) + " of " + cell.Plural(n.Total, "row")
	case n.Done > 0:
		line += ", " + cell.Plural(n.Done, "row")
	}
	return line + fmt.Sprintf(", %d s", int(taken.Seconds()))
}
