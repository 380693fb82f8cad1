package duck

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/csvfile"
	"dimdesk/engine/sqlgen"
)

// parkFile is a file of parked rows that is written before COMMIT, with what undoes that.
type parkFile struct {
	path, before, sha string   // its digest before ("" where there was none) and after
	nulls             []string // unquoted texts that a reader takes for NULL
}

// parkable counts the rows that a commit leaves out: rejected and parked.
func (r *Review) parkable(ctx context.Context, counts engine.Counts) (int64, error) {
	if counts.Kinds[engine.Rejected] == 0 && counts.Parked == 0 {
		return 0, nil
	}
	n, err := r.w.count(ctx, "SELECT count(*) FROM change c WHERE "+sqlgen.Parkable)
	return n, wrap(err, "cannot count the parked rows")
}

// writePark writes the parked and rejected rows, whole and synced: a new file, or rows added to one with the same columns. The
// note of the commit says what is about to be there before it is.
func (r *Review) writePark(ctx context.Context, req engine.CommitRequest, note *intent) (*parkFile, error) {
	if _, err := r.w.exec(ctx, r.layout.ParkRows()); err != nil {
		return nil, wrap(err, "cannot gather the parked rows")
	}
	p, err := r.prepareParkRows(ctx, note.Park.File, who(req.As))
	if err != nil {
		return nil, err
	}
	if err := note.parks(parking{p.path, p.before, p.sha}); err != nil {
		return nil, p.putBack(err)
	}
	return p, p.place()
}

// prepareParkRows writes what the table park holds, with what is in the file already, beside the file.
func (r *Review) prepareParkRows(ctx context.Context, path, by string) (*parkFile, error) {
	if err := r.mayPark(path); err != nil {
		return nil, err
	}
	var columns []int
	var header []string
	for _, name := range r.batch.columns {
		if !r.layout.Batch.Parked && slices.Contains(sqlgen.ParkColumns, strings.ToLower(name)) {
			return nil, engine.Errorf(engine.CodeFailed, "%s has a column %s of its own, which a parked file has too; nothing was changed", r.batch.name, name).Help("rename that column in the batch, so that its rows can be parked")
		}
	}
	for i, name := range r.batch.columns {
		if !r.layout.Batch.Parked || !slices.Contains(sqlgen.ParkColumns, strings.ToLower(name)) {
			columns, header = append(columns, i), append(header, name)
		}
	}
	header = append(header, sqlgen.ParkColumns...)
	rows := func(write func([]engine.Value) error) error {
		return r.w.query(ctx, r.layout.ParkTexts(columns, by), func(rs *sql.Rows) error {
			vals, err := scanTexts(rs, len(header))
			if err != nil {
				return err
			}
			return write(vals)
		})
	}
	p := &parkFile{path: path, nulls: r.layout.Spec.Batch.Nulls}
	_, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		err = p.create(ctx, header, rows)
	} else if err == nil {
		err = p.add(ctx, header, rows)
	}
	if err != nil {
		return nil, wrap(err, "cannot write the parked rows to "+path)
	}
	return p, nil
}

// mayPark refuses to write parked rows over the batch or the dimension.
func (r *Review) mayPark(path string) error {
	for what, other := range map[string]string{"the batch": r.batch.path, "the dimension": r.home.path()} {
		a, errA := os.Stat(path)
		b, errB := os.Stat(other)
		if errA == nil && errB == nil && os.SameFile(a, b) {
			return engine.Errorf(engine.CodeFailed, "%s is %s itself; parked rows need a file of their own", path, what).Help("name another file with --park")
		}
	}
	return nil
}

func (p *parkFile) create(ctx context.Context, header []string, rows func(func([]engine.Value) error) error) error {
	return p.prepare(ctx, func(w io.Writer) error {
		out, err := csvfile.NewWriter(w, csvfile.DelimiterFor(p.path), header, p.nulls)
		if err != nil {
			return err
		}
		if err := rows(out.Write); err != nil {
			return err
		}
		return out.Flush()
	})
}

