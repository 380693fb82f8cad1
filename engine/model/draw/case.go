package draw

import (
	"slices"
	"time"

	"pgregory.net/rapid"

	"dimdesk/engine"
	"dimdesk/engine/model"
)

// Case is one drawn batch on one drawn dimension, in both forms.
type Case struct {
	Spec         *engine.Spec // SpecText, parsed
	SpecText     string       // YAML
	AsOfText     string       // for --as-of; its zone is the spec's, UTC
	DimensionCSV string
	BatchCSV     string
	Input        model.Input
	Table        Table

	shape *shape
}

// Draw draws a case. No brake can stop it: limits.deleted is 100 %, limits.changed is off, and a batch has a row at least.
func Draw(t *rapid.T) *Case { return DrawMany(t, 1) }

// DrawMany draws a case with about scale times as many members and rows: many members to one batch.
func DrawMany(t *rapid.T, scale int) *Case {
	d := drawShape(t, scale)
	c := d.newCase(t)
	d.drawDimension(t, c)
	d.drawBatch(t, c)
	return c
}

// newCase is a case without rows: the spec, and the time that the run stands at.
func (d *shape) newCase(t *rapid.T) *Case {
	c := &Case{SpecText: d.yaml(), AsOfText: d.drawAsOf(t), shape: d}
	var err error
	if c.Spec, err = engine.ParseSpec([]byte(c.SpecText), "drawn.dim.yaml"); err != nil {
		t.Fatalf("the drawn spec does not parse: %v\n%s", err, c.SpecText)
	}
	asOf, err := engine.ParseAsOf(c.AsOfText, c.Spec.Period.Zone, time.Time{})
	if err != nil {
		t.Fatalf("the drawn as-of does not parse: %v", err)
	}
	c.Input = model.Input{Spec: c.Spec, Grain: d.grain, AsOf: asOf, Attributes: d.attributeNames(), InScope: d.inScope()}
	c.Table = Table{Spec: c.Spec, Grain: d.grain, Header: d.header, Attributes: c.Input.Attributes}
	return c
}

// Park draws which of the rows and absent members that could be taken are parked instead, marks them in the input, and
// returns their change IDs.
func (c *Case) Park(t *rapid.T) []int64 {
	var parked []int64
	result := model.Run(c.Input)
	c.Input.ParkedAbsent = map[string]bool{}
	for _, o := range slices.Concat(result.Rows, result.Absent) {
		if o.Kind.Quiet() || o.Kind == engine.Rejected || !chance(t, 30, "parked") {
			continue
		}
		parked = append(parked, o.ID)
		if o.N == 0 {
			c.Input.ParkedAbsent[model.KeyText(o.Key)] = true
		} else {
			c.Input.Rows[o.N-1].Parked = true
		}
	}
	return parked
}

// chance is true in about so many of a hundred draws; it shrinks to false.
func chance(t *rapid.T, percent int, label string) bool {
	return rapid.IntRange(0, 99).Draw(t, label) >= 100-percent
}

// pick draws one of a few; it shrinks to the first.
func pick[T any](t *rapid.T, label string, among ...T) T {
	return among[rapid.IntRange(0, len(among)-1).Draw(t, label)]
}
