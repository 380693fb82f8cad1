// Package engine is the domain of dimdesk: the spec of a slowly changing dimension, the kinds of change that a batch
// row can be, decisions, row operations, plans, commits and errors. It knows no database and no terminal: engine/duck
// carries its work out, and the screens and commands see only what is defined here.
//
// The rules that decide what a batch row becomes are numbered 1 to 16 in RULES.md; comments cite them by number.
package engine
