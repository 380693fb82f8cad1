// Package plain is text for people on a line terminal: cells that cannot steer it, columns that line up, and counts in
// words. It knows the domain's types and no command.
package plain
