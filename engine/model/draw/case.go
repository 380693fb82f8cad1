package draw

import (
	"slices"
	"strconv"
	"strings"
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

	shape   *shape
	lines   []string // BatchCSV's, the header first
	lineEnd string
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

// Only is the case of some members alone, each by its KeyText. The batch keeps its first row, which tells how a sequence reads,
// and rows without a key, which may be anybody's.
func (c *Case) Only(keys ...string) *Case {
	only := *c
	keys = append(keys, model.KeyText(c.Input.Rows[0].Key))
	only.Input.Versions, only.Input.Rows, only.Table.Stored = nil, nil, nil
	for _, v := range c.Input.Versions {
		if slices.Contains(keys, model.KeyText(v.Key)) {
			only.Table.Stored = append(only.Table.Stored, c.Table.Stored[v.Line-1])
			v.Line = len(only.Table.Stored)
			only.Input.Versions = append(only.Input.Versions, v)
		}
	}
	if c.shape.surrogate {
		only.Table.HighestSK = 0
		for _, v := range only.Input.Versions {
			n, _ := strconv.ParseInt(v.SK, 10, 64)
			only.Table.HighestSK = max(only.Table.HighestSK, n)
		}
	}
	only.lines = []string{c.lines[0]}
	for i, r := range c.Input.Rows {
		if !r.KeyReadable || slices.Contains(keys, model.KeyText(r.Key)) {
			r.N = len(only.lines)
			only.Input.Rows, only.lines = append(only.Input.Rows, r), append(only.lines, c.lines[i+1])
		}
	}
	only.DimensionCSV = writeCSV(c.Table.Header, only.Table.Stored, "\n")
	only.BatchCSV = strings.Join(only.lines, c.lineEnd) + c.lineEnd
	return &only
}

// Keys are the KeyTexts of the members in the dimension or the batch.
func (c *Case) Keys() []string {
	var keys []string
	for _, v := range c.Input.Versions {
		keys = append(keys, model.KeyText(v.Key))
	}
	for _, r := range c.Input.Rows {
		if r.KeyReadable {
			keys = append(keys, model.KeyText(r.Key))
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// Park draws which of the rows and absent members that could be taken are parked instead, and marks them in the input.
func (c *Case) Park(t *rapid.T) {
	result := model.Run(c.Input)
	c.Input.ParkedAbsent = map[string]bool{}
	for _, o := range slices.Concat(result.Rows, result.Absent) {
		if o.Kind.Quiet() || o.Kind == engine.Rejected || !chance(t, 30, "parked") {
			continue
		}
		if o.N == 0 {
			c.Input.ParkedAbsent[model.KeyText(o.Key)] = true
		} else {
			c.Input.Rows[o.N-1].Parked = true
		}
	}
}

// chance is true in about so many of a hundred draws; it shrinks to false.
func chance(t *rapid.T, percent int, label string) bool {
	return rapid.IntRange(0, 99).Draw(t, label) >= 100-percent
}

// pick draws one of a few; it shrinks to the first.
func pick[T any](t *rapid.T, label string, among ...T) T {
	return among[rapid.IntRange(0, len(among)-1).Draw(t, label)]
}
