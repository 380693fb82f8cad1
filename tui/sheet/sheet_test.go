package sheet

import (
	"strings"
	"testing"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/styles"

	"github.com/charmbracelet/x/ansi"
)

func table(columns string, rows ...string) engine.Table {
	t := engine.Table{Columns: strings.Fields(columns)}
	for _, text := range rows {
		var row []engine.Value
		for _, f := range strings.Fields(text) {
			v := engine.Text(f)
			if f == "-" {
				v = engine.Null
			}
			row = append(row, v)
		}
		t.Rows = append(t.Rows, row)
	}
	for range t.Columns {
		t.Types = append(t.Types, "VARCHAR")
	}
	return t
}

var (
	before = table("customer_sk city valid_from valid_to", "1 Leeds 2024-01-01 -", "9 Hull 2024-01-01 -")
	after  = table("customer_sk city valid_from valid_to", "1 Leeds 2024-01-01 2024-03-01", "2 York 2024-03-01 -")
)

// drawn is a sheet without colours and without the spaces at the ends of lines; each line must be as wide as it was asked to be.
func drawn(t *testing.T, s Sheet, w int) string {
	t.Helper()
	st := styles.New(true)
	var lines []string
	for _, l := range s.Lines(&st, w) {
		if cell.Width(l) != w {
			t.Errorf("%d columns, not %d: %q", cell.Width(l), w, ansi.Strip(l))
		}
		lines = append(lines, strings.TrimRight(ansi.Strip(l), " "))
	}
	return strings.Join(lines, "\n")
}

func TestWhatChangedIsMarked(t *testing.T) {
	s := Between(before, after, "customer_sk")
	s.Table.Types[0] = "INTEGER"
	if got, want := drawn(t, s, 60), `  customer_sk  city   valid_from  valid_to
~           1  Leeds  2024-01-01  2024-03-01◂
-           9  Hull   2024-01-01  –
+           2  York   2024-03-01  –`; got != want {
		t.Errorf("drawn:\n%s\nwant:\n%s", got, want)
	}
}

func TestRowsAreKnownByAllThatTheyHoldWithoutAKey(t *testing.T) {
	s := Between(before, after)
	if got := strings.Join([]string{string(s.Marks[0]), string(s.Marks[1]), string(s.Marks[2]), string(s.Marks[3])}, ""); got != "--++" {
		t.Errorf("marks %q", got)
	}
	if s := Between(before, before); strings.Contains(drawn(t, s, 60), "+") || len(s.Table.Rows) != 2 {
		t.Error("a table that is as it was has marks")
	}
}

func TestAColumnThatIsNewIsAChangeWhereItHoldsSomething(t *testing.T) {
	wider := table("customer_sk city valid_from valid_to previous_city", "1 York 2024-01-01 - Leeds", "9 Hull 2024-01-01 - -")
	s := Between(before, wider, "customer_sk")
	if got := drawn(t, s, 70); !strings.Contains(got, "York◂") || !strings.Contains(got, "Leeds◂") || strings.Count(got, "◂") != 2 {
		t.Errorf("drawn:\n%s", got)
	}
}

func TestColumnsThatAreLeftOutTakeTheirMarksAlong(t *testing.T) {
	if got, want := drawn(t, Between(before, after, "customer_sk").Without("customer_sk", "valid_from"), 40), `  city   valid_to
~ Leeds  2024-03-01◂
- Hull   –
+ York   –`; got != want {
		t.Errorf("drawn:\n%s\nwant:\n%s", got, want)
	}
}

func TestNamesAreCutBeforeValuesAndColumnsLast(t *testing.T) {
	s := Between(before, after, "customer_sk")
	for _, c := range []struct {
		w          int
		see, notMe string
	}{
		{39, "cu…sk", "Lee…"},        // the name gives way, all values are whole
		{36, "Leeds", "2024-03-01◂"}, // then the longest value
		{26, "›", "valid_to"},        // then columns are left out
	} {
		got := drawn(t, s, c.w)
		if !strings.Contains(got, c.see) || strings.Contains(got, c.notMe) {
			t.Errorf("%d columns wide, %q is to be seen and %q not:\n%s", c.w, c.see, c.notMe, got)
		}
	}
}

func TestScrollingSidewaysEndsWhereAllIsSeen(t *testing.T) {
	s := Of(after)
	s.Scroll(1, 26)
	if got := drawn(t, s, 26); s.Left != 1 || !strings.Contains(got, "‹ city") {
		t.Errorf("left %d:\n%s", s.Left, got)
	}
	for range 9 {
		s.Scroll(1, 26)
	}
	if got := drawn(t, s, 26); !strings.Contains(got, "2024-03-01") || strings.Contains(got, "›") {
		t.Errorf("left %d:\n%s", s.Left, got)
	}
	s.Scroll(-9, 26)
	if s.Left != 0 {
		t.Errorf("left %d", s.Left)
	}
}

func TestWhatActsOnATerminalIsShownInstead(t *testing.T) {
	if got := drawn(t, Of(engine.Table{Columns: []string{"a\x1b[2J"}, Types: []string{"VARCHAR"}, Rows: [][]engine.Value{{engine.Text("\x1b]0;x\x07")}}}), 40); !strings.Contains(got, "a␛[2J") || !strings.Contains(got, "␛]0;x␇") {
		t.Error(got)
	}
}

// A thousand rows with a long text each are drawn as fast as any, since every key draws them.
func TestLongValuesAreCut(t *testing.T) {
	st, long := styles.New(true), engine.Text(strings.Repeat("é", 500_000))
	s := Of(engine.Table{Columns: []string{"a", "b"}, Types: []string{"VARCHAR", "BIGINT"}})
	for range 1000 {
		s.Table.Rows = append(s.Table.Rows, []engine.Value{long, engine.Text("1")})
	}
	if w := s.Width(); w > 1000 {
		t.Errorf("%d columns", w)
	}
	if line := ansi.Strip(s.Lines(&st, 30)[1]); line != "  "+strings.Repeat("é", 24)+"…  1" {
		t.Errorf("%q", line)
	}
}
