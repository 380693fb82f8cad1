package duck

import (
	"context"
	"strings"
	"testing"

	"dimdesk/engine"
)

// meanwhile are changes that another process makes between plan and commit of a batch that changes A and brings N.
var meanwhile = []struct {
	name  string
	csv   [2]string // in the file: this text by that
	sql   string
	moved string // the member that the refusal names; "" where the commit goes on
	holds string // a value of the dimension after a commit that goes on
}{
	{"a touched value", [2]string{"A,Pune", "A,Kyiv"}, "UPDATE dim SET city = 'Kyiv' WHERE id = 'A'", "A", ""},
	{"a touched member is closed", [2]string{"A,Pune,2024-01-01,", "A,Pune,2024-01-01,2025-06-01"}, "UPDATE dim SET valid_to = DATE '2025-06-01' WHERE id = 'A'", "A", ""},
	{"a touched member is gone", [2]string{"1,A,Pune,2024-01-01,\n", ""}, "DELETE FROM dim WHERE id = 'A'", "A", ""},
	{"a value that the batch lacks", [2]string{"A,Pune,2024-01-01,,a", "A,Pune,2024-01-01,,z"}, "UPDATE dim SET note = 'z' WHERE id = 'A'", "A", ""},
	{"the new member is there already", [2]string{"3,C", "4,N,Lima,2024-01-01,\n3,C"}, "INSERT INTO dim (sk, id, city, valid_from) VALUES (4, 'N', 'Lima', DATE '2024-01-01')", "N", ""},
	{"another member's value", [2]string{"C,Oslo", "C,Kyiv"}, "UPDATE dim SET city = 'Kyiv' WHERE id = 'C'", "", "Kyiv"},
	{"another member is gone", [2]string{"2,B,Rome,2024-01-01,\n", ""}, "DELETE FROM dim WHERE id = 'B'", "", "A"},
}

// TestCommitIsRefusedForMembersThatMoved commits after another process wrote to the dimension.
func TestCommitIsRefusedForMembersThatMoved(t *testing.T) {
	for _, m := range meanwhile {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			dim := threeMembers
			ddl := "CREATE TABLE dim AS " + threeRows
			if strings.Contains(m.csv[0], ",,a") {
				dim = "sk,id,city,valid_from,valid_to,note\n1,A,Pune,2024-01-01,,a\n2,B,Rome,2024-01-01,,b\n3,C,Oslo,2024-01-01,,c\n"
				ddl = "CREATE TABLE dim AS SELECT *, lower(id) AS note FROM (" + threeRows + ")"
			}
			batch := "id,city\nA,Delhi\nN,Nice\n"
			t.Run("csv", func(t *testing.T) {
				o := files(t, dim, batch, plainSpec)
				r := review(t, o)
				put(t, folder(o), "dim.csv", strings.Replace(dim, m.csv[0], m.csv[1], 1))
				commitAfterwards(t, r, o, m.moved, m.holds)
			})
			t.Run("duckdb", func(t *testing.T) {
				o := tables(t, batch, plainSpec, ddl)
				r := review(t, o)
				outside(t, o.Dimension, m.sql)
				commitAfterwards(t, r, o, m.moved, m.holds)
			})
		})
	}
}

func commitAfterwards(t *testing.T, r *Review, o Options, moved, holds string) {
	before := contents(t, o)
	_, err := r.Commit(context.Background(), nothingAllowed, nil)
	if moved == "" {
		if err != nil {
			t.Fatal(err)
		}
		if after := contents(t, o); !strings.Contains(after, `"Delhi"`) || !strings.Contains(after, `"Nice"`) || !strings.Contains(after, `"`+holds+`"`) {
			t.Errorf("the dimension is\n%s", after)
		}
		return
	}
	refused(t, err, engine.CodeMoved, "1 member has changed since the plan was made, and nothing was committed: "+moved)
	same(t, "the dimension", contents(t, o), before)
	log, err := opened(t, o).Log(context.Background())
	if err != nil || len(log) != 0 {
		t.Errorf("the journal has %v, %v", log, err)
	}
	if d, err := r.Decide(context.Background(), engine.Selection{IDs: []int64{idOf(t, r, "A")}}, engine.Parked, ""); err != nil || d.Rows != 1 {
		t.Errorf("the review is no longer usable: %+v, %v", d, err)
	}
}
