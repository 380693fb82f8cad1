package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"charm.land/fang/v2"

	"dimdesk/cmd/dimdesk/internal/plain"
	"dimdesk/engine"
)

// errCancelled is what a person sees who pressed Ctrl-C or said no.
var errCancelled = engine.Errorf(engine.CodeCancelled, "cancelled; nothing was changed")

// plainError gives a cancelled context its own code, whatever was being done when it ended.
func plainError(err error) error {
	if errors.Is(err, context.Canceled) && engine.CodeOf(err) != engine.CodeCancelled {
		return errCancelled
	}
	return err
}

// ended is the first error of a piece of work and of closing what it wrote to, as that mostly tells of the same fault again.
func ended(err, closing error) error {
	if err != nil {
		return err
	}
	return closing
}

// unwritten is the error of writing what was read. Without its own type it would be taken for one of reading.
func unwritten(err error) error {
	if err == nil {
		return nil
	}
	return engine.Errorf(engine.CodeFailed, "%w", err)
}

// printError shows an error as its message and its hint. Both may quote data, so neither is trusted.
func printError(w io.Writer, st fang.Styles, err error) {
	err = plainError(err)
	if errors.Is(err, errChanges) {
		return
	}
	e, ok := errors.AsType[*engine.Error](err)
	if !ok {
		e = engine.Errorf(engine.CodeFailed, "%w", err) // the disk that the output goes to may be full, too
	}
	fmt.Fprintln(w, st.ErrorText.UnsetMargins().UnsetWidth().UnsetTransform().Bold(true).Render("dimdesk:"), plain.Lines(e.Msg))
	if e.Hint != "" {
		fmt.Fprintln(w, plain.Lines(e.Hint))
	}
}
