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
	s := newScene(t, inCSV, 100)
	held, goOn := make(chan bool), make(chan bool)
	trace := newTracer(t, t.TempDir(), func(tr *tracer, l line) {
		if begins(l.text) == "detach" {
			tr.hold()
			held <- true
			<-goOn
		}
	})
	refused := command(s.dir, s.apply(1)...)
	refused.Args = append(refused.Args[:4:4], "--yes", "--spec", specFile, "--as-of", s.day(1)) // no --park
	refused.Env = append(refused.Env, "DIMDESK_TRACE="+trace.path)
	first := make(chan answer)
	go func() { first <- finish(t, refused) }()
	<-held
	second := make(chan answer)
	go func() { second <- finish(t, command(s.dir, s.apply(1)...)) }()
	time.Sleep(500 * time.Millisecond) // for the second to get to the journal
	goOn <- true
	if a := <-first; a.code != 3 {
		t.Errorf("refused with %d: %s", a.code, a.talk)
	}
	trace.end(t)
	if a := <-second; a.code != 0 {
		t.Errorf("applied with %d: %s", a.code, a.talk)
	}
	if log := dimdesk(t, 0, s.dir, s.log()...).out; !strings.Contains(log, `{"commit":1,`) {
		t.Errorf("the commit is gone from the log: %q", log)
	}
}
