package duck

import (
	"context"
	"database/sql"
	"fmt"

	"dimdesk/engine"
)

var (
	_ engine.Review   = (*Review)(nil)
	_ engine.Streamer = (*Review)(nil)
)

// Info implements engine.Review.
func (r *Review) Info() engine.Info {
	l := r.layout
	i := engine.Info{Dimension: r.home.name(), Home: r.home.path(), Batch: r.batch.name, AsOf: r.asOf(), Mode: l.Spec.Batch.Mode,
		Key: l.Spec.Key, Label: l.Spec.Label, Notices: r.notices, News: r.news, Spec: l.Spec}
	for _, a := range l.Attrs {
		i.Columns = append(i.Columns, a.Column)
	}
	return i
}

// Counts implements engine.Review.
func (r *Review) Counts(ctx context.Context) (engine.Counts, error) {
	c := engine.Counts{Kinds: map[engine.Kind]int64{}, Rows: r.rows, Absent: r.absent}
	listed := int64(0)
	err := r.w.query(ctx, "SELECT _kind, count(*), count(*) FILTER (_parked), count(*) FILTER ("+decidable+" AND NOT _parked) FROM change c GROUP BY _kind", func(rows *sql.Rows) error {
		var kind string
		var n, parked, taken int64
		if err := rows.Scan(&kind, &n, &parked, &taken); err != nil {
			return err
		}
		c.Kinds[engine.ParseKind(kind)] += n
		c.Taken, c.Parked, listed = c.Taken+taken, c.Parked+parked, listed+n
		return nil
	})
	if err == nil {
		err = r.w.query(ctx, "SELECT _kind, count(*) FROM plain GROUP BY _kind", func(rows *sql.Rows) error {
			var kind string
			var n int64
			if err := rows.Scan(&kind, &n); err != nil {
				return err
			}
			c.Kinds[engine.ParseKind(kind)] += n
			c.Taken, listed = c.Taken+n, listed+n
			return nil
		})
	}
	if unchanged := r.rows + r.absent - listed; unchanged > 0 {
		c.Kinds[engine.Unchanged] += unchanged
	}
	return c, wrap(err, "cannot count the changes")
}

// slotTable is the table of a list's ids in order, which is replaced when the slot is selected again.
func slotTable(slot int) string { return fmt.Sprintf("list_%d", slot) }

// Select implements engine.Review.
func (r *Review) Select(ctx context.Context, slot int, f engine.Filter) (engine.List, error) {
	q := fmt.Sprintf("CREATE OR REPLACE TABLE %s AS SELECT c._id FROM %s c WHERE %s ORDER BY %s", slotTable(slot), r.allChanges(f), r.filter(f), r.order(f))
	if _, err := r.w.exec(ctx, q); err != nil {
		return engine.List{}, wrap(err, "cannot list the changes")
	}
	n, err := r.w.count(ctx, "SELECT count(*) FROM "+slotTable(slot))
	return engine.List{Slot: slot, Filter: f, Total: n}, err
}

// Window implements engine.Review.
func (r *Review) Window(ctx context.Context, l engine.List, from, n int64) ([]engine.Change, error) {
	var out []engine.Change
	q := fmt.Sprintf("SELECT %s FROM (SELECT rowid AS _pos, _id FROM %s WHERE rowid BETWEEN %d AND %d) w JOIN %s c ON c._id = w._id ORDER BY w._pos",
		r.changeRow(), slotTable(l.Slot), from, from+n-1, r.allChanges(l.Filter))
	err := r.w.query(ctx, q, func(rows *sql.Rows) error {
		c, err := r.scanChange(rows)
		out = append(out, c)
		return err
	})
	if err != nil {
		return nil, wrap(err, "cannot read the list")
	}
	return out, r.annotate(ctx, out)
}

// Find implements engine.Review.
func (r *Review) Find(ctx context.Context, l engine.List, text string, from int64, back bool) (int64, error) {
	return r.position(ctx, l, r.layout.Mentions(text), from, back)
}

// Seek implements engine.Review.
func (r *Review) Seek(ctx context.Context, l engine.List, from int64, back bool) (int64, error) {
	other := fmt.Sprintf("c._kind <> (SELECT x._kind FROM %s x WHERE x._id = (SELECT _id FROM %s WHERE rowid = %d))", r.allChanges(l.Filter), slotTable(l.Slot), from)
	return r.position(ctx, l, other, from, back)
}

func (r *Review) position(ctx context.Context, l engine.List, cond string, from int64, back bool) (int64, error) {
	pick, side := "min", ">="
	if back {
		pick, side = "max", "<="
	}
	pos, err := r.w.count(ctx, fmt.Sprintf("SELECT coalesce(%s(w._pos), -1) FROM (SELECT rowid AS _pos, _id FROM %s WHERE rowid %s %d) w JOIN %s c ON c._id = w._id WHERE %s",
		pick, slotTable(l.Slot), side, from, r.allChanges(l.Filter), cond))
	return pos, wrap(err, "cannot search the list")
}

// Groups implements engine.Review.
func (r *Review) Groups(ctx context.Context, f engine.Filter, limit int) ([]engine.Group, error) {
	q := ""
	counts := "count(*) AS n, count(*) FILTER (c._kind = 'late') AS late, count(*) FILTER (c._parked) AS parked"
	from := " FROM " + r.allChanges(f) + " c WHERE " + r.filter(f)
	for _, n := range r.supply {
		listed := r.layout.Listed(n)
		q += fmt.Sprintf("SELECT %d AS attr, CASE WHEN count(DISTINCT c._kind) = 1 THEN any_value(c._kind) ELSE '' END AS kind, c.b%[1]d::VARCHAR AS b, c.a%[1]d::VARCHAR AS a, %s%s AND c._compared AND %s GROUP BY c.b%[1]d, c.a%[1]d UNION ALL ", n, counts, from, listed)
	}
	q += "SELECT -1, c._kind, NULL, NULL, " + counts + from + " AND (" + uncompared + ") GROUP BY c._kind"
	var out []engine.Group
	err := r.w.query(ctx, fmt.Sprintf("SELECT * FROM (%s) ORDER BY n DESC, attr, b, a LIMIT %d", q, limit), func(rows *sql.Rows) error {
		var attr int
		var kind string
		var b, a sql.NullString
		var g engine.Group
		if err := rows.Scan(&attr, &kind, &b, &a, &g.Rows, &g.Late, &g.Parked); err != nil {
			return err
		}
		g.Kind, g.Filter = engine.ParseKind(kind), f
		if attr >= 0 {
			at := r.layout.Attrs[attr]
			vals := values([]sql.NullString{b, a})
			g.Column, g.Type, g.Before, g.After = at.Name, at.Type, vals[0], vals[1]
			g.Filter.Column, g.Filter.Before, g.Filter.After = at.Name, &vals[0], &vals[1]
		} else {
			g.Filter.Kinds, g.Filter.Opened = []engine.Kind{g.Kind}, true
		}
		out = append(out, g)
		return nil
	})
	return out, wrap(err, "cannot group the changes")
}
