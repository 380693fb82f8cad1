package duck

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/csvfile"
	"dimdesk/engine/sqlgen"
)

// touching keeps the rows that are about to change, so that the file's edits can be told afterwards.
func (h *csvHome) touching(ctx context.Context, w *workspace, rids string) error {
	_, err := w.exec(ctx, "CREATE OR REPLACE TEMP TABLE csv_before AS SELECT rowid AS _rid, * FROM temp.home_csv WHERE rowid IN ("+rids+")")
	return err
}

// commit carries out fn on home_csv and the journal, writes the new file beside the old, commits the journal with the file's
// digest before and after, and renames. A commit that is interrupted between the last two is finished at the next opening.
func (h *csvHome) commit(ctx context.Context, w *workspace, fn func() error) error {
	records := h.shape.Records
	prepared := false
	err := w.inTx(ctx, func() error {
		if err := fn(); err != nil {
			return err
		}
		id, err := w.count(ctx, "SELECT max(id) FROM home.dimdesk.commits WHERE dimension = "+sqlgen.Lit(h.id()))
		if err != nil {
			return err
		}
		prepared = true
		p, err := h.prepare(ctx, w, id, records)
		if err != nil {
			return err
		}
		_, err = w.exec(ctx, fmt.Sprintf("UPDATE home.dimdesk.commits SET sha_before = %s, sha_after = %s, settled = false, final_eol = %t WHERE id = %d",
			sqlgen.Lit(h.shape.SHA256), sqlgen.Lit(p.SHA256), h.shape.FinalEOL, id))
		return err
	})
	if err != nil {
		h.loaded = ""
		if prepared {
			err = errors.Join(err, csvfile.Drop(h.file))
		}
		return err
	}
	return h.settle(w)
}

// settle puts the prepared file in place, and says so in the journal.
// Nothing cancels it: the commit is made.
func (h *csvHome) settle(w *workspace) error {
	h.loaded = ""
	if err := csvfile.Finish(h.file); err != nil {
		return wrap(err, "the journal has the commit, but "+h.shown+" could not be replaced: it will be finished at the next opening")
	}
	return h.markSettled(w)
}

func (h *csvHome) markSettled(w *workspace) error {
	_, err := w.exec(context.Background(), "UPDATE home.dimdesk.commits SET settled = true WHERE NOT settled AND dimension = "+sqlgen.Lit(h.id()))
	return wrap(err, "cannot settle the journal")
}

// recover finishes or drops a commit that was interrupted: the journal's last entry is not settled.
func (h *csvHome) recover(ctx context.Context, w *workspace) error {
	if !h.attached {
		return nil
	}
	n, err := w.count(ctx, "SELECT count(*) FROM duckdb_tables() WHERE database_name = 'home' AND schema_name = 'dimdesk' AND table_name = 'commits'")
	if err != nil || n == 0 {
		return wrap(err, "cannot read the journal")
	}
	var id int64
	var before, after string
	err = w.one(ctx, "SELECT id, sha_before, sha_after FROM home.dimdesk.commits WHERE NOT settled AND dimension = "+sqlgen.Lit(h.id())+" ORDER BY id DESC LIMIT 1", &id, &before, &after)
	if err == sql.ErrNoRows {
		if h.writing {
			return csvfile.Drop(h.file) // what a commit that never came to its end left beside the file
		}
		return nil
	}
	if err != nil {
		return wrap(err, "cannot read the journal")
	}
	if err := h.reopenForWriting(ctx, w); err != nil {
		return err
	}
	now, err := fileSHA(ctx, h.file)
	if err != nil {
		return err
	}
	left, ok, err := csvfile.Leftover(ctx, h.file)
	if err != nil {
		return err
	}
	switch {
	case now == after:
		if err := h.markSettled(w); err != nil {
			return err
		}
		h.said = append(h.said, fmt.Sprintf("commit %d had been interrupted just after it was done; it stands", id))
		return nil
	case now == before && ok && left.SHA256 == after:
		h.said = append(h.said, fmt.Sprintf("commit %d had been interrupted; it was finished now", id))
		return h.settle(w)
	}
	what := "changed since"
	if now == before {
		what = "as it was before"
	}
	h.said = append(h.said, fmt.Sprintf("commit %d had been interrupted before it was done, and is dropped from the journal; %s is %s", id, h.shown, what))
	return errors.Join(h.forget(ctx, w, id), csvfile.Drop(h.file))
}

// forget takes a commit that never reached the file out of the journal.
func (h *csvHome) forget(ctx context.Context, w *workspace, id int64) error {
	return w.inTx(ctx, func() error {
		for _, table := range []string{"versions", "cells", "parked"} {
			if _, err := w.exec(ctx, fmt.Sprintf("DELETE FROM home.dimdesk.%s WHERE commit_id = %d", table, id)); err != nil {
				return err
			}
		}
		if _, err := w.exec(ctx, fmt.Sprintf("UPDATE home.dimdesk.commits SET undone_by = NULL WHERE undone_by = %d", id)); err != nil {
			return err
		}
		_, err := w.exec(ctx, fmt.Sprintf("DELETE FROM home.dimdesk.commits WHERE id = %d", id))
		return err
	})
}

