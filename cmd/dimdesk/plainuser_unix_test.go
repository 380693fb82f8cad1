//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// nobody is a user that owns nothing.
const nobody = 65534

// plainUser is a program that runs another as a user whom a folder can refuse: plainuser PROGRAM [ARGUMENT…]. Root is
// refused nothing, so as root it opens the way to the script's folders and becomes nobody.
func plainUser() {
	path, err := exec.LookPath(os.Args[1])
	fatal(err)
	if os.Geteuid() == 0 {
		for _, dir := range []string{filepath.Dir(path), filepath.Dir(filepath.Dir(path)), filepath.Dir(os.Getenv("WORK"))} {
			fatal(os.Chmod(dir, 0o755))
		}
		fatal(os.Chmod(os.Getenv("TMPDIR"), 0o777))
		fatal(syscall.Setgroups(nil))
		fatal(syscall.Setgid(nobody))
		fatal(syscall.Setuid(nobody))
	}
	fatal(syscall.Exec(path, os.Args[1:], os.Environ()))
}
