package duck

import (
	"fmt"
	"os"
	"sync"
	"time"
)

// traceFile is where DIMDESK_TRACE wants to know how long each statement took; nil where nobody asks. It is a file, as anything
// on the terminal would break the screen. Where it is a pipe, whoever reads it can hold the program up between two lines: a
// line is written before what follows it begins.
var traceFile = sync.OnceValue(func() *os.File {
	path := os.Getenv("DIMDESK_TRACE")
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil
	}
	return f
})

// trace writes a line for a statement that has ended.
func trace(q string, start time.Time) {
	f := traceFile()
	if f == nil {
		return
	}
	if len(q) > 200 {
		q = q[:200]
	}
	fmt.Fprintf(f, "%8.1f ms  %q\n", float64(time.Since(start).Microseconds())/1000, q)
}

// phase is a part of a commit after which something lasting is different.
type phase string

const (
	phaseParked  phase = "parked file" // takes its place, or its rows are added
	phaseNewFile phase = "new file"    // of a CSV, is written beside the old one
	phaseCommit  phase = "commit"
	phaseRename  phase = "rename" // of the new file to the old one's place
	phaseSettle  phase = "settle"
	phaseDetach  phase = "detach" // lets go of the home, which writes what it has logged into the database
)

// in runs fn, with a line when it begins and one when it ends.
func (p phase) in(fn func() error) error {
	f := traceFile()
	if f == nil {
		return fn()
	}
	start := time.Now()
	fmt.Fprintf(f, "begin        %s\n", string(p))
	defer func() {
		fmt.Fprintf(f, "%8.1f ms  end of %s\n", float64(time.Since(start).Microseconds())/1000, string(p))
	}()
	return fn()
}
