package tui

import (
	"fmt"
	"strings"
	"time"

	"dimdesk/tui/cell"
	"dimdesk/tui/page"
	"dimdesk/tui/styles"

	tea "charm.land/bubbletea/v2"
)

// busyAfter is how long calls to the engine may take before the screen says so: what is shown and gone in less only flickers.
const busyAfter = 300 * time.Millisecond

// busy watches whether the engine is at work, so that a long call shows on whatever page is on top.
type busy struct {
	since     time.Time // zero while it is idle
	ticking   bool
	cancelled bool // Ctrl-C was pressed since then
}

type busyTick struct{}

// watch begins to look again after a while, where a call is under way.
func (b *busy) watch(l *page.Line) tea.Cmd {
	if !l.Busy() {
		b.idle()
		return nil
	}
	if b.since.IsZero() {
		b.since = time.Now()
	}
	if b.ticking {
		return nil
	}
	b.ticking = true
	return tea.Tick(busyAfter, func(time.Time) tea.Msg { return busyTick{} })
}

func (b *busy) tick(l *page.Line) {
	b.ticking = false
	if !l.Busy() {
		b.idle()
	}
}

func (b *busy) idle() { b.since, b.cancelled = time.Time{}, false }

// shown tells whether a call takes so long that the screen says so.
func (b *busy) shown() bool { return !b.since.IsZero() && time.Since(b.since) >= busyAfter }

// over writes at the right of the first line that something is going on, and for how long.
func (b *busy) over(st *styles.Styles, content string, w int) string {
	if !b.shown() {
		return content
	}
	text := " working…  Ctrl-C cancels "
	if s := int(time.Since(b.since).Seconds()); s > 0 {
		text = fmt.Sprintf(" working… %d s  Ctrl-C cancels ", s)
	}
	if b.cancelled {
		text = " cancelling…  Ctrl-C again leaves at once "
	}
	first, rest, _ := strings.Cut(content, "\n")
	return cell.Fit(first, w-cell.Width(text)) + st.Warn.Render(text) + "\n" + rest
}
