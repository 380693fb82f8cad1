package page

import tea "charm.land/bubbletea/v2"

// Resized tells every page that the screen has another size: more rows may be seen now.
type Resized struct{}

// PlanChanged tells every page that the plan is another one now: what they hold of it must be read again. Said is shown.
type PlanChanged struct{ Said string }

// Found is a reply from a dimension, with what it has found of commits whose programs were killed. That is shown whatever became
// of the page that asked: it is told once, and nobody else may know of it.
type Found struct {
	Dimension string
	News      []string
	Reply     tea.Msg
}
