package duck

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/duckdb/duckdb-go/v2"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// labRefused are kinds of statements that are not about tables. DuckDB's own settings keep them from reaching anything; here they
// are kept from changing the session under the lesson's feet, and from writing a log on the screen.
var labRefused = map[duckdb.StmtType]string{
	duckdb.STATEMENT_TYPE_ATTACH:    "ATTACH",
	duckdb.STATEMENT_TYPE_DETACH:    "DETACH",
	duckdb.STATEMENT_TYPE_COPY:      "COPY",
	duckdb.STATEMENT_TYPE_EXPORT:    "EXPORT",
	duckdb.STATEMENT_TYPE_LOAD:      "INSTALL or LOAD",
	duckdb.STATEMENT_TYPE_EXTENSION: "an extension's statement",
	duckdb.STATEMENT_TYPE_SET:       "SET",
	duckdb.STATEMENT_TYPE_PRAGMA:    "PRAGMA",
	duckdb.STATEMENT_TYPE_CALL:      "CALL",
	duckdb.STATEMENT_TYPE_PREPARE:   "PREPARE",
	duckdb.STATEMENT_TYPE_EXECUTE:   "EXECUTE",
}

// Run implements engine.Lab.
func (l *Lab) Run(ctx context.Context, text string) ([]engine.LabResult, error) {
	limited, done := context.WithTimeout(ctx, l.time)
	defer done()
	var out []engine.LabResult
	for _, st := range splitStatements(text) {
		res, err := l.run(limited, l.conn, st, labRows)
		if err != nil {
			return out, l.labError(ctx, st, err)
		}
		out = append(out, res)
	}
	return out, nil
}

var bareName = regexp.MustCompile(`^[\p{L}_][\p{L}\p{N}_]*$`)

// Table implements engine.Lab. Where a transaction of the learner's was aborted, it reads what is left if that is rolled back.
func (l *Lab) Table(ctx context.Context, query string, limit int) (engine.Table, error) {
	if bareName.MatchString(query) {
		query = "FROM " + sqlgen.Ident(query)
	}
	st := labStatement{sql: query, line: 1}
	if parts := splitStatements(query); len(parts) == 1 {
		st = parts[0]
	}
	limited, done := context.WithTimeout(ctx, l.time)
	defer done()
	if limit == 0 {
		limit = -1
	}
	res, err := l.run(limited, l.conn, st, limit)
	if de, ok := errors.AsType[*duckdb.Error](err); ok && de.Type == duckdb.ErrorTypeTransaction {
		if beside, failed := l.db.Conn(limited); failed == nil {
			res, err = l.run(limited, beside, st, limit)
			err = errors.Join(err, beside.Close())
		}
	}
	if err != nil {
		return engine.Table{}, l.labError(ctx, st, err)
	}
	if res.Table == nil {
		return engine.Table{}, engine.Errorf(engine.CodeUsage, "line %d: this gives no rows", st.line).Help("A query begins with SELECT, FROM or WITH.")
	}
	return *res.Table, nil
}

// run runs one statement, and keeps at most so many rows of what it gives (-1: all).
func (l *Lab) run(ctx context.Context, conn *sql.Conn, st labStatement, keep int) (engine.LabResult, error) {
	out := engine.LabResult{SQL: st.sql, Line: st.line, Rows: -1}
	if name := outward(st); name != "" {
		return out, fmt.Errorf("%s() is not for here\n%s", name, confinedHelp)
	}
	kind, columns, err := labDescribe(ctx, conn, st.sql)
	if err != nil {
		return out, err
	}
	if what, refused := labRefused[kind]; refused && !st.variable() {
		return out, fmt.Errorf("%s is not for here\n%s", what, confinedHelp)
	}
	table, cut, err := engine.Table{}, false, errors.ErrUnsupported
	if kind == duckdb.STATEMENT_TYPE_SELECT {
		table, cut, err = readAsText(ctx, conn, st.sql, columns, keep)
	}
	if errors.Is(err, errors.ErrUnsupported) {
		table, cut, err = readAsGiven(ctx, conn, st.sql, keep)
	}
	if err != nil {
		return out, err
	}
	one := len(table.Columns) == 1 && !st.returning() && kind != duckdb.STATEMENT_TYPE_SELECT
	switch {
	case one && table.Columns[0] == "Count" && len(table.Rows) == 1:
		_, err = fmt.Sscan(table.Rows[0][0].Text, &out.Rows)
	case one && table.Columns[0] == "Success" || len(table.Columns) == 0:
	default:
		out.Table, out.Cut = &table, cut
		if kind != duckdb.STATEMENT_TYPE_SELECT && st.returning() && !cut {
			out.Rows = int64(len(table.Rows))
		}
	}
	return out, err
}

