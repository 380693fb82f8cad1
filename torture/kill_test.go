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
			for try := 0; !st.killOnce(t, sum, want.aim(r), openers[(i+len(st.name)+len(st.from.home))%len(openers)], want.place); try++ {
				if try == 50 {
					t.Errorf("no kill fell %s", want.place)
					break
				}
			}
		}
		return
	}
	many := *kills
	if st.name == "first apply" || st.name == "redo" {
		many = (many + 3) / 4 // they are like apply and undo, but for what they make beside the dimension, or in the journal
	}
	for n := 0; n < many && !t.Failed(); {
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
	any := wanted{"", st.anywhere}
	commit := wanted{"in commit", func(r *rand.Rand) aim { a, _ := st.in(r, "commit", 0.3); return a }}
	parked := wanted{"in parked file", func(r *rand.Rand) aim { a, _ := st.parking(r); return a }}
	between := wanted{"between commit and rename", func(r *rand.Rand) aim { return st.afterCommit(r) }}
	rename := wanted{"in rename", func(r *rand.Rand) aim { return st.afterCommit(r, beginLine("rename")) }}
	after := wanted{"after commit", func(r *rand.Rand) aim { return st.afterCommit(r) }}
	switch st.from.home + " " + st.name {
	case inCSV + " apply":
		return []wanted{commit, between, rename}
	case inCSV + " undo":
		return []wanted{commit, rename, any}
	case inCSV + " review":
		return []wanted{commit, between, rename}
	case inCSV + " first apply":
		return []wanted{rename}
	case inDuckDB + " apply":
		return []wanted{commit, parked, any}
	case inDuckDB + " undo":
		return []wanted{commit, after}
	case inDuckDB + " review":
		return []wanted{commit, parked, after}
	}
	return []wanted{{"", st.anyStep}}
}

// random is one of many kills: four in ten at any moment, the others aimed.
func (st *story) random(r *rand.Rand) aim {
	switch n := r.IntN(20); {
	case n < 8:
	case n < 10:
		return st.anyStep(r)
	case n < 13:
		a, _ := st.in(r, "commit", 1.1)
		return a
	case n < 15:
		return st.afterCommit(r)
	case n < 17 && st.from.home == inCSV:
		return st.afterCommit(r, beginLine("rename"))
	case n < 18:
		if a, ok := st.parking(r); ok {
			return a
		}
	default:
		phases := []string{"new file", "settle", "detach"}
		if a, ok := st.in(r, phases[r.IntN(len(phases))], 1.1); ok {
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
