package main

import (
	"strings"
	"testing"
)

// TestStoryOfEachSample opens the smaller samples, and commits them as they come.
func TestStoryOfEachSample(t *testing.T) {
	for _, sample := range []struct {
		name string
		see  []string
		want string
	}{
		{"customer-42", []string{"2 taken", "segment² Retail → Business"}, `customer_sk,customer_id,city,segment,valid_from,valid_to,is_current
1,42,Leeds,Retail,2024-01-01,2024-03-01,false
2,42,York,Retail,2024-03-01,2024-05-01,false
3,42,York,Business,2024-05-01,,true
`},
		{"guide", []string{"2 taken", "city² Mumbai → Bangalore", "Neha Gupta"}, `surrogate_key,customer_id,name,city,start_date,end_date,is_current
1,C101,Amit Kumar,Mumbai,2024-01-15,2026-05-31,false
2,C102,Priya Rao,Pune,2024-03-01,9999-12-31,true
3,C103,Mukesh Sen,Delhi,2024-06-10,9999-12-31,true
4,C101,Amit Kumar,Bangalore,2026-05-31,9999-12-31,true
5,C104,Neha Gupta,Hyderabad,2026-05-31,9999-12-31,true
`},
		{"recipe", []string{"2 taken", "IN → SG", "Mei"}, `customer_id,full_name,country,valid_from,valid_to,is_current
1,Ada,UK,2024-01-01,,true
2,Ravi,IN,2024-01-01,2024-09-07,false
2,Ravi,SG,2024-09-07,,true
3,Mei,SG,2024-09-07,,true
`},
	} {
		t.Run(sample.name, func(t *testing.T) {
			d := sampleDesk(t, sample.name).sit(80, 24)
			d.See(sample.see...).Press("c").See("none: no row is parked or rejected", "Type “commit”").Type("commit").Press("enter").See("Commit 1 is in the dimension").Press("q")
			if _, err := d.leaves(); err != nil {
				t.Fatal(err)
			}
			if got := read(t, d.dimension); got != sample.want {
				t.Errorf("the dimension is\n%s\nwant\n%s", got, sample.want)
			}
		})
	}
}

const header = "customer_sk,customer_id,name,city,valid_from,valid_to,is_current\n"

// TestStoryOfTheFirstLoad begins with a dimension that is only a header.
func TestStoryOfTheFirstLoad(t *testing.T) {
	d := fileDesk(t, "2026-06-01", map[string]string{"dim.csv": header, "batch.csv": "customer_id,name,city\nC1,Ann,Oslo\nC2,Ben,Bergen\n"}).sit(80, 24)
	d.See("2 taken", "+ 2", "C1", "Oslo", "no version", "● opens").Press("c").See("open 2", "Type “commit”").Type("commit").Press("enter").See("Commit 1 is in the dimension").Press("q")
	if _, err := d.leaves(); err != nil {
		t.Fatal(err)
	}
	if got, want := read(t, d.dimension), header+"1,C1,Ann,Oslo,2026-06-01,,true\n2,C2,Ben,Bergen,2026-06-01,,true\n"; got != want {
		t.Errorf("the dimension is\n%s\nwant\n%s", got, want)
	}

	// Opened once more, the review says why there is nothing to do.
	d.sit(80, 24).See("already applied · i shows", "0 taken", "2 unchanged").Press("i").See("already applied as commit 1", "nothing").Press("esc", "q").See("Leave the review?").Press("y")
	if outcome, err := d.leaves(); err != nil || outcome.Committed != nil {
		t.Errorf("ended with %+v, %v", outcome.Committed, err)
	}
}

// TestStoryOfAnEmptyBatch finds nothing to decide, presses everything all the same, and leaves.
func TestStoryOfAnEmptyBatch(t *testing.T) {
	for name, dimension := range map[string]string{"into a history": header + "1,C1,Ann,Oslo,2024-01-01,,true\n", "into nothing": header} {
		t.Run(name, func(t *testing.T) {
			d := fileDesk(t, "2026-06-01", map[string]string{"dim.csv": dimension, "batch.csv": "customer_id,name,city\n"}).sit(80, 24)
			d.See("The batch has no rows", "0 taken").Press("space", "enter", "a", "t", "s", "]", "U", "U", "g").See("No changes").Press("esc").See("The batch has no rows")
			d.Press("q").See("Leave the review?").Press("y")
			if outcome, err := d.leaves(); err != nil || outcome.Committed != nil {
				t.Errorf("ended with %+v, %v", outcome.Committed, err)
			}
			d.unchanged()
		})
	}
}

// TestStoryOfARudeBatch has cells that would clear the screen and rename the window, if they were let.
func TestStoryOfARudeBatch(t *testing.T) {
	const rude = "\x1b[2J\x1b]0;owned\x07Oslo\x1b[31m"
	d := fileDesk(t, "2026-06-01", map[string]string{
		"dim.csv":   header + "1,C1,Ann,Bergen,2024-01-01,,true\n",
		"batch.csv": "customer_id,name,city\nC1,Ann,\"" + rude + "\"\nC2,\"B\x1b[Hen\",Turku\n\"C\x1b[5m3\",Cat,Moss\n",
	}).sit(120, 40)
	d.See("Bergen → ␛[2J␛]0;owned␇Oslo␛[31m", "B␛[Hen", "C␛[5m3", "3 taken")
	for _, where := range []struct{ key, see string }{
		{"enter", "before and after"}, {"t", "every attribute"}, {"s", "INSERT INTO"}, {"g", "2 groups"},
	} {
		d.Press(where.key).See(where.see, "␛[2J").Press("esc").NotSee(where.see).See("3 taken", "1 of 3")
	}
	d.Press("c").See("Type “commit”").Press("esc", "ctrl+c").See("Leave the review?").Press("ctrl+c")
	if _, err := d.leaves(); err == nil {
		t.Error("Ctrl-C is no error")
	}
	if drawn := d.app.View().Content; strings.Contains(drawn, "\x1b[2J") || strings.Contains(drawn, "\x1b]") || strings.Contains(drawn, "\x1b[5m3") {
		t.Error("a cell reached the terminal as it was")
	}
}
