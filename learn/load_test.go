package learn_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
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

func TestASceneWithoutATableOfTheLessons(t *testing.T) {
	lesson := learn.Scene{Batch: "id\n1\n", Facts: "order_id\n7\n"}
	if s := lesson.With(learn.Scene{Facts: "none"}); s.Facts != "" || s.Batch != lesson.Batch {
		t.Errorf("%+v", s)
	}
	if s := lesson.With(learn.Scene{Batch: "none\n"}).With(learn.Scene{AsOf: "2024-01-01"}); s.Batch != "" || s.Facts != lesson.Facts {
		t.Errorf("%+v", s)
	}
}

// TestLoadNamesTheLine breaks the lesson in one place at a time; the place is where "@" would be.
func TestLoadNamesTheLine(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"minutes: 3", "@minuets: 3", `unknown key "minuets"; did you mean "minutes"?`},
		{"minutes: 3", "minutes: 3\n@zoo: 4", `unknown key "zoo"; here can be lesson, number, title`},
		{"minutes: 3", "minutes: @three", `minutes is a whole number, not "three"`},
		{"  - run: {engine: true}", "  - run: {@engin: true}", `unknown key "engin" in run; did you mean "engine"?`},
		{"  - run: {engine: true}", "  - run: {engine: @yes}", `engine is true or false, not "yes"`},
		{"  - run: {engine: true}", "  - run: {@engine: true, sql: SELECT 1}", "either {engine: true} or {sql: …}"},
		{"  - run: {engine: true}", "  - run: @SELECT 1", "run has keys and values, such as engine: …"},
		{"  - run: {engine: true}", "  - @walk: {engine: true}", `unknown key "walk" in steps; here can be scene, say`},
		{"  - run: {engine: true}", "  - {@run: {engine: true}, say: both}", "this one has say and run"},
		{"  - run: {engine: true}", "  - run: {engine: true}\n    @hints: [a]", `unknown key "hints" in steps; it belongs in task: indent it further`},
		{"  - run: {engine: true}", "  - say: @{name}", "say is a text; this is a mapping. In quotes it would be one"},
		{"  - run: {engine: true}", "  - say: @{name} moved", "this is no YAML: "},
		{"  - run: {engine: true}", "  - say: @[a, b]", "say is a text; this is a list"},
		{"  - run: {engine: true}", "  - recipe: @merge", `recipe is a list: each entry begins with "- "`},
		{"  - run: {engine: true}", "  - say: @*x", "nothing above is marked &x"},
		{"  - run: {engine: true}", "  - @<<: {say: a}", "<< is not read"},
		{"  - run: {engine: true}", "  - say: note@: so it is", "this is no YAML: "},
		{"      proof: {sql:", "      @prof: {sql:", `"prof" in predict; did you mean "proof"?`},
		{"      gives: {query:", "      @given: {query:", `"given" in predict; did you mean "gives"?`},
		{"tables: [dimension], query", "tables: [@dimensions], query", `show: "dimensions" is none of`},
		{`        - {answer: "2", right: true`, `        - {answer: "2"`, ""},
		{"      edit: sql", "      edit: @code", `edit: "code" is none of sql, spec and batch`},
		{"      edit: sql", "      edit: sql\n      judge: @rows", `judge: "rows" is neither`},
		{"        - when: SELECT name", "        - @wen: SELECT name", `"wen" in misses; did you mean "when"?`},
		{"        - about: a member", "        - @abot: a member", `"abot" in hidden; did you mean "about"?`},
		{"  table: dim_customer", "  table: @staged", "staged is what lessons call another table"},
		{"terms: [version]", "terms: [version]\n---\n@lesson: another", "a second document"},
	} {
		good, err := os.ReadFile("testdata/late-move.yaml")
		if err != nil {
			t.Fatal(err)
		}
		if strings.Count(string(good), c.old) != 1 {
			t.Fatalf("%q is in the lesson %d times", c.old, strings.Count(string(good), c.old))
		}
		before, _, _ := strings.Cut(string(good), c.old)
		head, _, marked := strings.Cut(c.new, "@")
		want := fmt.Sprintf("x.yaml:%d: ", 1+strings.Count(before+head, "\n"))
		if !marked { // what is missing is told at the head of what it is missing from
			want = "one choice is right; here are 0"
		}
		text := strings.Replace(string(good), c.old, strings.Replace(c.new, "@", "", 1), 1)
		_, err = learn.Load(fstest.MapFS{"x.yaml": {Data: []byte(text)}})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: want %s… %s, got\n%v", c.new, want, c.want, err)
		}
		if err != nil && strings.Contains(err.Error(), "\nx.yaml") {
			t.Errorf("%q is one fault: %v", c.new, err)
		}
	}
}

