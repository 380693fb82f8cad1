package duck

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"dimdesk/engine"
)

const (
	labTime       = 5 * time.Second // that a learner's SQL may run
	labApplyTimes = 6               // as long may the engine run
	labMemory     = "512MB"         // that the engine may use
	labRows       = 1000            // that are kept of a result
)

// Lab implements engine.Lab: an in-memory DuckDB that knows no file and whose settings cannot be changed any more.
type Lab struct {
	db   *sql.DB
	conn *sql.Conn // the learner's session: transactions live in it
	time time.Duration
}

var _ engine.Lab = (*Lab)(nil)

// labSettings hold before a learner's SQL is seen. It spills nowhere, since it may write no file.
var labSettings = []string{
	"SET autoinstall_known_extensions = false",
	"SET autoload_known_extensions = false",
	"SET GLOBAL TimeZone = 'UTC'",
	"SET enable_progress_bar = false",
	"SET threads = 1",
	"SET memory_limit = '256MB'",
	"SET temp_directory = ''",
	"SET allow_persistent_secrets = false",
	"SET enable_external_access = false",
	"SET lock_configuration = true",
}

// NewLab makes an empty database for a learner.
func NewLab(ctx context.Context) (engine.Lab, error) {
	l := &Lab{time: labTime}
	if err := l.open(ctx); err != nil {
		return nil, err
	}
	return l, nil
}

func (l *Lab) open(ctx context.Context) error {
	set := false
	connector, err := duckdb.NewConnector("", func(ex driver.ExecerContext) error {
		if set { // they are the database's, and locked
			return nil
		}
		for _, s := range labSettings {
			if _, err := ex.ExecContext(context.Background(), s, nil); err != nil {
				return err
			}
		}
		set = true
		return nil
	})
	if err != nil {
		return wrap(err, "cannot make a database to learn with")
	}
	db := sql.OpenDB(connector)
	conn, err := db.Conn(ctx)
	if err != nil {
		return errors.Join(wrap(err, "cannot make a database to learn with"), db.Close())
	}
	for _, guard := range labGuards {
		if _, err := conn.ExecContext(ctx, guard); err != nil {
			return errors.Join(wrap(err, "cannot make a database to learn with"), conn.Close(), db.Close())
		}
	}
	l.db, l.conn = db, conn
	return nil
}

// Reset implements engine.Lab: by a new database, as SQL can make more than anybody would think of dropping.
func (l *Lab) Reset(ctx context.Context) error {
	old := *l
	if err := l.open(ctx); err != nil {
		return err
	}
	return old.Close()
}

// Close implements engine.Lab.
func (l *Lab) Close() error { return errors.Join(l.conn.Close(), l.db.Close()) }
