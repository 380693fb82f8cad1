package draw

import (
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"dimdesk/engine"
	"dimdesk/engine/model"
)

// batchRow is one drawn row: what the model is given, and the text of each cell by the batch's column.
type batchRow struct {
	row   model.Row
	cells map[string]engine.Value
}

// drawBatch draws the batch's rows and writes them out.
func (d *shape) drawBatch(t *rapid.T, c *Case) {
	header := rapid.Permutation(d.batchColumns(t)).Draw(t, "batch header")
	null := ""
	if d.nulls && chance(t, 60, "NULL written as n/a") {
		null = "n/a"
	}
	lineEnd := pick(t, "line ends", "\n", "\n", "\n", "\r\n")
	lines := []string{strings.Join(header, ",")}
	var rows []batchRow
	var sequence []engine.Value
	for n := rapid.IntRange(d.scale, 12*d.scale).Draw(t, "rows"); n > 0; n-- {
		var r batchRow
		switch {
		case len(rows) == 0:
			r = d.drawFirstRow(t, c)
		case chance(t, 15, "an equal repeat"):
			r = pick(t, "of the row", rows...)
		default:
			r = d.drawRow(t, c)
		}
		rows = append(rows, r)
		sequence = append(sequence, r.cells[sequenceColumn])
		cells := make([]engine.Value, len(header))
		for i, name := range header {
			cells[i] = r.cells[name]
		}
		lines = append(lines, csvLine(cells, null))
	}
	for i, r := range rows {
		r.row.N = i + 1
		c.Input.Rows = append(c.Input.Rows, r.row)
	}
	if d.sequence {
		c.readSequence(sequence)
	}
	if len(rows) > 1 && chance(t, 6, "a ragged line") {
		i := rapid.IntRange(1, len(rows)-1).Draw(t, "ragged row")
		lines[i+1] += ",more"
		c.Input.Rows[i] = model.Row{N: i + 1, Rejected: "the line has too many fields"}
	}
	if chance(t, 10, "a byte order mark") {
		lines[0] = "\ufeff" + lines[0]
	}
	c.lines, c.lineEnd = lines, lineEnd
	c.BatchCSV = strings.Join(lines, lineEnd) + lineEnd
}

// readSequence reads the texts of the rows' sequence column as the program does.
func (c *Case) readSequence(texts []engine.Value) {
	seqs, bad := model.ReadSequence(texts)
	for i := range seqs {
		row := &c.Input.Rows[i]
		if row.Sequence = []model.Seq{seqs[i]}; bad[i] && row.Rejected == "" {
			row.Rejected = "the sequence is no number"
		}
	}
}

// batchColumns are the batch's columns: there are always two at least, so that a row of NULLs is no blank line.
func (d *shape) batchColumns(t *rapid.T) []string {
	names := slices.Clone(d.key)
	for _, a := range d.attributes {
		if a.supplied {
			names = append(names, a.batchName)
		}
	}
	if d.effective {
		names = append(names, effectiveColumn)
	}
	if d.sequence {
		names = append(names, sequenceColumn)
	}
	if d.operation {
		names = append(names, operationColumn)
	}
	if chance(t, 15, "a column that the dimension lacks") {
		names = append(names, "loyalty")
	}
	return names
}

// drawFirstRow draws a row that can be read: its sequence tells that the column is one of numbers.
func (d *shape) drawFirstRow(t *rapid.T, c *Case) batchRow {
	for {
		if r := d.drawRow(t, c); r.row.Rejected == "" {
			if d.sequence {
				r.cells[sequenceColumn] = engine.Text("2")
			}
			return r
		}
	}
}

func (d *shape) drawRow(t *rapid.T, c *Case) batchRow {
	r := batchRow{
		row:   model.Row{KeyReadable: true, Values: map[string]engine.Value{}},
		cells: map[string]engine.Value{"loyalty": engine.Text("gold")},
	}
	d.drawRowKey(t, c, &r)
	if d.operation {
		op := pick(t, "operation", engine.Text("U"), engine.Text("U"), engine.Null, engine.Text("D"), engine.Text("DELETE"))
		r.cells[operationColumn] = op
		r.row.Delete = op.Text == "D" || op.Text == "DELETE"
	}
	for _, a := range d.attributes {
		if a.supplied {
			value := d.drawValue(t, a.name)
			r.row.Values[a.name], r.cells[a.batchName] = value, value
		}
	}
	if d.effective {
		d.drawEffective(t, &r)
	}
	if d.sequence {
		r.cells[sequenceColumn] = pick(t, "sequence",
			engine.Text("2"), engine.Text("10"), engine.Text("1"), engine.Text("3"), engine.Text("4"), engine.Text("5"), engine.Text("11"),
			engine.Text("6"), engine.Text("20"), engine.Text("100"), engine.Null, engine.Text("x"))
	}
	return r
}

// drawRowKey draws the key of a row: most are of members that the dimension has.
func (d *shape) drawRowKey(t *rapid.T, c *Case, r *batchRow) {
	r.row.Key = d.oneKey(t)
	if len(c.Input.Versions) > 0 && chance(t, 70, "a key of the dimension") {
		r.row.Key = pick(t, "whose", c.Input.Versions...).Key
	}
	if chance(t, 3, "key is NULL") {
		r.row.Key = slices.Clone(r.row.Key)
		r.row.Key[0] = engine.Null
	}
	for i, name := range d.key {
		r.cells[name] = r.row.Key[i]
		if r.row.Key[i].Null {
			r.row.KeyReadable, r.row.Rejected = false, "the key column "+name+" is NULL"
		}
	}
}

// drawEffective draws the effective time of a row: in a dimension of dates some have a time of day, in one of timestamps
// some are dates.
func (d *shape) drawEffective(t *rapid.T, r *batchRow) {
	last := slots - 1
	if d.future == "reject" && !chance(t, 10, "possibly in the future") {
		last = d.asOf
	}
	at := d.moment(rapid.IntRange(0, last).Draw(t, "effective"))
	layout := time.DateTime
	switch {
	case d.grain == engine.Dates && chance(t, 20, "with a time of day"):
		at = at.Add(time.Duration(rapid.IntRange(1, 3).Draw(t, "hour")) * time.Hour)
	case d.grain == engine.Dates || at.Hour() == 0 && chance(t, 50, "as a date"):
		layout = time.DateOnly
	}
	r.row.Effective, r.cells[effectiveColumn] = &at, engine.Text(at.Format(layout))
	if chance(t, 4, "effective time does not read") {
		r.row.Effective = nil
		r.cells[effectiveColumn] = pick(t, "effective text", engine.Null, engine.Text("03/04/2024"), engine.Text("2024-02-31"))
		if r.row.Rejected == "" {
			r.row.Rejected = "no effective time"
		}
	}
}
