// Package sqlgen writes the engine's SQL: pure functions from a layout to statements. It opens nothing and runs nothing.
//
// Inside, columns have short names that no user chose: k0, k1, … are the business key, a0, a1, … the attributes, p0, p1, …
// the companion of the attribute of that number (type 3: previous, type 6: current), q0, … the sequence, c0, … the texts
// of the batch. Only home.go speaks the dimension's own column names, always quoted.
//
// Moments are TIMESTAMPs: the wall clock in a dimension of dates or timestamps, UTC in one of TIMESTAMPTZ. Periods are
// half-open, and an open end is NULL.
package sqlgen
