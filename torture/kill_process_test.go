//go:build linux

package torture

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// aim says when a program is killed: so long after it was started or the commit was typed, or after so many lines of its trace
// from then on, or after a line. The zero aim lets it live.
type aim struct {
	name string
	step int
	line string   // what the line says, without its time
	held []string // the program is held when it has written these lines too
	wait time.Duration
}

// process is a run of a story's program.
type process struct {
	story  *story
	cmd    *exec.Cmd
	aim    aim
	trace  *tracer
	out    bytes.Buffer // stdout and stderr
	screen *screen      // of a review
	code   int
	said   bool // the review has shown that its commit is made
	killed bool
	ended  time.Time
	lines  []line

	mu       sync.Mutex
	armed    time.Time // kills may come from then on
	before   int       // lines of the trace that came before
	shot     sync.Once
	deadline *time.Timer
}

// start starts the program; a review is led to its commit.
func (st *story) start(t testing.TB, s scene, a aim) *process {
	t.Helper()
	p := &process{story: st, aim: a}
	p.trace = newTracer(t, filepath.Dir(s.dir), p.seen)
	p.cmd = command(s.dir, st.args...)
	p.cmd.Env = append(p.cmd.Env, "DIMDESK_TRACE="+p.trace.path)
	if st.onScreen {
		p.screen = openScreen(t, p.cmd)
		p.screen.toTheCommit(t)
		p.arm()
		p.screen.press(t, "\r")
		return p
	}
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.out
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p.armLocked()
	return p
}

func (p *process) arm() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.armLocked()
}

func (p *process) armLocked() {
	p.armed, p.before = time.Now(), len(p.lines)
	if p.aim.name != "" && p.aim.line == "" && p.aim.step == 0 {
		p.deadline = time.AfterFunc(p.aim.wait, p.kill)
	}
}

// seen shoots where the trace says that it is time.
func (p *process) seen(tr *tracer, l line) {
	p.mu.Lock()
	p.lines = append(p.lines, l)
	armed, n := !p.armed.IsZero(), len(p.lines)-p.before
	p.mu.Unlock()
	switch {
	case !armed || p.aim.name == "":
	case p.aim.line != "" && says(l.text) == p.aim.line:
		if p.aim.held != nil {
			tr.hold(p.aim.held...)
		}
		p.killIn(p.aim.wait)
	case p.aim.line == "" && p.aim.step > 0 && n == p.aim.step:
		p.killIn(p.aim.wait)
	}
}

// killIn waits, more exactly than a sleep where it is not for long, and kills.
func (p *process) killIn(d time.Duration) {
	for end := time.Now().Add(d); ; {
		left := time.Until(end)
		if left <= 0 {
			break
		}
		if left > 2*time.Millisecond {
			time.Sleep(left - time.Millisecond)
		}
	}
	p.kill()
}

func (p *process) kill() { p.shot.Do(func() { _ = p.cmd.Process.Kill() }) }

// wait waits for the end of the program, however it comes.
func (p *process) wait(t testing.TB) {
	t.Helper()
	if p.screen != nil {
		stay := time.Duration(0)
		if p.aim.name != "" {
			stay = time.Second // the kill is still to come
		}
		p.said = p.screen.leave(p.told(p.story.commit), stay)
	}
	_ = p.cmd.Wait()
	p.ended = time.Now()
	if p.deadline != nil {
		p.deadline.Stop()
	}
	if p.screen != nil {
		p.screen.close()
	}
	p.code, p.killed = p.cmd.ProcessState.ExitCode(), p.cmd.ProcessState.ExitCode() < 0
	p.lines = p.trace.end(t)
}

// armedLines are those of the trace from the moment on that kills are about.
func (p *process) armedLines() []line { return slices.Clone(p.lines[p.before:]) }

// shown is what whoever ran the program has seen of it.
func (p *process) shown() string {
	if p.screen != nil {
		return strings.Join(strings.Fields(p.screen.text()), " ")
	}
	return p.out.String()
}

// told is what is shown when a commit is made.
func (p *process) told(commit int) string {
	if p.screen != nil {
		return fmt.Sprintf("Commit %d is in the dimension", commit)
	}
	return fmt.Sprintf("commit %d\n", commit)
}

// wasTold tells whether the program said that it made its commit.
func (p *process) wasTold() bool {
	return p.said || strings.Contains(p.shown(), p.told(p.story.commit))
}

// anywhere is any moment of the story.
func (st *story) anywhere(r *rand.Rand) aim {
	return aim{name: "any moment", wait: upTo(r, st.took)}
}

// anyStep is a moment before the end of any step, however short.
func (st *story) anyStep(r *rand.Rand) aim {
	n := 1 + r.IntN(len(st.lines)-1)
	return aim{name: "any step", step: n, wait: upTo(r, st.lines[n].at.Sub(st.lines[n-1].at))}
}

// in is any moment of the first part of a phase; a program may be faster than the one that was looked at. ok is false where the
// story has no such phase.
func (st *story) in(r *rand.Rand, phase string, part float64) (a aim, ok bool) {
	for _, l := range st.lines {
		if p, took := ends(l.text); p == phase {
			return aim{name: "in " + phase, line: says(beginLine(phase)), wait: upTo(r, time.Duration(part*float64(took)))}, true
		}
	}
	return a, false
}

// briefly is how long a program that is held is given to do what comes before its next line.
const briefly = 3 * time.Millisecond

// afterCommit holds the program when COMMIT is done, at the line before which nothing has been done since, or one of those after
// it.
func (st *story) afterCommit(r *rand.Rand, more ...string) aim {
	return aim{name: "held after commit", line: says(beginLine("commit")), wait: upTo(r, briefly),
		held: append([]string{`     0.0 ms  "COMMIT"`, endLine("commit")}, more...)}
}

// parking holds the program while, or just after, the parked file takes its place. It is caught at the statement before, as it is
// not long; ok is false where the story parks nothing.
func (st *story) parking(r *rand.Rand) (a aim, ok bool) {
	for i, l := range st.lines {
		if begins(l.text) == "parked file" {
			return aim{name: "held at the parked file", line: says(st.lines[i-1].text), held: []string{l.text}, wait: upTo(r, briefly)}, true
		}
	}
	return a, false
}

func upTo(r *rand.Rand, d time.Duration) time.Duration { return time.Duration(r.Int64N(int64(d) + 1)) }
