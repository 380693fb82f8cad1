//go:build linux

package torture

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

var long = flag.Bool("long", false, "TestFault tries many more places where something can be in the way")

// venture is a program that writes to a dimension, and what there is before and after it when nothing is in its way.
type venture struct {
	name          string
	from          scene
	args          []string
	next          []string // the batch that is applied afterwards
	before, after state
	then          map[bool]state // after next too, by whether the venture came off
}

// rehearsed are the ventures of all tests, by home and size: what they come to is found out once.
var rehearsed struct {
	sync.Mutex
	all map[string][]*venture
}

// ventures are the programs on a home: the first commit, a later one, and an undo. Their scenes are only to be copied.
func ventures(t *testing.T, home string, members int64) []*venture {
	t.Helper()
	rehearsed.Lock()
	defer rehearsed.Unlock()
	key := fmt.Sprint(home, members)
	if all, ok := rehearsed.all[key]; ok {
		return all
	}
	all := rehearse(t, home, members)
	for _, v := range all {
		dir, err := os.MkdirTemp(filepath.Dir(program), "scene-")
		must(t, err)
		v.from = v.from.in(t, dir)
	}
	if rehearsed.all == nil {
		rehearsed.all = map[string][]*venture{}
	}
	rehearsed.all[key] = all
	return all
}

func rehearse(t *testing.T, home string, members int64) []*venture {
	t.Helper()
	bare, one, two := appliedScenes(t, home, members)
	three := func(s scene) scene {
		dimdesk(t, 0, s.dir, s.apply(3)...)
		return s
	}
	undone := two.copy(t)
	dimdesk(t, 0, undone.dir, undone.undo()...)
	states := map[string]state{
		"bare": bare.copy(t).state(t), "one": one.copy(t).state(t), "two": two.copy(t).state(t), "undone": undone.copy(t).state(t),
		"bare+3": three(bare.copy(t)).state(t), "one+3": three(one.copy(t)).state(t), "two+3": three(two.copy(t)).state(t), "undone+3": three(undone.copy(t)).state(t),
	}
	way := func(name string, from scene, args []string, before, after string) *venture {
		return &venture{name: home + "/" + name, from: from, args: args, next: from.apply(3), before: states[before], after: states[after],
			then: map[bool]state{false: states[before+"+3"], true: states[after+"+3"]}}
	}
	return []*venture{
		way("first apply", bare, bare.apply(1), "bare", "one"),
		way("apply", one, one.apply(2), "one", "two"),
		way("undo", two, two.undo(), "two", "undone"),
	}
}

// come is how a venture came out.
type come struct {
	made   bool
	folded bool // what was written is in its file, and not in a log beside it
	answer
}

// hinder runs a venture in a place where something is in its way, and looks what came of it: it is done or it is not, it says
// which, and nothing is left. free takes away what is in the way, and then the next batch is applied.
func (v *venture) hinder(t *testing.T, s scene, run *exec.Cmd, free func()) come {
	t.Helper()
	had := s.names(t)
	c := come{answer: finish(t, run), folded: true}
	c.made = c.code == 0
	want := v.before
	if c.made {
		want = v.after
	} else {
		c.mustHelp(t)
		if got := s.names(t); !slices.Equal(got, had) {
			t.Errorf("beside the dimension there is now %q, and was %q", got, had)
		}
	}
	if d := s.state(t).differs(want); d != "" {
		t.Errorf("made %t: %s", c.made, d)
	}
	dimdesk(t, 0, s.dir, s.verify()...)
	if c.made && strings.Contains(c.talk, "could not be folded into") {
		c.folded = false
	}
	if logged := slices.ContainsFunc(s.names(t), func(n string) bool { return strings.HasSuffix(n, ".wal") }); logged == c.folded {
		t.Errorf("there is a log: %t; the program says %s", logged, c.talk)
	}
	free()
	dimdesk(t, 0, s.dir, v.next...)
	if d := s.state(t).differs(v.then[c.made]); d != "" {
		t.Errorf("going on: %s", d)
	}
	dimdesk(t, 0, s.dir, s.verify()...)
	noLitter(t, s)
	if t.Failed() {
		t.Logf("exit code %d\n%s%s", c.code, c.out, c.talk)
	}
	return c
}

// mustHelp wants a failure to end as DESIGN.md says: with a code, what happened, that nothing was changed, and what would help.
func (a answer) mustHelp(t *testing.T, says ...string) {
	t.Helper()
	_, said, ok := strings.Cut(a.talk, "dimdesk:")
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if a.code != 1 && a.code != 7 || !ok || len(lines) < 2 || strings.Contains(said, "goroutine") {
		t.Errorf("exit code %d, and it doesn't say what would help:\n%s", a.code, a.talk)
	}
	for _, text := range says {
		if !strings.Contains(said, text) {
			t.Errorf("it doesn't say %q:\n%s", text, a.talk)
		}
	}
}

// names are those of the files in a scene's folder.
func (s scene) names(t testing.TB) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return slices.DeleteFunc(names, func(n string) bool { return n == filler || n == ".state" })
}

// noLitter wants nothing to be left of what only served a commit.
func noLitter(t *testing.T, s scene) {
	t.Helper()
	for _, n := range s.names(t) {
		if strings.Contains(n, ".dimdesk-") || strings.HasPrefix(n, "dimdesk-") || strings.HasSuffix(n, ".wal") {
			t.Errorf("%s is left", n)
		}
	}
}

// in puts the scene into a folder that is there.
func (s scene) in(t testing.TB, dir string) scene {
	t.Helper()
	if err := os.CopyFS(dir, os.DirFS(s.dir)); err != nil && !errors.Is(err, os.ErrExist) {
		t.Fatal(err)
	}
	return scene{s.home, dir}
}

// kinds counts how ventures came out, so that a test can want each to have been seen.
type kinds map[string]int

func (k kinds) count(c come) {
	switch {
	case !c.made:
		k["failed"]++
	case !c.folded:
		k["done, in its log"]++
	default:
		k["done"]++
	}
}

func (k kinds) String() string { return fmt.Sprint(map[string]int(k)) }

// bytesOf is the size of all files in a folder.
func bytesOf(t testing.TB, dir string) (n int64) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, e os.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			n += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
