//go:build linux

package torture

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// tracer reads what DIMDESK_TRACE tells of a running program: through a pipe of one page, so that the program cannot get past a
// line for which there is no room left. That holds a real process in a place between two of its lines.
type tracer struct {
	path  string
	fd    int
	pipe  *os.File
	lines []line
	seen  func(*tracer, line) // is called for each line as it comes
	over  chan struct{}
}

// line is one line of the trace, and when it came.
type line struct {
	text string
	at   time.Time
}

const (
	page = 4096
	bye  = "the program is over"
)

// newTracer makes the pipe in a folder, and reads it until end.
func newTracer(t testing.TB, dir string, seen func(*tracer, line)) *tracer {
	t.Helper()
	tr := &tracer{path: filepath.Join(dir, "trace"), seen: seen, over: make(chan struct{})}
	if err := unix.Mkfifo(tr.path, 0o600); err != nil {
		t.Fatal(err)
	}
	var err error
	// Opened for both, it neither waits for the program nor ends with it.
	if tr.fd, err = unix.Open(tr.path, unix.O_RDWR|unix.O_NONBLOCK|unix.O_CLOEXEC, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := unix.FcntlInt(uintptr(tr.fd), unix.F_SETPIPE_SZ, page); err != nil {
		t.Fatal(err)
	}
	tr.pipe = os.NewFile(uintptr(tr.fd), tr.path)
	go tr.follow()
	return tr
}

// follow reads lines until end.
func (tr *tracer) follow() {
	defer close(tr.over)
	in := bufio.NewReaderSize(tr.pipe, page)
	for {
		text, err := in.ReadString('\n')
		text = strings.TrimSuffix(text, "\n")
		if err != nil || text == bye {
			return
		}
		if strings.HasPrefix(text, "#") {
			continue // what hold filled the pipe with
		}
		l := line{text, time.Now()}
		tr.lines = append(tr.lines, l)
		tr.seen(tr, l)
	}
}

// hold fills the pipe, so that no line fits any more but those given, and waits until the program has written them. It is called
// from seen, when nothing is left to be read; a program that was faster is not held.
func (tr *tracer) hold(butFor ...string) {
	room := 0
	for _, text := range butFor {
		room += len(text) + 1
	}
	if _, err := unix.Write(tr.fd, []byte("#"+strings.Repeat("-", page-room-2)+"\n")); err != nil {
		return
	}
	const looks = 20000
	for range looks {
		if n, err := unix.IoctlGetInt(tr.fd, unix.TIOCINQ); err != nil || n >= page {
			return
		}
		time.Sleep(100 * time.Microsecond)
	}
}

// end waits for the last line of a program that is over.
func (tr *tracer) end(t testing.TB) []line {
	t.Helper()
	if _, err := tr.pipe.WriteString(bye + "\n"); err != nil {
		t.Fatal(err)
	}
	<-tr.over
	if err := tr.pipe.Close(); err != nil {
		t.Fatal(err)
	}
	return tr.lines
}

var ended = regexp.MustCompile(`^ *([0-9.]+) ms  (?:end of (.*)|".*")$`)

// begins gives the phase that begins with a line, "" for none.
func begins(text string) string {
	phase, ok := strings.CutPrefix(text, "begin        ")
	if !ok {
		return ""
	}
	return phase
}

// ends gives the phase that ends with a line ("" where a statement does), and how long it took.
func ends(text string) (phase string, took time.Duration) {
	m := ended.FindStringSubmatch(text)
	if m == nil {
		return "", 0
	}
	ms, _ := strconv.ParseFloat(m[1], 64)
	return m[2], time.Duration(ms * float64(time.Millisecond))
}

// says is what a line says, but for the time that it gives.
func says(text string) string { return text[min(len(text), len("     0.0 ms  ")):] }

// beginLine is the line that a phase begins with.
func beginLine(phase string) string { return "begin        " + phase }

// endLine is the line that a phase, or a statement, ends with. All are of one length.
func endLine(phase string) string { return "     0.0 ms  end of " + phase }

// inside is the phase that was begun and not ended; "" where there is none. A commit is over when its statement is.
func inside(lines []line) string {
	open := ""
	for _, l := range lines {
		if p := begins(l.text); p != "" {
			open = p
		} else if p, _ := ends(l.text); p != "" || strings.HasSuffix(l.text, `  "COMMIT"`) {
			open = ""
		}
	}
	return open
}

// has tells whether a phase was begun, and whether it was ended.
func has(lines []line, phase string) (begun, over bool) {
	begun = slices.ContainsFunc(lines, func(l line) bool { return begins(l.text) == phase })
	over = slices.ContainsFunc(lines, func(l line) bool { p, _ := ends(l.text); return p == phase })
	return begun, over
}
