package duck

import (
	"time"

	"dimdesk/engine"
)

// Options name what to open and how. Paths are as the user gave them.
type Options struct {
	Dimension   string
	Table       string // of a DuckDB file; "" where only one table looks like a dimension
	Batch       string // "" for a Dimension
	Spec        string // a spec file; "" for NAME.dim.yaml beside the dimension, or else detection
	AsOf        string // "" is now
	MemoryLimit string // as DuckDB spells it ("512MB"); "" is DuckDB's own default
	StateDir    string // where a review keeps its workspace; "" keeps it in memory, spilling to the system's temporary folder
	Now         func() time.Time
	// Apply makes a review that is only committed, at once: the dimension stays open for writing until Close, rows that need no
	// look at history are not listed, and no decision can be taken.
	Apply bool
	// Count makes a review of which only the counts are asked. Rows that need no look at history are not listed here either, no
	// decision can be taken, and nothing can be committed.
	Count    bool
	Progress func(engine.Progress) // may be nil

	inDoubt int64 // where only counts are asked: up to one of so many rows is looked at alone; 0 is fewInDoubt
}
