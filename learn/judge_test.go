package learn_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"dimdesk/learn"
)

const closed = "UPDATE dim_customer d SET valid_to = s.updated_at FROM staged s WHERE d.id = s.id AND d.valid_to IS NULL AND d.city IS DISTINCT FROM s.city;"

// TestJudge gives the small lesson's task wrong answers of every kind.
func TestJudge(t *testing.T) {
	ctx, lab, l := context.Background(), newLab(t), course(t).Lessons[0]
	scene, task := l.Steps[7].Scene, l.Steps[7].Task
	insert := func(values string) string { return closed + "INSERT INTO dim_customer VALUES " + values }
	for _, c := range []struct{ about, answer, want, hidden string }{
		{"the solution", task.Solution, "", ""},
		{"other surrogate keys", insert("(9, 'C2', 'Ravi', 'Delhi', '2024-05-01', NULL)"), "", ""},
		{"nothing", "SELECT 1;", "Nothing has changed: dim_customer is as it was. Ravi: the version from 2024-01-01 should end on 2024-05-01, yours is open.", ""},
		{"a foreseen miss", "INSERT INTO dim_customer SELECT 9, id, name, city, updated_at, NULL FROM staged", "Ravi has two open versions: nobody was closed.", ""},
		{"an error", "UPDATE dim_customer SET nothing = 1", "line 1", ""},
		{"a table that is gone", "DROP TABLE dim_customer", "dim_customer is not there any more", ""},
		{"what is not committed", "BEGIN; DELETE FROM dim_customer;", "The transaction was begun and never ended, so nothing of it stays: COMMIT is missing.", ""},
		{"an empty table", "DELETE FROM dim_customer;", "dim_customer is empty; 3 rows should be in it.", ""},
		{"a table without end", "INSERT INTO dim_customer SELECT range, 'C' || range, 'n', 'c', '2024-01-01', NULL FROM range(2000000)", "dim_customer has 10000 rows or more now", ""},
		{"a batch without end", "INSERT INTO staged SELECT s.* FROM staged s, range(2000000)", "staged has 10000 rows or more now", ""},
		{"a value without end", "UPDATE dim_customer SET city = repeat('x', 100)", "yours has " + strings.Repeat("x", 60) + "….", ""},
		{"timestamps", "ALTER TABLE dim_customer ALTER valid_from TYPE TIMESTAMP;" + closed + "ALTER TABLE dim_customer ALTER valid_to TYPE TIMESTAMP", "Ravi has no open version; the one from 2024-05-01 should be.", ""},
		{"columns", "CREATE OR REPLACE TABLE dim_customer AS SELECT id, name, valid_from, valid_to FROM dim_customer", "The columns sk, city are missing.", ""},
		{"only closed", closed, "Ravi has no open version; the one from 2024-05-01 should be.", ""},
		{"one too many ends", "UPDATE dim_customer SET valid_to = DATE '2024-05-01'; INSERT INTO dim_customer VALUES (9, 'C2', 'Ravi', 'Delhi', '2024-05-01', NULL)", "Ada has no open version", ""},
		{"an end a day early", closed + "UPDATE dim_customer SET valid_to = valid_to - 1 WHERE valid_to IS NOT NULL; INSERT INTO dim_customer VALUES (9, 'C2', 'Ravi', 'Delhi', '2024-05-01', NULL)",
			"Ravi: the version from 2024-01-01 should end on 2024-05-01, yours ends on 2024-04-30.", ""},
		{"an end a day late", closed + "UPDATE dim_customer SET valid_to = valid_to + 1 WHERE valid_to IS NOT NULL; INSERT INTO dim_customer VALUES (9, 'C2', 'Ravi', 'Delhi', '2024-05-01', NULL)",
			"Ravi has two versions for the same days: the one from 2024-01-01 ends on 2024-05-02, and the next begins on 2024-05-01.", ""},
		{"a value", insert("(9, 'C2', 'Ravi', 'Dehli', '2024-05-01', NULL)"), "Ravi: the version from 2024-05-01 should have city Delhi, yours has Dehli.", ""},
		{"NULL", insert("(9, 'C2', 'Ravi', NULL, '2024-05-01', NULL)"), "should have city Delhi, yours has NULL.", ""},
		{"a member lost", insert("(9, 'C2', 'Ravi', 'Delhi', '2024-05-01', NULL); DELETE FROM dim_customer WHERE id = 'C1'"), "Ada is not in the table; there should be 1 version, the first from 2024-01-01.", ""},
		{"a stranger", insert("(9, 'C2', 'Ravi', 'Delhi', '2024-05-01', NULL), (10, 'C7', 'Mei', '', '2024-05-01', NULL)"), "Mei should not be in the table", ""},
		{"twice", insert("(9, 'C2', 'Ravi', 'Delhi', '2024-05-01', NULL), (10, 'C1', 'Ada', 'London', '2023-01-01', '2024-01-01')"), "Ada: the version from 2023-01-01 should not be there.", ""},
		{"a surrogate key twice", insert("(1, 'C2', 'Ravi', 'Delhi', '2024-05-01', NULL)"), "The surrogate key 1 is there twice: Ada from 2024-01-01, and Ravi from 2024-05-01.", ""},
		{"a stored surrogate key", task.Solution + "UPDATE dim_customer SET sk = 7 WHERE id = 'C1'", "Ada: the version from 2024-01-01 had the surrogate key 1, and has 7 now.", ""},
		{"no surrogate key", insert("(NULL, 'C2', 'Ravi', 'Delhi', '2024-05-01', NULL)"), "the version has no surrogate key", ""},
		{"a column", task.Solution + "ALTER TABLE dim_customer ADD COLUMN note VARCHAR", "The column note is not wanted.", ""},
		{"another type", task.Solution + "ALTER TABLE dim_customer ALTER valid_from TYPE TIMESTAMP", "", ""},
		{"a lucky constant", "DELETE FROM dim_customer; INSERT INTO dim_customer VALUES (1, 'C1', 'Ada', 'London', '2024-01-01', NULL), (2, 'C2', 'Ravi', 'Pune', '2024-01-01', '2024-05-01'), (3, 'C2', 'Ravi', 'Delhi', '2024-05-01', NULL)",
			"Ravi: the version from 2024-01-01 should have city NULL, yours has Pune.", "a member without a city"},
		{"NULL <> 'Delhi'", strings.ReplaceAll(task.Solution, "IS DISTINCT FROM", "<>"), "Nothing has changed: dim_customer is as it was.", "a member without a city"},
	} {
		v, err := learn.NewExaminer(lab, task, scene).Judge(ctx, c.answer)
		if err != nil {
			t.Fatal(c.about, err)
		}
		if v.Passed != (c.want == "") || !strings.Contains(v.Message, c.want) || v.Hidden != c.hidden {
			t.Errorf("%s: passed %v, hidden %q\n got %s\nwant %s", c.about, v.Passed, v.Hidden, v.Message, c.want)
		}
		if c.hidden == "" && c.answer[:4] != "DROP" && v.Ran.Stopped == nil && !reflect.DeepEqual(v.Got, v.Ran.After) {
			t.Errorf("%s: the table that is judged is another one than the learner's: %d rows, not %d", c.about, len(v.Got.Rows), len(v.Ran.After.Rows))
		}
	}
}

