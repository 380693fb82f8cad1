package model_test

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"pgregory.net/rapid"

	"dimdesk/engine"
	"dimdesk/engine/model"
	"dimdesk/engine/model/draw"
)

// texts are the files of one worked case.
type texts struct{ spec, dimension, batch, asOf string }

// worked is one case, read.
type worked struct {
	texts texts
	input model.Input
	table draw.Table
}

// read turns the texts into the model's input.
func (x texts) read(t rapid.TB) worked {
	t.Helper()
	header, rows := readCSV(x.dimension, nil)
	return x.readWith(t, header, rows)
}

// readWith does so with another dimension.
func (x texts) readWith(t rapid.TB, header []string, rows [][]engine.Value) worked {
	t.Helper()
	c := worked{texts: x}
	spec, err := engine.ParseSpec([]byte(x.spec), "spec.yaml")
	if err != nil {
		t.Fatal(err)
	}
	asOf, err := engine.ParseAsOf(x.asOf, "UTC", time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	c.input = model.Input{Spec: spec, AsOf: asOf}
	c.table = draw.Table{Spec: spec, Header: header, Stored: rows}
	var dim []engine.ColumnInfo
	for _, name := range header {
		dim = append(dim, engine.ColumnInfo{Name: name, Type: "VARCHAR"})
	}
	for _, col := range dim {
		other := append([]string{spec.SurrogateKey.Column, spec.Period.From, spec.Period.To, spec.Current.Column, spec.Deleted}, spec.Key...)
		if !slices.Contains(other, col.Name) {
			c.input.Attributes = append(c.input.Attributes, col.Name)
		}
	}
	c.table.Attributes = c.input.Attributes
	if spec.Batch.Scope != "" {
		c.input.InScope = c.scope(t)
	}
	c.readDimension(t)
	c.readBatch(t, slices.Collect(func(yield func(string) bool) {
		for _, a := range spec.Attributes(dim) {
			if !yield(a.Name) {
				return
			}
		}
	}))
	return c
}

func (c *worked) readDimension(t rapid.TB) {
	spec := c.input.Spec
	at := func(row []engine.Value, name string) engine.Value {
		if i := slices.Index(c.table.Header, name); i >= 0 {
			return row[i]
		}
		return engine.Null
	}
	for _, row := range c.table.Stored {
		if from := at(row, spec.Period.From); len(from.Text) > len(time.DateOnly) {
			c.input.Grain = engine.Timestamps
		}
	}
	c.table.Grain = c.input.Grain
	for i, row := range c.table.Stored {
		v := model.Version{Line: i + 1, SK: at(row, spec.SurrogateKey.Column).Text}
		for _, key := range spec.Key {
			v.Key = append(v.Key, at(row, key))
		}
		for _, name := range c.input.Attributes {
			v.Values = append(v.Values, at(row, name))
		}
		from, to := at(row, spec.Period.From), at(row, spec.Period.To)
		if v.NoStart = from.Null; !from.Null {
			v.From = moment(t, from.Text)
		}
		if !to.Null && to.Text != spec.Period.Open {
			v.To = moment(t, to.Text)
			if spec.Period.Bounds == "[]" {
				v.To = v.To.AddDate(0, 0, 1)
			}
		}
		v.Current = flagOf(at(row, spec.Current.Column), spec.Current.Open)
		v.Deleted = flagOf(at(row, spec.Deleted), "")
		c.input.Versions = append(c.input.Versions, v)
		if n, err := strconv.ParseInt(v.SK, 10, 64); err == nil {
			c.table.HighestSK = max(c.table.HighestSK, n)
		}
	}
}

func (c *worked) readBatch(t rapid.TB, loaded []string) {
	batch := c.input.Spec.Batch
	header, rows := readCSV(c.texts.batch, batch.Nulls)
	column := func(name string) []engine.Value {
		values := make([]engine.Value, len(rows))
		for r, row := range rows {
			values[r] = engine.Null
			if i := slices.Index(header, name); i >= 0 && len(row) == len(header) {
				values[r] = row[i]
			}
		}
		return values
	}
	c.input.Rows = make([]model.Row, len(rows))
	for r, row := range rows {
		c.input.Rows[r] = model.Row{N: r + 1, KeyReadable: true, Values: map[string]engine.Value{}}
		if len(row) != len(header) {
			c.input.Rows[r].KeyReadable = false
			c.input.Rows[r].Rejected = "the line has too few or too many fields"
		}
	}
	for _, name := range header {
		target := name
		if renamed, ok := batch.Rename[name]; ok {
			target = renamed
		}
		if i := slices.IndexFunc(loaded, func(l string) bool { return strings.EqualFold(l, target) }); i >= 0 {
			target = loaded[i]
			for r, value := range column(name) {
				c.input.Rows[r].Values[target] = value
			}
		}
	}
	for _, key := range c.input.Spec.Key {
		for from, to := range batch.Rename {
			if to == key {
				key = from
			}
		}
		for r, value := range column(key) {
			row := &c.input.Rows[r]
			row.Key = append(row.Key, value)
			if value.Null && row.Rejected == "" {
				row.KeyReadable, row.Rejected = false, "the key column "+key+" is NULL"
			}
		}
	}
	if batch.Effective != "" {
		for r, value := range column(batch.Effective) {
			row := &c.input.Rows[r]
			if at, ok := effective(value, batch.Dates); ok {
				row.Effective = &at
			} else if row.Rejected == "" {
				row.Rejected = "no effective time"
			}
		}
	}
	for _, name := range batch.Sequence {
		seqs, bad := model.ReadSequence(column(name))
		for r := range seqs {
			row := &c.input.Rows[r]
			row.Sequence = append(row.Sequence, seqs[r])
			if bad[r] && row.Rejected == "" {
				row.Rejected = "the sequence does not read"
			}
		}
	}
	if op := batch.Operation; op.Column != "" {
		for r, value := range column(op.Column) {
			c.input.Rows[r].Delete = !value.Null && slices.Contains(op.Delete, value.Text)
		}
	}
}

// effective reads an effective time: ISO, or by the one other format that a case uses.
func effective(value engine.Value, format string) (time.Time, bool) {
	layouts := []string{time.DateOnly, time.DateTime}
	if format == "%d/%m/%Y" {
		layouts = []string{"02/01/2006"}
	}
	for _, layout := range layouts {
		if at, err := time.Parse(layout, value.Text); err == nil && !value.Null {
			return at, true
		}
	}
	return time.Time{}, false
}

func flagOf(value engine.Value, open string) *bool {
	if value.Null {
		return nil
	}
	on := value.Text == "true" || open != "" && value.Text == open
	return &on
}

// scope reads a condition of the one form that a case uses: column = 'text'.
func (c *worked) scope(t rapid.TB) func(model.Version) bool {
	t.Helper()
	name, text, ok := strings.Cut(c.input.Spec.Batch.Scope, " = ")
	key, attribute := slices.Index(c.input.Spec.Key, name), slices.Index(c.input.Attributes, name)
	if !ok || max(key, attribute) < 0 {
		t.Fatalf("the scope %q is of a form that is not read here", c.input.Spec.Batch.Scope)
	}
	return func(v model.Version) bool {
		cells, i := v.Values, attribute
		if key >= 0 {
			cells, i = v.Key, key
		}
		return !cells[i].Null && "'"+cells[i].Text+"'" == text
	}
}

func moment(t rapid.TB, text string) time.Time {
	t.Helper()
	at, ok := effective(engine.Text(text), "")
	if !ok {
		t.Fatalf("%q is no moment", text)
	}
	return at
}
