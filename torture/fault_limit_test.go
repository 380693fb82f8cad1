//go:build linux

package torture

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// limitVar asks this very test program to take a limit upon itself and then to become another: what=n, and the program and its
// arguments as its own.
const limitVar = "DIMDESK_TORTURE_LIMIT"

// limits are those that a process can be given, by name.
var limits = map[string]int{"fsize": unix.RLIMIT_FSIZE, "as": unix.RLIMIT_AS, "nofile": unix.RLIMIT_NOFILE}

func init() {
	what, n, asked := strings.Cut(os.Getenv(limitVar), "=")
	if !asked {
		return
	}
	err := os.Unsetenv(limitVar)
	most, bad := strconv.ParseUint(n, 10, 64)
	if err == nil && bad == nil {
		err = unix.Setrlimit(limits[what], &unix.Rlimit{Cur: most, Max: most})
	}
	if err == nil {
		err = syscall.Exec(os.Args[1], os.Args[1:], os.Environ())
	}
	fmt.Fprintln(os.Stderr, "the limit cannot be set:", err, bad)
	os.Exit(99)
}

// limited makes a command run under a limit of the system's: "fsize" in bytes, "as" in bytes, "nofile".
func limited(c *exec.Cmd, what string, n uint64) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	c.Args = append([]string{self, c.Path}, c.Args[1:]...)
	c.Path = self
	c.Env = append(c.Env, fmt.Sprintf("%s=%s=%d", limitVar, what, n))
	return c
}
