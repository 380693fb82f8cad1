package review

import (
	"context"

	"dimdesk/engine"
)

// The replies of this package's Cmds. Each but decided carries the number of the call, so that a stale one is dropped.
type (
	// selectedMsg is a new list with its first rows and the counts.
	selectedMsg struct {
		req    int64
		list   engine.List
		rows   []engine.Change
		counts engine.Counts
		err    error
	}
	// windowMsg is n rows of the list that were asked for; counts is nil where they were not read again.
	windowMsg struct {
		req    int64
		from   int64
		n      int64
		rows   []engine.Change
		counts *engine.Counts
		err    error
	}
	memberMsg struct {
		req    int64
		change int64
		member engine.Member
		err    error
		calls  context.Context // ends where somebody cancelled it, and it did not only give way
	}
	// fullMemberMsg is the member of a full-screen page.
	fullMemberMsg struct {
		req    int64
		change int64
		member engine.Member
		err    error
	}
	// foundMsg is where a search, or a jump to another kind, ended; pos is -1 where it found nothing.
	foundMsg struct {
		req     int64
		pos     int64
		wrapped bool
		nothing string
		err     error
	}
	// decidedMsg goes to every page: what it shows of the plan may differ now.
	decidedMsg struct {
		decided engine.Decided
		verb    string
		err     error
	}
	// countedMsg is how many rows a decision on all in the filter would reach.
	countedMsg struct {
		req  int64
		rows int64
		err  error
	}
	groupsMsg struct {
		req    int64
		groups []engine.Group
		err    error
	}
	operationsMsg struct {
		req    int64
		change engine.Change
		ops    []engine.Operation
		member engine.Member
		err    error
	}
)
