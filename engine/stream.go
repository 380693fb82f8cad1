package engine

import "context"

// Streamer hands out every change of a plan one after the other, with the row operations that follow from it, in row
// order, absent members last. A review is one; the printed diff reads it.
type Streamer interface {
	Each(ctx context.Context, f Filter, fn func(Change, []Operation) error) error
}

// Reader reads a dimension as of a moment.
type Reader interface {
	// AsOf hands out the column names once, then each version in force at the moment, in order of business key, as the
	// dimension stores it.
	AsOf(ctx context.Context, at AsOf, header func(names []string) error, row func([]Value) error) error
}
