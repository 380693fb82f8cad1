//go:build !unix

package tui

// onContinue does nothing where no process is stopped.
func onContinue(func()) (end func()) { return func() {} }
