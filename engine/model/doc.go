// Package model is the reference model of dimdesk: it works out what a batch means for a dimension, one member at a time
// and one row after the other, on a plain list of versions. It is slow, holds everything in memory, and is meant to be
// read beside the rules: what a test compares the engine with.
//
// The rules are numbered 1 to 16 in RULES.md. The model begins after rule 1: its input is rows that have been read
// and cast, or say why they could not be. Run is the one way in:
//
//	rows that cannot be read, and future ones    rows.go      rules 1, 11
//	who speaks for a key at a moment             contest.go   rule 3
//	members with a broken history                fault.go     rule 12
//	what a row means at its place                judge.go     rules 4 to 9
//	what it does there                           place.go     rules 5 to 9
//	what is left when all rows are placed        settle.go    rules 6, 9
//	a snapshot's rows and its absent members     snapshot.go  rule 10
//	provisional surrogate keys                   keys.go      rule 14
package model
