//go:build linux

package torture

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// nobody is a user that owns nothing.
const nobody = 65534

// asPlainUser makes a command run as a user whom a folder can refuse, to whom the scene belongs. Root is refused nothing.
func asPlainUser(t *testing.T, c *exec.Cmd, s scene) *exec.Cmd {
	t.Helper()
	if os.Geteuid() != 0 {
		return c
	}
	must(t, filepath.WalkDir(s.dir, func(path string, _ fs.DirEntry, err error) error {
		if err == nil {
			err = os.Lchown(path, nobody, nobody)
		}
		return err
	}))
	for _, dir := range []string{filepath.Dir(program), filepath.Dir(s.dir)} {
		openWay(t, dir)
	}
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	return c
}

// openWay lets everybody into a folder of the tests', and into those that lead to it.
func openWay(t *testing.T, dir string) {
	t.Helper()
	for temp := filepath.Clean(os.TempDir()); strings.HasPrefix(dir, temp+"/"); dir = filepath.Dir(dir) {
		must(t, os.Chmod(dir, 0o755))
	}
}
