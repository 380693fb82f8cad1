package engine

import "strings"

// currentNames are columns that can only be the current flag; statusNames are one where their values say so.
var (
	currentNames = []string{
		"is_current", "current_flag", "current", "current_row_indicator", "row_current_indicator", "current_indicator", "current_ind", "is_current_row",
		"row_is_current", "current_row", "is_current_version", "current_version", "is_current_record", "current_record", "dw_is_current",
		"is_latest", "latest", "latest_flag",
	}
	statusNames = []string{"is_active", "active", "active_flag", "row_status", "record_status", "version_status", "scd_status", "status"}
	deletedRows = []string{"is_deleted", "deleted", "deleted_flag", "delete_flag", "is_removed", "row_deleted", "deleted_ind"}
)

// flagWords are texts that mark open and closed versions, for a sample that has only one of the two.
var flagWords = map[string]string{"current": "Expired", "active": "Inactive", "open": "Closed", "a": "I", "c": "E"}

// findFlags finds the current flag and the deleted flag.
func (d *detector) findFlags() {
	for _, name := range currentNames {
		if i := d.named(name); i >= 0 && d.currentFlag(i, false) {
			break
		}
	}
	for _, name := range statusNames {
		if d.spec.Current.Column != "" {
			break
		}
		if i := d.named(name); i >= 0 {
			d.currentFlag(i, true)
		}
	}
	if i := d.named(deletedRows...); i >= 0 && d.isDeletedFlag(i) {
		d.spec.Deleted = d.take(i)
		d.say("deleted flag ", d.spec.Deleted)
	}
}

// currentFlag takes a column for the current flag, if its values allow it. Strict: only if they speak for it, which needs
// open and closed versions in the sample, and nine in ten of the rows to agree.
func (d *detector) currentFlag(i int, strict bool) bool {
	opens, closeds := map[string]int{}, map[string]int{}
	boolean, agree, rows := true, 0, 0
	for _, row := range d.sample {
		if row[i].Null || row[i].Text == "" {
			continue
		}
		rows++
		v, ok := truth(row[i].Text)
		boolean = boolean && ok
		if d.isOpen(row) {
			opens[row[i].Text]++
		} else {
			closeds[row[i].Text]++
		}
		if ok && v == d.isOpen(row) {
			agree++
		}
	}
	if boolean {
		if strict && (len(opens) == 0 || len(closeds) == 0 || agree*10 < rows*9) {
			return false
		}
		d.spec.Current.Column = d.take(i)
		d.say("current flag ", d.spec.Current.Column)
		return true
	}
	open, closed := mostOf(opens), mostOf(closeds)
	if open != "" && closed == "" && !strict {
		closed = flagWords[strings.ToLower(open)]
	}
	if open == "" || closed == "" || open == closed || (opens[open]+closeds[closed])*10 < rows*9 {
		return false
	}
	d.spec.Current = Flag{d.take(i), open, closed}
	d.say("current flag ", d.spec.Current.Column, ": ", open, " on open versions, ", closed, " on others")
	return true
}

// isDeletedFlag tells whether a column is true on versions that ended, if on any. (dbt writes deletes as open versions of
// their own, which is something else.)
func (d *detector) isDeletedFlag(i int) bool {
	onOpen, onClosed := 0, 0
	for _, row := range d.sample {
		if row[i].Null || row[i].Text == "" {
			continue
		}
		v, ok := truth(row[i].Text)
		switch {
		case !ok:
			return false
		case v && d.isOpen(row):
			onOpen++
		case v:
			onClosed++
		}
	}
	return onOpen == 0 || onOpen < onClosed
}

// mostOf is the text that was counted most; of several the first in order.
func mostOf(counts map[string]int) string {
	best := ""
	for text, n := range counts {
		if best == "" || n > counts[best] || n == counts[best] && text < best {
			best = text
		}
	}
	return best
}
