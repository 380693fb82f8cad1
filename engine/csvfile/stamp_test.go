package csvfile

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestStamp changes a file in every way that leaves its path, and some that leave its bytes.
func TestStamp(t *testing.T) {
	const text = "id,c\n1,abc\n"
	for name, c := range map[string]struct {
		change func(t *testing.T, path string)
		holds  bool
	}{
		"nothing":      {func(*testing.T, string) {}, true},
		"another mode": {func(t *testing.T, p string) { must(t, os.Chmod(p, 0o600)) }, true},
		"another link": {func(t *testing.T, p string) { must(t, os.Link(p, p+".2")) }, true},
		"grown":        {func(t *testing.T, p string) { must(t, os.WriteFile(p, []byte(text+"2,d\n"), 0o644)) }, false},
		"shrunk":       {func(t *testing.T, p string) { must(t, os.Truncate(p, 9)) }, false},
		"replaced by its like": {func(t *testing.T, p string) {
			must(t, os.WriteFile(p+".new", []byte(text), 0o644))
			setTime(t, p+".new", timeOf(t, p))
			must(t, os.Rename(p+".new", p))
		}, false},
		"written over, at its old time": {func(t *testing.T, p string) {
			old := timeOf(t, p)
			must(t, os.WriteFile(p, []byte(strings.ToUpper(text)), 0o644))
			setTime(t, p, old)
		}, false},
		"gone": {func(t *testing.T, p string) { must(t, os.Remove(p)) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			path := writeFile(t, "f.csv", []byte(text))
			setTime(t, path, time.Now().Add(-time.Hour))
			shape, err := Scan(context.Background(), path, Options{})
			must(t, err)
			if name == "written over, at its old time" && shape.Stamp.touched.IsZero() {
				t.Skip("this system has no time that nobody can set back")
			}
			c.change(t, path)
			err = shape.Stamp.Hold(context.Background(), path, shape.SHA256)
			if (err == nil) != c.holds {
				t.Errorf("%v", err)
			}
			if err != nil && !strings.Contains(err.Error(), filepath.Base(path)) {
				t.Errorf("the error doesn't name the file: %v", err)
			}
		})
	}
}

func timeOf(t *testing.T, path string) time.Time {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	return info.ModTime()
}

func setTime(t *testing.T, path string, at time.Time) {
	t.Helper()
	must(t, os.Chtimes(path, at, at))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
