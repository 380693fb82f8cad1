package duck

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// workspace is the session's own DuckDB: one connection, in which dimensions are attached while they are read or written.
// It spills to a temporary folder of its own.
type workspace struct {
	mu      sync.Mutex // one statement at a time; a *sql.Conn allows no more
	db      *sql.DB
	conn    *sql.Conn
	working *scratch // a folder for spilling and normalised files, removed at close
	now     func() time.Time
}

// settings hold for every workspace: no extension is fetched or loaded by name, times are UTC, and nothing is painted.
var settings = []string{
	"SET autoinstall_known_extensions = false",
	"SET autoload_known_extensions = false",
	"SET TimeZone = 'UTC'",
	"SET enable_progress_bar = false",
}

// It reads and writes no file but those that the user named (files), and what DuckDB keeps beside a database while it writes it.
func openWorkspace(ctx context.Context, o Options, files ...string) (*workspace, error) {
	working, err := newScratch(o.StateDir)
	if err != nil {
		return nil, err
	}
	run := append([]string{"SET temp_directory = " + sqlgen.Lit(working.dir)}, settings...)
	if o.MemoryLimit != "" {
		run = append(run, "SET memory_limit = "+sqlgen.Lit(o.MemoryLimit))
	}
	run = append(run, confine(working.dir, files)...)
	connector, err := duckdb.NewConnector("", func(ex driver.ExecerContext) error {
		for _, s := range run {
			if _, err := ex.ExecContext(context.Background(), s, nil); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		working.remove()
		return nil, wrap(err, "cannot open a workspace")
	}
	w := &workspace{db: sql.OpenDB(connector), working: working, now: time.Now}
	if o.Now != nil {
		w.now = o.Now
	}
	if w.conn, err = w.db.Conn(ctx); err != nil {
		w.close()
		if de, ok := errors.AsType[*duckdb.Error](err); ok && o.MemoryLimit != "" && de.Type == duckdb.ErrorTypeParser {
			return nil, engine.Errorf(engine.CodeUsage, "%q is no memory limit", o.MemoryLimit).Help("such as --memory-limit 512MB or 4GB")
		}
		return nil, wrap(statementError(err, "opening a workspace"), "cannot open a workspace")
	}
	return w, nil
}

// confine takes file access away, but for the named files and the scratch folder. What SQL a spec brings cannot widen it.
func confine(scratch string, files []string) []string {
	var paths []string
	for _, f := range files {
		for _, beside := range []string{"", ".wal", ".wal.checkpoint", ".wal.recovery"} {
			paths = append(paths, sqlgen.Lit(f+beside))
		}
	}
	return []string{
		"SET allowed_paths = [" + strings.Join(paths, ", ") + "]",
		"SET allowed_directories = [" + sqlgen.Lit(scratch) + "]",
		"SET enable_external_access = false",
		"SET lock_configuration = true",
	}
}

func (w *workspace) close() error {
	var errs []error
	if w.conn != nil {
		errs = append(errs, w.conn.Close())
	}
	if w.db != nil {
		errs = append(errs, w.db.Close())
	}
	errs = append(errs, w.working.remove())
	return errors.Join(errs...)
}

// leave is close without waiting until DuckDB has freed its memory, which after a large batch takes as long as some of its
// stages: most often the process is about to end.
func (w *workspace) leave() error {
	go func() {
		w.conn.Close()
		w.db.Close()
	}()
	return w.working.remove()
}

func (w *workspace) exec(ctx context.Context, q string, args ...any) (int64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer trace(q, time.Now())
	res, err := w.conn.ExecContext(ctx, q, args...)
	if err != nil {
		return 0, statementError(err, q)
	}
	n, err := res.RowsAffected()
	return n, err
}

// made runs a statement that makes a table from a query, and gives its rows, of which exec is not told.
func (w *workspace) made(ctx context.Context, q string) (rows int64, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer trace(q, time.Now())
	if err := w.conn.QueryRowContext(ctx, q).Scan(&rows); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, statementError(err, q)
	}
	return rows, nil
}

// query runs q and calls row for each of its rows, which scans it.
func (w *workspace) query(ctx context.Context, q string, row func(*sql.Rows) error, args ...any) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer trace(q, time.Now())
	if err := ctx.Err(); err != nil {
		return cancelled(err)
	}
	ctx, done := patient(ctx)
	defer done()
	rows, err := w.conn.QueryContext(ctx, q, args...)
	if err != nil {
		return statementError(err, q)
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows); err != nil {
			return readError(err, q)
		}
	}
	return readError(rows.Err(), q)
}

