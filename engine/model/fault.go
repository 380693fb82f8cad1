package model

import (
	"dimdesk/engine"
)

// faultOf names what is broken in a member's stored history, or is "" (rule 12). Of several faults the first named here
// counts.
func faultOf(spec *engine.Spec, stored []Version) string {
	any := func(broken func(v *Version) bool) bool {
		for i := range stored {
			if broken(&stored[i]) {
				return true
			}
		}
		return false
	}
	open := 0
	for i := range stored {
		if stored[i].Open() {
			open++
		}
	}
	switch {
	case any(func(v *Version) bool { return v.NoStart }):
		return "a version has no start"
	case any(func(v *Version) bool { return !v.Open() && v.To.Before(v.From) }):
		return "a version ends before its start"
	case open > 1:
		return "two versions are open"
	case any(func(v *Version) bool {
		return any(func(w *Version) bool { return v != w && !v.Empty() && !w.Empty() && v.Holds(w.From) })
	}):
		return "versions overlap"
	case spec.Current.Column != "" && any(func(v *Version) bool { return v.Current == nil || *v.Current != v.Open() }):
		return "a current flag contradicts its period"
	case spec.Deleted != "" && any(func(v *Version) bool { return v.Open() && v.Deleted != nil && *v.Deleted }):
		return "a version is open and flagged as deleted"
	}
	return ""
}
