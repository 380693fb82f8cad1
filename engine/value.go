package engine

// Value is one cell as text, or NULL. NULL and the empty string are different values.
type Value struct {
	Text string
	Null bool
}

// Null is the NULL cell.
var Null = Value{Null: true}

// Text makes a cell that is not NULL.
func Text(s string) Value { return Value{Text: s} }

// Show is the cell for people: its text, or "–" for NULL.
func (v Value) Show() string {
	if v.Null {
		return "–"
	}
	return v.Text
}

// JSON is the cell for encoding/json: a string or nil.
func (v Value) JSON() any {
	if v.Null {
		return nil
	}
	return v.Text
}
