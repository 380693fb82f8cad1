package duck

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"dimdesk/engine/sqlgen"
)

// watch measures a soak while it goes on.
type watch struct {
	began, next, said time.Time
	rounds            int
	files             []string // whose sizes are told
	what              func() string
	seen              []sample
}

// sample is what one look at the process shows.
type sample struct {
	rss, heap         int64 // bytes
	files, goroutines int
	sizes             []int64
	rounds            int
}

// looks is how often a soak is measured at most, and at least so many times in its length.
const looks = 60

func newWatch(dimension, journal string, what func() string) *watch {
	w := &watch{began: time.Now(), files: []string{dimension}, what: what}
	if journal != "" {
		w.files = append(w.files, journal)
	}
	w.next = w.began
	return w
}

// goesOn tells whether there is time for another round, and measures when that is due. A line is printed once a minute.
func (w *watch) goesOn() bool {
	now := time.Now()
	if now.Before(w.next) {
		return true
	}
	w.next = now.Add(min(10*time.Second, *soakTime/looks))
	s := w.look()
	w.seen = append(w.seen, s)
	over := now.Sub(w.began) >= *soakTime
	if now.Sub(w.said) >= time.Minute || over {
		fmt.Printf("%6s  %6d rounds  %s  RSS %s  heap %s  %d descriptors  %d goroutines  files %s\n", now.Sub(w.began).Round(time.Second), w.rounds,
			w.what(), inMB(s.rss), inMB(s.heap), s.files, s.goroutines, inMB(s.sizes...))
		w.said = now
	}
	return !over
}

func (w *watch) look() sample {
	debug.FreeOSMemory() // collects first
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s := sample{rss: residentSet(), heap: int64(m.HeapAlloc), goroutines: runtime.NumGoroutine(), rounds: w.rounds}
	if open, err := os.ReadDir("/proc/self/fd"); err == nil {
		s.files = len(open)
	}
	for _, f := range w.files {
		size := int64(0)
		if info, err := os.Stat(f); err == nil {
			size = info.Size()
		}
		s.sizes = append(s.sizes, size)
	}
	return s
}

// residentSet is the memory of the process that is in memory; 0 where the system does not tell.
func residentSet() int64 {
	var total, resident int64
	data, err := os.ReadFile("/proc/self/statm")
	if err == nil {
		fmt.Sscan(string(data), &total, &resident)
	}
	return resident * int64(os.Getpagesize())
}

func inMB(bytes ...int64) string {
	var parts []string
	for _, b := range bytes {
		parts = append(parts, fmt.Sprintf("%.1f", float64(b)/1e6))
	}
	return strings.Join(parts, "+") + " MB"
}

// grown wants the files to be no larger than what they hold: a fresh copy of a database is a measure of that, twice over for the
// free blocks that the next commits use. (A file of the least size has a few blocks in any case.)
func (w *watch) grown(t *testing.T) {
	for _, file := range w.files {
		size, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if is, err := isDuckDB(file); err != nil || !is {
			continue
		}
		fresh := filepath.Join(t.TempDir(), "fresh.duckdb")
		outside(t, fresh, "ATTACH "+sqlgen.Lit(file)+" AS old (READ_ONLY)", "COPY FROM DATABASE old TO fresh", "DETACH old")
		copied, err := os.Stat(fresh)
		if err != nil {
			t.Fatal(err)
		}
		rows := rowsOf(t, fresh, "SELECT (SELECT count(*) FROM dimdesk.commits), (SELECT count(*) FROM dimdesk.versions)")
		t.Logf("%s: %s, copied afresh %s; commits and versions in the journal: %s", filepath.Base(file), inMB(size.Size()), inMB(copied.Size()), rows)
		if size.Size() > 2*copied.Size()+4e6 {
			t.Errorf("%s has %d bytes, and what it holds takes %d", file, size.Size(), copied.Size())
		}
	}
}

// done holds the last third of the time against its second sixth. The first sixth is not counted: DuckDB's allocator and Go's
// heap take what they work with.
func (w *watch) done(t *testing.T) {
	n := len(w.seen)
	if n < looks/2 || *soakTime < time.Minute {
		return
	}
	early, late := w.seen[n/6:n/3], w.seen[n-n/3:]
	median := func(of []sample, what func(sample) int64) int64 {
		var all []int64
		for _, s := range of {
			all = append(all, what(s))
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	for what, c := range map[string]struct {
		of    func(sample) int64
		share float64
	}{
		"RSS":         {func(s sample) int64 { return s.rss - s.heap }, 0.15},
		"descriptors": {func(s sample) int64 { return int64(s.files) }, 0},
		"goroutines":  {func(s sample) int64 { return int64(s.goroutines) }, 0},
	} {
		before, after := median(early, c.of), median(late, c.of)
		t.Logf("%s: %d in the second sixth, %d in the last third", what, before, after)
		if float64(after) > float64(before)*(1+c.share) {
			t.Errorf("%s grew from %d to %d", what, before, after)
		}
	}
}
