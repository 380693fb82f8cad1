package duck

import (
	"fmt"
	"os"
	"sync"
	"time"
)

// traceFile is where DIMDESK_TRACE wants to know how long each statement took; nil where nobody asks. It is a file, as anything
// on the terminal would break the screen.
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
