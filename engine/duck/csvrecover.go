package duck

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"dimdesk/engine/csvfile"
	"dimdesk/engine/sqlgen"
)

// settle puts the prepared file in place, and says so in the journal. Nothing cancels it: the commit is made. placed tells
// whether the file was. Who edits the file asks for no lock: what was written to it since it was copied is not written over.
func (h *csvHome) settle(w *workspace, copied func() error) (placed bool, err error) {
	err = phaseRename.in(func() error {
		if err := copied(); err != nil {
			return err
		}
		return csvfile.Finish(h.file)
	})
	if err != nil {
		return errors.Is(err, csvfile.ErrNotSynced), err
	}
	return true, phaseSettle.in(func() error { return h.markSettled(w) })
}

// unmake takes a commit back whose file did not get to its place, so that nothing is half done.
func (h *csvHome) unmake(w *workspace, id int64, failed error) error {
	if err := h.forget(context.Background(), w, id); err != nil {
		return &stuckCommit{id, h.shown, errors.Join(failed, err)}
	}
	return errors.Join(failed, csvfile.Drop(h.file))
}

func (h *csvHome) markSettled(w *workspace) error {
	_, err := w.exec(context.Background(), "UPDATE home.dimdesk.commits SET settled = true WHERE NOT settled AND dimension = "+sqlgen.Lit(h.id()))
	return wrap(err, "cannot settle the journal")
}

// recover finishes or drops a commit that was interrupted: the journal's last entry is not settled. It gives that commit's
// number, 0 if there is none.
func (h *csvHome) recover(ctx context.Context, w *workspace) (id int64, err error) {
	if !h.journal.attached {
		return 0, nil
	}
	j, err := openJournal(ctx, w, h)
	if err != nil {
		return 0, err
	}
	if !j.exists {
		return 0, h.dropLeftover()
	}
	var before, after string
	err = w.one(ctx, "SELECT id, sha_before, sha_after FROM home.dimdesk.commits WHERE NOT settled AND dimension = "+sqlgen.Lit(h.id())+" ORDER BY id DESC LIMIT 1", &id, &before, &after)
	if err == sql.ErrNoRows {
		return 0, h.dropLeftover()
	}
	if err != nil {
		return 0, wrap(err, "cannot read the journal")
	}
	what, _, err := j.about(ctx, id)
	if err != nil {
		return id, err
	}
	if err := h.reopenForWriting(ctx, w); err != nil {
		return id, err
	}
	now, _, err := csvfile.Sum(ctx, h.file)
	if err != nil {
		return id, err
	}
	left, ok, err := csvfile.Leftover(ctx, h.file)
	if err != nil {
		return id, err
	}
	switch {
	case now == after:
		h.say("commit %d, %s, had been interrupted just after it was done; it stands", id, what)
		return id, errors.Join(h.markSettled(w), csvfile.Drop(h.file))
	case now == before && ok && left.SHA256 == after:
		h.say("commit %d, %s, had been interrupted; it was finished now", id, what)
		_, err := h.settle(w, func() error { return nil }) // it was read just now
		return id, wrap(err, "a commit that had been interrupted cannot be finished")
	}
	is := "changed since"
	if now == before {
		is = "as it was before"
	}
	h.say("commit %d, %s, had been interrupted before it was done, and is dropped from the journal; %s is %s", id, what, h.shown, is)
	return id, errors.Join(h.forget(ctx, w, id), csvfile.Drop(h.file))
}

// dropLeftover removes what a commit that never came to its end left beside the file. Who only reads leaves it alone, as a
// commit may be under way that has no journal yet.
func (h *csvHome) dropLeftover() error {
	if h.journal.writing {
		return csvfile.Drop(h.file)
	}
	return nil
}

// forget takes a commit that never reached the file out of the journal, out of every table that speaks of commits. What it undid
// is in force again; and where that was an undo, what that one had undone is undone again.
func (h *csvHome) forget(ctx context.Context, w *workspace, id int64) error {
	var steps []string
	err := w.query(ctx, "SELECT table_name FROM duckdb_columns() WHERE database_name = 'home' AND schema_name = 'dimdesk' AND column_name = 'commit_id'", func(r *sql.Rows) error {
		var table string
		err := r.Scan(&table)
		steps = append(steps, fmt.Sprintf("DELETE FROM home.dimdesk.%s WHERE commit_id = %d", sqlgen.Ident(table), id))
		return err
	})
	if err != nil {
		return wrap(err, "cannot read the journal")
	}
	return w.inTx(ctx, func() error {
		j := &journal{w: w, schema: "home.dimdesk"}
		undid, err := w.count(ctx, fmt.Sprintf("SELECT coalesce(max(undoes), 0) FROM home.dimdesk.commits WHERE id = %d", id))
		if err != nil {
			return err
		}
		if err := j.mark(ctx, undid, 0); err != nil {
			return err
		}
		for _, q := range append(steps, fmt.Sprintf("DELETE FROM home.dimdesk.commits WHERE id = %d", id)) {
			if _, err := w.exec(ctx, q); err != nil {
				return err
			}
		}
		return nil
	})
}

// reopenForWriting attaches the journal again, to write to it.
func (h *csvHome) reopenForWriting(ctx context.Context, w *workspace) error {
	if h.journal.writing {
		return nil
	}
	if err := h.detach(w); err != nil {
		return err
	}
	return h.attachJournal(ctx, w, true)
}
