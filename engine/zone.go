package engine

import (
	"strings"
	"time"
	_ "time/tzdata" // so that the same zones are known on every machine
)

// knownZone tells whether a text is the name of a time zone. "" and "Local" are none: they mean another one elsewhere.
func knownZone(name string) bool {
	if name == "" || name == "Local" {
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}

// spelledZone is a zone's name as the list of zones would spell it: "europe/new york" is "Europe/New_York".
func spelledZone(name string) string {
	upper := true
	return strings.Map(func(r rune) rune {
		if r == ' ' {
			r = '_'
		}
		s := strings.ToLower(string(r))
		if upper {
			s = strings.ToUpper(s)
		}
		upper = r == '/' || r == '_' || r == '-'
		return []rune(s)[0]
	}, name)
}

// zoneOf is the location of a spec's zone: the machine's where it is "".
func zoneOf(name string) (*time.Location, error) {
	if name == "" {
		return time.Local, nil
	}
	if !knownZone(name) {
		return nil, Errorf(CodeFailed, "%q is no time zone", name).Help("a name such as Europe/London, America/New_York or UTC")
	}
	return time.LoadLocation(name)
}
