// Package playground is one member's story told under every SCD type: what a dimension stores of it, what reports say, and
// what becomes of a report that was printed before. The engine that commits computes types 0, 1, 2, 3 and 6; types 4, 5 and 7 are
// composed by SQL from what type 2 stores. Every figure is computed by SQL in an engine.Lab from the rows that are shown.
package playground

// Type is an SCD type as Kimball numbers them.
type Type int

// Types are all that the playground has.
var Types = []Type{0, 1, 2, 3, 4, 5, 6, 7}

// Composed tells whether a type is composed by SQL from what type 2 stores: it is a matter of tables beside the dimension, not of what
// is done to a column.
func (t Type) Composed() bool { return t == 4 || t == 5 || t == 7 }

// stored is the type whose rows the engine stores for this one.
func (t Type) stored() Type {
	if t.Composed() {
		return 2
	}
	return t
}

// Idea says in a few words what a type does.
func (t Type) Idea() string {
	switch t {
	case 0:
		return "keeps the original"
	case 1:
		return "overwrites"
	case 2:
		return "adds a row"
	case 3:
		return "keeps one previous value"
	case 4:
		return "a mini-dimension"
	case 5:
		return "a mini-dimension, and the current profile"
	case 6:
		return "adds a row, with the current value on each"
	}
	return "two keys: as it was, as it is"
}
