package main

import (
	"path/filepath"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// lucky does what the task asks as long as no city is NULL.
const lucky = `UPDATE dim_customer d SET valid_to = s.updated_at FROM staged s WHERE d.id = s.id AND d.valid_to IS NULL AND d.city <> s.city;
INSERT INTO dim_customer SELECT 9, s.id, s.name, s.city, s.updated_at, NULL FROM staged s
WHERE NOT EXISTS (FROM dim_customer d WHERE d.id = s.id AND d.valid_to IS NULL);`

// TestStoryOfATask fails a task, reads what is wrong, asks for a hint, is right by luck, and solves it.
func TestStoryOfATask(t *testing.T) {
	l := newLearner(t, testLessons)
	l.kept = []byte(`{"version": 1, "lessons": {"late-move": {"reached": 7, "steps": 8}}}`)
	l.sit(120, 40, "late-move").See("step 8 of 8", "Close, then open", "Enter begins.").Press("enter")
	l.See("your SQL", "1 SELECT 1;", "the tables as they are", "C2  Ravi  Delhi  2024-05-01", "Ctrl-x run it")
	l.Press("esc").See("H hint 1 of 1").Press("H").See("Hint 1 of 1: Close first.").Press("enter", "ctrl+k")
	l.Send(tea.PasteMsg{Content: "INSERT INTO dim_customer\r\nSELECT 9, id, name, city, updated_at, NULL FROM staged;"}).See("2 SELECT 9, id, name").Press("ctrl+x")
	l.See("✗ Ravi has two open versions: nobody was closed.", "your dim_customer", "! other values are wanted where ◂ stands").Press("?").See("updated_at, NULL FROM staged;?")
	l.Press("backspace", "esc", "u", "u").See("1 SELECT 1;").Press("ctrl+r", "ctrl+r").See("INSERT INTO dim_customer", "nobody was closed")
	l.Press("enter", "ctrl+k", "down", "home", "ctrl+k").Send(tea.PasteMsg{Content: lucky}).Press("ctrl+x")
	l.See("✓ Right on the rows that you see. Not so on others: a member without a city.", "✗ ", "your dim_customer there").Press("esc")
	l.Press("R").See("Start again?", "▸Keep it").Press("y").See("1 SELECT 1;", "H hint 1 of 1", "the tables as they are").Press("H", "H").See("Show the solution?").Press("y")
	l.See("✓ That is right, and also on 1 other set of rows that you have not seen.", "2024-05-01◂", "Enter go on").Press("enter")
	l.See("the end of this lesson", "1 of 1 task solved", "That was the last lesson.").Press("enter").See("1 of 1 lesson done", "✓").Press("q")
	l.stands()
}

// TestStoryOfAnImpatientLearner presses Enter and goes on typing while a task is judged: what is said is of the text that was run, and
// is seen.
func TestStoryOfAnImpatientLearner(t *testing.T) {
	l := newLearner(t, testLessons)
	l.kept = []byte(`{"version": 1, "lessons": {"late-move": {"reached": 7, "steps": 8}}}`)
	l.sit(80, 24, "late-move").See("Enter begins.").Press("enter").See("Ctrl-x run it", "Delhi").Press("ctrl+x", "enter").Type("-- ")
	l.See("1 -- SELECT 1;", "✗", "what came of it, for the text before your last change").Press("esc", "enter", "home", "ctrl+k")
	l.Type("UPDATE nobody SET x = 1").Press("ctrl+x").See("✗ line 1: ", "what came of it ").NotSee("␊")
	l.Press("esc", "u").See("1 -- SELECT 1;", "for the text before your last change")
	l.set(l.course.Lessons[0].Steps[7].Task.Solution).Press("ctrl+x", "enter", "x").See("✓ solved", "✓ That is right", "for the text before your last change", "Enter go on")
	l.Press("tab").See("Pune", "Delhi").Press("enter").See("the end of this lesson", "✓ Lesson 1: A move that comes late").Press("Q")
	l.See("question 1 of 1").Press("2", "enter").See("The lesson stays done. Enter shows it again.").Press("esc", "esc").Press("q")
	l.stands()

	l.kept = []byte(`{"version": 1, "lessons": {"late-move": {"reached": 7, "steps": 8}}}`) // who leaves meanwhile finds it judged
	l.sit(80, 24, "late-move").See("Enter begins.").Press("enter").See("Ctrl-x run it", "Delhi").Press("esc")
	l.set(l.course.Lessons[0].Steps[7].Task.Solution).Press("ctrl+x", "esc", "esc").See("Solved. Enter goes on.").Press("e").See("✓ That is right").Press("esc", "esc", "q")
	l.stands()
}

// TestStoryOfATeacher tries a lesson that a teacher has written, whose task is one of a spec.
func TestStoryOfATeacher(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "ours.yaml"), `lesson: ours
number: 1
title: Our customers
minutes: 2
goal: Keep the history of a city.
scene:
  table: customers
  dimension: |
    id,city,valid_from,valid_to
    7,Oslo,2024-01-01,
  batch: |
    id,city,seen
    7,Rome,2024-02-01
  spec: |
    key: id
    period: {from: valid_from, to: valid_to}
    columns: {city: 2}
    batch: {effective: seen}
  as_of: 2024-03-01
  types: {valid_from: DATE, valid_to: DATE}
steps:
  - say: Customer 7 moved.
  - task:
      title: Keep Oslo
      ask: Mend the spec, so that Oslo is kept.
      edit: spec
      start: |
        key: id
        period: {from: valid_from, to: valid_to}
        columns: {city: 1}
        batch: {effective: seen}
      solution: |
        key: id
        period: {from: valid_from, to: valid_to}
        columns: {city: 2}
        batch: {effective: seen}
      hidden:
        - about: another customer
          dimension: |
            id,city,valid_from,valid_to
            7,Paris,2024-01-01,
      hints: [Which type keeps history?]
`)
	l := newLearner(t, folder).sit(80, 24, "ours")
	l.See("Our customers", "Customer 7 moved.").Press("enter").See("Keep Oslo", "a task").Press("enter").See("your spec", "3 columns: {city: 1}").Press("ctrl+x").See("✗", "your customers")
	l.Press("down", "down", "end", "backspace", "backspace").Type("2}").Press("ctrl+x").See("✓ That is right")
	l.Press("enter").See("the end of this lesson", "1 of 1 task solved").Press("esc").See("1 of 1 lesson done").Press("q")
	l.stands()
}
