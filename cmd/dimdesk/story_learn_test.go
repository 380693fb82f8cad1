package main

import (
	"context"
	"image/color"
	"os"
	"testing"

	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/learn"
	"dimdesk/tui"
	learnpage "dimdesk/tui/learn"
	"dimdesk/tui/tuitest"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// learner is somebody who learns: a folder of lessons, what was done of them, and the screen.
type learner struct {
	*tuitest.Screen
	t        *testing.T
	course   *learn.Course
	progress *learn.Progress
	kept     []byte
}

// newLearner is one who begins, with the lessons of a folder.
func newLearner(t *testing.T, folder string) *learner {
	t.Helper()
	course, err := learn.Load(os.DirFS(folder))
	if err != nil {
		t.Fatal(err)
	}
	return &learner{t: t, course: course}
}

// sit starts the screen at a lesson, or at the list, with what was kept before.
func (l *learner) sit(w, h int, start string) *learner {
	l.t.Helper()
	var err error
	if l.progress, err = learn.NewProgress(l.kept, func(data []byte) error { l.kept = data; return nil }); err != nil {
		l.t.Fatal(err)
	}
	app := tui.New(context.Background(), tui.Options{Learn: &learnpage.Options{
		Course: l.course, Progress: l.progress, Start: start, Lab: func(ctx context.Context) (engine.Lab, error) { return duck.NewLab(ctx) },
	}})
	l.Screen = tuitest.Start(l.t, w, h, app)
	l.t.Cleanup(func() {
		if err := app.Close(); err != nil {
			l.t.Error(err)
		}
	})
	return l
}

// set puts a text in the place of what stands in an editor that nobody types in.
func (l *learner) set(text string) *learner {
	l.t.Helper()
	l.Press("R").See("Start again?").Press("y", "enter", "ctrl+k").Send(tea.PasteMsg{Content: text})
	return l
}

// stands waits until the program has ended.
func (l *learner) stands() {
	l.t.Helper()
	if err := l.Ended(); err != nil {
		l.t.Error(err)
	}
}

const testLessons = "../../learn/testdata"

// TestStoryOfALesson goes through a lesson: a text with its tables, a run, a prediction that is wrong at first, SQL of another engine.
func TestStoryOfALesson(t *testing.T) {
	l := newLearner(t, testLessons).sit(80, 24, "")
	l.See("0 of 1 lesson done", "· ", "1  A move that comes late", "See one late row split a version.", "Enter begin").Press("enter")
	l.See("steps 1 and 2 of 8", "Ada moved to Leeds in March", "• What becomes of London?", "Ada ├─ London", "2024-03-01").Press("enter")
	l.See("step 3 of 8", "Enter runs it.").NotSee("Leeds ─").Press("enter")
	l.See("dim_customer after it  3 rows", "2024-03-01◂", "+  3  C1  Ada   Leeds", "Ada city before ├─ London ─").Press("enter")
	l.See("step 4 of 8", "How many rows has Ada now?", "1  1", "2  2", "dim_customer  3 rows").Press("enter").See("First say what you think: press 1 or 2.")
	l.Press("1").See("✗ 1", "Then her months in London would be gone.", "✓ 2", "London ends where Leeds begins.", "DELETE FROM dim_customer: 1 row", "after it  2 rows", "-  1  C1")
	l.Press("G").See("Glossary", "of this lesson", "One row of a dimension.", "all words", "One entity.").Press("/").Type("memb").See("/memb").Press("enter", "G").NotSee("One entity.")
	l.Press("enter").See("step 5 of 8", "SELECT count(*) AS n", "what the query gives").Press("enter").See("step 6 of 8", "MERGE", "what this clause does")
	l.Press("j", "enter").See("step 7 of 8", "as at first again").Press("left", "left", "left").See("step 4 of 8", "✗ 1", "London ends where Leeds begins.")
	l.Press("esc").See("Learning slowly changing dimensions", "◐", "at step 4 of 8", "Enter go on").Press("q")
	l.stands()

	l.sit(80, 24, "late-move").See("step 4 of 8", "✗ 1").Press("enter").See("step 5 of 8") // another day
	l.Press("esc").See("0 of 1 lesson").Press("Q").See("question 1 of 1").Press("1").See("✓ 1", "Yes.").Press("enter")
	l.See("1 of 1 question answered right. The lesson counts as done.").Press("enter").See("1 of 1 lesson done", "✓", "known").Press("q")
	l.stands()
}

// TestAnswersAreInView answers a long question, looks at the question again, also without colours, and comes back another day.
func TestAnswersAreInView(t *testing.T) {
	l := newLearner(t, "../../sampledata/lessons")
	l.kept = []byte(`{"version": 1, "lessons": {"is-it-a-change": {"reached": 7, "steps": 14}}}`)
	right := []string{"✗ 3", "✓ 2", "for Hana, NULL meets NULL."}
	l.sit(80, 18, "is-it-a-change").See("step 8 of 14", "dimdesk compares").Press("3").See(right...).NotSee("dimdesk compares")
	l.Press("home").See("dimdesk compares", " IS DISTINCT FROM.").Send(tea.ColorProfileMsg{Profile: colorprofile.ASCII}).See("`IS DISTINCT FROM`.")
	l.Send(tea.BackgroundColorMsg{Color: color.White}).See("`IS DISTINCT FROM`.").Press("esc", "q")
	l.stands()
	l.sit(80, 18, "is-it-a-change").See(right...).Press("left", "right").See(right...).Press("esc", "q")
	l.stands()
}

// TestStoryOfTheSandbox breaks a table, and takes that back; waits too long for an answer, and cancels.
func TestStoryOfTheSandbox(t *testing.T) {
	l := newLearner(t, testLessons).sit(80, 24, learnpage.Sandbox)
	l.See("· dim_customer: sk, id, name, city, valid_from, valid_to", "· orders: ", "1 SELECT * FROM dim_customer;").Press("ctrl+x").See("2 rows", "London", "Pune")
	l.Press("ctrl+k").Type("DROP TABLE dim_customer;").Press("ctrl+x").NotSee("· dim_customer").See("DROP TABLE")
	l.Press("esc", "u").See("· dim_customer").Press("enter", "ctrl+k").Type("SELECT oops").Press("ctrl+x").See("!", "oops", "line 1")
	l.Press("ctrl+u").Type("SELECT max(hash(i)) FROM range(100000000000) t(i)").Press("ctrl+x").See("working…").Press("ctrl+c").See("Cancelled.")
	l.Press("tab").See("Enter edit").Press("?").See("Keys: sandbox").Press("esc", "esc").See("Learning slowly changing dimensions").Press("q")
	l.stands()
}