// TestLoadNamesAll: who writes a lesson is told all that is wrong with the files, not one thing a time.
func TestLoadNamesAll(t *testing.T) {
	_, err := learn.Load(fstest.MapFS{
		"a.yaml":        {Data: []byte("lesson: a\nnumbr: 1\nsteps:\n  - sey: x\n  - predict:\n      ask: y\n      choices: {a: b}\n")},
		"b.yml":         {Data: []byte("lesson: b\nnumber: 2\n")},
		"c.yaml":        {Data: []byte("\n")},
		"glossary.yaml": {Data: []byte("- {term: a, sais: b}\n")},
		"notes.txt":     {Data: []byte("not: [a lesson")},
		".c.yaml":       {Data: []byte("not: [a lesson")},
	})
	problems, ok := errors.AsType[learn.Problems](err)
	if !ok {
		t.Fatal(err)
	}
	var got []string
	for _, p := range problems {
		got = append(got, p.String())
	}
	want := []string{
		`a.yaml:2: unknown key "numbr"; did you mean "number"?`, `a.yaml:4: unknown key "sey" in steps; did you mean "say"?`,
		`a.yaml:7: choices is a list: each entry begins with "- "`,
		"b.yml:1: the lesson has no title", "b.yml:1: the lesson has no goal", "b.yml:1: the lesson has no steps",
		"c.yaml:1: the file is empty", `glossary.yaml:1: unknown key "sais"; did you mean "says"?`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}

// TestLoadAsWritten: what is written without quotes stays as it is written, whatever else YAML may see in it; a table that is used
// twice may be marked and named; and a file from Windows is read as any other.
func TestLoadAsWritten(t *testing.T) {
	good, err := os.ReadFile("testdata/late-move.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer(`is: "2"`, "is: 007.50", "  dimension: |", "  dimension: &all |", "        C2,Ravi,Delhi,2024-05-01", "        C2,Ravi,Delhi,2024-05-01\n      dimension: *all",
		"as_of: 2024-06-30", "as_of: 2024-06-30 # the end of June").Replace(string(good))
	c, err := learn.Load(fstest.MapFS{"x.yaml": {Data: []byte("\ufeff" + strings.ReplaceAll(text, "\n", "\r\n"))}})
	if err != nil {
		t.Fatal(err)
	}
	l := c.Lessons[0]
	if l.Steps[3].Predict.Gives.Is != "007.50" || l.Steps[6].Scene.Dimension != l.Scene.Dimension || l.Scene.AsOf != "2024-06-30" || strings.Contains(l.Scene.Batch, "\r") {
		t.Errorf("%q %+v", l.Steps[3].Predict.Gives.Is, l.Scene)
	}
	task := l.Steps[7].Task
	lines := strings.Split(text, "\n")
	for key, first := range map[int]string{task.Lines["start"]: `      start: "SELECT 1;"`, task.Lines["solution"]: "        UPDATE dim_customer d SET valid_to = s.updated_at FROM staged s",
		task.Misses[0].Lines["try"]: "            INSERT INTO dim_customer SELECT 9, id, name, city, updated_at, NULL FROM staged;", l.Scene.Lines["batch"]: "    id,name,city,updated_at"} {
		if lines[key-1] != first {
			t.Errorf("line %d is %q, not %q", key, lines[key-1], first)
		}
	}
}

// TestLoadTakesNoMoreThanALesson: a folder may be anybody's, and what is no lesson is refused before it takes the machine's memory.
func TestLoadTakesNoMoreThanALesson(t *testing.T) {
	for text, want := range map[string]string{
		"lesson: x\ngoal:\n" + strings.Repeat("[", 200_000):     "x.yaml:3: lists in lists, or mappings in mappings",
		strings.Repeat("{a: ", 200_000):                         "x.yaml:1: lists in lists, or mappings in mappings",
		"steps:\n\n" + strings.Repeat("- ", 200_000):            "x.yaml:3: lists in lists, or mappings in mappings",
		"lesson: x\ngoal: |\n" + strings.Repeat("  a\n", 1<<19): "x.yaml has more than a million bytes",
		"goal: |\n" + strings.Repeat("  [from, to)\n", 500):     "the lesson has no number", // texts may have brackets
	} {
		if _, err := learn.Load(fstest.MapFS{"x.yaml": {Data: []byte(text)}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q…: want %s, got %.200v", text, want, err)
		}
	}
	if _, err := learn.Load(fstest.MapFS{"x.yaml": {Mode: fs.ModeDevice}}); err == nil || !strings.HasPrefix(err.Error(), "x.yaml is no file") {
		t.Error(err)
	}
}
