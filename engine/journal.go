package engine

import (
	"context"
	"time"
)

// Entry is one commit in the journal.
type Entry struct {
	ID         int64
	Kind       string    // "batch" | "undo"
	At         time.Time // in the zone of this machine, as people read it
	By, Reason string
	Batch      string // file name
	BatchSHA   string
	AsOf       string
	Counts     map[Kind]int64
	Operations map[Op]int64
	ParkFile   string
	Parked     int64
	Undoes     int64 // the commit that this one undid; 0 if none
	UndoneBy   int64 // the commit that undid this one; 0 if none
}

// Finding is one fault or note of verify.
type Finding struct {
	Fault        bool   // faults exit 6, notes do not
	Rule         string // "overlap", "two open versions", "gap", …
	Key          []Value
	SurrogateKey string
	Detail       string
}

// Dimension is an opened dimension: what commands other than a review do with it.
type Dimension interface {
	Name() string
	Spec() Spec
	Notices() []string
	// News is what was found since it was last asked for, by opening or by a call, of commits whose programs were killed: nobody
	// may have been told of it. It is in Notices too. Closing says that it was told.
	News() []string
	// History reads one member; an Error names the nearest keys where it has no version.
	History(ctx context.Context, key []string) (Member, error)
	// Verify checks the whole history. Findings are ordered faults first; at most limit are returned (0: all), counts has all.
	Verify(ctx context.Context, limit int) (findings []Finding, counts map[string]int64, err error)
	Log(ctx context.Context) ([]Entry, error)
	// UndoPreview and Undo take back a commit (0: the last that is not undone).
	UndoPreview(ctx context.Context, commit int64) (Entry, Preview, error)
	Undo(ctx context.Context, commit int64, req CommitRequest) (Committed, error)
	Close() error
}
