//go:build linux

package torture

import (
	"fmt"
	"testing"
)

// TestFaultMemory gives the database less memory than it needs, at the start, while it plans and while it commits.
func TestFaultMemory(t *testing.T) {
	t.Parallel()
	amounts := []string{"1KB", "300KB", "36MB"}
	if *long {
		amounts = nil
		for kb := 1; kb < 120_000; kb += 20 + kb/8 {
			amounts = append(amounts, fmt.Sprintf("%dKB", kb))
		}
	}
	seen := kinds{}
	for _, home := range []string{inDuckDB, inCSV} {
		for i, v := range ventures(t, home, 2000) {
			for n, amount := range amounts {
				if !*long && n%3 != i {
					continue
				}
				t.Run(v.name+"/"+amount, func(t *testing.T) {
					s := v.from.copy(t)
					seen.count(v.hinder(t, s, command(s.dir, append(v.args, "--memory-limit", amount)...), func() {}))
				})
			}
		}
	}
	t.Log(seen)
	if seen["failed"] == 0 {
		t.Errorf("there was always memory enough: %v", seen)
	}
}

// TestFaultMemoryOfTheSystem lets the system refuse memory. A Go program then ends where it stands, as if it were killed: what is
// left is checked as after any other end.
func TestFaultMemoryOfTheSystem(t *testing.T) {
	t.Parallel()
	amounts := []uint64{1300}
	if *long {
		amounts = nil
		for mb := uint64(100); mb < 2600; mb += 25 {
			amounts = append(amounts, mb)
		}
	}
	seen := kinds{}
	for _, home := range []string{inDuckDB, inCSV} {
		for _, v := range ventures(t, home, 2000)[1:2] {
			for _, mb := range amounts {
				t.Run(fmt.Sprintf("%s/%d MB", v.name, mb), func(t *testing.T) {
					s := v.from.copy(t)
					a := finish(t, limited(command(s.dir, v.args...), "as", mb<<20))
					want := v.before
					if a.code == 0 {
						want = v.after
					}
					if d := s.state(t).differs(want); d != "" {
						t.Errorf("exit code %d: %s\n%s", a.code, d, a.talk)
					}
					seen.count(come{made: a.code == 0, folded: true})
					dimdesk(t, 0, s.dir, s.verify()...)
					dimdesk(t, 0, s.dir, v.next...)
					if d := s.state(t).differs(v.then[a.code == 0]); d != "" {
						t.Errorf("going on: %s", d)
					}
					noLitter(t, s)
				})
			}
		}
	}
	t.Log(seen)
	if seen["failed"] == 0 {
		t.Errorf("there was always memory enough: %v", seen)
	}
}
