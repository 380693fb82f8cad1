package page

// PlanChanged tells every page that the plan is another one now: what they hold of it must be read again. Said is shown.
type PlanChanged struct{ Said string }
