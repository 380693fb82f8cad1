//go:build unix

package tui

import (
	"os"
	"os/signal"
	"syscall"
)

// onContinue calls do each time the process goes on after it was stopped, until it is ended.
func onContinue(do func()) (end func()) {
	signals, over := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, syscall.SIGCONT)
	go func() {
		for {
			select {
			case <-signals:
				do()
			case <-over:
				return
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(over)
	}
}
