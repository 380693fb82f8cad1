package learn_test

import (
	"context"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"dimdesk/learn"
)

// TestDocs: the lesson that docs/lessons.md shows is sound as it stands there, and so are its other pieces; and every key that a
// lesson can have is explained.
func TestDocs(t *testing.T) {
	data, err := os.ReadFile("../docs/lessons.md")
	if err != nil {
		t.Fatal(err)
	}
	var lesson, glossary, step string
	for _, part := range strings.Split(string(data), "```yaml\n")[1:] {
		block, _, _ := strings.Cut(part, "```\n")
		switch {
		case strings.HasPrefix(block, "lesson:"):
			lesson = block
		case strings.HasPrefix(block, "- term:"):
			glossary = block
		default:
			step += block
		}
	}
	load := func(lesson string) *learn.Course {
		t.Helper()
		c, err := learn.Load(fstest.MapFS{"moving.yaml": {Data: []byte(lesson)}, learn.GlossaryFile: {Data: []byte(glossary)}})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	c, more := load(lesson), load(strings.Replace(lesson, "\nquiz:", step+"\nquiz:", 1))
	if len(more.Lessons[0].Steps) <= len(c.Lessons[0].Steps) || len(c.Glossary) == 0 {
		t.Error("a step and a glossary are shown besides the lesson")
	}
	builtIn, err := learn.Load(os.DirFS("../sampledata/lessons"))
	if err != nil {
		t.Fatal(err)
	}
	c.Glossary = append(c.Glossary, builtIn.Glossary...)
	problems, err := learn.Check(context.Background(), newLab(t), c)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Error(p)
	}
	for _, part := range []any{learn.Lesson{}, learn.Scene{}, learn.Step{}, learn.Show{}, learn.Run{}, learn.Question{}, learn.Choice{}, learn.Gives{}, learn.Task{}, learn.Hidden{}, learn.Miss{}} {
		for f := range reflect.TypeOf(part).Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
			if name != "-" && name != "" && !strings.Contains(string(data), "`"+name+"`") && !strings.Contains(string(data), "`"+name+": true`") {
				t.Errorf("%T: docs/lessons.md does not explain `%s`", part, name)
			}
		}
	}
}
