package model_test

import (
	"strings"
	"testing"

	"dimdesk/engine/model"
)

// example is one small batch: what it says about rules is in its name.
type example struct {
	name      string
	spec      string // beside the key, the surrogate key and the period
	columns   string // the dimension's attributes, after sk and id and before the period and the flags
	flags     string // "" | ",is_current" | ",is_deleted" | ",is_current,is_deleted"
	dimension string // rows
	batch     string // with its header
	asOf      string // 2024-06-30 where it is ""
	parked    []int  // rows that are parked
	kinds     string // of the rows, then of absent members
	after     string // rows
}

const baseSpec = "key: id\nsurrogate_key: sk\nperiod: {from: valid_from, to: valid_to}\n"

func (e example) header() string {
	return "sk,id," + e.columns + ",valid_from,valid_to" + e.flags + "\n"
}

func (e example) read(t *testing.T) worked {
	t.Helper()
	spec := e.spec
	if !strings.Contains(spec, "period:") {
		spec = baseSpec + spec
	}
	asOf := e.asOf
	if asOf == "" {
		asOf = "2024-06-30"
	}
	c := texts{spec: spec, dimension: e.header() + e.dimension, batch: e.batch, asOf: asOf}.read(t)
	for _, n := range e.parked {
		c.input.Rows[n-1].Parked = true
	}
	return c
}

func (e example) run(t *testing.T) model.Result {
	t.Helper()
	c := e.read(t)
	result := model.Run(c.input)
	var kinds []string
	for _, o := range append(result.Rows[:len(result.Rows):len(result.Rows)], result.Absent...) {
		kinds = append(kinds, kindName(o.Kind))
	}
	if got := strings.Join(kinds, " "); got != e.kinds {
		t.Errorf("the kinds are %q, want %q", got, e.kinds)
	}
	_, want := readCSV(e.header()+e.after, nil)
	if got := c.table.Rows(result); !sameRows(got, want) {
		t.Errorf("the dimension afterwards is\n%s\nwant\n%s", showRows(got), showRows(want))
	}
	return result
}

func runAll(t *testing.T, examples []example) {
	for _, e := range examples {
		t.Run(e.name, func(t *testing.T) { e.run(t) })
	}
}