// add appends rows to a parked file by column name.
func (p *parkFile) add(ctx context.Context, header []string, rows func(func([]engine.Value) error) error) error {
	shape, err := csvfile.Scan(ctx, p.path, csvfile.Options{})
	if err != nil {
		return err
	}
	place := make([]int, len(shape.Header))
	for i, name := range shape.Header {
		place[i] = slices.IndexFunc(header, func(h string) bool { return strings.EqualFold(h, name) })
	}
	if len(shape.Header) != len(header) || slices.Contains(place, -1) {
		return engine.Errorf(engine.CodeFailed, "%s has other columns than the rows to be parked: %s", p.path, strings.Join(shape.Header, ", ")).Help("name a new file with --park")
	}
	p.before = shape.SHA256
	if err := copyFile(p.path, keptAside(p.path)); err != nil {
		return err
	}
	var appended iter.Seq2[[]csvfile.Cell, error] = func(yield func([]csvfile.Cell, error) bool) {
		stop := errors.New("stopped")
		err := rows(func(vals []engine.Value) error {
			cells := make([]csvfile.Cell, len(place))
			for i, n := range place {
				cells[i] = csvfile.ValueCell(vals[n])
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
	err = p.prepare(ctx, func(w io.Writer) error {
		return csvfile.Rewrite(ctx, p.path, shape, csvfile.Rewriting{Append: appended, Nulls: p.nulls}, w)
	})
	if err != nil {
		os.Remove(keptAside(p.path))
	}
	return err
}

func (p *parkFile) prepare(ctx context.Context, write func(io.Writer) error) error {
	prepared, err := csvfile.Prepare(ctx, p.path, write)
	p.sha = prepared.SHA256
	return err
}

func copyFile(from, to string) error {
	data, err := os.Open(from)
	if err != nil {
		return err
	}
	defer data.Close()
	return csvfile.Replace(context.Background(), to, func(w io.Writer) error { _, err := io.Copy(w, data); return err })
}

// place puts the file where it belongs.
func (p *parkFile) place() error {
	err := phaseParked.in(func() error { return csvfile.Finish(p.path) })
	if err != nil {
		return p.putBack(wrap(err, "cannot write the parked rows to "+p.path))
	}
	return nil
}

// putBack undoes the writing after a failed commit, and gives that failure back.
func (p *parkFile) putBack(failed error) error {
	if p == nil {
		return failed
	}
	_, err := parking{p.path, p.before, p.sha}.putBack(context.Background())
	if err != nil {
		return errors.Join(failed, fmt.Errorf("and the parked file %s could not be put back: %w", p.path, err))
	}
	return failed
}

// keep lets go of what was kept aside.
func (p *parkFile) keep() error {
	if p == nil {
		return nil
	}
	return parking{p.path, p.before, p.sha}.letGo()
}

// recordPark keeps in the journal what is needed to write the parked file again.
func (r *Review) recordPark(ctx context.Context, j *journal, id int64) error {
	_, err := r.w.exec(ctx, fmt.Sprintf("INSERT INTO %s.parked SELECT %d, ord, row, key, operation, effective, sequence, line, reason FROM park", j.schema, id))
	return err
}

// restorePark writes the parked file of an earlier commit of this very batch again, if it is gone.
func (r *Review) restorePark(ctx context.Context, out *engine.Committed) error {
	if out.ParkFile == "" || out.Parked == 0 {
		return nil
	}
	if _, err := os.Stat(out.ParkFile); !errors.Is(err, os.ErrNotExist) {
		return nil
	}
	var by string
	if err := r.w.one(ctx, fmt.Sprintf(`SELECT made_by FROM home.dimdesk.commits WHERE id = %d`, out.Already), &by); err != nil {
		return wrap(err, "cannot read the journal")
	}
	if _, err := r.w.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TEMP TABLE park AS SELECT * EXCLUDE (commit_id) FROM home.dimdesk.parked WHERE commit_id = %d", out.Already)); err != nil {
		return wrap(err, "cannot read the journal")
	}
	p, err := r.prepareParkRows(ctx, out.ParkFile, by)
	if err == nil {
		err = p.place()
	}
	if err != nil {
		return err
	}
	out.Notices = append(out.Notices, fmt.Sprintf("its %s had gone from %s and were written again", parkedRows(out.Parked), out.ParkFile))
	return nil
}

func parkedRows(n int64) string {
	if n == 1 {
		return "parked row"
	}
	return fmt.Sprintf("%d parked rows", n)
}
