package duck

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// writable refuses a dimension with columns that only another tool can keep right, or that an undo could not put back.
func (r *Review) writable() error {
	if why := r.layout.Spec.ReadOnly(); why != "" {
		return engine.Errorf(engine.CodeFailed, "%s is read, but not written: %s", r.home.name(), why).Help("diff, history, asof and verify work; apply the batch with the tool that owns it")
	}
	for _, a := range r.layout.Attrs {
		if !r.layout.Text && strings.Contains(a.Stored, "UNION(") {
			return engine.Errorf(engine.CodeFailed, "%s is read, but not written: %s is a %s, and the journal's texts would not tell which of its types a value has", r.home.name(), a.Name, a.Stored).
				Help("diff, history, asof and verify work; make the column a VARCHAR or a STRUCT")
		}
	}
	return nil
}

// alreadyApplied answers a batch that was applied before, unless it is to be applied again: nothing happens, but a parked file
// that is gone is written once more.
func (r *Review) alreadyApplied(ctx context.Context, j *journal, req engine.CommitRequest) (engine.Committed, error) {
	if req.Again {
		return engine.Committed{}, nil
	}
	out, err := r.appliedBefore(ctx, j)
	if err != nil || out.Already == 0 {
		return out, err
	}
	return out, r.restorePark(ctx, &out)
}

// appliedBefore finds the commit that applied the same bytes under the same spec and as-of, and is not undone (rule 15).
func (r *Review) appliedBefore(ctx context.Context, j *journal) (engine.Committed, error) {
	var out engine.Committed
	if !j.exists {
		return out, nil
	}
	err := r.w.one(ctx, fmt.Sprintf("SELECT id, coalesce(parked, 0), coalesce(park_file, '') FROM %s.commits WHERE dimension = %s AND kind = 'batch' AND undone_by IS NULL AND batch_sha = %s AND spec_hash = %s AND as_of = %s ORDER BY id DESC LIMIT 1",
		j.schema, sqlgen.Lit(j.dimension), sqlgen.Lit(r.batch.sha), sqlgen.Lit(r.layout.Spec.Hash()), sqlgen.Lit(r.asOf())), &out.Already, &out.Parked, &out.ParkFile)
	if err == sql.ErrNoRows {
		return out, nil
	}
	return out, wrap(err, "cannot read the journal")
}

// stops are what stops a commit (rule 13), less what the request lifts.
func (r *Review) stops(ctx context.Context, j *journal, counts engine.Counts, req engine.CommitRequest) ([]engine.Stop, error) {
	out, err := r.brake(ctx, counts, req)
	if err != nil || !j.exists || req.Again {
		return out, err
	}
	if r.layout.Snapshot() {
		var id int64
		var asOf string
		err := r.w.one(ctx, fmt.Sprintf("SELECT id, as_of FROM %s.commits WHERE dimension = %s AND kind = 'batch' AND undone_by IS NULL AND judged > %s ORDER BY judged DESC LIMIT 1",
			j.schema, sqlgen.Lit(j.dimension), sqlgen.Moment(r.layout.AsOf.Judge(r.layout.Grain))), &id, &asOf)
		if err != nil && err != sql.ErrNoRows {
			return nil, wrap(err, "cannot read the journal")
		}
		if err == nil {
			out = append(out, engine.Stop{Why: fmt.Sprintf("this snapshot is as of %s, but commit %d was as of %s: it would undo what is newer", r.layout.AsOf.Text, id, asOf), Lift: "--again"})
		}
	}
	if r.layout.Batch.Effective < 0 && changesAnything(counts) {
		var id int64
		var asOf string
		err := r.w.one(ctx, fmt.Sprintf("SELECT id, as_of FROM %s.commits WHERE dimension = %s AND kind = 'batch' AND undone_by IS NULL AND batch_sha = %s AND as_of_day <> %s ORDER BY id DESC LIMIT 1",
			j.schema, sqlgen.Lit(j.dimension), sqlgen.Lit(r.batch.sha), sqlgen.Lit(r.day())), &id, &asOf)
		if err != nil && err != sql.ErrNoRows {
			return nil, wrap(err, "cannot read the journal")
		}
		if err == nil {
			out = append(out, engine.Stop{Why: fmt.Sprintf("this very file was applied as of %s (commit %d), and as of %s it would change the dimension again", asOf, id, r.layout.AsOf.Text), Lift: "--again"})
		}
	}
	return out, nil
}

func changesAnything(c engine.Counts) bool { return c.Taken > 0 }

