//go:build unix

package csvfile

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives file the owner and the group of info, each where this user may.
func keepOwner(file *os.File, info fs.FileInfo) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		if file.Chown(int(st.Uid), int(st.Gid)) != nil {
			file.Chown(-1, int(st.Gid))
		}
	}
}
