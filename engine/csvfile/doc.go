// Package csvfile reads and rewrites delimited text without losing anything.
//
// It exists because the usual readers lose what a dimension needs: the difference between an unquoted empty field (NULL)
// and "" (the empty string), the line that a record begins on, every other row of a file in which one is ragged, and the
// bytes of rows that nobody touched (rules 1 and 2).
//
// [Scan] streams a file once and tells its [Shape]. A file whose shape is Regular can be read by DuckDB's read_csv as it
// is, every column a VARCHAR; any other goes through [Normalise] (delimited text) or [JSONLines] first, which write one
// form that is always regular. [Rewrite] copies a file and replaces single fields, record for record, and can restore
// the first bytes again; [Prepare], [Finish] and [Drop] put the copy in the file's place. [Writer] makes a new file.
//
// A field is quoted only where its very first byte is a quote; any other quote is a character like the rest. LF, CR LF
// and CR each end a record outside quotes. Line numbers count all of them, inside quotes too, from 1, the header's.
package csvfile
