//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// heedSizeLimit makes a write past the limit on the size of files (ulimit -f) fail like one on a full disk. Unless its signal is
// ignored, that limit ends the program wherever it stands, inside a COMMIT too.
func heedSizeLimit() { signal.Ignore(syscall.SIGXFSZ) }
