package duck

import (
	"context"
	"errors"
	"fmt"
	"io"

	"dimdesk/engine/csvfile"
	"dimdesk/engine/sqlgen"
)

// touching keeps the rows that are about to change, so that the file's edits can be told afterwards.
func (h *csvHome) touching(ctx context.Context, w *workspace, rids string) error {
	_, err := w.exec(ctx, "CREATE OR REPLACE TEMP TABLE csv_before AS SELECT rowid AS \"dimdesk row\", * FROM temp.home_csv WHERE rowid IN ("+rids+")")
	return err
}

// commit carries out fn on home_csv and the journal, writes the new file beside the old, commits the journal with the file's
// digest before and after, and renames. A commit that is interrupted between the last two is finished at the next opening.
func (h *csvHome) commit(ctx context.Context, w *workspace, fn func() error) error {
	records := h.shape.Records
	prepared := false
	var id int64
	err := w.inTx(ctx, func() (err error) {
		if err := fn(); err != nil {
			return err
		}
		id, err = w.count(ctx, "SELECT max(id) FROM home.dimdesk.commits WHERE dimension = "+sqlgen.Lit(h.id()))
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
		return errors.Join(err, h.journal.inPlace())
	})
	h.loaded = ""
	if err != nil {
		if prepared {
			err = errors.Join(err, csvfile.Drop(h.file))
		}
		return err
	}
	placed, err := h.settle(w, func() error { return h.shape.Stamp.Hold(context.Background(), h.file, h.shape.SHA256) })
	if err != nil && !placed {
		return h.unmake(w, id, err)
	}
	return err
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
	var p csvfile.Prepared
	err = phaseNewFile.in(func() (err error) {
		p, err = csvfile.Prepare(ctx, h.file, func(out io.Writer) error {
			kept = nil
			return csvfile.Rewrite(ctx, h.file, h.shape, change, out)
		})
		return err
	})
	if err != nil {
		return p, err
	}
	return p, keepCells(ctx, w, id, kept)
}
