// Package diffout writes a classified diff: one writer for each format behind one interface. JSON lines and CSV are
// data and hold every row; table, Markdown and HTML are for people and end with the counts.
package diffout
