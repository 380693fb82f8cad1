//go:build linux

package torture

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

var (
	kills   = flag.Int("kills", 0, "how often TestKill kills each program on each home; 0 is a few times each, aimed at what matters most")
	seed    = flag.Uint64("kill-seed", 1, "what TestKill's moments are drawn from")
	members = flag.Int64("kill-members", 2000, "how many members its dimensions have")
)

// TestKill kills apply, undo and the commit of a review at random moments, some of them aimed into COMMIT and at renames, and
// then looks at what is left with the programs that come next.
//
//	go test ./torture -run Kill -kills 200 -timeout 0
func TestKill(t *testing.T) {
	sum := &tally{}
	for _, home := range []string{inDuckDB, inCSV} {
		all := stories(t, home, *members)
		for _, st := range all {
			t.Run(home+"/"+st.name, func(t *testing.T) {
				t.Parallel()
				st.killAll(t, sum)
			})
		}
	}
	t.Cleanup(func() { t.Log("\n" + sum.String()) })
}

// killAll kills one program again and again.
func (st *story) killAll(t *testing.T, sum *tally) {
	r := rand.New(rand.NewPCG(*seed, uint64(len(st.name)*len(st.from.home))))
	if *kills == 0 {
		for i, want := range st.few() {
			for try := 0; !st.killOnce(t, sum, want.aim(r), openers[i%len(openers)], want.place); try++ {
				if try == 20 {
					t.Errorf("no kill fell %s", want.place)
					break
				}
			}
		}
		return
	}
	for n := 0; n < *kills && !t.Failed(); {
		if st.killOnce(t, sum, st.random(r), openers[r.IntN(len(openers))], "") {
			n++
		}
	}
}

// wanted is a place in which a kill must fall, and how to aim at it.
type wanted struct {
	place string
	aim   func(*rand.Rand) aim
}

// few are the kills of a short run.
func (st *story) few() []wanted {
	in := func(phase string) wanted {
		return wanted{"in " + phase, func(r *rand.Rand) aim { a, _ := st.in(r, phase); return a }}
	}
	all := []wanted{in("commit"), {"", st.anywhere}}
	switch {
	case st.from.home == inCSV:
		all = append(all, wanted{"between commit and rename", func(*rand.Rand) aim { return st.afterCommit() }},
			wanted{"in rename", func(*rand.Rand) aim { return st.afterCommit("begin        rename") }})
	case st.name == "undo":
		all = append(all, wanted{"after commit", func(*rand.Rand) aim { return st.afterCommit() }})
	default:
		all = append(all, wanted{"in parked file", func(r *rand.Rand) aim { a, _ := st.in(r, "parked file"); return a }})
	}
	return all
}

// random is one of many kills: four in ten at any moment, the others aimed.
func (st *story) random(r *rand.Rand) aim {
	n := r.IntN(20)
	switch {
	case n < 8:
		return st.anywhere(r)
	case n < 11:
		return st.anyStep(r)
	case n < 14:
		a, _ := st.in(r, "commit")
		return a
	case n < 16:
		return st.afterCommit()
	case n < 18 && st.from.home == inCSV:
		return st.afterCommit("begin        rename")
	}
	phases := []string{"parked file", "new file", "rename", "settle", "detach"}
	for _, i := range r.Perm(len(phases)) {
		if a, ok := st.in(r, phases[i]); ok {
			return a
		}
	}
	return st.anywhere(r)
}

// killOnce kills the program once, looks what is left, and tells whether it was killed, and in that place if one is given.
func (st *story) killOnce(t *testing.T, sum *tally, a aim, opener, place string) (hit bool) {
	ok := t.Run(a.name, func(t *testing.T) {
		s := st.from.copy(t)
		p := st.start(t, s, a)
		p.wait(t)
		if !p.killed {
			sum.count(st, tooLate, false)
			return
		}
		fell := placeOf(p.armedLines())
		if place != "" && fell != place {
			sum.count(st, elsewhere, false)
			return
		}
		hit = true
		made := st.check(t, s, p, opener)
		sum.count(st, fell, made)
		if t.Failed() {
			t.Logf("killed %s (%s, %s); last lines:\n%s\nit showed:\n%s", fell, a.name, a.wait, lastLines(p.lines, 5), p.shown())
		}
	})
	return hit || !ok
}

// placeOf says where a kill fell: in the phase that had begun and not ended, or else after the last that had.
func placeOf(lines []line) string {
	if phase := inside(lines); phase != "" {
		return "in " + phase
	}
	_, committed := has(lines, "commit")
	begun, renamed := has(lines, "rename")
	switch {
	case !committed:
		return "before commit"
	case renamed:
		return "after rename"
	case !begun && strings.Contains(fmt.Sprint(lines), "sha_before"):
		return "between commit and rename"
	}
	return "after commit"
}

func lastLines(lines []line, n int) string {
	var b strings.Builder
	for _, l := range lines[max(0, len(lines)-n):] {
		fmt.Fprintf(&b, "%.120s\n", l.text)
	}
	return b.String()
}
