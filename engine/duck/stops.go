package duck

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// writable refuses a dimension with columns that only another tool can keep right.
func (r *Review) writable() error {
	if why := r.layout.Spec.ReadOnly(); why != "" {
		return engine.Errorf(engine.CodeFailed, "%s is read, but not written: %s", r.home.name(), why).Help("diff, history, asof and verify work; apply the batch with the tool that owns it")
	}
	return nil
}

// alreadyApplied finds the commit that applied the same bytes under the same spec and as-of, and is not undone (rule 15).
func (r *Review) alreadyApplied(ctx context.Context, j *journal, req engine.CommitRequest) (engine.Committed, error) {
	var out engine.Committed
	if !j.exists || req.Again {
		return out, nil
	}
	var parked int64
	var file string
	err := r.w.one(ctx, fmt.Sprintf("SELECT id, coalesce(parked, 0), coalesce(park_file, '') FROM %s.commits WHERE dimension = %s AND kind = 'batch' AND undone_by IS NULL AND batch_sha = %s AND spec_hash = %s AND as_of = %s ORDER BY id DESC LIMIT 1",
		j.schema, sqlgen.Lit(j.dimension), sqlgen.Lit(r.batch.sha), sqlgen.Lit(r.layout.Spec.Hash()), sqlgen.Lit(r.layout.AsOf.Text)), &out.Already, &parked, &file)
	if err == sql.ErrNoRows {
		return out, nil
	}
	if err != nil {
		return out, wrap(err, "cannot read the journal")
	}
	out.Notices = append(out.Notices, fmt.Sprintf("already applied as commit %d", out.Already))
	out.ParkFile, out.Parked = file, parked
	return out, r.restorePark(ctx, &out)
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
		err := r.w.one(ctx, fmt.Sprintf("SELECT id, as_of FROM %s.commits WHERE dimension = %s AND kind = 'batch' AND undone_by IS NULL AND batch_sha = %s AND CAST(judged AS DATE) <> CAST(%s AS DATE) ORDER BY id DESC LIMIT 1",
			j.schema, sqlgen.Lit(j.dimension), sqlgen.Lit(r.batch.sha), sqlgen.Moment(r.layout.AsOf.Judge(r.layout.Grain))), &id, &asOf)
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
		over := n > 1 && limits.Deleted >= 0 && float64(n) > limits.Deleted*float64(r.inForce)
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
		if n > 1 && float64(n) > limits.Changed*float64(r.inForce) && req.Allow.Changed != n {
			out = append(out, engine.Stop{Why: fmt.Sprintf("%d of %d members in force (%s) would change", n, r.inForce, percent(n, r.inForce)), Lift: fmt.Sprintf("--allow changed=%d", n), Rows: n})
		}
	}
	return out, nil
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
	changes, err := r.read(ctx, "c._id > 0", engine.Filter{Kinds: []engine.Kind{engine.Rejected}})
	if err != nil {
		return err
	}
	var lines []string
	for i, c := range changes {
		if i == 10 {
			lines = append(lines, fmt.Sprintf("  … and %d more", len(changes)-10))
			break
		}
		where := "absent"
		if c.Row > 0 {
			where = fmt.Sprintf("row %d, line %d", c.Row, c.Line)
		}
		lines = append(lines, fmt.Sprintf("  %s (%s): %s", where, keyText(c.Key), c.Reason))
	}
	return engine.Errorf(engine.CodeRejected, "%s cannot be applied; nothing was changed\n%s", rowCount(n), strings.Join(lines, "\n")).
		Help("park them with --park FILE, and the rest is applied")
}
