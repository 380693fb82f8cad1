package main

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"dimdesk/engine"
	"dimdesk/sampledata"
)

// peer is a program that others use for the same work. It keeps its table, with all that belongs to it, in a working
// folder, in which its commands run and find the batch as batch.csv.
type peer struct {
	name      string // for --only
	title     string
	kit       kit
	folders   []string                    // the embedded folders that its working folder begins with
	base      func(tb toolbox) [][]string // commands that make the table from base.parquet, with a batch of no rows there
	apply     func(tb toolbox) []string   // the command that is timed
	export    func(tb toolbox) []string   // writes what the table holds to versions.parquet, a file or a folder of them
	kept      string                      // what it keeps other than the generated dimension does; "" for nothing
	surrogate bool                        // it keeps surrogate keys as integers
}

var (
	dbtKit     = kit{folder: "dbt"}
	sqlmeshKit = kit{folder: "sqlmesh"}
	sparkKit   = kit{folder: "spark", java: true}
)

// peerList are the peers, each set up as its documentation has it. All of them compare the attributes: what goes by a
// time of change alone (dbt's timestamp strategy, SQLMesh's BY_TIME) would open a version for every row of this batch.
func peerList() []peer {
	return []peer{
		{
			name: "dbt", title: "dbt snapshot", kit: dbtKit, folders: []string{"dbt", "duckdb"},
			base:   func(tb toolbox) [][]string { return [][]string{dbtSnapshot(tb), onDuckDB(tb, "base.sql")} },
			apply:  dbtSnapshot,
			export: func(tb toolbox) []string { return onDuckDB(tb, "versions.sql") },
			kept:   "the period in dbt_valid_from and dbt_valid_to; no current flag; a hash (dbt_scd_id) for the surrogate key",
		},
		{
			name: "sqlmesh", title: "SQLMesh SCD_TYPE_2_BY_COLUMN", kit: sqlmeshKit, folders: []string{"sqlmesh", "duckdb"},
			base: func(tb toolbox) [][]string {
				return [][]string{
					{tb.program("sqlmesh"), "plan", "--auto-apply", "--no-prompts", "--execution-time", dayBefore(sampledata.GeneratedAsOf)},
					{tb.program("python"), "base.py"},
				}
			},
			apply:  func(tb toolbox) []string { return []string{tb.program("python"), "run.py", sampledata.GeneratedAsOf} },
			export: func(tb toolbox) []string { return onDuckDB(tb, "versions.sql") },
			kept:   "no current flag and no surrogate key; it writes the whole table again, whatever the batch",
		},
		spark("delta", "Spark MERGE, Delta"),
		spark("iceberg", "Spark MERGE, Iceberg"),
	}
}

func dbtSnapshot(tb toolbox) []string {
	return []string{tb.program("dbt"), "snapshot", "--vars", "{effective: " + sampledata.GeneratedAsOf + "}", "--threads", strconv.Itoa(runtime.NumCPU())}
}

func onDuckDB(tb toolbox, file string) []string {
	return []string{tb.program("python"), "sql.py", "dimension.duckdb", file}
}

// spark is Spark on this machine alone, with all its cores and a quarter of its memory.
func spark(format, title string) peer {
	submit := func(tb toolbox, command string, more ...string) []string {
		return append([]string{tb.program("spark-submit"), "--master", "local[*]", "--driver-memory", driverMemory(), "--driver-class-path", tb.jars,
			"dimension.py", command, format}, more...)
	}
	return peer{
		name: "spark-" + format, title: title, kit: sparkKit, folders: []string{"spark"}, surrogate: true,
		base:   func(tb toolbox) [][]string { return [][]string{submit(tb, "base")} },
		apply:  func(tb toolbox) []string { return submit(tb, "apply", sampledata.GeneratedAsOf) },
		export: func(tb toolbox) []string { return submit(tb, "versions") },
	}
}

// driverMemory is at least 2 and at most 16 GB: a quarter of what the machine has.
func driverMemory() string {
	return fmt.Sprintf("%dm", min(max(machineMemory()/4, 2<<30), 16<<30)>>20)
}

func dayBefore(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic(err) // it is a constant
	}
	return t.AddDate(0, 0, -1).Format(time.DateOnly)
}

// choose gives the peers with the names in only, or all. Dimdesk is a name too, and says whether it is wanted.
func choose(only []string) (chosen []peer, desk bool, err error) {
	all := peerList()
	if len(only) == 0 {
		return all, true, nil
	}
	known := []string{"dimdesk"}
	for _, p := range all {
		known = append(known, p.name)
		if slices.Contains(only, p.name) {
			chosen = append(chosen, p)
		}
	}
	for _, name := range only {
		if !slices.Contains(known, name) {
			return nil, false, engine.Errorf(engine.CodeUsage, "--only %s: there are %s", name, strings.Join(known, ", "))
		}
	}
	return chosen, slices.Contains(only, "dimdesk"), nil
}
