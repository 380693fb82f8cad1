package learn_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"dimdesk/learn"
)

// sound is a lesson that has every kind of step, and enough questions.
func sound(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("testdata/late-move.yaml")
	if err != nil {
		t.Fatal(err)
	}
	quiz := ""
	for i := range 2 {
		quiz += fmt.Sprintf("  - ask: Another question, %d?\n    choices:\n      - {answer: \"A\", right: true, says: \"Yes.\"}\n      - {answer: \"B\", says: \"No.\"}\n", i)
	}
	return strings.Replace(string(data), "terms: [version]", quiz+"terms: [version]", 1)
}

// checked is what Check finds in a folder of these lessons.
func checked(t *testing.T, lessons ...string) []string {
	t.Helper()
	fsys := fstest.MapFS{"glossary.yaml": {Data: []byte("- {term: version, says: One row.}\n")}}
	for i, l := range lessons {
		fsys[fmt.Sprintf("%d.yaml", i+1)] = &fstest.MapFile{Data: []byte(l)}
	}
	c, err := learn.Load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	problems, err := learn.Check(context.Background(), newLab(t), c)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, p := range problems {
		out = append(out, p.String())
	}
	return out
}

// TestCheckNamesWhatIsWrong breaks a sound lesson in one place after the other. Each time exactly that is said, with its line.
func TestCheckNamesWhatIsWrong(t *testing.T) {
	lesson := sound(t)
	if got := checked(t, lesson); len(got) > 0 {
		t.Fatalf("the sound lesson: %q", got)
	}
	for _, c := range []struct{ from, to, at, want string }{
		{`is: "2"`, `is: "3"`, "gives: {query", "gives: the proof gives 2, not 3"},
		{`"SELECT count(*) FROM before WHERE id = 'C1'"`, `"SELECT id FROM before"`, "gives: {query", "gives: the query gives 3 rows of 1 columns; it is to give one value"},
		{`"SELECT count(*) FROM before WHERE id = 'C1'"`, `"SELECT nothing FROM before"`, "gives: {query", `gives: line 1: Referenced column "nothing" not found`},
		{`DELETE FROM dim_customer WHERE city = 'London'`, `DELETE FROM dim_customers`, "proof:", "this stopped, and fails: true is not said: line 1: Table with name dim_customers does not exist"},
		{`run: {engine: true}`, `run: {engine: true, fails: true}`, "run: {engine", "fails: it did not fail"},
		{`query: "SELECT count(*) AS n FROM dim_customer"`, `query: "SELECT n FROM dim_customer"`, "show: {tables: [dimension], query", `show: line 1: Referenced column "n" not found`},
		{`recipe: [merge]`, `recipe: [merg]`, "recipe: [merg", "recipe: "},
		{`minutes: 3`, `minutes: 0`, "minutes:", "minutes: how long the lesson takes is not said"},
		{`terms: [version]`, `terms: [verson]`, "terms:", `terms: "verson" is not in the glossary`},
		{`lesson: late-move`, `lesson: sandbox`, "lesson:", `lesson: "sandbox" is the name of something else that can be opened`},
		{`Ada moved to **Leeds** in March.`, strings.Repeat("Ada moved. ", 40), "say: |", "say: 91 words before the first key; at most 60 are read"},
		{`says: "London ends where Leeds begins."`, `says: "` + strings.Repeat("London ends where Leeds begins. ", 40) + `"`, "ask: How many rows", "the question takes 26 lines with what is told of a wrong answer and of the right one; 13 fit above its tables"},
		{`SELECT 1;`, `SELECT 'a very long line that nobody can read on a screen of eighty columns, since it goes on';`, "start: ", "start: a line of 95 characters"},
		{`        INSERT INTO dim_customer
        SELECT (SELECT`, `        INSERT INTO dim_customers
        SELECT (SELECT`, "UPDATE dim_customer d", "solution: the lesson's own solution fails: line 3: Table with name dim_customers does not exist"},
		{`start: "SELECT 1;"`, "start: |\n        UPDATE dim_customer d SET valid_to = s.updated_at FROM staged s\n        WHERE d.id = s.id;\n        INSERT INTO dim_customer\n        SELECT 9, id, name, city, updated_at, NULL FROM staged;", "UPDATE dim_customer d", "start: what the learner begins with passes already"},
		{`            1,C2,Ravi,,2024-01-01,`, `            1,C1,Ada,London,2024-01-01,` + "\n" + `            2,C2,Ravi,Pune,2024-01-01,`, "- about", "hidden: a constant passes"},
		{`INSERT INTO dim_customer SELECT 9, id, name, city, updated_at, NULL FROM staged;`, `SELECT 1;`, "            SELECT 1;", "try: the learner is told otherwise: Nothing has changed"},
		{`            INSERT INTO dim_customer SELECT 9, id, name, city, updated_at, NULL FROM staged;`, "            UPDATE dim_customer d SET valid_to = s.updated_at FROM staged s\n            WHERE d.id = s.id; INSERT INTO dim_customer SELECT 9, id, name, city, updated_at, NULL FROM staged;", "            UPDATE dim_customer d", "try: it passes, so nobody is told this"},
		{`says: "{name} has two`, `says: "{nam} has two`, "says: \"{nam}", "says: {nam} is no column of what when gives"},
		{`GROUP BY ALL HAVING count(*) > 1`, `GROUP BY ALL`, "when: SELECT", "when: it gives a row for the solution too: Ada has two open versions: nobody was closed."},
		{`SELECT name FROM got WHERE`, `SELECT name FROM gott WHERE`, "when: SELECT", "when: line 1: Table with name gott does not exist"},
		{"          try: |\n            INSERT INTO dim_customer SELECT 9, id, name, city, updated_at, NULL FROM staged;\n", "", "when: SELECT", "the miss has no try"},
	} {
		broken := strings.Replace(lesson, c.from, c.to, 1)
		if broken == lesson {
			t.Errorf("%q is not in the lesson", c.from)
			continue
		}
		lines := strings.Split(broken, "\n")
		line := 1 + slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, c.at) })
		want := fmt.Sprintf("1.yaml:%d: %s", line, c.want)
		if got := checked(t, broken); len(got) == 0 || !strings.HasPrefix(got[0], want) || len(got) > 1 {
			t.Errorf("%q:\n got %q\nwant %q", c.to, got, want)
		}
	}
	other := strings.Replace(lesson, "number: 1", "number: 2", 1)
	if got := checked(t, lesson, other); len(got) != 1 || got[0] != `2.yaml:1: lesson: "late-move" is the name of 1.yaml already` {
		t.Errorf("%q", got)
	}
	other = strings.Replace(lesson, "lesson: late-move", "lesson: another", 1)
	if got := checked(t, lesson, other); len(got) != 1 || got[0] != `2.yaml:2: number: 1 is the number of 1.yaml already` {
		t.Errorf("%q", got)
	}
}
