// Package sqlgen writes the engine's SQL: pure functions from a layout to statements. It opens nothing and runs nothing.
//
// The way of a batch through its tables: raw, batch_row (batch.go), good, look and compared (look.go), plain and touched (plain.go),
// member, hist and fact (touch.go), contested (contest.go), cand (judge.go), pt, mf, mo and gf (points.go), ver (versions.go,
// finals.go), change and after (change.go), then at commit upd, closes and opened (writes.go), which the statements read. Where
// only the counts are asked, told, past and doubt (count.go) come first, and raw has the rows in doubt.
//
// Inside, columns have short names that no user chose: k0, k1, … are the business key, a0, a1, … the attributes, p0, p1, …
// the companion of the attribute of that number (type 3: previous, type 6: current), q0, … the sequence, c0, … the texts
// of the batch. home.go reads the dimension's own columns, always quoted, into these names and writes values as they are
// spelled there; besides, only what writes or lists stored rows (writes.go, undo.go, proof.go, verify.go) names them.
//
// Moments are TIMESTAMPs: the wall clock in a dimension of dates or timestamps, UTC in one of TIMESTAMPTZ. Periods are
// half-open, and an open end is NULL.
package sqlgen
