package commit

import (
	"testing"

	"dimdesk/engine"
)

func TestParseLift(t *testing.T) {
	for flag, want := range map[string]lift{
		"--allow deleted=11": {"deleted", 11}, "--allow changed=310": {"changed", 310}, "--allow 11": {"deleted", 11}, "--allow=7": {"deleted", 7},
		"--again": {what: "again"}, "": {}, "ask somebody": {}, "--allow none": {},
	} {
		if got := parseLift(flag); got != want {
			t.Errorf("parseLift(%q) = %+v, want %+v", flag, got, want)
		}
	}
}

func TestWhatIsLifted(t *testing.T) {
	p := &Page{preview: &engine.Preview{Word: "11"}, allow: engine.Allow{Deleted: -1, Changed: 5}}
	for flag, want := range map[string]bool{
		"--allow deleted=11": true,  // the number is the word that is typed
		"--allow deleted=12": false, // another number
		"--allow changed=5":  true,  // given on the command line
		"--allow changed=6":  false,
		"--again":            false,
		"nothing":            false,
	} {
		if got := p.lifted(engine.Stop{Lift: flag}); got != want {
			t.Errorf("%q is lifted: %v", flag, got)
		}
	}
}