// patience is how long a read may go on after it was cancelled.
const patience = 100 * time.Millisecond

// patient is ctx for a read, which is interrupted only where it takes long: the driver answers an interruption no sooner than
// after half a second, and most reads have ended by themselves long before.
func patient(ctx context.Context) (context.Context, func()) {
	read, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(patience, cancel) })
	return read, func() { stop(); cancel() }
}

// readError gives a cancelled read its code; other errors are the caller's own, or none.
func readError(err error, q string) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return statementError(err, q)
	}
	return err
}

// one reads a single row into dest; no row is sql.ErrNoRows.
func (w *workspace) one(ctx context.Context, q string, dest ...any) error {
	found := false
	err := w.query(ctx, q, func(r *sql.Rows) error { found = true; return r.Scan(dest...) })
	if err == nil && !found {
		return sql.ErrNoRows
	}
	return err
}

func (w *workspace) count(ctx context.Context, q string) (n int64, err error) {
	err = w.one(ctx, q, &n)
	return n, err
}

// inTx runs fn in a transaction. It rolls back on any error of fn and never commits after one, since DuckDB answers COMMIT
// with success where an earlier error has aborted the transaction. ctx cancels statements, not the transaction itself.
func (w *workspace) inTx(ctx context.Context, fn func() error) error {
	if err := ctx.Err(); err != nil {
		return cancelled(err)
	}
	if _, err := w.exec(context.Background(), "BEGIN TRANSACTION"); err != nil {
		return err
	}
	if err := fn(); err != nil {
		if _, rb := w.exec(context.Background(), "ROLLBACK"); rb != nil && !strings.Contains(rb.Error(), "no transaction is active") {
			return errors.Join(err, rb)
		}
		return err
	}
	if err := ctx.Err(); err != nil {
		w.exec(context.Background(), "ROLLBACK")
		return cancelled(err)
	}
	return phaseCommit.in(func() error {
		_, err := w.exec(context.Background(), "COMMIT")
		return err
	})
}

func statementError(err error, q string) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return cancelled(err)
	}
	de, ok := errors.AsType[*duckdb.Error](err)
	if ok {
		switch de.Type {
		case duckdb.ErrorTypeInterrupt:
			return cancelled(err)
		case duckdb.ErrorTypeConstraint:
			return (&engine.Error{Code: engine.CodeFailed, Msg: "the dimension's own constraint refuses it, and nothing was changed: " + firstLine(strings.TrimPrefix(de.Msg, "Constraint Error: ")), Err: err}).Help("park the rows that break it, or lift the constraint")
		}
	}
	// Where connecting fails, words are all that there is.
	if _, why, short := strings.Cut(firstLine(err.Error()), "Out of Memory Error: "); short && (!ok || de.Type == duckdb.ErrorTypeOutOfMemory) {
		return (&engine.Error{Code: engine.CodeFailed, Msg: "out of memory: " + why, Err: err}).Help("give it more with --memory-limit, or make room in the folder for temporary files")
	}
	if ok && strings.Contains(de.Msg, "tuple width exceeds block size") {
		return (&engine.Error{Code: engine.CodeFailed, Msg: "too many columns: DuckDB sorts rows of at most some 16,000 columns, and a change has each attribute twice", Err: err}).Help("leave columns out of the batch that are not to change; diff --format counts, and apply where only type 2 differs, take more")
	}
	if len(q) > 4000 {
		q = q[:4000] + " …"
	}
	return fmt.Errorf("%w\nin: %s", err, q)
}

func cancelled(err error) error {
	return &engine.Error{Code: engine.CodeCancelled, Msg: "cancelled; nothing was changed", Err: err}
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// wrap puts what was being done before an error, unless it speaks for itself already.
func wrap(err error, doing string) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*engine.Error](err); ok {
		return err
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return cancelled(err)
	}
	e := engine.Errorf(engine.CodeFailed, "%s: %w", doing, err)
	e.Msg = firstLine(e.Msg)
	return e
}
