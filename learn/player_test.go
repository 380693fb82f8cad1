package learn_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/learn"
)

func hint(err error) string {
	if e, ok := errors.AsType[*engine.Error](err); ok {
		return e.Hint
	}
	return ""
}

func newLab(t testing.TB) engine.Lab {
	t.Helper()
	lab, err := duck.NewLab(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lab.Close() })
	return lab
}

// TestPlayer plays a lesson: what a run did shows in the steps after it, until one brings its own tables.
func TestPlayer(t *testing.T) {
	ctx, lab, l := context.Background(), newLab(t), course(t).Lessons[0]
	p := learn.NewPlayer(lab, l)
	rows := func(step int) int {
		scene, err := p.Scene(ctx, step)
		if err != nil {
			t.Fatal(err)
		}
		looked, err := learn.Look(ctx, lab, scene, &learn.Show{Tables: []string{"dimension"}})
		if err != nil {
			t.Fatal(err)
		}
		return len(looked.Tables[0].Table.Rows)
	}
	for step, want := range []int{2, 2, 2, 3, 2, 2, 2, 2} {
		if got := rows(step); got != want {
			t.Errorf("step %d sees %d rows, want %d", step, got, want)
		}
	}
	ran, err := p.Play(ctx, 2)
	if err != nil || ran.Stopped != nil || len(ran.Before.Rows) != 2 || len(ran.After.Rows) != 3 || len(ran.Changes) != 1 || len(ran.Members) != 1 {
		t.Errorf("%v %+v", err, ran)
	}
	scene, err := p.Scene(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	looked, err := learn.Look(ctx, lab, scene, l.Steps[1].Show)
	if err != nil || len(looked.Tables) != 2 || len(looked.Members) != 2 || looked.Members[0].Label != "Ada" {
		t.Errorf("%v %+v", err, looked)
	}
	ran, err = learn.Play(ctx, lab, scene, &learn.Run{SQL: "INSERT INTO dim_customer VALUES (3, 'C3', '', NULL, '2024-02-02', NULL); SELECT nothing"})
	if err != nil || ran.Stopped == nil || len(ran.After.Rows) != 3 {
		t.Errorf("%v %+v", err, ran)
	}
	if ran, err = learn.Play(ctx, lab, ran.Scene, &learn.Run{SQL: "SELECT * FROM dim_customer WHERE name = '' AND city IS NULL"}); err != nil || len(ran.Results[0].Table.Rows) != 1 {
		t.Errorf("the empty text and NULL are kept apart: %v %+v", err, ran.After)
	}
}

// TestPlayKeepsTypes: after SQL each table has the types that it had, though another has a column of that name.
func TestPlayKeepsTypes(t *testing.T) {
	ctx, lab := context.Background(), newLab(t)
	scene := learn.Scene{Table: "dim", Dimension: "Id,amount,since\n1,80.00,2024-01-01\n", Batch: "Id,amount\n1,80.0\n", Types: map[string]string{"STAGED.amount": "VARCHAR", "since": "TIMESTAMP"}}
	types := func(s learn.Scene, table string) string {
		if err := learn.Stage(ctx, lab, s); err != nil {
			t.Fatal(err)
		}
		got, err := lab.Table(ctx, "FROM "+table, 0)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(got.Types, " ")
	}
	ran, err := learn.Play(ctx, lab, scene, &learn.Run{SQL: "UPDATE dim SET amount = 90"})
	if err != nil || ran.Stopped != nil {
		t.Fatal(err, ran.Stopped)
	}
	for table, want := range map[string]string{"dim": "BIGINT DECIMAL(18,2) TIMESTAMP", "staged": "BIGINT VARCHAR", "before": "BIGINT DECIMAL(18,2) TIMESTAMP"} {
		if first, then := types(scene, table), types(ran.Scene, table); first != want || then != want {
			t.Errorf("%s was %s, and is %s after a run; want %s", table, first, then, want)
		}
	}
}
