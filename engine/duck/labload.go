package duck

import (
	"cmp"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// Load implements engine.Lab. A transaction that a learner left open is rolled back first: new tables are a new beginning.
func (l *Lab) Load(ctx context.Context, tables ...engine.LabTable) error {
	l.conn.ExecContext(ctx, "ROLLBACK") // refused where none is open
	for _, t := range tables {
		if err := l.load(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

func (l *Lab) load(ctx context.Context, t engine.LabTable) error {
	data, err := readCSVText(t.Name, t.CSV)
	if err != nil {
		return err
	}
	columns, text, cells := make([]string, len(data.header)), make([]string, len(data.header)), make([]string, len(data.header))
	types, known := make([]string, len(data.header)), map[string]string{}
	for name, typ := range t.Types {
		known[engine.FoldName(name)] = typ
	}
	for i, name := range data.header {
		types[i] = cmp.Or(known[engine.FoldName(name)], typeOf(data.rows, i))
		columns[i] = sqlgen.Ident(name) + " " + types[i]
		text[i] = fmt.Sprintf("c%d VARCHAR", i)
		cells[i] = fmt.Sprintf("c%d", i)
	}
	name := "memory.main." + sqlgen.Ident(t.Name)
	create := "CREATE OR REPLACE TABLE " + name + " (" + strings.Join(columns, ", ") + ")"
	_, err = l.conn.ExecContext(ctx, create)
	if de, ok := errors.AsType[*duckdb.Error](err); ok && strings.Contains(de.Msg, "is of type View") {
		if _, err = l.conn.ExecContext(ctx, "DROP VIEW "+name); err == nil {
			_, err = l.conn.ExecContext(ctx, create)
		}
	}
	if err != nil {
		return loadFailed(ctx, t.Name, err)
	}
	if _, err := l.conn.ExecContext(ctx, "CREATE OR REPLACE TEMP TABLE lab_load ("+strings.Join(text, ", ")+")"); err != nil {
		return loadFailed(ctx, t.Name, err)
	}
	defer l.conn.ExecContext(context.WithoutCancel(ctx), "DROP TABLE temp.lab_load")
	if err := l.conn.Raw(func(dc any) error { return appendRows(dc.(driver.Conn), data.rows) }); err != nil {
		return loadFailed(ctx, t.Name, err)
	}
	if _, err := l.conn.ExecContext(ctx, "INSERT INTO "+name+" SELECT "+strings.Join(cells, ", ")+" FROM temp.lab_load ORDER BY rowid"); err != nil {
		return loadFailed(ctx, t.Name, err)
	}
	return nil
}

func loadFailed(ctx context.Context, name string, err error) error {
	if ctx.Err() != nil {
		return cancelled(err)
	}
	msg := err.Error()
	if de, ok := errors.AsType[*duckdb.Error](err); ok {
		msg = errorClass.ReplaceAllString(firstLine(de.Msg), "")
	}
	e := engine.Errorf(engine.CodeUsage, "%s cannot be made a table: %w", name, err)
	e.Msg = name + " cannot be made a table: " + msg
	return e.Help("Look at its header, and at the types that are named for it.")
}

func appendRows(conn driver.Conn, rows [][]engine.Value) error {
	a, err := duckdb.NewAppender(conn, "temp", "main", "lab_load")
	if err != nil {
		return err
	}
	for _, r := range rows {
		cells := make([]driver.Value, len(r))
		for i, v := range r {
			if !v.Null {
				cells[i] = v.Text
			}
		}
		if err := a.AppendRow(cells...); err != nil {
			return errors.Join(err, a.Close())
		}
	}
	return a.Close()
}

var (
	wholeNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]{0,17})$`)
	pointNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)\.([0-9]+)$`)
)

// typeOf is the SQL type that all values of a column have; VARCHAR where there is none, or no value at all. A number that begins
// with zeroes is a code, and so is one with an exponent.
func typeOf(rows [][]engine.Value, column int) string {
	kind, before, after := "", 0, 0
	for _, r := range rows {
		v := r[column]
		if v.Null {
			continue
		}
		k := kindOf(v.Text)
		switch {
		case k == "BIGINT" || k == "DECIMAL":
			whole, part, _ := strings.Cut(strings.TrimPrefix(v.Text, "-"), ".")
			before, after = max(before, len(whole)), max(after, len(part))
		}
		switch {
		case kind == "" || kind == k:
			kind = k
		case kind+k == "BIGINTDECIMAL" || kind+k == "DECIMALBIGINT":
			kind = "DECIMAL"
		case kind+k == "DATETIMESTAMP" || kind+k == "TIMESTAMPDATE":
			kind = "TIMESTAMP"
		default:
			return "VARCHAR"
		}
	}
	switch {
	case kind == "DECIMAL" && before+after <= 18:
		return fmt.Sprintf("DECIMAL(18,%d)", after)
	case kind == "DECIMAL":
		return "DOUBLE"
	}
	return cmp.Or(kind, "VARCHAR")
}

func kindOf(s string) string {
	switch {
	case wholeNumber.MatchString(s):
		return "BIGINT"
	case pointNumber.MatchString(s):
		return "DECIMAL"
	case strings.EqualFold(s, "true") || strings.EqualFold(s, "false"):
		return "BOOLEAN"
	}
	if _, err := time.Parse(time.DateOnly, s); err == nil {
		return "DATE"
	}
	for _, layout := range []string{"2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02 15:04", "2006-01-02T15:04"} {
		if _, err := time.Parse(layout, s); err == nil {
			return "TIMESTAMP"
		}
	}
	return "VARCHAR"
}
