package tuitest

import (
	"context"
	"time"

	"dimdesk/engine"
)

// Dimension is an engine.Dimension in memory that has a journal and nothing else.
type Dimension struct {
	engine.Dimension // nil: what the screens do not use
	Entries          []engine.Entry
	Found            []string    // what the next call finds of killed programs, once
	Wait             <-chan bool // Log waits until it is closed, if there is one
	Fail             error       // what the next UndoPreview or Undo returns, once
}

// NewDimension makes one with two commits of batches, numbers 11 and 12.
func NewDimension() *Dimension {
	at := time.Date(2026, 5, 30, 8, 15, 0, 0, time.UTC)
	return &Dimension{Entries: []engine.Entry{
		{ID: 11, Kind: "batch", At: at, By: "ann", Batch: "customers_2026-05-30.csv", AsOf: "2026-05-30", Counts: map[engine.Kind]int64{engine.New: 3}, Operations: map[engine.Op]int64{engine.OpOpen: 3}},
		{ID: 12, Kind: "batch", At: at.AddDate(0, 0, 1), By: "ann", Batch: "customers_2026-05-31.csv", AsOf: batchDay, Counts: map[engine.Kind]int64{engine.Changed: 16},
			Operations: map[engine.Op]int64{engine.OpOpen: 26, engine.OpClose: 21}, Reason: "monthly load"},
	}}
}

// Open gives the dimension itself, as tui.Options.Dimension does.
func (d *Dimension) Open(context.Context) (engine.Dimension, error) { return d, nil }

// Name is the dimension's.
func (d *Dimension) Name() string { return "dim_customer" }

// News gives what was found, once.
func (d *Dimension) News() []string {
	found := d.Found
	d.Found = nil
	return found
}

// Close does nothing.
func (d *Dimension) Close() error { return nil }

// Log lists the commits.
func (d *Dimension) Log(context.Context) ([]engine.Entry, error) {
	if d.Wait != nil {
		<-d.Wait
	}
	return d.Entries, nil
}

func (d *Dimension) failed() error {
	err := d.Fail
	d.Fail = nil
	return err
}

func (d *Dimension) entry(id int64) *engine.Entry {
	for i := range d.Entries {
		if d.Entries[i].ID == id {
			return &d.Entries[i]
		}
	}
	return nil
}

// UndoPreview is what undoing a commit would do.
func (d *Dimension) UndoPreview(_ context.Context, id int64) (engine.Entry, engine.Preview, error) {
	if err := d.failed(); err != nil {
		return engine.Entry{}, engine.Preview{}, err
	}
	return *d.entry(id), engine.Preview{Word: "undo", Operations: map[engine.Op]int64{engine.OpRemove: 26, engine.OpRedate: 21}}, nil
}

// Undo adds a commit that takes another back.
func (d *Dimension) Undo(_ context.Context, id int64, req engine.CommitRequest) (engine.Committed, error) {
	if err := d.failed(); err != nil {
		return engine.Committed{}, err
	}
	next := d.Entries[len(d.Entries)-1].ID + 1
	e := d.entry(id)
	e.UndoneBy = next
	ops := map[engine.Op]int64{engine.OpRemove: 26, engine.OpRedate: 21}
	d.Entries = append(d.Entries, engine.Entry{ID: next, Kind: "undo", At: e.At.AddDate(0, 0, 1), By: req.As, Undoes: id, Operations: ops})
	return engine.Committed{ID: next, Operations: ops, Notices: d.News()}, nil
}
