//go:build linux

package torture

import (
	"strings"
	"testing"
	"time"
)

// TestFirstJournalIsNotTakenAway holds an apply that is refused between letting go of the journal that it had made and removing
// it, while another applies the same batch: what that one commits is not removed with it.
func TestFirstJournalIsNotTakenAway(t *testing.T) {
	bare := newScene(t, inCSV, 100)
	refuse := func(s scene, seen func(*tracer, line)) (answer, []line) {
		trace := newTracer(t, t.TempDir(), seen)
		c := command(s.dir, "apply", s.home, batchFile(1), "--yes", "--spec", specFile, "--as-of", s.day(1)) // no --park
		c.Env = append(c.Env, "DIMDESK_TRACE="+trace.path)
		a := finish(t, c)
		return a, trace.end(t)
	}
	_, lines := refuse(bare.copy(t), func(*tracer, line) {})
	trigger, until := beforeDetach(t, lines)
	s := bare.copy(t)
	second, begun := make(chan answer), false
	first, _ := refuse(s, func(tr *tracer, l line) {
		if begun || says(l.text) != says(lines[trigger].text) {
			return
		}
		begun = true
		var between []string
		for _, l := range lines[trigger+1 : until] {
			between = append(between, l.text)
		}
		tr.hold(between...)
		go func() { second <- finish(t, command(s.dir, s.apply(1)...)) }()
		time.Sleep(time.Second) // for the second to get to the journal, or even to its end
	})
	if first.code != 3 {
		t.Errorf("refused with %d: %s", first.code, first.talk)
	}
	if a := <-second; a.code != 0 {
		t.Errorf("applied with %d: %s", a.code, a.talk)
	}
	if log := dimdesk(t, 0, s.dir, s.log()...).out; !strings.Contains(log, `{"commit":1,`) {
		t.Errorf("the commit is gone from the log: %q", log)
	}
}

// beforeDetach finds, in the trace of a program, the line at which its last detach ends, and a line some milliseconds before it.
func beforeDetach(t *testing.T, lines []line) (trigger, end int) {
	t.Helper()
	for i, l := range lines {
		if begins(l.text) == "detach" {
			end = i + 1
		}
	}
	for i := end - 1; i > 0; i-- {
		if lines[i].at.Sub(lines[i-1].at) > 2*time.Millisecond {
			return i - 1, end
		}
	}
	t.Fatal("no line is far enough before the detach")
	return 0, 0
}
