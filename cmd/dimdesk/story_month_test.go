package main

import (
	"path/filepath"
	"testing"
)

// TestStoryOfAMonthEnd is a steward's whole way through the demo: hold two rows back, decide on a group and think better of
// it, commit, and in the end take all of it back.
func TestStoryOfAMonthEnd(t *testing.T) {
	d := sampleDesk(t, "demo").sit(80, 24)
	d.See("32 taken", "0 parked", "1 of 40", "6 unchanged, 2 superseded hidden")

	// A name that looks like a typo, and a late row that the source should confirm.
	d.Press("/").Type("Leo Brand").Press("enter").See("3 of 40", "Leo Brandt → Leo Brand")
	d.Press("r").See("Park C110: why?").Type("typo in the source").Press("enter").See("31 taken", "1 parked", "“typo in the source”")
	d.Press("/").Type("C107").Press("enter").See("splits the version of 2024-03-01").Press("r").See("Park C107: why?").Type("source is checking").Press("enter")
	d.See("30 taken", "2 parked")

	// Only what changes history, and the office move among it.
	d.Press("f").See("Show only").Type("2").Press("enter").See("filter: ~ changed", "1 of 16").NotSee("C151")
	d.Press("g").See("6 rows", "city² Mumbai → Bangalore").Press("space").See("Park 6 rows?").Press("p").See("⏸ 6 parked", "6 rows parked; u undoes it.")
	d.Press("esc").See("1 of 16", "24 taken", "8 parked").Press("u").See("30 taken", "2 parked").Press("ctrl+r").See("24 taken", "8 parked").Press("u").See("30 taken", "2 parked")
	d.Press("esc").See("all changes", "of 40")

	// The commit screen names the file that the rest goes to; nothing happens before the number of deletes is typed.
	d.Press("c").See("nothing is changed yet", "10 rows to", "customers_2026-05-31.parked.csv", "Type “1”, the number of members deleted")
	d.Press("enter").See("Nothing is committed until “1” is typed exactly.")
	d.unchanged()
	d.Type("1").Press("enter").See("Commit 1 is in the dimension", "10 rows in", "customers_2026-05-31.parked.csv")
	if read(t, d.dimension) == d.before {
		t.Error("the commit left the dimension as it was")
	}
	d.parked()

	// The log has it, and takes it back.
	d.Press("l").See("commits of dim_customer", "customers_2026-05-31.csv").Press("enter").See("Commit 1", "ann", "10 rows in").Press("esc")
	d.Press("u").See("Undo commit 1?").Type("undo").Press("enter").See("Undone, as commit 2.", "undone by commit 2")
	d.unchanged()
	d.Press("esc", "q")
	if outcome, err := d.leaves(); err != nil || outcome.Committed == nil || outcome.Committed.ID != 1 || outcome.Committed.Parked != 10 {
		t.Errorf("ended with %+v, %v", outcome.Committed, err)
	}
}

// parked looks into the demo's parked file: the two rows with the reasons that were typed, and the eight that cannot be
// applied with the reasons why, every one as it was in the batch.
func (d *desk) parked() {
	d.t.Helper()
	rows := table(d.t, filepath.Join(filepath.Dir(d.dimension), "customers_2026-05-31.parked.csv"))
	if len(rows) != 10 {
		d.t.Fatalf("%d rows are parked, not 10", len(rows))
	}
	reasons := map[string]string{}
	for _, row := range rows {
		if row["_reason"] == "" || row["_row"] == "" || row["_operation"] == "" || row["_by"] != "ann" {
			d.t.Errorf("parked without a word: %v", row)
		}
		reasons[row["customer_id"]] = row["_reason"]
		if row["customer_id"] == "C110" && (row["name"] != "Leo Brand" || row["_row"] != "4") {
			d.t.Errorf("C110 is parked as %v", row)
		}
	}
	if reasons["C110"] != "typo in the source" || reasons["C107"] != "source is checking" {
		d.t.Errorf("parked because: %v", reasons)
	}
}
