package page

// Resized tells every page that the screen has another size: more rows may be seen now.
type Resized struct{}

// PlanChanged tells every page that the plan is another one now: what they hold of it must be read again. Said is shown.
type PlanChanged struct{ Said string }
