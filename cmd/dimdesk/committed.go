package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"unicode/utf8"

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

// encode writes one value as one line of JSON, in which no character stands as it is that acts instead of being seen: encoding/json
// leaves those above 0x7e, which are commands to some terminals.
func encode(out io.Writer, v any) error {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := out.Write(controls.ReplaceAllFunc(line.Bytes(), func(c []byte) []byte {
		r, _ := utf8.DecodeRune(c)
		return fmt.Appendf(nil, `\u%04x`, r)
	}))
	return err
}

var controls = regexp.MustCompile(`[\x{7f}-\x{9f}\x{200b}-\x{200f}\x{2028}-\x{202e}\x{2066}-\x{2069}]`)

// given is nil for what is not there.
func given[T comparable](v T) *T {
	var none T
	if v == none {
		return nil
	}
	return &v
}
