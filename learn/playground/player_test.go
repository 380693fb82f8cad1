package playground_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/learn/playground"
)

// table is a player, and the test that asks it.
type table struct {
	*testing.T
	player *playground.Player
}

// common is the player that tests share which want figures and not times: what one of them has had computed is there for the others.
var common *playground.Player

func TestMain(m *testing.M) {
	lab, err := duck.NewLab(context.Background())
	if err != nil {
		panic(err)
	}
	common = playground.New(lab)
	code := m.Run()
	_ = lab.Close() // it holds nothing
	os.Exit(code)
}

// sit asks the player that all share, alone one of the test's own.
func sit(t *testing.T) table { return table{t, common} }

func alone(t *testing.T) table {
	t.Helper()
	lab, err := duck.NewLab(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := lab.Close(); err != nil {
			t.Error(err)
		}
	})
	return table{t, playground.New(lab)}
}

func (t table) ask(s playground.Story, typ playground.Type, moment int, papers ...playground.Paper) playground.Outcome {
	t.Helper()
	out, err := t.player.Outcome(context.Background(), playground.Ask{Story: s, Type: typ, Moment: moment, Papers: papers})
	if err != nil {
		t.Fatalf("type %d in month %d: %v", typ, moment, err)
	}
	return out
}

// reported is what an outcome reports, reading by reading: "as it was: Leeds 200 York 500 / Retail 550 Business 150".
func reported(o playground.Outcome) string {
	var readings []string
	for _, r := range o.Readings {
		var by []string
		for _, f := range r.By {
			var bars []string
			for _, b := range f.Bars {
				bars = append(bars, b.Value.Show()+" "+b.Amount)
			}
			by = append(by, strings.Join(bars, " "))
		}
		readings = append(readings, r.Name+": "+strings.Join(by, " / "))
	}
	return strings.Join(readings, "; ")
}

// stored is a table of an outcome, its rows separated by |.
func stored(o playground.Outcome, at int) string {
	var rows []string
	for _, row := range o.Tables[at].Table.Rows {
		var cells []string
		for _, v := range row {
			cells = append(cells, v.Show())
		}
		rows = append(rows, strings.Join(cells, " "))
	}
	return strings.Join(rows, " | ")
}

// TestCustomer42UnderEveryType asserts the figures of the article, and what follows from them for the types that it does not have.
func TestCustomer42UnderEveryType(t *testing.T) {
	p := sit(t)
	for _, c := range []struct {
		typ      playground.Type
		reported string
		rows     string
	}{
		{0, "as it was at first: Leeds 700 / Retail 700", "1 42 Leeds Retail 2024-01-01 – true"},
		{1, "as it is now: York 700 / Business 700", "1 42 York Business 2024-01-01 – true"},
		{2, "as it was: Leeds 200 York 500 / Retail 550 Business 150", "1 42 Leeds Retail 2024-01-01 2024-03-01 false | 2 42 York Retail 2024-03-01 2024-05-01 false | 3 42 York Business 2024-05-01 – true"},
		{3, "as it is now: York 700 / Business 700; by the previous column: Leeds 700 / Retail 700", "1 42 York Leeds Business Retail 2024-01-01 – true"},
		{4, "as it was: Leeds 200 York 500 / Retail 550 Business 150", "42 2024-01-01"},
		{5, "as it was: Leeds 200 York 500 / Retail 550 Business 150; as it is now: York 700 / Business 700", "42 2024-01-01 3"},
		{6, "as it was: Leeds 200 York 500 / Retail 550 Business 150; as it is now: York 700 / Business 700", "1 42 Leeds York Retail Business 2024-01-01 2024-03-01 false | 2 42 York York Retail Business 2024-03-01 2024-05-01 false | 3 42 York York Business Business 2024-05-01 – true"},
		{7, "as it was: Leeds 200 York 500 / Retail 550 Business 150; as it is now: York 700 / Business 700", "1 42 Leeds Retail 2024-01-01 2024-03-01 false | 2 42 York Retail 2024-03-01 2024-05-01 false | 3 42 York Business 2024-05-01 – true"},
	} {
		if got := reported(p.ask(playground.Customer42(), c.typ, 2)); !strings.HasPrefix(got, strings.SplitN(c.reported, ":", 2)[0]+": Leeds 200 / Retail 200") {
			t.Errorf("type %d in month 2: %s", c.typ, got)
		}
		out := p.ask(playground.Customer42(), c.typ, 6)
		if got := reported(out); got != c.reported {
			t.Errorf("type %d reports %s, want %s", c.typ, got, c.reported)
		}
		if got := stored(out, 0); got != c.rows {
			t.Errorf("type %d stores %s, want %s", c.typ, got, c.rows)
		}
	}
}

