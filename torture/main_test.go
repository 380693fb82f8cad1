package torture

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// program is the binary under test, built once for all tests of this package.
var program string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(withProgram(m.Run))
}

func withProgram(run func() int) int {
	dir, err := os.MkdirTemp("", "dimdesk-torture-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	program = filepath.Join(dir, "dimdesk")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	build := exec.Command("go", "build", "-o", program, "dimdesk/cmd/dimdesk")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "the program cannot be built: %v\n%s", err, out)
		return 1
	}
	return run()
}

// lookAtSource looks at every file that the program is built from. The tests import none of them, so that go test would give its
// remembered answer for another program otherwise; what a test looks at, it remembers with it.
var lookAtSource = sync.OnceValue(func() error {
	return filepath.WalkDir("..", func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && e.Name() == ".git" {
			return fs.SkipDir
		}
		if !e.IsDir() && !strings.HasSuffix(path, "_test.go") {
			_, err = os.Stat(path)
		}
		return err
	})
})

// command is the program with arguments, not started yet, in a folder where all that it writes goes: the folder holds its
// working files too. More of env may follow.
func command(dir string, args ...string) *exec.Cmd {
	if err := lookAtSource(); err != nil {
		panic(err)
	}
	c := exec.Command(program, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "XDG_STATE_HOME="+filepath.Join(dir, ".state"), "TMPDIR="+dir, "TZ=UTC")
	return c
}

// answer is how a run of the program ended.
type answer struct {
	code int    // the exit code; -1 where a signal ended it
	out  string // stdout
	talk string // stderr
}

// finish runs a command to its end.
func finish(t testing.TB, c *exec.Cmd) answer {
	t.Helper()
	var out, talk bytes.Buffer
	c.Stdout, c.Stderr = &out, &talk
	err := c.Run()
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
		t.Fatalf("%v: %v", c.Args, err)
	}
	return answer{c.ProcessState.ExitCode(), out.String(), talk.String()}
}

// dimdesk runs the program in a folder, and wants this exit code.
func dimdesk(t testing.TB, code int, dir string, args ...string) answer {
	t.Helper()
	a := finish(t, command(dir, args...))
	if a.code != code {
		t.Fatalf("dimdesk %q: exit code %d, want %d\n%s%s", args, a.code, code, a.out, a.talk)
	}
	return a
}