// labDescribe tells what kind of statement it is, and the columns of what it will give, without running it.
func labDescribe(ctx context.Context, conn *sql.Conn, q string) (kind duckdb.StmtType, columns []string, err error) {
	err = conn.Raw(func(dc any) error {
		prepared, err := dc.(driver.ConnPrepareContext).PrepareContext(ctx, q)
		if err != nil {
			return err
		}
		defer prepared.Close()
		st := prepared.(*duckdb.Stmt)
		if kind, err = st.StatementType(); err != nil {
			return err
		}
		if st.NumInput() > 0 {
			return errors.New("a parameter has no value here\nWrite the value itself in place of ? or $1.")
		}
		n, err := st.ColumnCount()
		for i := range n {
			name, failed := st.ColumnName(i)
			columns, err = append(columns, name), errors.Join(err, failed)
		}
		return err
	})
	return kind, columns, err
}

// readAsText reads at most keep rows of a query, each cell as DuckDB writes it. What cannot be a part of another query, as some
// that are written like a SELECT cannot, is errors.ErrUnsupported. The query begins on the first line, where errors count from.
func readAsText(ctx context.Context, conn *sql.Conn, q string, columns []string, keep int) (engine.Table, bool, error) {
	t := engine.Table{Columns: columns}
	names, cells := make([]string, len(columns)), make([]string, len(columns))
	for i := range columns {
		names[i] = fmt.Sprintf("c%d", i)
		cells[i] = names[i] + "::VARCHAR"
	}
	from := " FROM (" + q + "\n) lab_rows(" + strings.Join(names, ", ") + ")"
	types, err := conn.QueryContext(ctx, "SELECT *"+from+" LIMIT 0")
	if de, ok := errors.AsType[*duckdb.Error](err); ok && (de.Type == duckdb.ErrorTypeParser || de.Type == duckdb.ErrorTypeBinder) || len(columns) == 0 {
		return t, false, errors.ErrUnsupported
	}
	if err != nil {
		return t, false, err
	}
	described, err := types.ColumnTypes()
	if err = errors.Join(err, types.Close()); err != nil {
		return t, false, err
	}
	for _, d := range described {
		t.Types = append(t.Types, d.DatabaseTypeName())
	}
	limit := ""
	if keep >= 0 {
		limit = fmt.Sprintf(" LIMIT %d", keep+1)
	}
	rows, err := conn.QueryContext(ctx, "SELECT "+strings.Join(cells, ", ")+from+limit)
	if err != nil {
		return t, false, err
	}
	defer rows.Close()
	for rows.Next() {
		raw, dest := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range raw {
			dest[i] = &raw[i]
		}
		if err := rows.Scan(dest...); err != nil {
			return t, false, err
		}
		t.Rows = append(t.Rows, values(raw))
	}
	cut := keep >= 0 && len(t.Rows) > keep
	if cut {
		t.Rows = slices.Clip(t.Rows[:keep])
	}
	return t, cut, rows.Err()
}

// readAsGiven runs a statement that has to stand alone, and writes at most keep rows of what it gives as text.
func readAsGiven(ctx context.Context, conn *sql.Conn, q string, keep int) (t engine.Table, cut bool, err error) {
	rows, err := conn.QueryContext(ctx, q)
	if err != nil {
		return t, false, err
	}
	defer rows.Close()
	described, err := rows.ColumnTypes()
	if err != nil {
		return t, false, err
	}
	for _, d := range described {
		t.Columns, t.Types = append(t.Columns, d.Name()), append(t.Types, d.DatabaseTypeName())
	}
	for rows.Next() {
		if keep >= 0 && len(t.Rows) == keep {
			return t, true, nil
		}
		raw, dest := make([]any, len(described)), make([]any, len(described))
		for i := range raw {
			dest[i] = &raw[i]
		}
		if err := rows.Scan(dest...); err != nil {
			return t, false, err
		}
		row := make([]engine.Value, len(raw))
		for i, v := range raw {
			row[i] = writeText(v, t.Types[i])
		}
		t.Rows = append(t.Rows, row)
	}
	return t, false, rows.Err()
}
