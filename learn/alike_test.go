package learn

import (
	"testing"

	"dimdesk/engine"
)

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"80", "80.00", true}, {"1e+20", "100000000000000000000", true}, {"-0.5", "-0.50", true}, {"0", "0.0", true}, {"80", "80.01", false},
		{"0.30000000000000004", "0.3", true}, {"1000000000.01", "1000000000.02", false}, {"9007199254740993", "9007199254740992", false},
		{"007", "7", false}, {"1/2", "2/4", false}, {"0x10", "16", false}, {"1e999999999", "1e999999998", false}, {"1_000", "1000", false},
		{"2024-01-01", "2024-01-01 00:00:00", true}, {"2024-01-01", "2024-01-01 00:00:01", false}, {"", "0", false}, {"UK", "uk", false},
	} {
		if a, b := engine.Text(c.a), engine.Text(c.b); equal(a, b) != c.want || equal(b, a) != c.want {
			t.Errorf("%q and %q: equal is not %v", c.a, c.b, c.want)
		}
	}
	if equal(engine.Null, engine.Text("")) || !equal(engine.Null, engine.Null) {
		t.Error("NULL is only NULL")
	}
}

// TestOpen: an end that is still to come is written in a dimension's own way, and a timestamp has its midnight besides.
func TestOpen(t *testing.T) {
	never := engine.Period{From: "f", To: "t", Open: "9999-12-31"}
	for _, end := range []engine.Value{engine.Null, engine.Text("9999-12-31"), engine.Text("9999-12-31 00:00:00")} {
		if !open(end, never) {
			t.Errorf("%v is open", end)
		}
	}
	if open(engine.Text("2024-01-01"), never) || !open(engine.Null, engine.Period{}) {
		t.Error("an end is an end")
	}
}
