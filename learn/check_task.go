package learn

import "context"

// task proves a task.
func (k *checker) task(ctx context.Context, scene Scene, t *Task) error {
	k.textFits(t.Line, "ask", t.Ask, mostAsk)
	k.codeFits(t.Line, "start", t.Start)
	k.codeFits(t.Line, "solution", t.Solution)
	for _, h := range t.Hints {
		k.textFits(t.Line, "hints", h, mostTold)
	}
	for _, m := range t.Misses {
		k.textFits(m.Line, "says", m.Says, mostTold)
	}
	return nil
}
