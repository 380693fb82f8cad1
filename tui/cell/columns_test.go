package cell

import (
	"strings"
	"testing"

	"dimdesk/engine"
)

func TestInOrder(t *testing.T) {
	x := engine.Text("x")
	change := engine.Change{Kind: engine.Changed, Columns: []engine.ColumnChange{
		{Name: "loaded", Type: engine.Ignore, Before: x, Taken: true}, {Name: "first", Type: engine.Type0, Before: x},
		{Name: "name", Type: engine.Type1, Before: x, Taken: true}, {Name: "city", Type: engine.Type2, Before: x, Taken: true},
	}}
	names := func() string {
		var all []string
		for _, c := range InOrder(change, "name") {
			all = append(all, c.Name)
		}
		return strings.Join(all, " ")
	}
	if got := names(); got != "city name loaded first" {
		t.Error(got)
	}
	change.Kind = engine.New // the label stands before it
	if got := names(); got != "city loaded first" {
		t.Error(got)
	}
}

func TestAfresh(t *testing.T) {
	null := engine.ColumnChange{Before: engine.Null}
	held := engine.ColumnChange{Before: engine.Text("x")}
	for _, c := range []struct {
		kind    engine.Kind
		columns []engine.ColumnChange
		want    bool
	}{
		{engine.New, nil, true},
		{engine.Returned, []engine.ColumnChange{null}, true},
		{engine.Late, []engine.ColumnChange{null, null}, true},
		{engine.Late, []engine.ColumnChange{null, held}, false},
		{engine.Late, []engine.ColumnChange{null}, false}, // a value where there was none
		{engine.Changed, []engine.ColumnChange{null, null}, false},
	} {
		if got := Afresh(engine.Change{Kind: c.kind, Columns: c.columns}); got != c.want {
			t.Errorf("%v %v: %v", c.kind, c.columns, got)
		}
	}
}
