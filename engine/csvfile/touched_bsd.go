//go:build darwin || freebsd || netbsd

package csvfile

import (
	"io/fs"
	"syscall"
	"time"
)

// touched is when anything about a file last changed, which nobody can set back.
func touched(info fs.FileInfo) time.Time {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(st.Ctimespec.Unix())
	}
	return time.Time{}
}