// brake is the two limits, on what is taken.
func (r *Review) brake(ctx context.Context, counts engine.Counts, req engine.CommitRequest) ([]engine.Stop, error) {
	var out []engine.Stop
	limits := r.layout.Spec.Limits
	if r.layout.Snapshot() {
		n, err := r.w.count(ctx, "SELECT count(*) FROM change WHERE _row IS NULL AND _kind = 'deleted' AND NOT _parked")
		if err != nil {
			return nil, wrap(err, "cannot count the deletes")
		}
		empty := r.rows == 0
		over := n > 1 && limits.Deleted >= 0 && exceeds(n, limits.Deleted, r.inForce)
		if n > 0 && (over || empty) && req.Allow.Deleted != n {
			why := fmt.Sprintf("%d of %d members in force (%s) are absent and would be deleted", n, r.inForce, percent(n, r.inForce))
			if empty {
				why = "the snapshot is empty: " + why
			}
			out = append(out, engine.Stop{Why: why, Lift: fmt.Sprintf("--allow deleted=%d", n), Rows: n})
		}
	}
	if limits.Changed >= 0 {
		n, err := r.w.count(ctx, "SELECT (SELECT count(DISTINCT _m) FROM change WHERE _kind = 'changed' AND NOT _parked) + (SELECT count(*) FROM plain WHERE _kind = 'changed')")
		if err != nil {
			return nil, wrap(err, "cannot count the changes")
		}
		if n > 1 && exceeds(n, limits.Changed, r.inForce) && req.Allow.Changed != n {
			out = append(out, engine.Stop{Why: fmt.Sprintf("%d of %d members in force (%s) would change", n, r.inForce, percent(n, r.inForce)), Lift: fmt.Sprintf("--allow changed=%d", n), Rows: n})
		}
	}
	return out, nil
}

// exceeds tells whether n is more than a share of of. Shares are written in decimals, which binary fractions only come near.
func exceeds(n int64, share float64, of int64) bool { return float64(n) > share*float64(of)+1e-6 }

// day is the day that the run stands at, in the dimension's zone.
func (r *Review) day() string { return r.layout.AsOf.Moment.Format(time.DateOnly) }

// asOf is the as-of as the journal compares it: in a dimension of dates a day, whatever the time of day was.
func (r *Review) asOf() string {
	if r.layout.Grain == engine.Dates {
		return r.day()
	}
	return r.layout.AsOf.Text
}

// older announces a batch whose newest row is older than what was applied already (rule 15).
func (r *Review) older(ctx context.Context, j *journal) ([]string, error) {
	if !j.exists || r.layout.Batch.Effective < 0 {
		return nil, nil
	}
	var newest sql.NullString
	err := r.w.one(ctx, fmt.Sprintf("SELECT CASE WHEN b.e < j.e THEN %s END FROM (SELECT max(_e) AS e FROM %s) b, (SELECT max(newest) AS e FROM %s.commits WHERE dimension = %s AND undone_by IS NULL) j",
		r.layout.ShowMoment("j.e"), r.readable(), j.schema, sqlgen.Lit(j.dimension)), &newest)
	if err != nil || !newest.Valid {
		return nil, wrap(err, "cannot read the journal")
	}
	return []string{"this batch is older than what was applied before: its newest row is before " + newest.String}, nil
}

func percent(n, of int64) string {
	if of == 0 {
		return "all"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
}

func stopped(stops []engine.Stop) error {
	var why, lift []string
	for _, s := range stops {
		why = append(why, s.Why)
		if !slices.Contains(lift, s.Lift) {
			lift = append(lift, s.Lift)
		}
	}
	return engine.Errorf(engine.CodeBrake, "%s; nothing was changed", strings.Join(why, "; ")).Help("if that is meant, say %s", strings.Join(lift, " "))
}

// rejectedError lists the first rejected rows where no parked file was named for them.
func (r *Review) rejectedError(ctx context.Context, n int64) error {
	const most = 10
	changes, err := r.readFrom(ctx, "(SELECT * FROM change c WHERE "+sqlgen.Parkable+fmt.Sprintf(" ORDER BY _id LIMIT %d)", most), "true", engine.Filter{Kinds: engine.Kinds})
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(changes, func(c engine.Change) bool { return c.Kind == engine.Rejected }) {
		return engine.Errorf(engine.CodeRejected, "%s parked, and no file was named for them; nothing was changed", rowCount(n)).Help("name one with --park FILE")
	}
	var lines []string
	for _, c := range changes {
		where := "absent"
		if c.Row > 0 {
			where = fmt.Sprintf("row %d, line %d", c.Row, c.Line)
		}
		lines = append(lines, fmt.Sprintf("  %s (%s): %s", where, keyText(c.Key), c.Reason))
	}
	if n > most {
		lines = append(lines, fmt.Sprintf("  … and %d more", n-most))
	}
	return engine.Errorf(engine.CodeRejected, "%s cannot be applied; nothing was changed\n%s", rowCount(n), strings.Join(lines, "\n")).
		Help("park them with --park FILE, and the rest is applied")
}
