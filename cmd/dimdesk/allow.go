package main

import (
	"fmt"
	"strconv"
	"strings"

	"dimdesk/engine"
)

// allowFlag reads --allow: N and deleted=N name how many deletes may pass the brake, changed=N how many changes. It may
// be given again for the other.
type allowFlag struct{ engine.Allow }

func newAllow() *allowFlag { return &allowFlag{engine.Allow{Deleted: -1, Changed: -1}} }

func (a *allowFlag) Type() string { return "N" }

func (a *allowFlag) String() string {
	var parts []string
	if a.Deleted >= 0 {
		parts = append(parts, fmt.Sprintf("deleted=%d", a.Deleted))
	}
	if a.Changed >= 0 {
		parts = append(parts, fmt.Sprintf("changed=%d", a.Changed))
	}
	return strings.Join(parts, ",")
}

func (a *allowFlag) Set(s string) error {
	for part := range strings.SplitSeq(s, ",") {
		name, number, named := strings.Cut(part, "=")
		if !named {
			name, number = "deleted", part
		}
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil || n < 0 {
			return fmt.Errorf("is not a number of rows: write N, deleted=N or changed=N")
		}
		switch name {
		case "deleted":
			a.Deleted = n
		case "changed":
			a.Changed = n
		default:
			return fmt.Errorf("names nothing to allow: write N, deleted=N or changed=N")
		}
	}
	return nil
}

// lifts tells whether what was given on the command line lifts a stop, which says itself what would.
func lifts(stop engine.Stop, given engine.Allow, again bool) bool {
	if stop.Lift == "--again" {
		return again
	}
	needed := newAllow()
	value, ok := strings.CutPrefix(stop.Lift, "--allow ")
	if !ok || needed.Set(value) != nil {
		return false
	}
	return (needed.Deleted < 0 || needed.Deleted == given.Deleted) && (needed.Changed < 0 || needed.Changed == given.Changed)
}
