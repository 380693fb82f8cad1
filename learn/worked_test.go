package learn_test

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/learn"
)

// TestLessonsShowTheWorkedExamples holds the lessons to the worked examples that the field's guides print: in each of these lessons
// some step leaves the very rows.
func TestLessonsShowTheWorkedExamples(t *testing.T) {
	course, err := learn.Load(os.DirFS("../sampledata/lessons"))
	if err != nil {
		t.Fatal(err)
	}
	lab, err := duck.NewLab(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer lab.Close()
	for example, lesson := range map[string]string{
		"31-close-then-open": "close-then-open", "32-absent-is-deleted": "deletes-and-snapshots",
		"33-insert-update-retain": "the-columns", "34-customer-42": "types-0-to-3",
	} {
		t.Run(example, func(t *testing.T) {
			l, err := course.Lesson(lesson)
			if err != nil {
				t.Fatal(err)
			}
			want := expected(t, example)
			player := learn.NewPlayer(lab, l)
			for i := range l.Steps {
				if l.Steps[i].Runs() == nil {
					continue
				}
				ran, err := player.Play(context.Background(), i)
				if err != nil {
					t.Fatal(err)
				}
				if shows(ran.After, want) {
					return
				}
			}
			t.Errorf("no step of lesson %s leaves the rows of %s", lesson, example)
		})
	}
}

// expected reads what an example comes to, header first.
func expected(t *testing.T, example string) [][]string {
	t.Helper()
	f, err := os.Open(filepath.Join("../engine/testdata/cases", example, "expected.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// short is the names that lessons use for columns of the examples, so that a table fits a small screen.
var short = map[string]string{"customer_sk": "sk", "surrogate_key": "sk", "customer_id": "id", "full_name": "name"}

// shows tells whether a table has just these rows, whatever else its columns tell of them. The current flag follows from the period,
// and need not be there.
func shows(t engine.Table, want [][]string) bool {
	var from, to []int // columns of the example, and where the table has them
	for i, name := range want[0] {
		at := slices.IndexFunc(t.Columns, func(c string) bool { return c == name || c == short[name] })
		switch {
		case at >= 0:
			from, to = append(from, i), append(to, at)
		case name != "is_current":
			return false
		}
	}
	var got, wanted []string
	for _, r := range t.Rows {
		line := make([]string, len(to))
		for i, at := range to {
			line[i] = r[at].Text
		}
		got = append(got, strings.Join(line, ","))
	}
	for _, r := range want[1:] {
		line := make([]string, len(from))
		for i, at := range from {
			line[i] = r[at]
		}
		wanted = append(wanted, strings.Join(line, ","))
	}
	slices.Sort(got)
	slices.Sort(wanted)
	return slices.Equal(got, wanted)
}
