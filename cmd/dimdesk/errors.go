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

// printError shows an error as its message and its hint. Both may quote data, so neither is trusted.
func printError(w io.Writer, st fang.Styles, err error) {
	err = plainError(err)
	if errors.Is(err, errChanges) {
		return
	}
	msg, hint := err.Error(), ""
	if e, ok := errors.AsType[*engine.Error](err); ok {
		msg, hint = e.Msg, e.Hint
	}
	fmt.Fprintln(w, st.ErrorText.UnsetMargins().UnsetWidth().UnsetTransform().Bold(true).Render("dimdesk:"), plain.Lines(msg))
	if hint != "" {
		fmt.Fprintln(w, plain.Lines(hint))
	}
}
