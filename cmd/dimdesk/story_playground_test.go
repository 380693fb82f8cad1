package main

import "testing"

// TestStoryOfThePlayground walks customer 42's months as dimdesk learn playground opens them: each type's figures at month 6, a report that
// type 1 takes away, a move of the learner's own, the SQL, and back to the lessons.
func TestStoryOfThePlayground(t *testing.T) {
	l := newLearner(t, "../../sampledata/lessons").sit(80, 24, "playground")
	l.See("playground: customer 42", "Printed at the end of month 2: Leeds £200", "✓ the table still gives that")
	l.Press("right").See("York◂", "✗ months 1–2: the £200 of Leeds is gone")
	l.Press("right", "right", "right").See("until 2024-06-30", "York", "£700", "Business")
	l.Press("0").See("type 0 keeps the original", "Leeds", "£700")
	l.Press("2").See("Leeds", "£200", "York", "£500", "Retail", "£550", "Business", "£150", "✓ the table still gives that")
	l.Press("3").See("revenue as it is now", "York", "revenue by the previous column", "Leeds", "£700", "✗ as it is now", "✓ by the previous column")
	l.Press("6").See("revenue as it was", "£200", "£500", "£550", "£150", "revenue as it is now", "£700")
	l.Press("4").See("composed by SQL", "dim_profile", "£200", "£500").Press("5").See("current_profile_sk", "£700").Press("7").See("two keys", "£700")

	l.Press("2").See("type 2 adds a row").Press("p").See("Printed.")
	l.Press("e", "2", "1").See("It is York now").Type("Hull").Press("enter").See("From when?", "2024-04-15").Press("enter")
	l.See("Added, in month 6", "split the row of 2024-03-01 at 2024-04-15", "Hull")
	l.Press("1").See("Hull◂", "last wins").Press("u").See("Taken back", "York").NotSee("Hull")

	l.Press("2", "left", "tab").See("SQL of type 2 in month 5", "what this clause does").Press("]", "]").See("Close, then open")
	l.Press("tab").See("revenue as it was").Press("?").See("Keys: playground", "Your own hand").Press("esc").Press("esc").See("Playground", "Sandbox")
}
