// Package duck carries the engine out on DuckDB: the workspace in which a batch is staged, classified and resolved, and
// the homes where dimensions live (a table of a DuckDB file, or a CSV). It is the only package that imports the driver.
//
// The stages follow one another in one direction, each a table that the next one reads. plan.go runs them: batchfile.go
// stages the batch, layout.go and batchlayout.go say what its columns are, and the SQL of package sqlgen classifies it.
// decide.go resolves members again as somebody decides, commit.go applies and proves with commitchecks.go, journal.go
// records what undo.go needs, and csvcommit.go and csvrecover.go make that one commit for a file that is no database.
package duck
