package learn

import (
	"context"

	"dimdesk/engine"
)

// remembering is a lab that applies each batch once: a check gives the engine the same solution for every answer that is held
// against it, and that is most of its time.
type remembering struct {
	engine.Lab
	applied map[engine.LabBatch]applied
}

type applied struct {
	out engine.LabApplied
	err error
}

// Apply applies a batch, or gives what came of it before.
func (r remembering) Apply(ctx context.Context, in engine.LabBatch) (engine.LabApplied, error) {
	if a, done := r.applied[in]; done {
		return a.out, a.err
	}
	out, err := r.Lab.Apply(ctx, in)
	if ctx.Err() == nil {
		r.applied[in] = applied{out, err}
	}
	return out, err
}
