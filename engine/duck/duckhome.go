package duck

import (
	"context"
	"database/sql"
	"errors"
	"regexp"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// duckHome is a table of a DuckDB file.
type duckHome struct {
	db       place
	table    string
	schema   string
	collated bool
	findings
}

func (h *duckHome) name() string    { return h.table }
func (h *duckHome) id() string      { return h.schema + "." + h.table }
func (h *duckHome) files() []string { return []string{h.db.path} }
func (h *duckHome) path() string    { return h.db.path }
func (h *duckHome) text() bool      { return false }
func (h *duckHome) collates() bool  { return h.collated }
func (h *duckHome) relation() string {
	return "home." + sqlgen.Ident(h.schema) + "." + sqlgen.Ident(h.table)
}

func (h *duckHome) attach(ctx context.Context, w *workspace, write bool) error {
	if err := h.db.attach(ctx, w, write, false); err != nil {
		return err
	}
	find := h.find
	if h.schema == "" {
		find = h.locate
	}
	if err := find(ctx, w); err != nil {
		h.detach(w)
		return err
	}
	if err := h.lookBack(ctx, w, h, 0); err != nil {
		h.detach(w)
		return err
	}
	return nil
}

func (h *duckHome) detach(w *workspace) error { return h.db.detach(w) }

func (h *duckHome) attachJournal(ctx context.Context, w *workspace, write bool) error {
	return h.attach(ctx, w, write)
}

// describe leaves generated columns out: they follow from the others, and cannot be written.
func (h *duckHome) describe(ctx context.Context, w *workspace) ([]engine.ColumnInfo, error) {
	cols, err := describe(ctx, w, h.relation())
	if err != nil {
		return nil, err
	}
	var ddl string
	err = w.one(ctx, "SELECT coalesce(any_value(sql), '') FROM duckdb_tables() WHERE database_name = 'home' AND schema_name = "+sqlgen.Lit(h.schema)+" AND table_name = "+sqlgen.Lit(h.table), &ddl)
	if err != nil {
		return nil, wrap(err, "cannot read the table's definition")
	}
	h.collated = strings.Contains(strings.ToUpper(ddl), " COLLATE ")
	var kept []engine.ColumnInfo
	made := generated(ddl)
	for i, c := range cols {
		if i >= len(made) || !made[i] {
			kept = append(kept, c)
		}
	}
	return kept, nil
}

// generated tells which columns a table's definition generates, in their order. It looks at what stands outside of quotes and of
// inner parentheses: a type has commas, and a default any text.
func generated(ddl string) (made []bool) {
	var item strings.Builder
	var quote rune
	depth := 0
	for _, r := range ddl {
		switch {
		case quote != 0:
			if r == quote { // a doubled one ends a part and begins the next
				quote = 0
			}
		case r == '"' || r == '\'':
			quote = r
		case r == '(':
			depth++
		case r == ')':
			depth--
		case depth == 1 && r != ',':
			item.WriteRune(r)
		}
		if quote == 0 && (depth == 1 && r == ',' || depth == 0 && r == ')') {
			made = append(made, strings.Contains(strings.ToUpper(item.String()), " GENERATED ALWAYS AS"))
			item.Reset()
		}
	}
	return made
}

func describe(ctx context.Context, w *workspace, relation string) ([]engine.ColumnInfo, error) {
	var cols []engine.ColumnInfo
	err := w.query(ctx, "SELECT column_name, column_type FROM (DESCRIBE FROM "+relation+")", func(r *sql.Rows) error {
		var c engine.ColumnInfo
		defer func() { cols = append(cols, c) }()
		return r.Scan(&c.Name, &c.Type)
	})
	return cols, wrap(err, "cannot read the columns")
}

func (h *duckHome) touching(context.Context, *workspace, string) error { return nil }

func (h *duckHome) commit(ctx context.Context, w *workspace, fn func() error) error {
	if err := h.db.untouched(); err != nil {
		return err
	}
	return w.inTx(ctx, func() error { return errors.Join(fn(), h.db.inPlace()) })
}

var holder = regexp.MustCompile(`Conflicting lock is held in (.+?) \(PID (\d+)\)`)

// attachError says who holds a locked file.
func attachError(err error, path string) error {
	msg := err.Error()
	if strings.Contains(msg, "Could not set lock") || strings.Contains(msg, "lock on file") {
		e := &engine.Error{Code: engine.CodeLocked, Msg: path + " is in use by another process", Err: err}
		if m := holder.FindStringSubmatch(msg); m != nil {
			e.Msg = path + " is in use by " + m[1] + " (PID " + m[2] + ")"
		}
		return e.Help("close it there, or try again when it is done; nothing was changed")
	}
	if strings.Contains(msg, "Permission denied") {
		return (&engine.Error{Code: engine.CodeFailed, Msg: "no permission to open " + path, Err: err}).Help("ask its owner for the right to read and write it; its folder must be writable too")
	}
	if strings.Contains(msg, "not a valid DuckDB database file") || strings.Contains(msg, "Could not read enough bytes") {
		return (&engine.Error{Code: engine.CodeFailed, Msg: path + " is no longer a DuckDB file, or is damaged", Err: err}).Help("bring back a copy of it; nothing was changed")
	}
	return wrap(err, "cannot open "+path)
}
