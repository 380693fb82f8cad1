package duck

import (
	"context"
	"errors"
	"fmt"

	"github.com/duckdb/duckdb-go/v2"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

const commitSteps = 7

// Commit implements engine.Review: checks, writes, proof and journal in one transaction where the dimension lives. Whoever asks
// for it has told of the one that was tried before.
func (r *Review) Commit(ctx context.Context, req engine.CommitRequest, progress func(engine.Progress)) (out engine.Committed, err error) {
	if progress == nil {
		progress = func(engine.Progress) {}
	}
	if err := r.writable(); err != nil {
		return out, err
	}
	if r.o.Count {
		return out, engine.Errorf(engine.CodeFailed, "this plan was made to be counted, and cannot be committed").Help("open the batch again")
	}
	if r.spent {
		return out, engine.Errorf(engine.CodeFailed, "this plan was made to be committed at once, and has been tried").Help("open the batch again")
	}
	r.told()
	report := func(n int, what string) { progress(engine.Progress{What: what, Step: n, Steps: commitSteps}) }
	report(1, "opening "+r.home.path())
	if r.o.Apply {
		defer func() { r.spent = true }()
	} else if err := r.home.attach(ctx, r.w, true); err != nil {
		return out, err
	}
	defer func() {
		if d := r.home.detach(r.w); err == nil && d != nil {
			out.Notices = append(out.Notices, notFolded(r.home, d))
		}
	}()
	defer func() {
		if err == nil { // what was found beside the dimension since the batch was read
			out.Notices = append(r.home.news(), out.Notices...)
		}
	}()
	j := r.journal
	if j == nil {
		if j, err = openJournal(ctx, r.w, r.home); err != nil {
			return out, err
		}
	}
	counts, err := r.Counts(ctx)
	if err != nil {
		return out, err
	}
	if earlier, err := r.alreadyApplied(ctx, j, req); err != nil || earlier.Already > 0 {
		return earlier, err
	}
	stops, err := r.stops(ctx, j, counts, req)
	if err != nil {
		return out, err
	}
	if len(stops) > 0 {
		return out, stopped(stops)
	}
	parkable, err := r.parkable(ctx, counts)
	if err != nil {
		return out, err
	}
	if parkable > 0 && req.ParkFile == "" {
		return out, r.rejectedError(ctx, parkable)
	}
	report(2, "checking that nothing moved")
	if err := r.stale(ctx); err != nil {
		return out, err
	}
	return r.write(ctx, j, counts, req, parkable, report)
}

// write is the transaction, with the parked file written and synced before COMMIT and put back if that fails.
func (r *Review) write(ctx context.Context, j *journal, counts engine.Counts, req engine.CommitRequest, parkable int64, report func(int, string)) (out engine.Committed, err error) {
	out = engine.Committed{ParkFile: req.ParkFile, Operations: map[engine.Op]int64{}}
	var park *parkFile
	note := &intent{Commit: j.last + 1, Batch: r.batch.name, By: who(req.As)}
	if parkable > 0 {
		if note.Park.File, err = parkingPlace(req.ParkFile); err != nil {
			return out, wrap(err, "cannot find "+req.ParkFile)
		}
	}
	if err := note.begin(r.home); err != nil {
		return out, err
	}
	defer r.ended.add(note)
	if parkable > 0 {
		report(3, "writing the parked rows")
		if park, err = r.writePark(ctx, req, note); err != nil {
			return out, notDone(err)
		}
		out.Parked, out.ParkFile = parkable, park.path
	} else {
		out.ParkFile = ""
	}
	older, err := r.older(ctx, j)
	if err != nil {
		return out, park.putBack(notDone(err))
	}
	head, err := r.prepare(ctx, j, park != nil)
	if err != nil {
		return out, park.putBack(notDone(err))
	}
	err = r.home.commit(ctx, r.w, func() error {
		if err := j.create(ctx); err != nil {
			return err
		}
		report(4, "writing")
		if err := r.apply(ctx, &out); err != nil {
			return err
		}
		report(5, "proving the histories")
		if err := r.prove(ctx, head); err != nil {
			return err
		}
		report(6, "recording the commit")
		if out.ID, err = r.record(ctx, j, counts, req, out, park, head); err != nil {
			return err
		}
		if park != nil {
			err = r.recordPark(ctx, j, out.ID)
		}
		return errors.Join(err, note.durable())
	})
	// What happened is what the journal says, whatever COMMIT answered, and whoever has cancelled meanwhile.
	report(7, "looking for the commit in the journal")
	end := endingOf(j, out.ID, err)
	note.made, note.unknown = end.made, end.unknown
	switch {
	case end.err != nil && !end.made:
		return out, park.putBack(end.err)
	case end.err != nil:
		return out, end.err
	}
	out.Notices = append(out.Notices, older...)
	if end.remark != "" {
		out.Notices = append(out.Notices, end.remark)
	}
	if err := park.keep(); err != nil {
		out.Notices = append(out.Notices, fmt.Sprintf("commit %d is done, but what was kept of the parked file is still beside it: %v", out.ID, err))
	}
	return out, nil
}

// prepare makes the tables that the statements read, and gives the highest surrogate key that was ever used. It runs before the
// transaction, in which TEMP tables are slower and have no row numbers yet; the lock on the dimension is held already.
func (r *Review) prepare(ctx context.Context, j *journal, parks bool) (head int64, err error) {
	l := r.layout
	if l.SK.Name != "" && l.Spec.SurrogateKey.Make != "uuid" {
		if err := r.w.one(ctx, l.Highest(), &head); err != nil {
			if de, ok := errors.AsType[*duckdb.Error](err); !ok || de.Type != duckdb.ErrorTypeConversion {
				return 0, wrap(err, "cannot read the highest surrogate key")
			}
			return 0, (&engine.Error{Code: engine.CodeFailed, Msg: "the surrogate key " + l.SK.Name + " holds something that is no whole number, or one beyond those of a BIGINT", Err: err}).Help("say surrogate_key: {column: %s, make: uuid} in the spec, if that is what it holds", l.SK.Name)
		}
		head = max(head, j.head)
	}
	numeric, err := r.numericKeys(ctx)
	if err != nil {
		return 0, err
	}
	if r.tally, err = r.layOut(ctx, l.Writes(head, numeric, r.placed)); err != nil {
		return 0, wrap(err, "cannot lay out the row operations")
	}
	if r.o.Apply && !parks {
		// Nothing asks for the batch's text any more: its room is better used for writing.
		for _, q := range []string{"DROP VIEW batch_row", "DROP TABLE raw"} {
			if _, err := r.w.exec(ctx, q); err != nil {
				return 0, err
			}
		}
	}
	return head, r.roomForKeys(head)
}

// layOut makes the tables of Writes, and tells how many rows each statement must touch.
func (r *Review) layOut(ctx context.Context, w sqlgen.Writes) (n sqlgen.Tally, err error) {
	if _, err = r.w.exec(ctx, w.Upd); err != nil {
		return n, err
	}
	if n.PlainCloses, err = r.w.made(ctx, w.Closes); err != nil {
		return n, err
	}
	if n.Opens, err = r.w.made(ctx, w.Opened); err != nil {
		return n, err
	}
	if _, err = r.w.exec(ctx, w.Opens); err != nil || !r.placed {
		return n, err
	}
	return n, r.w.one(ctx, sqlgen.Counted("upd"), n.Into()...)
}

// roomForKeys makes sure that the surrogate key's type holds the keys that are to be given.
func (r *Review) roomForKeys(head int64) error {
	sk := r.layout.SK
	most, limited := map[string]int64{"TINYINT": 1<<7 - 1, "UTINYINT": 1<<8 - 1, "SMALLINT": 1<<15 - 1, "USMALLINT": 1<<16 - 1, "INTEGER": 1<<31 - 1, "UINTEGER": 1<<32 - 1, "BIGINT": 1<<63 - 1}[sk.Type]
	if !limited {
		most = 1<<63 - 1
	}
	n := r.tally.Opens
	if sk.Name == "" || n <= most-head {
		return nil
	}
	return engine.Errorf(engine.CodeFailed, "%s is a %s and holds no more than %d: %d is used, and %d new keys are needed", sk.Name, sk.Type, most, head, n).Help("give the column a wider type")
}

// apply runs the statements, each with its row count checked.
func (r *Review) apply(ctx context.Context, out *engine.Committed) error {
	if err := r.home.touching(ctx, r.w, "SELECT _rid FROM upd UNION ALL SELECT _rid FROM closes"); err != nil {
		return err
	}
	statements := r.layout.Statements(r.tally)
	for _, s := range statements {
		if err := runStatement(ctx, r.w, s); err != nil {
			return err
		}
	}
	out.Operations = engine.OperationsOf(statements)
	return nil
}

// runStatement runs one statement of a plan, which must touch exactly the rows that the plan says.
func runStatement(ctx context.Context, w *workspace, s engine.Statement) error {
	n, err := w.exec(ctx, s.SQL, s.Args...)
	if err != nil {
		return err
	}
	if s.Rows >= 0 && n != s.Rows {
		return engine.Errorf(engine.CodeFailed, "the statement to %s touched %d rows instead of %d, and was rolled back", s.Comment, n, s.Rows)
	}
	return nil
}

// prove re-reads the touched members and runs the checks; the first that fails names its members.
func (r *Review) prove(ctx context.Context, head int64) error {
	l := r.layout
	steps, checks := []string{l.NewRows(head)}, []sqlgen.Check{l.OpenedCheck()}
	if r.placed {
		steps, checks = append(steps, l.Expected(), l.Fresh("proof")), append(checks, l.Proof()...)
	}
	for _, q := range steps {
		if _, err := r.w.exec(ctx, q); err != nil {
			return err
		}
	}
	faults := false
	if r.plain > 0 {
		var err error
		if faults, err = r.reread(ctx); err != nil {
			return err
		}
		if faults {
			checks = append(checks, l.PlainChecks()...)
		}
	}
	if err := check(ctx, r.w, checks, len(l.Keys)); err != nil || !faults {
		return err
	}
	return unproven("a history is not what the plan says")
}

func unproven(what string) error {
	return engine.Errorf(engine.CodeFailed, "the proof failed, and everything was rolled back: %s", what).
		Help("this is a fault of dimdesk or a change made meanwhile; nothing was changed")
}

// reread looks at the members of plain rows as they are stored now, and tells whether something does not hold: PlainChecks tell what.
func (r *Review) reread(ctx context.Context) (faults bool, err error) {
	for _, moved := range []bool{false, true} {
		if _, err := r.w.exec(ctx, r.layout.PlainProof(moved)); err != nil {
			return false, err
		}
		var lacks bool
		if err := r.w.one(ctx, sqlgen.Reread, &lacks, &faults); err != nil || !lacks {
			return faults, err
		}
	}
	return false, unproven("a history does not have the versions that it had")
}
