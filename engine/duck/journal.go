package duck

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"os/user"
	"time"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// journal is the record of commits, in the schema dimdesk of the dimension's own database.
type journal struct {
	w         *workspace
	schema    string
	dimension string
	exists    bool
	narrow    bool      // it has the table plain, which the first journals had not
	last      int64     // the highest commit number
	head      int64     // the highest surrogate key ever used
	latest    time.Time // when the latest commit says that it was made
}

// openJournal reads where the journal of an attached home stands.
func openJournal(ctx context.Context, w *workspace, h home) (*journal, error) {
	j := &journal{w: w, schema: "home.dimdesk", dimension: h.id()}
	err := w.one(ctx, "SELECT count(*) FILTER (table_name = 'commits') > 0, count(*) FILTER (table_name = 'plain') > 0 FROM duckdb_tables() WHERE database_name = 'home' AND schema_name = 'dimdesk'", &j.exists, &j.narrow)
	if err != nil {
		return nil, wrap(err, "cannot read the journal")
	}
	if !j.exists {
		return j, nil
	}
	err = w.one(ctx, fmt.Sprintf("SELECT coalesce(max(id), 0), coalesce(max(head) FILTER (dimension = %s), 0), coalesce(max(made_at), TIMESTAMP 'epoch') FROM %s.commits", sqlgen.Lit(j.dimension), j.schema), &j.last, &j.head, &j.latest)
	return j, wrap(err, "cannot read the journal")
}

// clock says that this machine's clock is behind the journal. Nothing goes by the times of commits, but today and now do.
func (j *journal) clock() []string {
	const slack = time.Minute // between the clocks of two machines
	now := j.w.now()
	if !j.exists || !now.Before(j.latest.Add(-slack)) {
		return nil
	}
	show := func(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }
	return []string{fmt.Sprintf("the clock says %s, but a commit was made at %s: if it is wrong, so is what counts as today; --as-of names a day", show(now), show(j.latest))}
}

// has tells whether a commit is in the journal. Nothing cancels it.
func (j *journal) has(id int64) (bool, error) {
	n, err := j.w.count(context.Background(), fmt.Sprintf("SELECT count(*) FROM %s.commits WHERE id = %d AND dimension = %s", j.schema, id, sqlgen.Lit(j.dimension)))
	if err == nil {
		return n == 1, nil
	}
	// A first commit that was not made leaves no journal.
	there, look := j.w.count(context.Background(), "SELECT count(*) FROM duckdb_tables() WHERE database_name = 'home' AND schema_name = 'dimdesk' AND table_name = 'commits'")
	if look == nil && there == 0 {
		return false, nil
	}
	return false, err
}

// create makes the journal's tables, inside the transaction that first needs them.
func (j *journal) create(ctx context.Context) error {
	if j.exists && j.narrow {
		return nil
	}
	for _, q := range sqlgen.JournalDDL(j.schema) {
		if _, err := j.w.exec(ctx, q); err != nil {
			return err
		}
	}
	return nil
}

// entry is a row of the journal's commits, as it is written.
type entry struct {
	id                         int64
	kind, by, reason           string
	batch, sha, specHash, spec string
	asOf, day                  string
	judged                     time.Time
	mode                       string
	dated                      bool
	kinds                      map[string]int64
	operations                 map[engine.Op]int64
	head                       int64
	parkFile                   string
	parked                     int64
	parkSHA                    string
	undoes                     int64
}

func (j *journal) write(ctx context.Context, e entry, newest string) error {
	kinds, err := json.Marshal(e.kinds)
	if err != nil {
		return err
	}
	ops, err := json.Marshal(e.operations)
	if err != nil {
		return err
	}
	lit := sqlgen.Lit
	undoes := "NULL"
	if e.undoes > 0 {
		undoes = fmt.Sprint(e.undoes)
	}
	_, err = j.w.exec(ctx, fmt.Sprintf(`INSERT INTO %s.commits (id, dimension, kind, made_at, made_by, reason, batch, batch_sha, spec_hash, spec, as_of, as_of_day, judged, mode, dated, newest, kinds, operations, head, park_file, parked, park_sha, undoes, settled)
 VALUES (%d, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %t, %s, %s, %s, %d, %s, %d, %s, %s, true)`, j.schema,
		e.id, lit(j.dimension), lit(e.kind), sqlgen.Moment(j.w.now().UTC()), lit(e.by), lit(e.reason), lit(e.batch), lit(e.sha), lit(e.specHash), lit(e.spec), lit(e.asOf), lit(e.day), sqlgen.Moment(e.judged), lit(e.mode), e.dated,
		newest, lit(string(kinds)), lit(string(ops)), e.head, lit(e.parkFile), e.parked, lit(e.parkSHA), undoes))
	return err
}

