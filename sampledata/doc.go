// Package sampledata holds the worked examples as embedded files, and a seeded generator of dimensions of any size.
//
// A sample is a dimension, a batch and a spec, with the time to review them as of; Demo finds one by name. The built-in
// demo is explained row by row in demo/ABOUT.md. The generator gives SQL text, because this package knows no database:
// whoever has a DuckDB connection runs it.
package sampledata
