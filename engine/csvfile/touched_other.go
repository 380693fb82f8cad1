//go:build !(linux || darwin || freebsd || netbsd)

package csvfile

import (
	"io/fs"
	"time"
)

func touched(fs.FileInfo) time.Time { return time.Time{} }
