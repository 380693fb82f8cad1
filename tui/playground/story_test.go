package playground_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	stories "dimdesk/learn/playground"
	"dimdesk/tui/cell"
	"dimdesk/tui/tuitest"
)

// TestStoryOfCustomer42 walks the months under each type, as somebody does who sees this for the first time.
func TestStoryOfCustomer42(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		s, _ := sit(t, size[0], size[1], stories.Customer42())
		s.See("playground: customer 42", "type 1 overwrites", "until 2024-02-29", "Leeds £200", "Printed at the end of month 2", "✓ the table still gives that")

		s.Press("right").See("Type 1 overwrote city Leeds with York in the one row", "~", "York◂", "✗ months 1–2: the £200 of Leeds is gone (York £200)")
		s.Press("right", "right", "right").See("until 2024-06-30", "York", "£700", "Business", "✗ months 1–2: the £200 of Leeds is gone")
		s.Press("right").See("The story ends here")

		s.Press("0").See("type 0 keeps the original", "£700", "Leeds", "✓ the table still gives that")
		s.Press("2").See("type 2 adds a row", "£200", "£500", "£550", "£150", "2024-03-01", "2024-05-01", "✓ the table still gives that")
		s.Press("3").See("type 3 keeps one previous value", "revenue as it is now", "revenue by the previous column", "✓ by the previous column", "✗ as it is now, months 1–2: the £200 of Leeds is gone")
		s.Press("4").See("mini-dimension", "composed by SQL", "£200", "£500", "orders' keys alone")
		s.Press("5").See("current_profile_sk", "✓ as it was", "✗ as it is now")
		s.Press("6").See("£200", "£500", "£550", "£150", "£700", "✓ as it was", "✗ as it is now")
		s.Press("7").See("two keys", "composed by SQL", "✓ as it was", "✗ as it is now")
		s.Press("8").See("The types go from 0 to 7")
		s.Press("left", "h").See("until 2024-04-30")
	}
}

// TestStoryOfALateMove adds a move that becomes known late, looks at it under two types, and takes it back.
func TestStoryOfALateMove(t *testing.T) {
	s, _ := sit(t, 80, 24, stories.Customer42())
	s.See("Leeds £200").Press("2", "right", "right", "right", "right").See("£550")
	s.Press("e").See("What happens in month 6?").Press("2").See("Which column changed").Press("enter").See("It is York now")
	s.Type("Hull").Press("enter").See("2024-04-15")
	for range len("2024-04-15") {
		s.Press("backspace")
	}
	s.Type("2024-02-01").Press("enter").See("Added, in month 6", "+ 1 event of yours", "Hull", "£120", "£80", "✗")
	s.Press("1").See("last wins", "£700", "Hull◂")
	s.Press("u").See("Taken back").NotSee("of yours").Press("2").See("£550").NotSee("Hull")
	s.Press("ctrl+r").See("Hull", "£120")
	s.Press("e").See("Forget all that was added").Press("7").See("month 1 [2]", "type 1 overwrites").NotSee("of yours")
}

// TestStoryOfTheOtherHand adds a delete, an order and a correction, and hears what is wrong with a date.
func TestStoryOfTheOtherHand(t *testing.T) {
	s, _ := sit(t, 80, 24, stories.Customer42())
	s.See("Leeds £200").Press("2", "right", "right", "right", "right").See("£550")
	s.Press("e", "4").See("An order of how much?").Press("enter").See("Ordered when?").Press("enter").See("£600", "Added")
	s.Press("e", "5").See("From when?").Press("enter").See("none in force", "£100")
	s.Press("u").NotSee("none in force")
	s.Press("e", "3").See("Which column was wrong?").Press("2").See("It is Business now").Type("Trade").Press("enter").See("Since when was it wrong?", "2024-05-01").Press("enter").See("Trade◂", "Trade")
	s.Press("e", "5").See("From when?").Type("x").Press("enter").See("is not a date").Press("enter").NotSee("is not a date")
}

// TestStoryOfAReport prints one under type 2, and finds it gone under type 1.
func TestStoryOfAReport(t *testing.T) {
	s, _ := sit(t, 120, 40, stories.Customer42())
	s.See("Leeds £200").Press("2", "right", "right").See("until 2024-04-30", "£350").Press("p").See("Printed. What later")
	s.Press("right").See("Printed at the end of month 4: Leeds £200 · York £350 · Retail £550").Press("1").See("York is £550, not £350")
}

