// Package duck carries the engine out on DuckDB: the workspace in which a batch is staged, classified and resolved, and
// the homes where dimensions live (a table of a DuckDB file, or a CSV). It is the only package that imports the driver.
//
// The stages follow one another in one direction, each a table that the next one reads: stage.go reads the batch,
// classify.go finds the members that it touches, resolve.go places their rows, commit.go applies and proves, and
// journal.go records what undo.go needs.
package duck
