package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"dimdesk/engine"
)

func TestAllow(t *testing.T) {
	for _, c := range []struct {
		given []string
		want  engine.Allow
	}{
		{[]string{"11"}, engine.Allow{Deleted: 11, Changed: -1}},
		{[]string{"deleted=0", "changed=5"}, engine.Allow{Deleted: 0, Changed: 5}},
		{[]string{"changed=5,deleted=2"}, engine.Allow{Deleted: 2, Changed: 5}},
	} {
		a := newAllow()
		for _, g := range c.given {
			if err := a.Set(g); err != nil {
				t.Errorf("%s: %v", g, err)
			}
		}
		if a.Allow != c.want {
			t.Errorf("%v: %v, want %v", c.given, a.Allow, c.want)
		}
	}
	for _, bad := range []string{"", "-1", "1.5", "deleted=", "closed=1", "deleted=1=2"} {
		if newAllow().Set(bad) == nil {
			t.Errorf("--allow %q passes", bad)
		}
	}
}

func TestAStopIsLiftedByExactlyItsFlag(t *testing.T) {
	deletes := engine.Stop{Lift: "--allow deleted=11"}
	for _, c := range []struct {
		stop  engine.Stop
		allow engine.Allow
		again bool
		want  bool
	}{
		{deletes, engine.Allow{Deleted: 11, Changed: -1}, false, true},
		{deletes, engine.Allow{Deleted: 12, Changed: -1}, false, false},
		{deletes, engine.Allow{Deleted: -1, Changed: 11}, true, false},
		{engine.Stop{Lift: "--again"}, engine.Allow{Deleted: -1, Changed: -1}, true, true},
		{engine.Stop{Lift: "--again"}, engine.Allow{Deleted: 1, Changed: 1}, false, false},
		{engine.Stop{Why: "nothing lifts this"}, engine.Allow{Deleted: 1, Changed: 1}, true, false},
	} {
		if got := lifts(c.stop, c.allow, c.again); got != c.want {
			t.Errorf("%+v with %+v, again %v: %v", c.stop, c.allow, c.again, got)
		}
	}
}

func TestProgressLine(t *testing.T) {
	for want, n := range map[string]engine.Progress{
		"opening, 4 s":               {What: "opening"},
		"classifying, 500 rows, 4 s": {What: "classifying", Total: 500},
		"resolving, 3 of 6, 1,200,000 of 2,000,000 rows, 4 s": {What: "resolving", Step: 3, Steps: 6, Done: 1_200_000, Total: 2_000_000},
		"staging, 1 of 6, 500 rows, 4 s":                      {What: "staging", Step: 1, Steps: 6, Done: 500},
	} {
		if got := progressLine(n, 4200*time.Millisecond, false); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := progressLine(engine.Progress{What: "committing"}, 0, true); got != "cancelling, committing, 0 s" {
		t.Error(got)
	}
}

// Ctrl-C exits with 130 whatever it interrupted; other errors keep their own code.
func TestCancelledHasItsOwnCode(t *testing.T) {
	for _, c := range []struct {
		err  error
		want engine.Code
	}{
		{fmt.Errorf("reading: %w", context.Canceled), engine.CodeCancelled},
		{engine.Errorf(engine.CodeFailed, "cannot read x.csv: %w", context.Canceled), engine.CodeCancelled},
		{engine.Errorf(engine.CodeLocked, "held by 12"), engine.CodeLocked},
		{errors.Join(engine.Errorf(engine.CodeBrake, "too many"), errors.New("closing")), engine.CodeBrake},
		{nil, 0},
	} {
		if got := engine.CodeOf(plainError(c.err)); got != c.want {
			t.Errorf("%v: %d, want %d", c.err, got, c.want)
		}
	}
}

// What is printed for a shell is one word to it, whatever the file is called.
func TestQuote(t *testing.T) {
	for word, want := range map[string]string{"dim.csv": "dim.csv", "my dim.csv": "'my dim.csv'", "it's": `'it'\''s'`, "": "''", "$HOME": "'$HOME'", "ü": "'ü'"} {
		if got := quote(word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}

// The help of every command has an example, and fits a terminal of 80 columns.
func TestCommandsExplainThemselves(t *testing.T) {
	for _, c := range newRoot().Commands() {
		if c.Name() == "help" {
			continue
		}
		if c.Example == "" || c.GroupID == "" {
			t.Errorf("%s has no example, or no group", c.Name())
		}
		if strings.Contains(strings.ReplaceAll(c.Long, "\n\n", ""), "\n") {
			t.Errorf("%s: a paragraph of its help is broken into lines", c.Name())
		}
		if len(c.Short) > 41 {
			t.Errorf("%s: %q is too long for the list of commands", c.Name(), c.Short)
		}
	}
}