// TestJudgeResult judges selected rows.
func TestJudgeResult(t *testing.T) {
	ctx, lab, l := context.Background(), newLab(t), course(t).Lessons[0]
	scene := l.Steps[7].Scene
	task := &learn.Task{Edit: learn.EditSQL, Judge: learn.JudgeResult, Ordered: true,
		Solution: "SELECT name, city, sk * 1.00 AS amount FROM dim_customer ORDER BY sk"}
	for answer, want := range map[string]string{
		"SELECT sk AS amount, name, city FROM dim_customer ORDER BY sk":                                                 "",
		"SELECT 7; SELECT name, city, sk AS amount FROM dim_customer ORDER BY sk":                                       "",
		"SELECT name, city, sk AS amount FROM dim_customer ORDER BY sk DESC":                                            "The rows are right, but not in order: row 1 should be (Ada, London, 1.00).",
		"SELECT name, city, sk AS sum FROM dim_customer ORDER BY sk":                                                    "The column amount is wanted; yours is called sum.",
		"SELECT name, city FROM dim_customer":                                                                           "The column amount is missing.",
		"SELECT name, city, 2 * sk AS amount FROM dim_customer ORDER BY sk":                                             "In the row of Ada, London, amount should be 1.00, yours is 2.",
		"SELECT name, city, sk AS amount FROM dim_customer WHERE sk = 1":                                                "The result should have 2 rows, yours 1: (Ravi, Pune, 2.00) is missing.",
		"SELECT name, city, sk AS amount FROM (FROM dim_customer UNION ALL FROM dim_customer WHERE sk = 2) ORDER BY sk": "The result should have 2 rows, yours 3: (Ravi, Pune, 2) is too many.",
		"DELETE FROM dim_customer": "There is no SELECT in it",
		"SELEC":                    "line 1",
	} {
		v, err := learn.NewExaminer(lab, task, scene).Judge(ctx, answer)
		if err != nil || v.Passed != (want == "") || !strings.Contains(v.Message, want) {
			t.Errorf("%s: %v\n got %q\nwant %q", answer, err, v.Message, want)
		}
	}
}

// TestJudgeEngine judges a spec and a batch, which the engine itself runs.
func TestJudgeEngine(t *testing.T) {
	ctx, lab, l := context.Background(), newLab(t), course(t).Lessons[0]
	scene := l.Steps[7].Scene
	for _, c := range []struct {
		edit                   learn.Edit
		solution, answer, want string
	}{
		{learn.EditSpec, strings.Replace(scene.Spec, "city: 2", "city: 1", 1), scene.Spec, "Ravi: the version from 2024-01-01 should be open (NULL), yours ends on 2024-05-01."},
		{learn.EditSpec, strings.Replace(scene.Spec, "city: 2", "city: 1", 1), strings.Replace(scene.Spec, "city: 2", "town: 1", 1), "town"},
		{learn.EditBatch, "id,name,city,updated_at\nC2,Ravi,Delhi,2024-04-01\n", scene.Batch, "should end on 2024-04-01, yours ends on 2024-05-01."},
		{learn.EditBatch, scene.Batch, "id,name,city,updated_at\nC2,Ravi,Delhi\n", "A row of the batch is refused: line 2 has 3 fields, the header has 4."},
		{learn.EditBatch, scene.Batch, "id,name,city,updated_at\nC2,Ravi,Delhi,soon\n", "A row of the batch is refused in line 2: "},
		{learn.EditSpec, scene.Spec, "\n", "The spec is empty."},
	} {
		task := &learn.Task{Edit: c.edit, Judge: learn.JudgeTable, Solution: c.solution}
		v, err := learn.NewExaminer(lab, task, scene).Judge(ctx, c.answer)
		if err != nil || v.Passed || !strings.Contains(v.Message, c.want) {
			t.Errorf("%v %q, want %q", err, v.Message, c.want)
		}
		if v, err = learn.NewExaminer(lab, task, scene).Judge(ctx, c.solution); err != nil || !v.Passed {
			t.Errorf("%v %q", err, v.Message)
		}
	}
}
