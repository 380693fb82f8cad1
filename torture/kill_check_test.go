//go:build linux

package torture

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// found is what a program says that comes after one that was killed in commit N.
var found = regexp.MustCompile(`commit (\d+), .* (?:was made without its end being seen|had been interrupted; it was finished now|had been interrupted just after it was done; it stands)`)

// cutOff is what it says of a commit that was not made.
var cutOff = regexp.MustCompile(`the commit .* was cut off before it was made|commit \d+, .* had been interrupted before it was done`)

// openers are what may come first after a kill: one that reads, one that is killed as well and one that reads then, or one that
// writes.
var openers = []string{"log", "verify", "again", "next", "killed"}

// check looks what a killed program has left, as the next ones find it, and tells whether its commit was made. opener is the
// program that comes first.
func (st *story) check(t *testing.T, s scene, p *process, opener string) (made bool) {
	t.Helper()
	if raw := s.content(t); raw != st.before.content && raw != st.after.content {
		t.Fatalf("the dimension is neither the one before nor the one after:\n%s", firstDifference(raw, st.before.content))
	}
	first := "again"
	if opener == "next" {
		first = "next"
	}
	way := st.wayOn(first)
	said, out := "", ""
	switch opener {
	case "killed":
		said = st.killed(t, s) + dimdesk(t, 0, s.dir, s.verify()...).talk
	case "log":
		said = dimdesk(t, 0, s.dir, s.log()...).talk
	case "verify":
		said = dimdesk(t, 0, s.dir, s.verify()...).talk
	default:
		a := dimdesk(t, 0, s.dir, way[0]...)
		said, out, way = a.talk, a.out, way[1:]
	}
	is := s.state(t)
	if found.MatchString(is.talk) || cutOff.MatchString(is.talk) {
		t.Errorf("it is said twice: %s", is.talk)
	}
	if len(way) < 2 {
		made = st.isMade(is, out)
	} else {
		made = is.content == st.after.content
		want := st.before
		if made {
			want = st.after
		}
		if d := is.differs(want); d != "" {
			t.Fatalf("the state is neither the one before nor the one after: %s", d)
		}
	}
	st.checkSaid(t, said, made, p.wasTold())
	if opener == "log" {
		dimdesk(t, 0, s.dir, s.verify()...)
	}
	for _, args := range way {
		dimdesk(t, 0, s.dir, args...)
	}
	if d := s.state(t).differs(st.fates[fate{made, first}]()); d != "" {
		t.Errorf("going on from there (%s), made %t: %s", opener, made, d)
	}
	if opener == "again" || opener == "next" {
		dimdesk(t, 0, s.dir, s.verify()...)
	}
	st.checkLitter(t, s)
	return made
}

// isMade tells whether the killed program's commit was made, where another was made since, which printed out.
func (st *story) isMade(is state, out string) bool {
	if strings.Contains(out, fmt.Sprintf("\ncommit %d\n", st.commit)) {
		return false // the number was free
	}
	return strings.Contains(is.log, fmt.Sprintf(`{"commit":%d,`, st.commit))
}

// killed is what a log has said that is killed too, while it may be finishing what it finds.
func (st *story) killed(t *testing.T, s scene) string {
	t.Helper()
	log := command(s.dir, s.log()...)
	var talk bytes.Buffer
	log.Stderr = &talk
	if err := log.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(rand.N(logTakes))
	_ = log.Process.Kill()
	_ = log.Wait()
	return talk.String()
}

// logTakes is about how long a log takes.
const logTakes = 120 * time.Millisecond

// checkSaid wants a commit to be told of that was made and that nobody was told of, and none that was not made.
func (st *story) checkSaid(t *testing.T, said string, made, told bool) {
	t.Helper()
	m := found.FindStringSubmatch(said)
	switch {
	case m != nil && m[1] != fmt.Sprint(st.commit):
		t.Errorf("it speaks of another commit: %s", said)
	case made && cutOff.MatchString(said):
		t.Errorf("the commit was made, and it is said that it was not: %s", said)
	case made && m == nil && !told:
		t.Errorf("commit %d was made, nobody was told, and nothing is said of it: %s", st.commit, said)
	case !made && (m != nil || told):
		t.Errorf("commit %d was not made, and is told of: %s", st.commit, said)
	}
}

// checkLitter wants nothing to be left beside the dimension of what only served the commit, nor working files, which have
// their folder there.
func (st *story) checkLitter(t *testing.T, s scene) {
	t.Helper()
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.Contains(e.Name(), ".dimdesk-") || strings.HasPrefix(e.Name(), "dimdesk-") || strings.HasSuffix(e.Name(), ".wal") {
			t.Errorf("%s is left", e.Name())
		}
	}
}
