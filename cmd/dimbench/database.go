package main

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"dimdesk/engine"

	"github.com/duckdb/duckdb-go/v2"
)

// withConn opens DuckDB in memory, with one connection, and closes it: that is when an attached file is checkpointed.
func withConn(ctx context.Context, fn func(*sql.Conn) error) error {
	connector, err := duckdb.NewConnector("", nil)
	if err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot open DuckDB: %w", err)
	}
	db := sql.OpenDB(connector)
	conn, err := db.Conn(ctx)
	if err != nil {
		return errors.Join(engine.Errorf(engine.CodeFailed, "cannot connect to DuckDB: %w", err), db.Close())
	}
	return errors.Join(fn(conn), conn.Close(), db.Close())
}

// execute runs statements one after the other on one connection and stops at the first that fails.
func execute(ctx context.Context, statements []string) error {
	return withConn(ctx, func(conn *sql.Conn) error {
		for _, s := range statements {
			if _, err := conn.ExecContext(ctx, s); err != nil {
				return engine.Errorf(engine.CodeFailed, "%w\nin: %s", err, s)
			}
		}
		return nil
	})
}

// literal is a text as an SQL literal.
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