// record writes the commit of a batch: members and versions from the tables of the transaction, and last its own row.
func (r *Review) record(ctx context.Context, j *journal, counts engine.Counts, req engine.CommitRequest, out engine.Committed, park *parkFile, head int64) (int64, error) {
	l := r.layout
	id := j.last + 1
	for _, q := range l.JournalVersions(j.schema, id, r.placed) {
		if _, err := r.w.exec(ctx, q); err != nil {
			return 0, err
		}
	}
	e := entry{id: id, kind: "batch", by: who(req.As), reason: req.Reason, batch: r.batch.name, sha: r.batch.sha, specHash: l.Spec.Hash(), spec: string(l.Spec.YAML()),
		asOf: r.asOf(), day: r.day(), judged: l.AsOf.Judge(l.Grain), mode: r.mode(), dated: l.Batch.Effective >= 0, kinds: map[string]int64{}, operations: out.Operations, head: head + out.Operations[engine.OpOpen], parked: out.Parked, parkFile: out.ParkFile}
	for k, n := range counts.Kinds {
		e.kinds[k.String()] = n
	}
	if park != nil {
		e.parkSHA = park.sha
	}
	return id, j.write(ctx, e, "(SELECT max(_e) FROM good)")
}

// mark notes that a commit is undone by another, or with 0 that it holds again. If it is an undo itself, then what it had undone
// holds again, or is undone again; and so on for what that one had undone.
func (j *journal) mark(ctx context.Context, id, by int64) error {
	for id > 0 {
		undoneBy := "NULL"
		if by > 0 {
			undoneBy = fmt.Sprint(by)
		}
		if _, err := j.w.exec(ctx, fmt.Sprintf("UPDATE %s.commits SET undone_by = %s WHERE id = %d", j.schema, undoneBy, id)); err != nil {
			return err
		}
		undoes, err := j.w.count(ctx, fmt.Sprintf("SELECT coalesce(max(undoes), 0) FROM %s.commits WHERE id = %d", j.schema, id))
		if err != nil {
			return err
		}
		if by == 0 {
			by = id
		} else {
			by = 0
		}
		id = undoes
	}
	return nil
}

func (r *Review) mode() string {
	if r.layout.Snapshot() {
		return "snapshot"
	}
	return "delta"
}

// who is the name that the journal records.
func who(as string) string {
	if as != "" {
		return as
	}
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return os.Getenv("USER")
}

// lastStanding is the last commit of a batch that is not undone; 0 if there is none.
func (j *journal) lastStanding(ctx context.Context) (int64, error) {
	id, err := j.w.count(ctx, fmt.Sprintf("SELECT coalesce(max(id), 0) FROM %s.commits WHERE dimension = %s AND kind = 'batch' AND undone_by IS NULL", j.schema, sqlgen.Lit(j.dimension)))
	return id, wrap(err, "cannot read the journal")
}

// everyCommit is the condition of every commit of a dimension.
const everyCommit = "true"

// readLog reads the commits of a dimension that a condition selects, the last first.
func (j *journal) readLog(ctx context.Context, cond string) ([]engine.Entry, error) {
	if !j.exists {
		return nil, nil
	}
	var out []engine.Entry
	q := fmt.Sprintf(`SELECT id, kind, made_at, coalesce(made_by, ''), coalesce(reason, ''), coalesce(batch, ''), coalesce(batch_sha, ''), coalesce(as_of, ''), coalesce(kinds, '{}'), coalesce(operations, '{}'), coalesce(park_file, ''), coalesce(parked, 0), coalesce(undoes, 0), coalesce(undone_by, 0)
 FROM %s.commits WHERE dimension = %s AND %s ORDER BY id DESC`, j.schema, sqlgen.Lit(j.dimension), cond)
	err := j.w.query(ctx, q, func(rows *sql.Rows) error {
		var e engine.Entry
		var kinds, ops string
		if err := rows.Scan(&e.ID, &e.Kind, &e.At, &e.By, &e.Reason, &e.Batch, &e.BatchSHA, &e.AsOf, &kinds, &ops, &e.ParkFile, &e.Parked, &e.Undoes, &e.UndoneBy); err != nil {
			return err
		}
		e.At = e.At.Local()
		named := map[string]int64{}
		if err := json.Unmarshal([]byte(kinds), &named); err != nil {
			return err
		}
		e.Counts = map[engine.Kind]int64{}
		for k, n := range named {
			e.Counts[engine.ParseKind(k)] = n
		}
		if err := json.Unmarshal([]byte(ops), &e.Operations); err != nil {
			return err
		}
		out = append(out, e)
		return nil
	})
	return out, wrap(err, "cannot read the journal")
}