// TestTheReportOfMonth2 prints Leeds £200 at the end of month 2 and looks for it in month 6.
func TestTheReportOfMonth2(t *testing.T) {
	p := sit(t)
	paper, ok := p.ask(playground.Customer42(), 1, 2).Print()
	if !ok || len(paper.By[0].Bars) != 1 || paper.By[0].Bars[0] != (playground.Bar{Value: engine.Text("Leeds"), Amount: "200"}) {
		t.Fatalf("printed %+v", paper)
	}
	for typ, want := range map[playground.Type]string{
		0: "as it was at first: []",
		1: "as it is now: [{city Leeds 200 } {city York  200} {segment Retail 200 } {segment Business  200}]",
		2: "as it was: []",
		3: "as it is now: [{city Leeds 200 } {city York  200} {segment Retail 200 } {segment Business  200}]; by the previous column: []",
		4: "as it was: []",
		5: "as it was: []; as it is now: [{city Leeds 200 } {city York  200} {segment Retail 200 } {segment Business  200}]",
		6: "as it was: []; as it is now: [{city Leeds 200 } {city York  200} {segment Retail 200 } {segment Business  200}]",
		7: "as it was: []; as it is now: [{city Leeds 200 } {city York  200} {segment Retail 200 } {segment Business  200}]",
	} {
		out := p.ask(playground.Customer42(), typ, 6, paper)
		var got []string
		for _, h := range out.Checks[0].Readings {
			var all []string
			for _, d := range h.Differs {
				all = append(all, fmt.Sprintf("{%s %s %s %s}", d.Column, d.Value.Show(), d.Printed, d.Now))
			}
			got = append(got, fmt.Sprintf("%s: %v", h.Name, all))
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("type %d: %s, want %s", typ, strings.Join(got, "; "), want)
		}
	}
	if out := p.ask(playground.Customer42(), 1, 1, paper); len(out.Checks) != 0 {
		t.Error("it is checked before it was printed")
	}
}

// TestTheLearnersOwnHand adds what a learner may add, and wants the engine's answer under each type.
func TestTheLearnersOwnHand(t *testing.T) {
	p := sit(t)
	add := func(kind playground.Kind, date, column, value string) playground.Story {
		e := playground.Event{Kind: kind, Date: date}
		if column != "" {
			e.Columns, e.Values = []string{column}, []engine.Value{engine.Text(value)}
		}
		if kind == playground.Order {
			e.Amount = value
			e.Columns, e.Values = nil, nil
		}
		s, _, err := playground.Customer42().With(e, 6)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	late, gone := add(playground.Move, "2024-02-01", "city", "Hull"), add(playground.Delete, "2024-06-01", "", "")
	typo, order := add(playground.Correct, "2024-03-01", "city", "Yorke"), add(playground.Order, "2024-02-20", "city", "45.50")
	for _, c := range []struct {
		about string
		story playground.Story
		typ   playground.Type
		want  string
		says  []string
	}{
		{"late", late, 2, "as it was: Leeds 120 Hull 80 York 500 / Retail 550 Business 150", []string{"split the row of 2024-01-01 at 2024-02-01, late: from there city is Hull and not Leeds", "Leeds's reported £200 is £120 now"}},
		{"late", late, 1, "as it is now: Hull 700 / Business 700", []string{"what comes last wins"}}, // it has no version that began later
		{"late", late, 4, "as it was: Leeds 120 Hull 80 York 500 / Retail 550 Business 150", nil},
		{"late", late, 7, "as it was: Leeds 120 Hull 80 York 500 / Retail 550 Business 150; as it is now: York 700 / Business 700", nil},
		{"deleted", gone, 2, "as it was: Leeds 200 York 440 – 60 / Retail 550 Business 90 – 60", []string{"ended the open row at 2024-06-01"}},
		{"deleted", gone, 7, "as it was: Leeds 200 York 440 – 60 / Retail 550 Business 90 – 60; as it is now: – 700 / – 700", nil},
		{"typo", typo, 2, "as it was: Leeds 200 Yorke 500 / Retail 550 Business 150", nil},
		{"typo", typo, 1, "as it is now: Yorke 700 / Business 700", nil},
		{"typo", typo, 3, "as it is now: Yorke 700 / Business 700; by the previous column: York 700 / Retail 700", nil}, // what it lost was the truth
		{"order", order, 2, "as it was: Leeds 245.50 York 500.00 / Retail 595.50 Business 150.00", []string{"Nothing was staged"}},
	} {
		out := p.ask(c.story, c.typ, 6)
		if got := reported(out); got != c.want {
			t.Errorf("%s, type %d: %s, want %s", c.about, c.typ, got, c.want)
		}
		for _, want := range c.says {
			if !strings.Contains(out.Says, want) {
				t.Errorf("%s, type %d says %q, not %q", c.about, c.typ, out.Says, want)
			}
		}
	}
}

// TestAStoryToldAtOnce looks at the last month first, which is computed in one batch, and wants the rows that come month by month.
func TestAStoryToldAtOnce(t *testing.T) {
	byMonth, atOnce := alone(t), alone(t)
	s := playground.Customer42()
	for _, e := range []playground.Event{{Kind: playground.Delete, Date: "2024-05-20"}, {Kind: playground.Return, Date: "2024-06-05", Columns: []string{"city"}, Values: []engine.Value{engine.Text("Hull")}}} {
		var err error
		if s, _, err = s.With(e, 1); err != nil {
			t.Fatal(err)
		}
	}
	for _, typ := range []playground.Type{0, 1, 2, 3, 6} {
		for month := range 5 {
			byMonth.ask(s, typ, month+1)
		}
		if one, other := stored(byMonth.ask(s, typ, 6), 0), stored(atOnce.ask(s, typ, 6), 0); one != other {
			t.Errorf("type %d: %s month by month, %s at once", typ, one, other)
		}
	}
}

// TestWarmingComputesWhatIsAskedNext warms until nothing is left; then nothing that may be asked next runs the engine.
func TestWarmingComputesWhatIsAskedNext(t *testing.T) {
	p := alone(t)
	for n := 0; ; n++ {
		more, err := p.player.Warm(context.Background(), playground.Customer42(), 3, false)
		if err != nil || n > 15 {
			t.Fatal(n, err)
		}
		if !more {
			break
		}
	}
	began := time.Now()
	for month := 2; month <= 4; month++ {
		p.ask(playground.Customer42(), 6, month)
	}
	if took := time.Since(began); took > 3*200*time.Millisecond {
		t.Errorf("three months of type 6: %s", took)
	}
}

// TestTheScriptIsWrittenWhereItIsWanted asks first without and then with it, and the other way round.
func TestTheScriptIsWrittenWhereItIsWanted(t *testing.T) {
	p := alone(t)
	ask := func(month int, script bool) string {
		out, err := p.player.Outcome(context.Background(), playground.Ask{Story: playground.Customer42(), Type: 2, Moment: month, Script: script})
		if err != nil || len(out.Applied) != 1 {
			t.Fatal(out, err)
		}
		return out.Applied[0].Script
	}
	if got := ask(3, false); got != "" {
		t.Errorf("written without being wanted:\n%s", got)
	}
	got := ask(3, true)
	for _, want := range []string{"BEGIN", "UPDATE", "dim_customer", "INSERT INTO", "'York'", "DATE '2024-03-01'", "COMMIT"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in\n%s", want, got)
		}
	}
	t.Log(got)
}

