package learn_test

import (
	"context"
	"os"
	"testing"

	"dimdesk/engine/duck"
	"dimdesk/learn"
)

// TestLessonsAreProven checks the lessons that are built in.
func TestLessonsAreProven(t *testing.T) {
	course, err := learn.Load(os.DirFS("../sampledata/lessons"))
	if err != nil {
		t.Fatal(err)
	}
	lab, err := duck.NewLab(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer lab.Close()
	problems, err := learn.Check(context.Background(), lab, course)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Error(p)
	}
}
