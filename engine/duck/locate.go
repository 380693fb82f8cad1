package duck

import (
	"context"
	"database/sql"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// find fails if the table that was located is no longer there.
func (h *duckHome) find(ctx context.Context, w *workspace) error {
	n, err := w.count(ctx, "SELECT count(*) FROM duckdb_tables() WHERE database_name = 'home' AND schema_name = "+sqlgen.Lit(h.schema)+" AND table_name = "+sqlgen.Lit(h.table))
	if err != nil || n > 0 {
		return wrap(err, "cannot list the tables of "+h.db.path)
	}
	return engine.Errorf(engine.CodeFailed, "%s has no table %s any more; nothing was changed", h.db.path, h.table).Help("bring it back, or open the dimension by its new name")
}

// locate finds the schema of the named table, or the one table that looks like a dimension.
func (h *duckHome) locate(ctx context.Context, w *workspace) error {
	type table struct{ schema, name string }
	var all, like []table
	err := w.query(ctx, "SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = 'home' AND schema_name <> 'dimdesk' AND NOT internal ORDER BY ALL", func(r *sql.Rows) error {
		var t table
		defer func() { all = append(all, t) }()
		return r.Scan(&t.schema, &t.name)
	})
	if err != nil {
		return wrap(err, "cannot list the tables of "+h.db.path)
	}
	var names []string
	var named []table
	for _, t := range all {
		full := t.name
		if t.schema != "main" {
			full = t.schema + "." + t.name
		}
		names = append(names, full)
		if h.table != "" && (strings.EqualFold(h.table, t.name) || strings.EqualFold(h.table, t.schema+"."+t.name)) {
			named = append(named, t)
		}
	}
	switch {
	case len(named) == 1:
		h.schema, h.table = named[0].schema, named[0].name
		return nil
	case len(named) > 1:
		return engine.Errorf(engine.CodeFailed, "%s has %d tables named %q", h.db.path, len(named), h.table).Help("name one with its schema, as in --table %s.%s", named[0].schema, named[0].name)
	case h.table != "":
		e := engine.Errorf(engine.CodeFailed, "%s has no table %q", h.db.path, h.table)
		if near, ok := engine.Nearest(h.table, names); ok {
			return e.Help("did you mean %q?", near)
		}
		return e.Help("it has %s", strings.Join(names, ", "))
	}
	for _, t := range all {
		h.schema, h.table = t.schema, t.name
		cols, err := h.describe(ctx, w)
		if err != nil {
			return err
		}
		if _, _, err := engine.Detect(cols, nil, nil); err == nil {
			like = append(like, t)
		}
	}
	h.schema, h.table = "", ""
	switch {
	case len(like) == 1:
		h.schema, h.table = like[0].schema, like[0].name
	case len(all) == 1:
		h.schema, h.table = all[0].schema, all[0].name
	case len(all) == 0:
		return engine.Errorf(engine.CodeFailed, "%s has no tables", h.db.path)
	default:
		return engine.Errorf(engine.CodeFailed, "%s has %d tables, and it isn't plain which is the dimension", h.db.path, len(all)).Help("name it with --table: %s", strings.Join(names, ", "))
	}
	return nil
}
