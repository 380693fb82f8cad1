package csvfile

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"dimdesk/engine"
)

func put(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func names(t *testing.T, dir string) int {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

func TestReplaceKeepsModeAndLink(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "d.csv"), filepath.Join(dir, "link.csv")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("d.csv", link); err != nil {
		t.Skip(err)
	}
	if err := Replace(context.Background(), link, put("new")); err != nil {
		t.Fatal(err)
	}
	info, _ := os.Lstat(link)
	file, _ := os.Stat(path)
	if content(t, path) != "new" || info.Mode()&os.ModeSymlink == 0 || file.Mode().Perm() != 0o640 || names(t, dir) != 2 {
		t.Errorf("%q, link %v, mode %v, %d files", content(t, path), info.Mode(), file.Mode(), names(t, dir))
	}
}

func TestReplaceMakesAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new.csv")
	if err := Replace(context.Background(), path, put("x")); err != nil || content(t, path) != "x" {
		t.Error(err)
	}
}

func TestFailedReplaceLeavesTheOriginal(t *testing.T) {
	path := writeFile(t, "d.csv", []byte("old"))
	broken := errors.New("broken")
	ctx, cancel := context.WithCancel(context.Background())
	for _, c := range []struct {
		write func(io.Writer) error
		want  error
		code  engine.Code
	}{
		{func(w io.Writer) error { io.WriteString(w, "half"); return broken }, broken, engine.CodeFailed},
		{func(w io.Writer) error { cancel(); return put("whole")(w) }, context.Canceled, engine.CodeCancelled},
	} {
		err := Replace(ctx, path, c.write)
		if !errors.Is(err, c.want) || engine.CodeOf(err) != c.code {
			t.Errorf("%v, want %v", err, c.want)
		}
		if content(t, path) != "old" || names(t, filepath.Dir(path)) != 1 {
			t.Errorf("after %v: %q and %d files", err, content(t, path), names(t, filepath.Dir(path)))
		}
	}
	if err := Replace(context.Background(), filepath.Join(path, "x", "d.csv"), put("x")); engine.CodeOf(err) != engine.CodeFailed {
		t.Errorf("in a folder that is a file: %v", err)
	}
}

func TestStepsOfReplace(t *testing.T) {
	ctx := context.Background()
	path := writeFile(t, "d.csv", []byte("old"))
	if _, ok, err := Leftover(ctx, path); ok || err != nil {
		t.Fatalf("a leftover before anything was prepared: %v", err)
	}
	p, err := Prepare(ctx, path, put("new"))
	if err != nil || content(t, path) != "old" || content(t, p.Temp) != "new" || filepath.Base(p.Temp) != ".d.csv.dimdesk-new" {
		t.Fatalf("%+v, %v", p, err)
	}
	if found, ok, err := Leftover(ctx, path); !ok || err != nil || found != p {
		t.Errorf("found %+v, want %+v: %v", found, p, err)
	}
	if err := Drop(path); err != nil || names(t, filepath.Dir(path)) != 1 {
		t.Errorf("drop: %v", err)
	}
	if err := Drop(path); err != nil {
		t.Errorf("dropping nothing: %v", err)
	}
	if err := Finish(path); engine.CodeOf(err) != engine.CodeFailed || content(t, path) != "old" {
		t.Errorf("finishing nothing: %v", err)
	}
	if p, err = Prepare(ctx, path, put("newer")); err != nil {
		t.Fatal(err)
	}
	if err := Finish(path); err != nil || content(t, path) != "newer" || names(t, filepath.Dir(path)) != 1 {
		t.Errorf("finish: %v", err)
	}
	if sum, size, err := Sum(ctx, path); err != nil || sum != p.SHA256 || size != 5 {
		t.Errorf("%s %d %v, want %+v", sum, size, err, p)
	}
}
