// Package rowout writes rows of data as CSV, as JSON lines or as a table, one row at a time. CSV keeps NULL (an empty
// field) apart from the empty text (""), as dimdesk reads it.
package rowout
