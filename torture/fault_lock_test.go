//go:build linux

package torture

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"dimdesk/engine"
	"dimdesk/engine/duck"
)

// holdVar asks this very test program to hold a DuckDB file open until its input ends.
const holdVar = "DIMDESK_TORTURE_HOLD"

func init() {
	path := os.Getenv(holdVar)
	if path == "" {
		return
	}
	db, err := sql.Open("duckdb", path)
	if err == nil {
		err = db.Ping()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Print(".")
	_, _ = io.Copy(io.Discard, os.Stdin)
	os.Exit(0)
}

// holder is another program that holds the lock of a home.
func holder(t *testing.T, s scene) (pid int, letGo func()) {
	t.Helper()
	name := s.home
	if name == inCSV {
		name = journalFile
	}
	self, err := os.Executable()
	must(t, err)
	c := exec.Command(self)
	c.Env = append(os.Environ(), holdVar+"="+s.path(name))
	in, err := c.StdinPipe()
	must(t, err)
	out, err := c.StdoutPipe()
	must(t, err)
	must(t, c.Start())
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	letGo = sync.OnceFunc(func() { _, _ = in.Close(), c.Wait() })
	t.Cleanup(letGo)
	return c.Process.Pid, letGo
}

// locked wants an error that says who holds what.
func locked(t *testing.T, err error, pid int) {
	t.Helper()
	if engine.CodeOf(err) != engine.CodeLocked || !strings.Contains(err.Error(), fmt.Sprintf("PID %d", pid)) || !strings.Contains(err.Error(), "\n") {
		t.Errorf("code %d: %v", engine.CodeOf(err), err)
	}
}

// TestFaultLockTaken lets another program take the lock between plan and commit, and between looking at a commit and undoing it.
// When it lets go, the same plan is committed.
func TestFaultLockTaken(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, home := range []string{inDuckDB, inCSV} {
		v := ventures(t, home, 2000)[1]
		t.Run(home+"/review", func(t *testing.T) {
			s := v.from.copy(t)
			o := duck.Options{Dimension: s.path(home), Batch: s.path(batchFile(2)), Spec: s.path(specFile), AsOf: s.day(2), StateDir: t.TempDir()}
			r, err := duck.OpenReview(ctx, o)
			must(t, err)
			defer r.Close()
			req := engine.CommitRequest{As: "ann", ParkFile: s.path(parkedFile), Allow: engine.Allow{Deleted: -1, Changed: -1}}
			pid, letGo := holder(t, s)
			_, err = r.Commit(ctx, req, nil)
			locked(t, err, pid)
			letGo()
			if d := s.state(t).differs(v.before); d != "" {
				t.Errorf("while it was held: %s", d)
			}
			_, err = r.Commit(ctx, req, nil)
			must(t, err)
			must(t, r.Close())
			if d := s.state(t).differs(v.after); d != "" {
				t.Errorf("when it was let go: %s", d)
			}
			noLitter(t, s)
		})
		t.Run(home+"/undo", func(t *testing.T) {
			s := v.from.copy(t)
			d, err := duck.OpenDimension(ctx, duck.Options{Dimension: s.path(home), Spec: s.path(specFile), AsOf: s.day(2), StateDir: t.TempDir()})
			must(t, err)
			defer d.Close()
			_, _, err = d.UndoPreview(ctx, 0)
			must(t, err)
			pid, letGo := holder(t, s)
			_, err = d.Undo(ctx, 1, engine.CommitRequest{As: "ann"})
			locked(t, err, pid)
			letGo()
			if diff := s.state(t).differs(v.before); diff != "" {
				t.Errorf("while it was held: %s", diff)
			}
			if _, err = d.Undo(ctx, 1, engine.CommitRequest{As: "ann"}); err != nil {
				t.Error(err)
			}
		})
		for name, args := range map[string][]string{"apply": v.args, "log": v.from.log(), "verify": v.from.verify()} {
			t.Run(home+"/"+name, func(t *testing.T) {
				s := v.from.copy(t)
				pid, _ := holder(t, s)
				dimdesk(t, 7, s.dir, args...).mustHelp(t, fmt.Sprintf("PID %d", pid))
			})
		}
	}
}

// TestFaultTwoAtOnce applies two batches at once, at all distances, to a dimension that has a journal and to one that has none: both
// are applied, one after the other, or one is told that the other holds the dimension. Either is what one after the other gives.
func TestFaultTwoAtOnce(t *testing.T) {
	t.Parallel()
	rounds := 2
	if *long {
		rounds = 100
	}
	for _, home := range []string{inDuckDB, inCSV} {
		bare := newScene(t, home, 200)
		one := bare.copy(t)
		dimdesk(t, 0, one.dir, one.apply(1)...)
		for name, pair := range map[string]struct {
			from scene
			a, b int
		}{"the first two": {bare, 1, 2}, "two more": {one, 2, 3}, "one twice": {one, 2, 2}} {
			t.Run(home+"/"+name, func(t *testing.T) {
				twoAtOnce(t, pair.from, pair.a, pair.b, rounds)
			})
		}
	}
}

func twoAtOnce(t *testing.T, from scene, a, b, rounds int) {
	after := map[string]state{}
	took := time.Duration(0)
	for name, order := range map[string][]int{"a": {a}, "b": {b}, "ab": {a, b}, "ba": {b, a}} {
		s := from.copy(t)
		for _, n := range order {
			began := time.Now()
			dimdesk(t, 0, s.dir, s.apply(n)...)
			took = max(took, time.Since(began))
		}
		after[name] = s.state(t)
	}
	r := rand.New(rand.NewPCG(1, uint64(a*10+b)))
	for round := range rounds {
		s := from.copy(t)
		answers := make([]answer, 2)
		var both sync.WaitGroup
		for i, n := range []int{a, b} {
			run := command(s.dir, s.apply(n)...)
			wait := time.Duration(0)
			if i == 1 && round > 0 {
				wait = upTo(r, took)
			}
			both.Go(func() {
				time.Sleep(wait)
				answers[i] = finish(t, run)
			})
		}
		both.Wait()
		var could []string
		switch codes := [2]int{answers[0].code, answers[1].code}; codes {
		case [2]int{0, 0}:
			could = []string{"ab", "ba"}
		case [2]int{0, 7}:
			could = []string{"a"}
		case [2]int{7, 0}:
			could = []string{"b"}
		default:
			t.Fatalf("exit codes %v\n%s\n%s", codes, answers[0].talk, answers[1].talk)
		}
		for _, w := range answers {
			if w.code == 7 {
				w.mustHelp(t, "in use by")
			}
		}
		is := s.state(t)
		why := ""
		for _, c := range could {
			d := is.differs(after[c])
			if d == "" {
				why = ""
				break
			}
			why += c + ": " + d + "\n"
		}
		if why != "" {
			t.Fatalf("round %d: it is not what one after the other gives:\n%s\n%s%s", round, why, answers[0].talk, answers[1].talk)
		}
		dimdesk(t, 0, s.dir, s.verify()...)
		noLitter(t, s)
	}
}
