package main

import (
	"context"
	"database/sql"
	"fmt"

	"dimdesk/engine/recipe"
)

// onDuck runs one of the recipes for DuckDB in this process.
func onDuck(dialect string) func(context.Context, kitchenware, []recipeCase) ([]dish, string, error) {
	return func(ctx context.Context, _ kitchenware, cases []recipeCase) ([]dish, string, error) {
		version, err := duckdbVersion(ctx)
		if err != nil {
			return nil, "", err
		}
		var out []dish
		for _, c := range cases {
			t, err := c.table("dim", "staged")
			if err != nil {
				return nil, "", err
			}
			r, err := recipe.For(dialect, t)
			if err != nil {
				return nil, "", err
			}
			setUp, err := c.setUp("dim", "staged", sqlDialect{using: func(bool) string { return "" }})
			if err != nil {
				return nil, "", err
			}
			var d dish
			err = withConn(ctx, func(conn *sql.Conn) error {
				for _, s := range setUp {
					if _, err := conn.ExecContext(ctx, s); err != nil {
						return fmt.Errorf("%w in %s", err, s)
					}
				}
				for range c.Times {
					if _, err := conn.ExecContext(ctx, r.SQL()); err != nil {
						d.failed = oneLine(err.Error())
						return nil
					}
				}
				d, err = served(ctx, conn, "SELECT COLUMNS(*)::VARCHAR FROM dim")
				return err
			})
			if err != nil {
				return nil, "", err
			}
			out = append(out, d)
		}
		return out, "DuckDB " + version, nil
	}
}

// served reads a query's rows as text, with "" for NULL.
func served(ctx context.Context, conn *sql.Conn, query string) (d dish, err error) {
	rows, err := conn.QueryContext(ctx, query)
	if err != nil {
		return d, err
	}
	defer rows.Close()
	if d.columns, err = rows.Columns(); err != nil {
		return d, err
	}
	for rows.Next() {
		cells := make([]sql.NullString, len(d.columns))
		into := make([]any, len(cells))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			return d, err
		}
		row := make([]string, len(cells))
		for i, c := range cells {
			row[i] = c.String
		}
		d.rows = append(d.rows, row)
	}
	return d, rows.Err()
}
