//go:build linux

package torture

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// stop is a place at which a program is held: when its trace has come to a line with this text, and what comes after that is done
// but for telling it. Lines of the same lengths as pass may still be told.
type stop struct {
	text string
	pass []string
}

var (
	batchScanned  = stop{text: `"SELECT schema_name, table_name FROM duckdb_tables()`} // and not loaded yet; in a DuckDB file
	csvLoaded     = stop{text: "SELECT count(*) FROM temp.home_csv"}
	beforeCommit  = stop{text: `"CREATE OR REPLACE TEMP TABLE opened`}
	transaction   = stop{text: `"BEGIN TRANSACTION"`}
	newFileIsMade = stop{text: "end of new file"}
	committed     = stop{text: "begin        commit", pass: []string{`     0.0 ms  "COMMIT"`, endLine("commit")}}
)

// gate is the pipe of one page that a program tells its trace to. As long as it is full, the program waits.
type gate struct {
	path string
	fd   int
	pipe *os.File
}

func newGate(t *testing.T) *gate {
	t.Helper()
	g := &gate{path: filepath.Join(t.TempDir(), "trace")}
	must(t, unix.Mkfifo(g.path, 0o666))
	must(t, os.Chmod(g.path, 0o666))
	var err error
	g.fd, err = unix.Open(g.path, unix.O_RDWR|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	must(t, err)
	_, err = unix.FcntlInt(uintptr(g.fd), unix.F_SETPIPE_SZ, page)
	must(t, err)
	g.pipe = os.NewFile(uintptr(g.fd), g.path)
	return g
}

// read hands out the lines, each with whether it is the last that there is so far, until the gate is closed.
func (g *gate) read(line func(text string, last bool)) {
	var text []byte
	buf := make([]byte, page)
	for {
		n, err := g.pipe.Read(buf)
		if err != nil {
			return
		}
		text = append(text, buf[:n]...)
		for {
			one, rest, ok := bytes.Cut(text, []byte("\n"))
			if !ok {
				break
			}
			text = rest
			line(string(one), len(rest) == 0)
		}
	}
}

// shut fills the gate, but for the lines that may pass, and tells whether there was nothing in it.
func (g *gate) shut(pass []string) bool {
	room := 0
	for _, text := range pass {
		room += len(text) + 1
	}
	_, err := unix.Write(g.fd, []byte(strings.Repeat("-", page-room-1)+"\n"))
	return err == nil
}

// held runs a command until it is at the stop, does something to the world meanwhile, and lets it go on to its end. Each try has a
// command of its own, as a program that was faster than whoever holds it has to be started again.
func held(t *testing.T, at stop, start func() *exec.Cmd, do func()) answer {
	t.Helper()
	for range 50 {
		run, g := start(), newGate(t)
		run.Env = append(run.Env, "DIMDESK_TRACE="+g.path)
		over := make(chan struct{})
		seen, caught := false, false
		go func() {
			defer close(over)
			g.read(func(text string, last bool) {
				if seen || !strings.Contains(text, at.text) {
					return
				}
				if seen = true; last && g.shut(at.pass) {
					caught = true
					awaitRest(run.Process.Pid)
					do()
				}
			})
		}()
		a := finish(t, run)
		must(t, g.pipe.Close())
		<-over
		switch {
		case caught:
			return a
		case !seen:
			t.Fatalf("it never came to %s:\n%s", at.text, a.talk)
		}
	}
	t.Fatalf("it could not be held at %s", at.text)
	return answer{}
}

// awaitRest waits until a process has nothing more to do than to wait for room in its pipe: none of its threads runs, or could.
func awaitRest(pid int) {
	const enough = 5 // looks in a row
	for still, end := 0, time.Now().Add(time.Minute); still < enough && time.Now().Before(end); time.Sleep(4 * time.Millisecond) {
		still++
		tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
		for _, task := range tasks {
			text, _ := os.ReadFile(task)
			_, rest, _ := strings.Cut(string(text), ") ") // the name before may hold anything
			if !strings.HasPrefix(rest, "S") {
				still = 0
			}
		}
	}
}
