//go:build linux

package torture

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// found is what a program says that comes after one that was killed in commit N.
var found = regexp.MustCompile(`commit (\d+), .* (?:was made without its end being seen|had been interrupted; it was finished now|had been interrupted just after it was done; it stands)`)

// cutOff is what it says of a commit that was not made.
var cutOff = regexp.MustCompile(`the commit .* was cut off before it was made|commit \d+, .* had been interrupted before it was done`)

// openers are what may come first after a kill.
var openers = []string{"log", "verify", "again", "next"}

// check looks what a killed program has left, as the next ones find it, and tells whether its commit was made. opener is the
// program that comes first.
func (st *story) check(t *testing.T, s scene, p *process, opener string) (made bool) {
	t.Helper()
	if raw := s.content(t); raw != st.before.content && raw != st.after.content {
		t.Fatalf("the dimension is neither the one before nor the one after:\n%s", firstDifference(raw, st.before.content))
	}
	first := opener
	if opener != "next" {
		first = "again"
	}
	way := st.wayOn(first)
	var said, out string
	see := func(a answer) { said, out = said+a.talk, out+a.out }
	switch opener {
	case "log":
		see(dimdesk(t, 0, s.dir, s.log()...))
	case "verify":
		see(dimdesk(t, 0, s.dir, s.verify()...))
	default:
		see(dimdesk(t, 0, s.dir, way[0]...))
		way = way[1:]
	}
	if opener == "log" || opener == "verify" {
		is := s.state(t)
		made = is.content == st.after.content
		want := st.before
		if made {
			want = st.after
		}
		if d := is.differs(want); d != "" {
			t.Fatalf("the state is neither the one before nor the one after: %s", d)
		}
	} else {
		made = found.MatchString(said) || p.wasTold()
	}
	st.checkSaid(t, said, made, p.wasTold())
	if again := dimdesk(t, 0, s.dir, s.log()...).talk; found.MatchString(again) || cutOff.MatchString(again) {
		t.Errorf("it is said twice: %s", again)
	}
	dimdesk(t, 0, s.dir, s.verify()...)
	for _, args := range way {
		dimdesk(t, 0, s.dir, args...)
	}
	if d := s.state(t).differs(st.fates[fate{made, first}]()); d != "" {
		t.Errorf("going on from there (%s), made %t: %s", opener, made, d)
	}
	dimdesk(t, 0, s.dir, s.verify()...)
	st.checkLitter(t, s)
	return made
}

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
