//go:build linux

package torture

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// filler is what takes the room of a small disk.
const filler = "filler"

// smallDisk mounts a disk of its own that is not large; where this user may not, the test is skipped: the limit on the size of
// files (TestFaultFileSize) fills the same places for everybody.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=64m")
	if errors.Is(err, unix.EPERM) || errors.Is(err, unix.EACCES) {
		t.Skip("this user may not mount a disk")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// fill leaves so much room on a disk.
func fill(t *testing.T, dir string, room int64) {
	t.Helper()
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(dir, filler))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := unix.Fallocate(int(f.Fd()), 0, 0, int64(st.Bavail)*st.Bsize-room); err != nil {
		t.Fatal(err)
	}
}

// rooms are how much room there is, by turns less or more than a step of a commit needs.
func rooms(n int) []int64 {
	if *long {
		var all []int64
		for room := int64(0); room < 3<<20; room += 40 << 10 {
			all = append(all, room)
		}
		return all
	}
	// Each venture gets others; together they are spread over all that a commit writes.
	all := [][]int64{{0, 1800 << 10}, {8 << 10, 700 << 10}, {90 << 10, 300 << 10}}
	return all[n%len(all)]
}

// TestFaultFullDisk lets the disk on which the dimension lives be full at every stage: the note, the parked file, the new CSV, the
// journal, the log at COMMIT, and when the log is folded into the file.
//
//	go test ./torture -run Fault -long -timeout 0
func TestFaultFullDisk(t *testing.T) {
	t.Parallel()
	seen := kinds{}
	t.Run("ventures", func(t *testing.T) {
		n := 0
		for _, home := range []string{inDuckDB, inCSV} {
			for _, v := range ventures(t, home, 2000) {
				for _, room := range rooms(n) {
					t.Run(fmt.Sprintf("%s/%d KB", v.name, room>>10), func(t *testing.T) {
						dir := smallDisk(t)
						s := v.from.in(t, dir)
						run := command(s.dir, v.args...)
						elsewhere := t.TempDir()
						run.Env = append(run.Env, "TMPDIR="+elsewhere, "XDG_STATE_HOME="+elsewhere)
						fill(t, dir, room)
						seen.count(v.hinder(t, s, run, func() { os.Remove(filepath.Join(dir, filler)) }))
					})
				}
				n++
			}
		}
	})
	t.Log(seen)
	if len(seen) > 0 && (seen["failed"] == 0 || seen["done"] == 0) {
		t.Errorf("the disk was never full, or always: %v", seen)
	}
}