// TestWhatATypeDidIsSaid wants the sentence of the month in which customer 42 moves.
func TestWhatATypeDidIsSaid(t *testing.T) {
	p := sit(t)
	for typ, want := range map[playground.Type][]string{
		0: {"Type 0 keeps city Leeds and not York"},
		1: {"Type 1 overwrote city Leeds with York in the one row", "Of months 1–2: £200 that was reported for Leeds is York's now"},
		2: {"Type 2 ended the row with city Leeds at 2024-03-01 and opened one with York", "What was reported before stays."},
		3: {"Type 3 overwrote city Leeds with York, and kept the old value beside it", "Of months 1–2: £200 that was reported for Leeds is York's now"},
		4: {"Beneath, type 2 ended", "Type 4 has that as a profile", "What was reported before stays."},
		5: {"its profile of now", "What was reported before stays."},
		6: {"every row now holds", "What was reported before stays."},
		7: {"orders hold two keys", "What was reported before stays."},
	} {
		out := p.ask(playground.Customer42(), typ, 3)
		for _, w := range want {
			if !strings.Contains(out.Says, w) {
				t.Errorf("type %d says %q, not %q", typ, out.Says, w)
			}
		}
		if got := p.ask(playground.Customer42(), typ, 2).Says; !strings.Contains(got, "Nothing was staged in month 2") || !strings.Contains(got, "£80") {
			t.Errorf("month 2: %q", got)
		}
	}
}

// TestAChangeIsComputedInTime measures what a key press waits for: each type and month for the first time, which runs the engine.
func TestAChangeIsComputedInTime(t *testing.T) {
	p := alone(t)
	var took []time.Duration
	for _, typ := range playground.Types {
		for month := range 6 {
			began := time.Now()
			p.ask(playground.Customer42(), typ, month+1)
			took = append(took, time.Since(began))
		}
	}
	slices.Sort(took)
	t.Logf("median %s, most %s", took[len(took)/2], took[len(took)-1])
	if median := took[len(took)/2]; median > 200*time.Millisecond {
		t.Errorf("a change takes %s", median)
	}
}
