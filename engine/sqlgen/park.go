package sqlgen

import (
	"fmt"
	"slices"
	"strings"
)

// ParkColumns are what a parked file has beside the batch's columns.
var ParkColumns = []string{"_operation", "_effective", "_sequence", "_row", "_line", "_by", "_reason"}

// Parkable is the condition on a change c that it goes to the parked file: rows that are rejected, and what was parked. An
// absent member that cannot be deleted is no row: the next snapshot tells of it again, and giving it back as a delete would
// be a guess.
const Parkable = "(c._kind = 'rejected' AND c._row IS NOT NULL OR c._parked)"

// ParkRows makes the TEMP table park: the rows that are parked or rejected, in order (ord), with what the batch's texts do not
// say. row is NULL for an absent member, whose key is kept as text.
func (l *Layout) ParkRows() string {
	effective := l.ShowMoment("c._at")
	if l.Batch.Effective >= 0 && !l.Snapshot() {
		effective = "CASE WHEN b._et = c._at THEN " + l.ShowMoment("c._at") + " ELSE CAST(coalesce(b._et, c._at) AS VARCHAR) END"
	}
	seq := "NULL::VARCHAR"
	if n := len(l.Batch.Sequence); n > 0 {
		seq = "concat_ws('|', " + each(n, ", ", func(i int) string { return "b." + col("c", l.Batch.Sequence[i].Batch) }) + ")"
	}
	reason := "coalesce(c._reason, CASE WHEN contains(c._why, chr(31)) THEN split_part(c._why, chr(31), 2) END)"
	raw := "b._raw"
	if i := slices.IndexFunc(l.Batch.Columns, func(c string) bool { return strings.EqualFold(c, "_line") }); l.Batch.Parked && i >= 0 {
		raw = fmt.Sprintf("coalesce(b._raw, b.%s)", col("c", i)) // as the earlier file has it
	}
	return fmt.Sprintf("CREATE OR REPLACE TEMP TABLE park AS SELECT row_number() OVER (ORDER BY c._id) AS ord, c._row AS row, [%s] AS key, CASE WHEN c._del THEN 'delete' ELSE 'upsert' END AS operation, %s AS effective, nullif(%s, '') AS sequence, %s AS line, %s AS reason FROM change c LEFT JOIN batch_row b ON b._row = c._row WHERE "+Parkable,
		each(len(l.Keys), ", ", func(i int) string { return "c." + col("k", i) + "::VARCHAR" }), effective, seq, raw, reason)
}

// ParkTexts selects the parked file's rows: the batch's columns as the texts they were, less those of an earlier parked file,
// then ParkColumns. columns are the numbers of the batch columns that are kept.
func (l *Layout) ParkTexts(columns []int, by string) string {
	cells := each(len(columns), ", ", func(i int) string {
		n := columns[i]
		for k, key := range l.Keys {
			if key.Batch == n {
				return fmt.Sprintf("CASE WHEN p.row IS NULL THEN p.key[%d] ELSE r.%s END", k+1, col("c", n))
			}
		}
		return "r." + col("c", n)
	})
	raw := "(SELECT rowid + 1 AS _row, * FROM raw)"
	if l.Batch.Numbered {
		raw = "raw"
	}
	return "SELECT " + list(cells, "p.operation", "p.effective", "p.sequence", "p.row::VARCHAR", "p.line", Lit(by), "p.reason") +
		" FROM park p LEFT JOIN " + raw + " r ON r._row = p.row ORDER BY p.ord"
}
