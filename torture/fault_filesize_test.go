//go:build linux

package torture

import (
	"fmt"
	"os"
	"testing"
)

// sizes are how large a file may become, so that the limit is met in one stage or another: by the note, the journal while it is
// made, working files, the parked file, the log at COMMIT, the new CSV, and the database when the log is folded into it.
func sizes(n int) []uint64 {
	if *long {
		all := []uint64{0, 1, 100, 5000, 10000, 13000}
		for size := uint64(20 << 10); size < 3<<20; size += 24 << 10 {
			all = append(all, size)
		}
		return all
	}
	all := [][]uint64{{10000, 400 << 10}, {100, 60 << 10}, {250 << 10, 4 << 20}}
	return all[n%len(all)]
}

// TestFaultFileSize lets a limit on the size of files, which any user can have, be met at every stage. It is a full disk for those
// who cannot have one; and unless the program minds it, it ends it on the spot.
func TestFaultFileSize(t *testing.T) {
	t.Parallel()
	seen := kinds{}
	n := 0
	for _, home := range []string{inDuckDB, inCSV} {
		for _, v := range ventures(t, home, 2000) {
			for _, size := range sizes(n) {
				t.Run(fmt.Sprintf("%s/%d bytes", v.name, size), func(t *testing.T) {
					s := v.from.copy(t)
					run := limited(command(s.dir, v.args...), "fsize", size)
					elsewhere := t.TempDir()
					run.Env = append(run.Env, "TMPDIR="+elsewhere)
					seen.count(v.hinder(t, s, run, func() {}))
					if left, err := os.ReadDir(elsewhere); err != nil || len(left) > 0 {
						t.Errorf("working files are left: %v, %v", left, err)
					}
				})
			}
			n++
		}
	}
	t.Log(seen)
	if seen["failed"] == 0 || seen["done"] == 0 {
		t.Errorf("the limit was never met, or always: %v", seen)
	}
}
