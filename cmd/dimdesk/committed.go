package main

import (
	"encoding/json"
	"io"

	"dimdesk/engine"
)

// committed is what apply and undo print with --format json: null where there is no commit.
type committed struct {
	Commit     *int64           `json:"commit"`
	Already    *int64           `json:"already_applied"`
	Counts     map[string]int64 `json:"counts,omitempty"`
	Operations map[string]int64 `json:"operations"`
	Parked     int64            `json:"parked"`
	ParkFile   *string          `json:"park_file"`
	Notices    []string         `json:"notices"`
}

func writeCommitted(out io.Writer, kinds map[engine.Kind]int64, done engine.Committed) error {
	c := committed{
		Commit: given(done.ID), Already: given(done.Already), Operations: named(done.Operations),
		Parked: done.Parked, ParkFile: given(done.ParkFile), Notices: append([]string{}, done.Notices...),
	}
	if kinds != nil {
		c.Counts = kindCounts(kinds)
	}
	return encode(out, c)
}

// named is counts by an operation's name.
func named(operations map[engine.Op]int64) map[string]int64 {
	names := map[string]int64{}
	for op, n := range operations {
		names[string(op)] = n
	}
	return names
}

// kindCounts is counts by a kind's name; all nine are there.
func kindCounts(kinds map[engine.Kind]int64) map[string]int64 {
	names := map[string]int64{}
	for _, k := range engine.Kinds {
		names[k.String()] = kinds[k]
	}
	return names
}

// encode writes one value as one line of JSON.
func encode(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// given is nil for what is not there.
func given[T comparable](v T) *T {
	var none T
	if v == none {
		return nil
	}
	return &v
}
