package playground_test

import (
	"strings"
	"testing"

	stories "dimdesk/learn/playground"

	"github.com/charmbracelet/x/ansi"
)

// TestStoryOfAnOpenedAgainPage leaves the page and opens it again after somebody else has used the Lab: it is as it was, and goes on.
func TestStoryOfAnOpenedAgainPage(t *testing.T) {
	s, m := sit(t, 80, 24, stories.Customer42())
	s.See("Leeds £200").Press("2", "right", "right").See("until 2024-04-30", "£350").Press("p").See("Printed. What later")
	s.Press("e", "4").See("An order of how much?").Press("enter").See("Ordered when?").Press("enter").See("Added", "1 event of yours")
	if err := m.lab.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	m.mu.Lock()
	cmd := m.page.Init()
	m.mu.Unlock()
	s.Send(cmd()).See("1 event of yours", "until 2024-04-30", "type 2 adds a row", "months 1–4: York is £450, not £350")
	s.Press("6").See("type 6 adds a row", "revenue as it is now", "as it was, months 1–4: York is £450")
}

// TestRowsStandInTheOrderOfTime and not of their keys: a late row has a high one.
func TestRowsStandInTheOrderOfTime(t *testing.T) {
	s, m := sit(t, 80, 24, stories.Customer42())
	s.See("Leeds £200").Press("2", "right", "right", "right").See("£550")
	s.Press("e", "2").See("Which column changed").Press("enter").See("It is York now").Type("Bath").Press("enter").See("2024-03-15").Press("enter")
	s.See("Added", "late: from there", "city is Bath and not York", "Of months 1–4")
	text := view(m)
	york, bath, business := strings.Index(text, "2024-03-01  2024-03-15"), strings.Index(text, "2024-03-15  2024-05-01"), strings.Index(text, "2024-05-01  –")
	if york < 0 || bath < york || business < bath {
		t.Errorf("the rows are not in the order of time:\n%s", text)
	}
}

// TestWhatASmallScreenSays looks for what must not be cut there, and for SQL that says no more than was done.
func TestWhatASmallScreenSays(t *testing.T) {
	s, m := sit(t, 80, 24, stories.Customer42())
	s.See("Leeds £200").Press("6", "right").See("…_city", "…egment", "Type 6 ended")
	s.Press("1", "v").See("type 1 overwrites", "type 2 adds a row", "Leeds £200 · York £200")
	t.Log(view(m))
	s.Press("v", "2", "right", "right", "right", "tab").See("No statement was run").NotSee("What the engine did here")
	s.Press("left").See("What dimdesk ran in month 5", "Run twice, it adds the new rows twice")
}

func view(m *host) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return ansi.Strip(m.page.View())
}
