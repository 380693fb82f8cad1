// Package draw draws random dimensions, specs and batches for property tests: the same data once as the reference model's
// input, and once as the files that the program reads. Its domains are small, so that equal values, equal moments and
// equal neighbours happen often.
package draw
