package duck

import (
	"fmt"
	"os"
	"time"
)

// trace prints how long each statement took, where DIMDESK_TRACE is set.
func trace(q string, start time.Time) {
	if os.Getenv("DIMDESK_TRACE") == "" {
		return
	}
	if len(q) > 150 {
		q = q[:150]
	}
	fmt.Fprintf(os.Stderr, "%8.1f ms  %s\n", float64(time.Since(start).Microseconds())/1000, q)
}
