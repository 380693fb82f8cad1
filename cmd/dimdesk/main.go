// Command dimdesk reviews batches for slowly changing dimensions, commits them, and looks after the history that
// results. This package only wires: each file is a subcommand, the work is done in engine and its screens in tui.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"charm.land/fang/v2"

	"dimdesk/engine"
)

// version is set by a release build with -ldflags "-X main.version=…".
var version string

func main() { os.Exit(int(run())) }

// run executes the command line and gives the exit code. Signals stay caught until the end: the first cancels, and a
// second one cannot kill the program inside a COMMIT.
func run() engine.Code {
	settleColour()
	heedSizeLimit()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := fang.Execute(ctx, newRoot(), fang.WithVersion(buildVersion()), fang.WithErrorHandler(printError))
	return engine.CodeOf(plainError(err))
}

func buildVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "built from source"
}
