package duck

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// Preview implements engine.Review. It looks at the journal, and lets go of the dimension again.
func (r *Review) Preview(ctx context.Context) (p engine.Preview, err error) {
	if p.Counts, err = r.Counts(ctx); err != nil {
		return p, err
	}
	if err := r.numberNewKeys(ctx); err != nil {
		return p, err
	}
	var n sqlgen.Tally
	if n.Opens, err = r.w.count(ctx, "SELECT count(*) FROM after WHERE _i IS NULL"); err == nil {
		err = r.w.one(ctx, sqlgen.Counted(r.layout.Rewritten()), n.Into()...)
	}
	if err != nil {
		return p, wrap(err, "cannot count the row operations")
	}
	p.Statements = r.layout.Statements(n)
	p.Operations = engine.OperationsOf(p.Statements)
	for _, c := range append(r.layout.Proof(), r.layout.OpenedCheck()) {
		p.Checks = append(p.Checks, c.Holds)
	}
	if p.Parked, err = r.parkable(ctx, p.Counts); err != nil {
		return p, err
	}
	if p.Parked > 0 {
		p.ParkFile = filepath.Join(filepath.Dir(r.batch.path), withoutExt(r.batch.path)+".parked.csv")
	}
	if p.Stops, err = r.previewStops(ctx, p.Counts); err != nil {
		return p, err
	}
	if err := r.writable(); err != nil {
		p.Stops = append(p.Stops, engine.Stop{Why: err.Error()})
	}
	p.Word = "commit"
	deleted, err := r.w.count(ctx, "SELECT count(DISTINCT _m) FROM change WHERE _kind = 'deleted' AND NOT _parked")
	if deleted > 0 {
		p.Word = fmt.Sprint(deleted)
	}
	return p, err
}

func (r *Review) previewStops(ctx context.Context, counts engine.Counts) (stops []engine.Stop, err error) {
	if err := r.home.attachJournal(ctx, r.w, false); err != nil {
		return nil, err
	}
	defer func() {
		if d := r.home.detach(r.w); err == nil {
			err = d
		}
	}()
	j, err := openJournal(ctx, r.w, r.home)
	if err != nil {
		return nil, err
	}
	return r.stops(ctx, j, counts, engine.CommitRequest{Allow: engine.Allow{Deleted: -1, Changed: -1}})
}

// Replan implements engine.Review.
func (r *Review) Replan(ctx context.Context, progress func(engine.Progress)) error {
	if progress != nil {
		r.progress = progress
	}
	o := r.o
	o.Progress = r.progress
	r.told()
	r.home.letGo() // so that what nobody was told of yet is found again
	fresh, err := OpenReview(ctx, o)
	if err != nil {
		return err
	}
	if err := r.handOver(ctx, fresh); err != nil {
		return errors.Join(wrap(err, "cannot plan again"), fresh.Close())
	}
	old := r.w
	*r = *fresh
	return old.close()
}

// handOver repeats the decisions in a fresh plan of the same batch: on rows by their number, on absent members by their key.
func (r *Review) handOver(ctx context.Context, fresh *Review) error {
	if fresh.batch.sha != r.batch.sha {
		return engine.Errorf(engine.CodeFailed, "%s has changed since the review began", r.batch.name).Help("leave, and review it anew")
	}
	absent := map[string]int64{}
	err := fresh.eachChange(ctx, "c._row IS NULL", func(id int64, key, _ string) { absent[key] = id })
	if err != nil {
		return err
	}
	parked := map[string][]int64{}
	err = r.eachChange(ctx, "c._parked AND c._row IS NOT NULL", func(id int64, _, reason string) { parked[reason] = append(parked[reason], id) })
	if err == nil {
		err = r.eachChange(ctx, "c._parked AND c._row IS NULL", func(_ int64, key, reason string) {
			if id, still := absent[key]; still {
				parked[reason] = append(parked[reason], id)
			}
		})
	}
	if err == nil {
		err = fresh.parkAgain(ctx, parked)
	}
	fresh.history = nil
	return err
}

// parkAgain parks changes, by the reasons that they are parked with. Some change nothing while others are taken, and can be parked
// only when these are: so it goes on until no more can be.
func (r *Review) parkAgain(ctx context.Context, reasons map[string][]int64) error {
	all := slices.Concat(slices.Collect(maps.Values(reasons))...)
	for {
		out, err := r.Decide(ctx, engine.Selection{IDs: all}, engine.Parked, "")
		if err != nil {
			return err
		}
		if out.Rows == 0 {
			break
		}
	}
	for reason, ids := range reasons {
		if reason == "" {
			continue
		}
		if _, err := r.Decide(ctx, engine.Selection{IDs: ids}, engine.Parked, reason); err != nil {
			return err
		}
	}
	return nil
}
