package duck

import (
	"slices"
	"strings"
)

// outwards are functions that DuckDB's settings do not keep from the world: those that write a log or a profile on the screen, or to a
// file, where DuckDB ends the whole program if it may not; those that read an address in memory; those that change how SQL is read;
// and those that run SQL that is a text, in which such a call could not be seen.
var outwards = strings.Fields(`enable_logging disable_logging truncate_duckdb_logs write_log enable_profiling disable_profiling
	arrow_scan arrow_scan_dumb seq_scan enable_peg_parser disable_peg_parser check_peg_parser query json_execute_serialized_sql`)

// outward is the first of these functions that a statement calls; "" for none.
func outward(st labStatement) string {
	for _, name := range outwards {
		if slices.Contains(st.called, name) {
			return name
		}
	}
	return ""
}

// outwardIn is outward of a piece of SQL that a spec brings.
func outwardIn(sql string) string {
	for _, st := range splitStatements(sql) {
		if name := outward(st); name != "" {
			return name
		}
	}
	return ""
}
