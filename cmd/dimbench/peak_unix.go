//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peak is the greatest resident size of a process that has ended, in bytes.
func peak(p *os.ProcessState) int64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(usage.Maxrss) // these count bytes, the others kilobytes
	}
	return int64(usage.Maxrss) * 1024
}
