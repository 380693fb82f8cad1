package playground

import (
	"strings"
	"testing"

	"dimdesk/engine"
)

func move(date string, column, value string) Event {
	return Event{Kind: Move, Date: date, Columns: []string{column}, Values: texts(value)}
}

// adding adds an event in a moment; a test's own events are right.
func adding(t *testing.T, s Story, e Event, now int) Story {
	t.Helper()
	s, _, err := s.With(e, now)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func rowsOf(s Story, moment int) string {
	var all []string
	for _, batch := range s.batches(moment) {
		lines := strings.Split(strings.TrimSpace(batch), "\n")
		all = append(all, strings.Join(lines[1:], " | "))
	}
	return strings.Join(all, " / ")
}

func TestTheSourceSendsWhatItKnowsToHaveChanged(t *testing.T) {
	s := Customer42()
	for moment, want := range map[int]string{1: "42,Leeds,Retail,2024-01-01,1,U", 3: "42,York,2024-03-01,1,U", 5: "42,Business,2024-05-01,1,U"} {
		if got := rowsOf(s, moment); got != want {
			t.Errorf("month %d: %s, want %s", moment, got, want)
		}
	}
	if got := s.batches(2); got != nil {
		t.Errorf("an order is staged: %s", got)
	}
	if got := s.whole(5); !strings.HasSuffix(got, "42,York,Retail,2024-03-01,2,U\n42,York,Business,2024-05-01,3,U\n") {
		t.Error(got)
	}
	if got := s.orders(2); got != "order_id,customer_id,order_date,amount\n1,42,2024-01-01,120\n2,42,2024-02-01,80\n" {
		t.Error(got)
	}
}

func TestALateMoveArrivesLate(t *testing.T) {
	s := adding(t, Customer42(), move("2024-02-15", "city", "Hull"), 6)
	if got := rowsOf(s, 6); got != "42,Hull,2024-02-15,1,U" {
		t.Error(got)
	}
	if !s.Late(s.Events[len(s.Events)-1]) || rowsOf(s, 5) != "42,Business,2024-05-01,1,U" {
		t.Error("it isn't late, or was known before")
	}
}

func TestAMoveArrivesInTheMonthOfItsDate(t *testing.T) {
	s, arrives, err := Customer42().With(move("2024-04-10", "city", "Hull"), 2)
	if err != nil || arrives != 4 || rowsOf(s, 4) != "42,Hull,2024-04-10,1,U" || rowsOf(s, 5) != "42,Business,2024-05-01,1,U" {
		t.Errorf("%d %v %s %s", arrives, err, rowsOf(s, 4), rowsOf(s, 5))
	}
}

func TestACorrectionGoesOnUntilTheValueChanges(t *testing.T) {
	fix := move("2024-03-01", "city", "Yorke")
	fix.Kind = Correct
	s := adding(t, Customer42(), fix, 6)
	if got := rowsOf(s, 6); got != "42,Yorke,2024-03-01,1,U | 42,Yorke,2024-05-01,2,U" {
		t.Error(got)
	}
	fix.Date, fix.Values = "2024-01-01", texts("Leads")
	if got := rowsOf(adding(t, Customer42(), fix, 6), 6); got != "42,Leads,2024-01-01,1,U" {
		t.Error(got) // York is no repetition of it
	}
	if got := Customer42().Since("city", 6); got != "2024-03-01" {
		t.Errorf("York since %s", got)
	}
}

func TestRowsOfOtherColumnsComeInABatchOfTheirOwn(t *testing.T) {
	s := Customer42()
	for _, e := range []Event{move("2024-06-02", "city", "Hull"), {Kind: Delete, Date: "2024-06-03"}, {Kind: Return, Date: "2024-06-04"}, move("2024-06-05", "city", "York"), move("2024-06-06", "segment", "Retail")} {
		s = adding(t, s, e, 6)
	}
	if got := rowsOf(s, 6); got != "42,Hull,2024-06-02,1,U | 42,Hull,2024-06-03,2,D | 42,Hull,2024-06-04,3,U | 42,York,2024-06-05,4,U / 42,Retail,2024-06-06,1,U" {
		t.Error(got)
	}
}

func TestBeforeItsBeginningAMemberWasWhatItWasThen(t *testing.T) {
	s := adding(t, Customer42(), move("2023-12-15", "city", "Hull"), 6)
	if got := s.held(s.arrived(6), "2023-12-20"); got[0].Text != "Hull" || got[1].Text != "Retail" {
		t.Error(got)
	}
	if got := s.held(s.arrived(6), "2024-01-05"); got[0].Text != "Leeds" {
		t.Error(got)
	}
}

func TestWhatReallyWas(t *testing.T) {
	s := adding(t, Customer42(), move("2024-02-15", "city", "Hull"), 6)
	s = adding(t, s, Event{Kind: Delete, Date: "2024-06-10"}, 6)
	var got []string
	for _, v := range s.Truth(6) {
		got = append(got, v.From+" "+v.To+" "+v.Values[0].Text)
	}
	if strings.Join(got, ", ") != "2024-01-01 2024-02-15 Leeds, 2024-02-15 2024-03-01 Hull, 2024-03-01 2024-05-01 York, 2024-05-01 2024-06-10 York" {
		t.Error(got)
	}
}

func TestWhatCannotBeAdded(t *testing.T) {
	for _, c := range []struct {
		e    Event
		want string
	}{
		{move("3 May", "city", "Hull"), "not a date"},
		{move("2024-07-01", "city", "Hull"), "after the end"},
		{move("1924-07-01", "city", "Hull"), "long before"},
		{Event{Kind: Order, Date: "2024-05-05", Amount: "a lot"}, "not an amount"},
		{Event{Kind: Order, Date: "2024-05-05", Amount: "NaN"}, "not an amount"},
		{Event{Kind: Order, Date: "2024-05-05", Amount: "-5"}, "not an amount"},
		{Event{Kind: Order, Date: "2024-05-05", Amount: "1e3"}, "not an amount"},
	} {
		s := Customer42()
		got, _, err := s.With(c.e, 3)
		if err == nil || !strings.Contains(err.Error(), c.want) || len(got.Events) != len(s.Events) {
			t.Errorf("%v: %v", c.e, err)
		}
	}
}

func TestNullAndTheEmptyTextStayApart(t *testing.T) {
	e := Event{Kind: Move, Date: "2024-06-10", Columns: []string{"city", "segment"}, Values: []engine.Value{engine.Null, engine.Text("")}}
	if got := rowsOf(adding(t, Customer42(), e, 6), 6); got != `42,,"",2024-06-10,1,U` {
		t.Error(got)
	}
	if got := field(`a,"b"` + "\n"); got != "\"a,\"\"b\"\"\n\"" {
		t.Errorf("%q", got)
	}
}

func TestSpecsAreSpecs(t *testing.T) {
	s := Customer42()
	s.Columns = []string{"Home city", "on", "select"}
	for _, typ := range []Type{0, 1, 2, 3, 6} {
		spec, err := engine.ParseSpec([]byte(s.Spec(typ)), "spec")
		if err != nil {
			t.Fatalf("%d: %v\n%s", typ, err, s.Spec(typ))
		}
		if len(spec.Columns) != 3 || spec.Columns[0].Name != "Home city" || spec.Columns[1].Name != "on" || int(spec.Columns[2].Type) != int(typ) {
			t.Errorf("%d: %+v", typ, spec.Columns)
		}
	}
	if got := strings.Join([]string{ident("city"), ident("select"), ident("Home city"), ident(`a"b`)}, " "); got != `city "select" "Home city" "a""b"` {
		t.Error(got)
	}
}
