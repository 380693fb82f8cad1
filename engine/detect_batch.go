package engine

import (
	"slices"
	"strings"
)

// Names of a batch's own columns, the likeliest first.
var (
	effectiveNames = []string{
		"effective_date", "effective_at", "effective_from", "effective", "changed_at", "changed_on", "change_date", "valid_from", "since",
		"effective_time", "effective_ts", "event_time", "event_date", "event_ts",
		"updated_at", "modified_at", "last_updated", "last_modified", "updated_on", "update_date",
	}
	operationNames = []string{"op", "_op", "__op", "operation", "change_type", "_change_type", "op_type", "cdc_operation", "dml_type", "row_operation"}
	sequenceNames  = []string{"seq", "sequence", "seq_no", "sequence_no", "sequence_number", "lsn", "_lsn", "scn"}
)

// findBatch finds the batch's effective, operation and sequence columns. Whether a batch is a delta or a snapshot cannot
// be told from its columns: it is taken for a delta, in which absence means nothing.
func (d *detector) findBatch() {
	if d.batch == nil {
		return
	}
	b := &d.spec.Batch
	if name := d.batchNamed(effectiveNames, d.mayDate); name != "" {
		b.Effective = name
		d.say("batch: rows are effective from ", name)
	}
	if name := d.batchNamed(operationNames, d.isNew); name != "" {
		b.Operation = Operations{name, []string{"D", "DELETE", "d", "delete"}}
		d.say("batch: a D or DELETE in ", name, " is a delete")
	}
	if name := d.batchNamed(sequenceNames, d.isNew); name != "" {
		b.Sequence = []string{name}
		d.say("batch: rows of one moment are in order of ", name)
	}
	if !IsParked(d.order) {
		d.say("batch: a delta, so absence means nothing (mode: snapshot, if it has every member)")
	}
}

// batchNamed is the first batch column that has one of the names and may have the role; "" if there is none.
func (d *detector) batchNamed(names []string, may func(col string) bool) string {
	for _, name := range names {
		at := slices.IndexFunc(d.order, func(col string) bool {
			return !isParkedColumn(col) && strings.Trim(inWords(col), "_") == strings.Trim(name, "_") && may(col)
		})
		if at >= 0 {
			return d.order[at]
		}
	}
	return ""
}

// isNew tells whether the dimension lacks a column.
func (d *detector) isNew(col string) bool {
	return !d.known[FoldName(col)]
}

// mayDate tells whether a batch column may date its rows: it is no attribute, or one about loading, or the start.
func (d *detector) mayDate(col string) bool {
	return d.isNew(col) || isAudit(inWords(col)) || FoldName(col) == FoldName(d.spec.Period.From)
}
