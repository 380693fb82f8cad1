package playground

import (
	"strings"
	"testing"

	"dimdesk/engine"
)

func version(from, to string, values ...string) engine.Version {
	return engine.Version{Bounds: engine.Bounds{From: from, To: to}, Values: texts(values...)}
}

// priya has two versions and a gap; the batch brings a late row, one that cannot be read, and one that changes her email.
func priya() (engine.Info, engine.Member) {
	column := func(name, after string) []engine.ColumnChange {
		return []engine.ColumnChange{{Name: name, After: engine.Text(after), Taken: true}}
	}
	return engine.Info{Dimension: "dim_customer", Key: []string{"customer_id"}, AsOf: "2026-05-31"}, engine.Member{
		Key: texts("C107"), Label: "Priya Rao", Columns: []string{"city", "email", "op", "country", "loaded_at"}, Types: []engine.SCDType{engine.Type2, engine.Type1, engine.Type2, engine.Type2, engine.Ignore},
		Before: []engine.Version{version("2025-06-01", "", "Mumbai", "p@x", "y", "IN", "1"), version("2024-03-01", "2025-01-01", "Pune", "p@x", "x", "IN", "1")},
		Changes: []engine.Change{
			{Kind: engine.Late, Effective: "2024-04-02", Columns: column("city", "Delhi")},
			{Kind: engine.Rejected, Effective: "2026-01-01", Columns: column("city", "?")},
			{Kind: engine.Corrected, Effective: "2026-05-30", Columns: column("email", "q@x")},
		},
	}
}

func TestAStoryOfOnesOwn(t *testing.T) {
	info, m := priya()
	s, err := FromMember(info, m, engine.Table{Rows: [][]engine.Value{texts("2024-05-05 10:00:00", "10"), texts("2026-05-01", "5"), {engine.Null, engine.Text("1")}}})
	if err != nil {
		t.Fatal(err)
	}
	if s.Title != "C107 Priya Rao" || strings.Join(s.Columns, " ") != "city email op_" || s.Grain != "DATE" || !s.Own {
		t.Errorf("%+v", s)
	}
	var moments []string
	for _, m := range s.Moments {
		moments = append(moments, m.Name+" until "+m.AsOf)
	}
	if got := strings.Join(moments, ", "); got != "2024-03-01 until 2024-12-31, 2025-01-01 until 2025-05-31, 2025-06-01 until 2026-05-30, the batch until 2026-05-31" {
		t.Error(got)
	}
	for moment, want := range []string{"C107,Pune,p@x,x,2024-03-01,1,U", "C107,2025-01-01,1,D", "C107,Mumbai,p@x,y,2025-06-01,1,U", "C107,Delhi,2024-04-02,1,U / C107,q@x,2026-05-30,1,U"} {
		if got := rowsOf(s, moment+1); got != want {
			t.Errorf("%s: %s, want %s", s.Moments[moment].Name, got, want)
		}
	}
	if got := s.orders(4); got != "order_id,customer_id,order_date,amount\n1,C107,2024-05-05,10\n2,C107,2026-05-01,5\n" || strings.Contains(s.orders(2), "2026") {
		t.Error(got)
	}
	if notes := strings.Join(s.Notes, "\n"); !strings.Contains(notes, "ignores their changes: loaded_at") || !strings.Contains(notes, "never change here: country") || !strings.Contains(notes, "1 of the batch's rows") || strings.Contains(notes, "no facts") {
		t.Error(notes)
	}
}

func TestAStoryOfANewMemberAndWithoutFacts(t *testing.T) {
	info, m := priya()
	m.Before, m.Changes = nil, []engine.Change{{Kind: engine.New, Effective: "2026-05-01 08:00:00", Columns: []engine.ColumnChange{{Name: "city", After: engine.Text("Pune")}}}}
	s, err := FromMember(info, m, engine.Table{})
	if err != nil || len(s.Moments) != 1 || s.Grain != "TIMESTAMP" || rowsOf(s, 1) != "" || s.begin(6).csv != "customer_sk,customer_id,city,current_city,valid_from,valid_to,is_current\n1,C107,Pune,Pune,2026-05-01 08:00:00,,true\n" || !strings.Contains(strings.Join(s.Notes, " "), "no facts") {
		t.Errorf("%v %+v", err, s)
	}
}

func TestALongNameIsCut(t *testing.T) {
	info, m := priya()
	m.Label = strings.Repeat("ä", 2_000_000)
	s, err := FromMember(info, m, engine.Table{})
	if want := "C107 " + strings.Repeat("ä", 54) + "…"; err != nil || s.Title != want {
		t.Errorf("%v, %.200s", err, s.Title)
	}
}

func TestWhatCannotBeTold(t *testing.T) {
	info, m := priya()
	m.Fault = "two open versions"
	if _, err := FromMember(info, m, engine.Table{}); err == nil || !strings.Contains(err.Error(), "two open versions") {
		t.Error(err)
	}
	if _, err := FromMember(info, engine.Member{Key: texts("x")}, engine.Table{}); err == nil || !strings.Contains(err.Error(), "nothing to tell of x") {
		t.Error(err)
	}
}
