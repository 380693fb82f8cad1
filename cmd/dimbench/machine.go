package main

import (
	"fmt"
	"runtime"
)

// machine says what the figures were measured on.
func machine() string {
	memory := "memory unknown"
	if m := machineMemory(); m > 0 {
		memory = fmt.Sprintf("%.0f GiB", float64(m)/(1<<30))
	}
	return fmt.Sprintf("%d cores, %s, %s/%s", runtime.NumCPU(), memory, runtime.GOOS, runtime.GOARCH)
}