// TestStoryOfTypesSideBySide puts two below one another on a small screen, and up to four beside one another on a wide one.
func TestStoryOfTypesSideBySide(t *testing.T) {
	s, _ := sit(t, 80, 24, stories.Customer42())
	s.See("Leeds £200").Press("right", "v").See("type 1 overwrites", "type 2 adds a row", "York £400", "Leeds £200 · York £200")
	s.Press("6").See("type 2 adds a row", "type 6").NotSee("type 1 overwrites").Press("v").NotSee("type 2 adds a row")

	s, _ = sit(t, 200, 60, stories.Customer42())
	s.See("Leeds £200").Press("right", "v", "3", "7").See("type 1 overwrites", "type 2 adds a row", "type 3", "type 7")
	s.Press("2").NotSee("type 2 adds a row").See("type 1 overwrites")
}

// TestStoryOfTheSQL reads what was run, and the same load elsewhere.
func TestStoryOfTheSQL(t *testing.T) {
	s, _ := sit(t, 80, 24, stories.Customer42())
	s.See("Leeds £200").Press("2", "right", "tab").See("SQL of type 2 in month 3", "What dimdesk ran in month 3", "BEGIN", "Begins a transaction")
	s.Press("j").See("Close: end the versions that something follows", "UPDATE")
	s.Press("j").See("Open: open the new versions", "'York'")
	s.Press("]").See("Revenue as it was", "LEFT JOIN")
	s.Press("7").See("SQL of type 7", "Revenue as it was", "order_keys").Press("[").See("Composing type 7", "CREATE OR REPLACE").Press("[").See("What dimdesk ran")
	s.Press("[").See("15 of 15").Press("i").See("Esc").Press("esc")
	s.Press("tab").See("two keys")
}

// TestACancelledCallIsNoFailure cancels what is being computed, and goes on.
func TestACancelledCallIsNoFailure(t *testing.T) {
	s, m := sit(t, 80, 24, stories.Customer42())
	s.See("Leeds £200")
	m.mu.Lock()
	cmd := m.page.Update(tuitest.Key("6"))
	m.env.CancelCalls()
	m.mu.Unlock()
	s.Send(cmd()).See("Cancelled. Any month")
	s.Press("right").See("type 6", "Type 6 ended the row")
}

// TestEverySizeIsFilled draws each type, alone and in company, at each size: no line is too long or too short.
func TestEverySizeIsFilled(t *testing.T) {
	for _, size := range [][2]int{{60, 16}, {80, 24}, {100, 30}, {120, 40}, {200, 60}} {
		s, m := sit(t, size[0], size[1], stories.Customer42())
		s.See("£200")
		check := func(what string) {
			t.Helper()
			m.mu.Lock()
			text := m.page.View()
			m.mu.Unlock()
			lines := strings.Split(text, "\n")
			if len(lines) != size[1] {
				t.Errorf("%v %s: %d lines", size, what, len(lines))
			}
			for i, l := range lines {
				if n := cell.Width(l); n != size[0] {
					t.Errorf("%v %s: line %d has %d columns", size, what, i, n)
				}
			}
		}
		for _, n := range []string{"0", "1", "2", "3", "4", "5", "6", "7"} {
			s.Press(n).See("[" + n + "]")
			check("type " + n)
		}
		s.Press("right", "v").See("[3]")
		check("several")
		s.Press("tab").See("SQL of type")
		check("SQL")
	}
}

// TestAKeyIsAnsweredInTime measures what a key press costs the screen itself: to take it and to draw all again, with as much to be
// seen as there can be.
func TestAKeyIsAnsweredInTime(t *testing.T) {
	s, m := sit(t, 200, 60, stories.Customer42())
	s.See("Leeds £200").Press("right", "v", "6", "7").See("[7]", "£400")
	var took []time.Duration
	for i := range 40 {
		m.mu.Lock()
		began := time.Now()
		m.page.Update(tuitest.Key([]string{"tab", "j", "k", "]"}[i%4]))
		m.page.View()
		took = append(took, time.Since(began))
		m.mu.Unlock()
	}
	slices.Sort(took)
	t.Logf("median %s, most %s", took[len(took)/2], took[len(took)-1])
	if median := took[len(took)/2]; median > 16*time.Millisecond {
		t.Errorf("a key takes %s", median)
	}
}
