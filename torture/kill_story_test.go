//go:build linux

package torture

import (
	"sync"
	"testing"
	"time"
)

// story is a program on a dimension, in which it is killed: where it starts, and what there is before it and after it.
type story struct {
	name     string
	from     scene
	args     []string
	onScreen bool // it is the review, whose commit is typed
	commit   int  // the number of the commit that it makes
	again    []string
	next     []string

	before, after state
	lines         []line // the trace of a run that nobody killed, from the moment on that kills are about
	took          time.Duration
	fates         map[fate]func() state
}

// fate is a way on from a kill.
type fate struct {
	made  bool // the commit was made
	first string
}

// stories are the programs on a home, each run once to its end.
func stories(t *testing.T, home string, members int64) []*story {
	t.Helper()
	bare, one, two := appliedScenes(t, home, members)
	all := []*story{
		{name: "apply", from: one, args: one.apply(2), commit: 2, again: one.apply(2), next: one.apply(3)},
		{name: "undo", from: two, args: two.undo(), commit: 3, again: two.apply(2), next: two.apply(3)},
		{name: "review", from: one, args: one.review(2), onScreen: true, commit: 2, again: one.apply(2), next: one.apply(3)},
		{name: "first apply", from: bare, args: bare.apply(1), commit: 1, again: bare.apply(1), next: bare.apply(2)},
	}
	if *kills > 0 {
		three := two.copy(t)
		dimdesk(t, 0, three.dir, three.undo()...)
		all = append(all, &story{name: "redo", from: three, args: append(three.undo(), "3"), commit: 4, again: three.apply(2), next: three.apply(3)})
	}
	for _, st := range all {
		st.rehearse(t)
	}
	return all
}

// rehearse runs the program to its end, and learns from it how long what takes.
func (st *story) rehearse(t *testing.T) {
	t.Helper()
	st.before = st.from.copy(t).state(t)
	s := st.from.copy(t)
	p := st.start(t, s, aim{})
	p.wait(t)
	if p.killed || p.code != 0 {
		t.Fatalf("%s: exit code %d\n%s", st.name, p.code, p.shown())
	}
	st.lines, st.took = p.armedLines(), p.ended.Sub(p.armed)
	st.after = s.state(t)
	if !p.wasTold() {
		t.Fatalf("%s does not tell of commit %d:\n%s", st.name, st.commit, p.shown())
	}
	if st.after.content == st.before.content {
		t.Fatalf("%s changes nothing", st.name)
	}
	st.fates = map[fate]func() state{}
	for _, made := range []bool{false, true} {
		for _, first := range []string{"again", "next"} {
			st.fates[fate{made, first}] = sync.OnceValue(func() state {
				on := st.from.copy(t)
				if made {
					on = s.copy(t)
				}
				for _, args := range st.wayOn(first) {
					dimdesk(t, 0, on.dir, args...)
				}
				return on.state(t)
			})
		}
	}
}

// wayOn is what is done after a kill: the same batch again, and the next one.
func (st *story) wayOn(first string) [][]string {
	if first == "again" {
		return [][]string{st.again, st.next}
	}
	return [][]string{st.next, st.again}
}
