//go:build linux

package torture

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFaultSpill lets the disk for working files be full: the copy of a batch that the database cannot read as it is, and what it
// puts there when its memory is used up. The dimension has all the room that it wants.
func TestFaultSpill(t *testing.T) {
	t.Parallel()
	members, memory := int64(5_000), "36MB"
	spaces, homes := []int64{0, 300 << 10}, []string{inDuckDB}
	if *long {
		members, memory, spaces, homes = 300_000, "64MB", nil, []string{inDuckDB, inCSV}
		for room := int64(0); room < 64<<20; room += 1 << 20 {
			spaces = append(spaces, room)
		}
	}
	seen := kinds{}
	said := map[string]bool{}
	t.Run("apply", func(t *testing.T) {
		for _, home := range homes {
			dir := smallDisk(t)
			v := ventures(t, home, members)[1]
			for _, room := range spaces {
				t.Run(fmt.Sprintf("%s/%d KB", home, room>>10), func(t *testing.T) {
					s := v.from.copy(t)
					run := command(s.dir, append(v.args, "--memory-limit", memory)...)
					run.Env = append(run.Env, "TMPDIR="+dir)
					fill(t, dir, room)
					c := v.hinder(t, s, run, func() { os.Remove(filepath.Join(dir, filler)) })
					seen.count(c)
					for _, what := range []string{"cannot write working files", "out of memory"} {
						said[what] = said[what] || strings.Contains(c.talk, what)
					}
					if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
						t.Errorf("working files are left: %v, %v", left, err)
					}
				})
			}
		}
		t.Log(seen, said)
		if !said["cannot write working files"] || *long && !said["out of memory"] {
			t.Errorf("not every kind of working file was in want of room: %v", said)
		}
	})
}
