package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestStoryOfAStalePlan lets somebody else commit between the plan and the commit.
func TestStoryOfAStalePlan(t *testing.T) {
	d := sampleDesk(t, "demo").sit(80, 24)
	d.See("32 taken").Press("/").Type("Leo Brand").Press("enter").See("3 of 40").Press("r").See("Park C110: why?").Type("typo").Press("enter").See("31 taken", "1 parked")
	d.somebodyElse("urgent.csv", "customer_id,city,updated_at,seq,op\nC101,Pune,2026-05-30,1,U\nC119,Goa,2026-05-30,2,U\n")

	d.Press("c").See("Type “1”").Type("1").Press("enter")
	d.See("The dimension changed since this plan was made", "2 members", "C101", "C119", "Plan again, keeping decisions (p)")
	d.Press("p").See("Planned again", "31 taken", "1 parked", "↶ 5") // before the other's rows, two changes are late now
	d.Press("/").Type("Leo Brand").Press("enter").See("“typo”")

	d.Press("c").See("Type “1”").Type("1").Press("enter").See("Commit 2 is in the dimension")
	d.Press("l").See("urgent.csv", "customers_2026-05-31.csv").Press("esc").See("Commit 2").Press("q")
	if outcome, err := d.leaves(); err != nil || outcome.Committed == nil || outcome.Committed.ID != 2 {
		t.Errorf("ended with %+v, %v", outcome.Committed, err)
	}
	var periods []string
	for _, v := range table(t, d.dimension) {
		if v["customer_id"] == "C101" {
			periods = append(periods, v["valid_from"]+" "+v["city"])
		}
		if v["name"] == "Leo Brand" {
			t.Error("the parked row was committed")
		}
	}
	if got := strings.Join(periods, ", "); got != "2024-01-15 Mumbai, 2026-05-30 Pune, 2026-05-29 Bangalore" {
		t.Errorf("C101: %s", got)
	}
}

// TestStoryOfALockedDatabase finds the database held by another program when it commits, and tries again.
func TestStoryOfALockedDatabase(t *testing.T) {
	d := generatedDesk(t, 100).sit(80, 24)
	d.See("1 of 3").Press("c").See("Type “commit”")
	ctx, letGo := context.WithCancel(context.Background())
	defer letGo()
	holder := exec.CommandContext(ctx, "holder", d.dimension)
	out, err := holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}

	d.Type("commit").Press("enter").See("Another program holds the dimension", "holder", fmt.Sprint("PID ", holder.Process.Pid), "Try again (r)")
	d.unchanged()
	letGo()
	_ = holder.Wait() // it was killed
	d.Press("r").See("Commit 1 is in the dimension").Press("q")
	if outcome, err := d.leaves(); err != nil || outcome.Committed == nil || outcome.Committed.ID != 1 {
		t.Errorf("ended with %+v, %v", outcome.Committed, err)
	}
	if bytes.Equal([]byte(d.before), []byte(read(t, d.dimension))) {
		t.Error("nothing was written")
	}
}

// TestStoryOfAnotherFileInTheWay finds a file of something else where the parked rows would go: it is left alone, and so is
// the dimension, until the review is told of another place.
func TestStoryOfAnotherFileInTheWay(t *testing.T) {
	d := sampleDesk(t, "demo")
	other := filepath.Join(filepath.Dir(d.dimension), "customers_2026-05-31.parked.csv")
	write(t, other, "room,seats\nA1,4\n")
	d.sit(80, 24).See("32 taken").Press("c").See("8 rows to customers_2026-05-31.parked.csv", "Type “1”").Type("1").Press("enter")
	d.See("Not committed: nothing was changed", "other columns", "--park").Press("enter").See("Type “1”").Press("esc").See("32 taken")
	d.unchanged()
	if got := read(t, other); got != "room,seats\nA1,4\n" {
		t.Errorf("the other file is now\n%s", got)
	}
	d.Press("q").See("Leave the review?").Press("y")
	if outcome, err := d.leaves(); err != nil || outcome.Committed != nil {
		t.Errorf("ended with %+v, %v", outcome.Committed, err)
	}

	d.o.park = filepath.Join(filepath.Dir(d.dimension), "held.csv")
	d.sit(80, 24).See("32 taken").Press("c").See("8 rows to held.csv", "Type “1”").Type("1").Press("enter").See("Commit 1 is in", "8 rows in held.csv").Press("q")
	if _, err := d.leaves(); err != nil {
		t.Error(err)
	}
	if n := len(table(t, d.o.park)); n != 8 {
		t.Errorf("%d rows are parked, not 8", n)
	}
}
