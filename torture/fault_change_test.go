//go:build linux

package torture

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// change is what somebody does to a file while the program reads it.
type change struct {
	name string
	do   func(t *testing.T, path string)
	says string
}

func rewrite(t *testing.T, path string, with func([]byte) []byte) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, with(bytes.Clone(text)), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// other is the same text with another letter in it, which leaves its length and its lines.
func other(text []byte) []byte {
	at := bytes.LastIndexByte(text[:len(text)-10], 'a')
	text[at] = 'e'
	return text
}

const whileRead = "changed while it was being read"

var changes = []change{
	{"cut in half", func(t *testing.T, p string) {
		rewrite(t, p, func(b []byte) []byte { return b[:len(b)/2] })
	}, whileRead},
	{"cut in its last field", func(t *testing.T, p string) {
		rewrite(t, p, func(b []byte) []byte { return b[:len(b)-2] })
	}, whileRead},
	{"emptied", func(t *testing.T, p string) {
		rewrite(t, p, func([]byte) []byte { return nil })
	}, whileRead},
	{"longer", func(t *testing.T, p string) {
		rewrite(t, p, func(b []byte) []byte { return append(b, b[bytes.LastIndexByte(b[:len(b)-1], '\n')+1:]...) })
	}, whileRead},
	{"another value, at its old time", func(t *testing.T, p string) {
		info, err := os.Stat(p)
		if err != nil {
			t.Fatal(err)
		}
		rewrite(t, p, other)
		if err := os.Chtimes(p, time.Time{}, info.ModTime()); err != nil {
			t.Fatal(err)
		}
	}, whileRead},
	{"replaced by another", func(t *testing.T, p string) {
		text, err := os.ReadFile(p)
		must(t, err)
		must(t, os.WriteFile(p+".new", other(text), 0o600))
		info, err := os.Stat(p)
		must(t, err)
		owner := info.Sys().(*syscall.Stat_t) // whoever runs the program can read the new file too
		must(t, os.Chown(p+".new", int(owner.Uid), int(owner.Gid)))
		must(t, os.Rename(p+".new", p))
	}, whileRead},
	{"removed", func(t *testing.T, p string) {
		if err := os.Remove(p); err != nil {
			t.Fatal(err)
		}
	}, "does not exist"},
}

// some are all changes, or in the short version these.
func some(names ...string) []change {
	if *long {
		return changes
	}
	return slices.DeleteFunc(slices.Clone(changes), func(c change) bool { return !slices.Contains(names, c.name) })
}

// TestFaultBatchChanges changes a batch between the reading that tells its digest and the one that loads it: it is refused, never
// applied under the digest of other bytes, and never cut short.
func TestFaultBatchChanges(t *testing.T) {
	t.Parallel()
	v := *ventures(t, inDuckDB, 2000)[1]
	v.from = v.from.copy(t)
	// One that the database reads itself: without the line that has too few fields.
	rewrite(t, v.from.path(batchFile(2)), func(b []byte) []byte { return b[:bytes.LastIndexByte(b[:len(b)-1], '\n')+1] })
	for _, c := range some("cut in its last field", "another value, at its old time", "removed") {
		t.Run(c.name, func(t *testing.T) {
			v.refuses(t, batchScanned, func(t *testing.T, s scene) (back func()) {
				path := s.path(batchFile(2))
				text := s.bytes(t, batchFile(2))
				c.do(t, path)
				return func() {
					if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
						t.Fatal(err)
					}
				}
			}, c.says, false)
		})
	}
}

// TestFaultCSVChanges changes a dimension that is a CSV while it is held: when it was just read, before the new file is written,
// after that, and when the journal has the commit. Its lock keeps no editor away; nothing of what was written meanwhile is lost.
func TestFaultCSVChanges(t *testing.T) {
	t.Parallel()
	v := ventures(t, inCSV, 2000)[1]
	for _, at := range []stop{csvLoaded, transaction, newFileIsMade, committed} {
		for _, c := range some("another value, at its old time") {
			t.Run(c.name+"/"+at.text, func(t *testing.T) {
				says := c.says
				if c.name == "removed" {
					says = "" // gone, or not there: as far as it has come
				}
				v.refuses(t, at, func(t *testing.T, s scene) (back func()) {
					path := s.path(inCSV)
					text := s.bytes(t, inCSV)
					c.do(t, path)
					changed, err := os.ReadFile(path)
					return func() {
						if now, nowErr := os.ReadFile(path); !bytes.Equal(now, changed) || os.IsNotExist(err) != os.IsNotExist(nowErr) {
							t.Errorf("what was written to the file meanwhile is lost")
						}
						if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
							t.Fatal(err)
						}
					}
				}, says, false)
			})
		}
	}
}

// refuses holds a venture somewhere, changes something, and wants it to be refused and nothing to be changed. spoil gives what
// puts back what it did. Where the program cannot reach what it has made for the commit, trace, the next one removes it.
func (v *venture) refuses(t *testing.T, at stop, spoil func(*testing.T, scene) (back func()), says string, trace bool) {
	t.Helper()
	var s scene
	var had []string
	back := func() {}
	a := held(t, at, func() *exec.Cmd {
		s = v.from.copy(t)
		had = s.names(t)
		run := asPlainUser(t, command(s.dir, v.args...), s)
		elsewhere := t.TempDir()
		openWay(t, elsewhere)
		must(t, os.Chmod(elsewhere, 0o777))
		run.Env = append(run.Env, "TMPDIR="+elsewhere)
		return run
	}, func() { back = spoil(t, s) })
	a.mustHelp(t, says)
	back()
	if trace {
		if said := dimdesk(t, 0, s.dir, s.log()...).talk; !strings.Contains(said, "was cut off before it was made") {
			t.Errorf("the next program says %s", said)
		}
	}
	if got := s.names(t); !slices.Equal(got, had) {
		t.Errorf("beside the dimension there is now %q, and was %q", got, had)
	}
	if d := s.state(t).differs(v.before); d != "" {
		t.Errorf("it is not as it was: %s", d)
	}
	dimdesk(t, 0, s.dir, s.verify()...)
	dimdesk(t, 0, s.dir, v.next...)
	if d := s.state(t).differs(v.then[false]); d != "" {
		t.Errorf("going on: %s", d)
	}
	noLitter(t, s)
	if t.Failed() {
		t.Logf("exit code %d\n%s%s", a.code, a.out, a.talk)
	}
}
