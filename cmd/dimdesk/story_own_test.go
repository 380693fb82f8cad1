package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"dimdesk/tui"
	pages "dimdesk/tui/learn"
	"dimdesk/tui/tuitest"
)

// learns runs dimdesk learn with these lessons ("" for those built in) and arguments, and has somebody at the screen that it opens.
func learns(t *testing.T, folder string, args []string, at func(*tuitest.Screen)) {
	t.Helper()
	shown := false
	l := &learning{cmd: learnCommand(), dir: folder}
	l.cmd.SetErr(io.Discard)
	l.asOf = "2026-05-31"
	l.show = func(ctx context.Context, o pages.Options) error {
		shown = true
		app := tui.New(ctx, tui.Options{Learn: &o})
		at(tuitest.Start(t, 100, 30, app))
		return app.Close()
	}
	course, err := l.course()
	if err != nil {
		t.Fatal(err)
	}
	start, err := starting(course, args)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.begin(context.Background(), course, start, args); err != nil {
		t.Fatal(err)
	}
	if !shown {
		t.Fatal("no screen was opened")
	}
}

// shopFiles is a dimension and a batch of one's own.
func shopFiles(t *testing.T) (dir, dimension, batch string) {
	t.Helper()
	dir = t.TempDir()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for _, name := range []string{"dim_customer.csv", "dim_customer.dim.yaml", "customers.csv"} {
		write(t, filepath.Join(dir, name), read(t, filepath.Join("testdata/shop", name)))
	}
	return dir, filepath.Join(dir, "dim_customer.csv"), filepath.Join(dir, "customers.csv")
}

// untouched fails where the folder has another file, or the dimension other bytes.
func untouched(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 3 {
		t.Errorf("in the folder now: %v, %v", entries, err)
	}
	if read(t, filepath.Join(dir, "dim_customer.csv")) != read(t, "testdata/shop/dim_customer.csv") {
		t.Error("the dimension was written")
	}
}

// Somebody looks at a customer of theirs under other types than the one that they keep, and at another one.
func TestStoryOfOwnMembers(t *testing.T) {
	dir, dimension, batch := shopFiles(t)
	learns(t, "", []string{"playground", dimension, batch}, func(s *tuitest.Screen) {
		s.See("whose story", "C101  Amit Kumar", "C104  Ada Obi", "Mumbai → Bangalore")
		s.Press("enter").See("C101 Amit Kumar", "Your files stay as they are").Press("enter")
		s.See("type 2 adds a row", "Mumbai", "Bangalore").Press("1").See("type 1 overwrites", "Bangalore").NotSee("Mumbai◂")
		s.Press("esc").See("whose story").Press("j", "enter").See("C102 Neha Gupta")
	})
	untouched(t, dir)
}

// Somebody tries SQL on a copy of their own tables.
func TestStoryOfAnOwnSandbox(t *testing.T) {
	dir, dimension, batch := shopFiles(t)
	learns(t, "", []string{"sandbox", dimension, batch}, func(s *tuitest.Screen) {
		s.See("dim_customer", "staged", "customer_sk, customer_id")
		s.Press("ctrl+x").See("Amit Kumar", "Hyderabad")
	})
	untouched(t, dir)
}

// A lesson of a teacher's is done on the screen: a task is failed, then solved, and that is kept for the next time.
func TestStoryOfATeachersLesson(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	folder := t.TempDir()
	write(t, filepath.Join(folder, "late.yaml"), read(t, "../../learn/testdata/late-move.yaml"))
	learns(t, folder, []string{"late-move"}, func(s *tuitest.Screen) {
		s.See("A move that comes late", "What becomes of London?").Press("enter")
		s.See("Enter runs it").Press("enter").See("Leeds").Press("enter")
		s.See("How many rows has Ada now?").Press("2").See("London ends where Leeds begins").Press("esc").See("at step 4 of 8")
	})
	learns(t, folder, nil, func(s *tuitest.Screen) {
		s.See("at step 4 of 8").Press("enter").See("How many rows has Ada now?", "London ends where Leeds begins")
	})
}
