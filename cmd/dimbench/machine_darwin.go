package main

import "golang.org/x/sys/unix"

// machineMemory is what the system has, in bytes; 0 if it does not say.
func machineMemory() int64 {
	size, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int64(size)
}