// reopenForWriting attaches the journal again, to write to it.
func (h *csvHome) reopenForWriting(ctx context.Context, w *workspace) error {
	if h.writing {
		return nil
	}
	if err := h.detach(w); err != nil {
		return err
	}
	return h.attachJournal(ctx, w, true)
}

// prepare writes the file as it is to be, beside the one that it will replace, and keeps in the journal the bytes of every
// field that it replaces.
func (h *csvHome) prepare(ctx context.Context, w *workspace, id, records int64) (csvfile.Prepared, error) {
	edits, err := h.edits(ctx, w, id)
	if err != nil {
		return csvfile.Prepared{}, err
	}
	var kept []replaced
	change := csvfile.Rewriting{
		Edits:  func(yield func(csvfile.Edit, error) bool) { eachEdit(edits, yield) },
		Append: func(yield func([]csvfile.Cell, error) bool) { h.appended(ctx, w, records, yield) },
		Replaced: func(record int64, column int, raw []byte) error {
			kept = append(kept, replaced{record, column, string(raw)})
			return nil
		},
	}
	change.NoFinalEOL = h.bare
	p, err := csvfile.Prepare(ctx, h.file, func(out io.Writer) error {
		kept = nil
		return csvfile.Rewrite(ctx, h.file, h.shape, change, out)
	})
	if err != nil {
		return p, err
	}
	return p, keepCells(ctx, w, id, kept)
}

// replaced is the bytes of a field before a commit.
type replaced struct {
	record int64
	field  int
	raw    string
}

func keepCells(ctx context.Context, w *workspace, id int64, kept []replaced) error {
	const page = 1000
	for len(kept) > 0 {
		n := min(page, len(kept))
		rows := make([]string, n)
		for i, c := range kept[:n] {
			rows[i] = fmt.Sprintf("(%d, %d, %d, encode(%s))", id, c.record, c.field, sqlgen.Lit(c.raw))
		}
		if _, err := w.exec(ctx, "INSERT INTO home.dimdesk.cells VALUES "+strings.Join(rows, ", ")); err != nil {
			return err
		}
		kept = kept[n:]
	}
	return nil
}

func eachEdit(edits []csvfile.Edit, yield func(csvfile.Edit, error) bool) {
	for _, e := range edits {
		if !yield(e, nil) {
			return
		}
	}
}

// edits tells what became of the rows in csv_before: fields that changed, and rows that are gone.
func (h *csvHome) edits(ctx context.Context, w *workspace, id int64) ([]csvfile.Edit, error) {
	var sel []string
	for _, name := range h.shape.Header {
		q := sqlgen.Ident(name)
		sel = append(sel, fmt.Sprintf("b.%[1]s IS DISTINCT FROM a.%[1]s", q), "a."+q)
	}
	var out []csvfile.Edit
	err := w.query(ctx, "SELECT b._rid, a.rowid IS NULL, "+strings.Join(sel, ", ")+" FROM csv_before b LEFT JOIN temp.home_csv a ON a.rowid = b._rid ORDER BY b._rid", func(rows *sql.Rows) error {
		e := csvfile.Edit{}
		n := len(h.shape.Header)
		differs := make([]bool, n)
		vals := make([]sql.NullString, n)
		dest := []any{&e.Record, &e.Drop}
		for i := range n {
			dest = append(dest, &differs[i], &vals[i])
		}
		if err := rows.Scan(dest...); err != nil {
			return err
		}
		for i := range n {
			if e.Drop || !differs[i] {
				continue
			}
			cell := csvfile.ValueCell(engine.Value{Text: vals[i].String, Null: !vals[i].Valid})
			if raw, ok := h.raw[[2]int64{e.Record, int64(i)}]; ok {
				cell = csvfile.RawCell(raw)
			}
			e.Columns, e.Cells = append(e.Columns, i), append(e.Cells, cell)
		}
		if e.Drop || len(e.Columns) > 0 {
			out = append(out, e)
		}
		return nil
	})
	return out, err
}

// appended hands out the rows behind the file's last record.
func (h *csvHome) appended(ctx context.Context, w *workspace, records int64, yield func([]csvfile.Cell, error) bool) {
	var sel []string
	for _, name := range h.shape.Header {
		sel = append(sel, sqlgen.Ident(name))
	}
	stop := errors.New("stopped")
	err := w.query(ctx, fmt.Sprintf("SELECT %s FROM temp.home_csv WHERE rowid >= %d ORDER BY rowid", strings.Join(sel, ", "), records), func(rows *sql.Rows) error {
		vals, err := scanTexts(rows, len(sel))
		if err != nil {
			return err
		}
		cells := make([]csvfile.Cell, len(vals))
		for i, v := range vals {
			cells[i] = csvfile.ValueCell(v)
		}
		if !yield(cells, nil) {
			return stop
		}
		return nil
	})
	if err != nil && err != stop {
		yield(nil, err)
	}
}
