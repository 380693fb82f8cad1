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

// Living is a drawn dimension that lives on: one batch after the other comes to it, each from a feed of its own, while time
// goes by. What it holds is the caller's to say.
type Living struct {
	shape *shape
	plain model.Input
	gone  int // slots of time that have gone by
}

// NewLiving draws a dimension with about scale times as many members, and gives it with what it holds first.
func NewLiving(t *rapid.T, scale int) (*Living, *Case) {
	d := drawShape(t, scale)
	c := d.newCase(t)
	d.drawDimension(t, c)
	l := &Living{shape: d, plain: c.Input}
	spec := *c.Spec
	spec.Batch.Mode = "delta"
	l.plain.Spec, l.plain.Versions = &spec, nil
	return l, c
}

// Plain is the dimension as a model's input, without versions or a batch.
func (l *Living) Plain() model.Input { return l.plain }

// Keyed tells whether the dimension has a surrogate key.
func (l *Living) Keyed() bool { return l.shape.surrogate }

// Own are a version's values without those of companions, in the dimension's order.
func (l *Living) Own(v model.Version) []engine.Value {
	var own []engine.Value
	for i, name := range l.plain.Attributes {
		if slices.ContainsFunc(l.shape.attributes, func(a attribute) bool { return a.name == name }) {
			own = append(own, v.Values[i])
		}
	}
	return own
}

// Again is a batch once more, on the dimension as it is now.
func (l *Living) Again(batch *Case, now State, highest int64) *Case {
	c := batch.Bare()
	c.take(now, highest)
	return c
}

// Bare is the case without a dimension, and with nothing parked.
func (c *Case) Bare() *Case {
	bare := *c
	bare.Input.Versions, bare.Table.Stored, bare.Input.ParkedAbsent = nil, nil, nil
	bare.Input.Rows = slices.Clone(c.Input.Rows)
	for i := range bare.Input.Rows {
		bare.Input.Rows[i].Parked = false
	}
	return &bare
}

// Pass lets one slot of time go by.
func (l *Living) Pass() { l.gone++ }

// Batch draws the next batch to the dimension as it is now. highest is the highest surrogate key ever used.
func (l *Living) Batch(t *rapid.T, now State, highest int64) *Case {
	d := *l.shape
	d.attributes, d.gone = slices.Clone(d.attributes), l.gone
	d.drawFeed(t)
	c := d.newCase(t)
	c.take(now, highest)
	d.drawBatch(t, c)
	return c
}

// Back is the batch that a file of parked rows makes, of its header and its rows. It came from the feed of another batch, and is
// read as of the same time as that, or as of a later one.
func (l *Living) Back(parked *Case, later bool, header []string, rows [][]engine.Value, now State, highest int64) *Case {
	c := &Case{SpecText: parked.SpecText, AsOfText: parked.AsOfText, shape: parked.shape, Input: parked.Input, Table: parked.Table}
	d := c.shape
	if later {
		at := l.shape.first().Add(time.Duration(l.gone+slots-1) * d.slot())
		c.AsOfText = at.Format(time.DateOnly)
		c.Input.AsOf = engine.AsOf{Text: c.AsOfText, Moment: at.Truncate(24 * time.Hour), IsDate: true, Zone: time.UTC}
	}
	spec := *parked.Spec
	spec.Batch.Mode, spec.Batch.Effective = "delta", "_effective"
	c.Spec, c.Input.Spec, c.Table.Spec = &spec, &spec, &spec
	c.Input.Rows, c.Input.ParkedAbsent = nil, nil
	c.take(now, highest)
	cell := func(row []engine.Value, name string) engine.Value {
		if i := slices.IndexFunc(header, func(h string) bool { return strings.EqualFold(h, name) }); i >= 0 {
			return row[i]
		}
		return engine.Null
	}
	var sequence []engine.Value
	for n, cells := range rows {
		row := model.Row{N: n + 1, KeyReadable: true, Values: map[string]engine.Value{}, Delete: cell(cells, "_operation").Text == "delete"}
		for _, name := range d.key {
			k := cell(cells, name)
			if row.Key = append(row.Key, k); k.Null {
				row.KeyReadable, row.Rejected = false, "the key column "+name+" is NULL"
			}
		}
		for _, a := range d.attributes {
			if a.supplied {
				row.Values[a.name] = cell(cells, a.batchName)
			}
		}
		at := cell(cells, "_effective")
		if at.Null && d.effective {
			at = cell(cells, effectiveColumn)
		}
		if row.Effective = readMoment(at.Text); row.Effective == nil && row.Rejected == "" {
			row.Rejected = "no effective time"
		}
		by := sequenceColumn
		if !d.sequence {
			by = "_sequence"
		}
		sequence = append(sequence, cell(cells, by))
		c.Input.Rows = append(c.Input.Rows, row)
	}
	c.readSequence(sequence)
	return c
}

// readMoment reads a moment as dimdesk writes one; nil for any other text.
func readMoment(text string) *time.Time {
	for _, layout := range []string{time.DateOnly, time.DateTime} {
		if at, err := time.Parse(layout, text); err == nil {
			return &at
		}
	}
	return nil
}

// State is all that a dimension holds at one time: its versions, and beside each its row as it stands.
type State struct {
	Versions []model.Version
	Rows     [][]engine.Value
}

// take puts a case on a dimension as it is.
func (c *Case) take(now State, highest int64) {
	c.Input.Versions = slices.Clone(now.Versions)
	for i := range c.Input.Versions {
		c.Input.Versions[i].Line = i + 1
	}
	c.Table.Stored, c.Table.HighestSK = now.Rows, highest
}

// Before is what the dimension holds before the batch.
func (c *Case) Before() State { return State{c.Input.Versions, c.Table.Stored} }

// After is what the dimension holds after a batch, in no particular order: a stored row keeps its texts in every column that
// did not change.
func (t *Table) After(result model.Result) State {
	s := State{Rows: [][]engine.Value{}}
	for _, v := range result.Loose {
		s.Versions, s.Rows = append(s.Versions, v), append(s.Rows, t.Stored[v.Line-1])
	}
	for _, m := range result.Members {
		before := map[int]model.Version{}
		for _, v := range m.Before {
			before[v.Line] = v
		}
		for _, v := range m.After {
			was, stored := before[v.Line]
			row := make([]engine.Value, len(t.Header))
			for i, name := range t.Header {
				row[i] = t.cell(name, v)
				if stored && t.cell(name, was) == row[i] {
					row[i] = t.Stored[v.Line-1][i]
				}
			}
			v.SK = t.surrogateKey(v.SK).Text
			s.Versions, s.Rows = append(s.Versions, v), append(s.Rows, row)
		}
	}
	return s
}

// Opened is how many versions a batch opens.
func Opened(result model.Result) int64 {
	n := 0
	for _, m := range result.Members {
		n += len(m.After) - len(m.Before)
	}
	return int64(n)
}

// surrogateKey turns a provisional key into the one that a commit would give.
func (t *Table) surrogateKey(sk string) engine.Value {
	if provisional, ok := strings.CutPrefix(sk, "+"); ok {
		n, _ := strconv.ParseInt(provisional, 10, 64)
		return engine.Text(strconv.FormatInt(t.HighestSK+n, 10))
	}
	return engine.Text(sk)
}
