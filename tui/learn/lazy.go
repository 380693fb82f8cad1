package learn

import (
	"context"
	"sync"

	"dimdesk/engine"
)

// lazy is a Lab that is opened when it is first used: a learner who only reads waits for none. Its methods are called one at a
// time; only Close may come at any moment.
type lazy struct {
	open func(context.Context) (engine.Lab, error)

	mu     sync.Mutex
	opened engine.Lab
}

func (l *lazy) lab(ctx context.Context) (engine.Lab, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.opened != nil {
		return l.opened, nil
	}
	lab, err := l.open(ctx)
	if err != nil {
		return nil, err
	}
	l.opened = lab
	return lab, nil
}

// Load makes or replaces tables.
func (l *lazy) Load(ctx context.Context, tables ...engine.LabTable) error {
	lab, err := l.lab(ctx)
	if err != nil {
		return err
	}
	return lab.Load(ctx, tables...)
}

// Run runs SQL.
func (l *lazy) Run(ctx context.Context, sql string) ([]engine.LabResult, error) {
	lab, err := l.lab(ctx)
	if err != nil {
		return nil, err
	}
	return lab.Run(ctx, sql)
}

// Table reads a table or query.
func (l *lazy) Table(ctx context.Context, query string, limit int) (engine.Table, error) {
	lab, err := l.lab(ctx)
	if err != nil {
		return engine.Table{}, err
	}
	return lab.Table(ctx, query, limit)
}

// Apply applies a batch.
func (l *lazy) Apply(ctx context.Context, in engine.LabBatch) (engine.LabApplied, error) {
	lab, err := l.lab(ctx)
	if err != nil {
		return engine.LabApplied{}, err
	}
	return lab.Apply(ctx, in)
}

// Reset drops every table.
func (l *lazy) Reset(ctx context.Context) error {
	lab, err := l.lab(ctx)
	if err != nil {
		return err
	}
	return lab.Reset(ctx)
}

// Close closes it where it was opened; a second time does nothing.
func (l *lazy) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.opened == nil {
		return nil
	}
	lab := l.opened
	l.opened = nil
	return lab.Close()
}
