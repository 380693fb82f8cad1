package duck

import (
	"context"
	"fmt"
	"path/filepath"

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
	err = r.w.one(ctx, fmt.Sprintf("SELECT count(*) FILTER (%[1]s), count(*) FILTER (%[2]s AND NOT (%[1]s)), count(*) FILTER (%[3]s), (SELECT count(*) FROM after WHERE _i IS NULL) FROM after v JOIN hist h ON h._m = v._m AND h._i = v._i",
		r.layout.Closing(), r.layout.Moving(), r.layout.Overwritten()), &n.Closes, &n.Redates, &n.Overwrites, &n.Opens)
	if err != nil {
		return p, wrap(err, "cannot count the row operations")
	}
	p.Statements = r.layout.Statements(n)
	p.Operations = map[engine.Op]int64{}
	for _, s := range p.Statements {
		p.Operations[s.Op] = s.Rows
	}
	for _, c := range append(r.layout.Proof(), r.layout.OpenedCheck()) {
		p.Checks = append(p.Checks, c.Holds)
	}
	if p.Parked, err = r.parkable(ctx); err != nil {
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
	fresh := &Review{o: r.o, home: r.home, progress: r.progress}
	var err error
	if fresh.w, err = openWorkspace(ctx, r.o); err != nil {
		return err
	}
	if h, ok := r.home.(*csvHome); ok {
		h.loaded = ""
	}
	parked := map[string][]int64{}
	err = r.eachParked(ctx, func(id int64, reason string) { parked[reason] = append(parked[reason], id) })
	if err == nil {
		err = fresh.plan(ctx)
	}
	if err == nil && fresh.batch.sha != r.batch.sha {
		err = engine.Errorf(engine.CodeFailed, "%s has changed since the review began", r.batch.name).Help("leave, and review it anew")
	}
	for reason, ids := range parked {
		if err == nil {
			_, err = fresh.Decide(ctx, engine.Selection{IDs: ids}, engine.Parked, reason)
		}
	}
	if err != nil {
		fresh.w.close()
		return wrap(err, "cannot plan again")
	}
	fresh.history = nil
	old := r.w
	*r = *fresh
	return old.close()
}
