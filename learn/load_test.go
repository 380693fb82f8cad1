package learn_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"dimdesk/learn"
)

func course(t testing.TB) *learn.Course {
	t.Helper()
	c, err := learn.Load(os.DirFS("testdata"))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestLoad(t *testing.T) {
	c := course(t)
	l, err := c.Lesson("1")
	if err != nil || l.Name != "late-move" || len(l.Steps) != 8 || len(l.Quiz) != 1 {
		t.Fatalf("%v %+v", err, l)
	}
	if _, err := c.Lesson("late-mve"); err == nil || !strings.Contains(err.Error()+hint(err), `"late-move"`) {
		t.Error(err)
	}
	task := l.Steps[7].Task
	if task.Judge != learn.JudgeTable || task.Line == 0 || task.Misses[0].Line == 0 || task.Hidden[0].Scene.Line == 0 {
		t.Errorf("%+v", task)
	}
	if st := l.Steps[6]; !st.Own || !strings.Contains(st.Scene.Batch, "Delhi") || !strings.Contains(st.Scene.Dimension, "Ada") {
		t.Errorf("%+v", st)
	}
	if st := l.Steps[7]; st.Own || !strings.Contains(st.Scene.Batch, "Delhi") {
		t.Errorf("a step has the tables of the one before it: %+v", st)
	}
	if term, ok := c.Term("Version"); !ok || term.See[0] != "member" {
		t.Error(term)
	}
}

// TestLoadNamesTheLine breaks the lesson in one place at a time.
func TestLoadNamesTheLine(t *testing.T) {
	good, err := os.ReadFile("testdata/late-move.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"minutes: 3", "minuets: 3", `minuets`},
		{"minutes: 3", "minutes: three", "cannot unmarshal"},
		{"  - run: {engine: true}", "  - run: {engin: true}", "engin"},
		{"  - run: {engine: true}", "  - run: {engine: true, sql: SELECT 1}", "either"},
		{"  - run: {engine: true}", "  - walk: {engine: true}", "walk"},
		{"  - run: {engine: true}", "  - {run: {engine: true}, say: both}", "say and run"},
		{"      proof: {sql:", "      prof: {sql:", "prof"},
		{"tables: [dimension], query", "tables: [dimensions], query", `"dimensions"`},
		{`right: true, says: "London`, `says: "London`, "one choice is right; here are 0"},
		{"      edit: sql", "      edit: code", `"code"`},
		{"      start: \"SELECT 1;\"", "      ordered: true", "no start"},
		{"        - when: SELECT name", "        - wen: SELECT name", "wen"},
		{"  - run: {engine: true}", "  - run: {engine: true", ""},
	} {
		text := strings.Replace(string(good), c.old, c.new, 1)
		if text == string(good) {
			t.Fatalf("%q is not in the lesson", c.old)
		}
		_, err := learn.Load(fstest.MapFS{"x.yaml": {Data: []byte(text)}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.new, err)
			continue
		}
		line := 1 + strings.Count(text[:strings.Index(text, c.new)], "\n")
		got := 0
		_, rest, _ := strings.Cut(err.Error(), "x.yaml:")
		for _, d := range rest {
			if d < '0' || d > '9' {
				break
			}
			got = got*10 + int(d-'0')
		}
		if got < line-8 || got > line+1 { // what is missing is told at the head of what it is missing from
			t.Errorf("%q is on line %d: %v", c.new, line, err)
		}
	}
}
