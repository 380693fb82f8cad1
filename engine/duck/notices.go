package duck

import (
	"context"
	"fmt"

	"dimdesk/engine"
)

// noticesOfData says what the data itself gives occasion to mention.
func (r *Review) noticesOfData(ctx context.Context) []string {
	var out []string
	if r.batch.rows == 0 {
		out = append(out, r.batch.name+" has no rows")
	}
	if r.layout.Batch.Parked {
		out = append(out, "this is a file of parked rows: it is read as a delta, each row as of the time it was parked with")
	}
	return out
}

// annotate adds the notes that take more than the change itself: what else a type 1 change overwrites, and planned versions
// that a delete leaves alone.
func (r *Review) annotate(ctx context.Context, changes []engine.Change) error {
	for i := range changes {
		c := &changes[i]
		if c.Kind == engine.Deleted {
			var planned string
			err := r.w.one(ctx, fmt.Sprintf("SELECT coalesce(%s, '') FROM fact f JOIN change c USING (_m) WHERE c._id = %d", r.layout.ShowMoment("f._planned"), c.ID), &planned)
			if err != nil {
				return wrap(err, "cannot look for planned versions")
			}
			if planned != "" {
				c.Notes = append(c.Notes, "the planned version of "+planned+" is left alone")
			}
		}
	}
	return nil
}
