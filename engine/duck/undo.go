package duck

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// find is the entry of a commit that can be undone: the one named, or the last that is not undone. No other is read.
func (d *Dimension) find(ctx context.Context, j *journal, commit int64) (engine.Entry, error) {
	cond := fmt.Sprintf("id = %d", commit)
	if commit == 0 && j.exists {
		last, err := j.lastStanding(ctx)
		if err != nil {
			return engine.Entry{}, err
		}
		cond = fmt.Sprintf("id = %d", last)
	}
	found, err := j.readLog(ctx, cond)
	switch {
	case err != nil:
		return engine.Entry{}, err
	case len(found) == 0 && commit == 0:
		return engine.Entry{}, engine.Errorf(engine.CodeFailed, "%s has no commit that could be undone", d.Name()).Help("dimdesk log lists what was committed; an undo is undone by its number")
	case len(found) == 0:
		return engine.Entry{}, engine.Errorf(engine.CodeFailed, "%s has no commit %d", d.Name(), commit).Help("dimdesk log lists what was committed")
	case found[0].UndoneBy != 0:
		return found[0], engine.Errorf(engine.CodeFailed, "commit %d is undone already, by commit %d", commit, found[0].UndoneBy)
	}
	return found[0], nil
}

// UndoPreview implements engine.Dimension.
func (d *Dimension) UndoPreview(ctx context.Context, commit int64) (e engine.Entry, p engine.Preview, err error) {
	err = d.with(ctx, func() error {
		j, err := openJournal(ctx, d.w, d.home)
		if err != nil {
			return err
		}
		if e, err = d.find(ctx, j, commit); err != nil {
			return err
		}
		if p.Statements, err = d.undoPlan(ctx, j, e.ID); err != nil {
			return err
		}
		p.Operations = engine.OperationsOf(p.Statements)
		p.Word = "undo"
		p.Checks = []string{"every member is as it was before the commit, in every column"}
		return nil
	})
	return e, p, wrap(err, "cannot look at the commit")
}

// undoPlan finds the commit's members and versions as they are now, refuses if any moved, and says what puts them back.
func (d *Dimension) undoPlan(ctx context.Context, j *journal, commit int64) ([]engine.Statement, error) {
	l := d.layout
	for _, q := range []string{l.Done(j.schema, commit, j.narrow), l.UndoMembers(), l.Fresh("fresh"), l.UndoWrites()} {
		if _, err := d.w.exec(ctx, q); err != nil {
			return nil, err
		}
	}
	keys, n, err := keysOf(ctx, d.w, l.UndoMoved(), len(l.Keys))
	if err != nil {
		return nil, err
	}
	if n > 0 {
		return nil, movedError(keys, n, fmt.Sprintf("since commit %d", commit), "undone").Help("undo the later commits on them first, if dimdesk log lists any; otherwise they were changed outside dimdesk")
	}
	var t sqlgen.UndoTally
	err = d.w.one(ctx, sqlgen.UndoCounted(), t.Into()...)
	return l.UndoStatements(t), err
}

// Undo implements engine.Dimension. Whoever asks for it has told of the one before.
func (d *Dimension) Undo(ctx context.Context, commit int64, req engine.CommitRequest) (out engine.Committed, err error) {
	d.told()
	out.Operations = map[engine.Op]int64{}
	folded, err := d.withWriting(ctx, func() error {
		if err := sameColumns(ctx, d.w, d.home, d.columns); err != nil {
			return err
		}
		j, err := openJournal(ctx, d.w, d.home)
		if err != nil {
			return err
		}
		e, err := d.find(ctx, j, commit)
		if err != nil {
			return err
		}
		statements, err := d.undoPlan(ctx, j, e.ID)
		if err != nil {
			return err
		}
		if err := d.restoreBytes(ctx, j, e.ID); err != nil {
			return err
		}
		note := &intent{Commit: j.last + 1, Batch: e.Batch, Undoes: e.ID, By: who(req.As)}
		if err := note.begin(d.home); err != nil {
			return err
		}
		defer d.ended.add(note)
		err = d.home.commit(ctx, d.w, func() error {
			return errors.Join(d.putBack(ctx, j, e, statements, req, &out), note.durable())
		})
		// What happened is what the journal says, whatever COMMIT answered.
		end := endingOf(j, out.ID, err)
		note.made, note.unknown = end.made, end.unknown
		if end.err != nil {
			return end.err
		}
		out.Notices = append(append(out.Notices, d.home.news()...), j.clock()...)
		if end.remark != "" {
			out.Notices = append(out.Notices, end.remark)
		}
		return nil
	})
	if err == nil && folded != nil {
		out.Notices = append(out.Notices, notFolded(d.home, folded))
	}
	return out, err
}

// putBack is the transaction of an undo: statements, proof, journal.
func (d *Dimension) putBack(ctx context.Context, j *journal, e engine.Entry, statements []engine.Statement, req engine.CommitRequest, out *engine.Committed) error {
	l := d.layout
	if err := d.home.touching(ctx, d.w, "SELECT _rid FROM back"); err != nil {
		return err
	}
	for _, s := range statements {
		if err := runStatement(ctx, d.w, s); err != nil {
			return err
		}
	}
	out.Operations = engine.OperationsOf(statements)
	if _, err := d.w.exec(ctx, l.Fresh("proof")); err != nil {
		return err
	}
	if err := check(ctx, d.w, l.UndoChecks(), len(l.Keys)); err != nil {
		return err
	}
	out.ID = j.last + 1
	for _, q := range l.UndoJournalVersions(j.schema, out.ID) {
		if _, err := d.w.exec(ctx, q); err != nil {
			return err
		}
	}
	if err := j.mark(ctx, e.ID, out.ID); err != nil {
		return err
	}
	return j.write(ctx, entry{id: out.ID, kind: "undo", by: who(req.As), reason: req.Reason, batch: e.Batch, asOf: e.AsOf, day: l.AsOf.Moment.Format(time.DateOnly), judged: l.AsOf.Judge(l.Grain), kinds: map[string]int64{}, operations: out.Operations, head: j.head, undoes: e.ID}, "NULL")
}

// restoreBytes hands a CSV home the bytes that the commit had replaced, by the place where those rows are now.
func (d *Dimension) restoreBytes(ctx context.Context, j *journal, commit int64) error {
	h, ok := d.home.(*csvHome)
	if !ok {
		return nil
	}
	h.raw = map[[2]int64]string{}
	var eol bool
	if err := d.w.one(ctx, fmt.Sprintf("SELECT coalesce(final_eol, true) FROM %s.commits WHERE id = %d", j.schema, commit), &eol); err != nil {
		return err
	}
	h.bare = !eol
	return d.w.query(ctx, fmt.Sprintf("SELECT b._rid, c.field, decode(c.raw) FROM %s.cells c JOIN back b ON b.record = c.record WHERE c.commit_id = %d AND b.op <> 'open'", j.schema, commit), func(r *sql.Rows) error {
		var record, field int64
		var raw string
		err := r.Scan(&record, &field, &raw)
		h.raw[[2]int64{record, field}] = raw
		return err
	})
}
