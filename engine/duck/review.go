package duck

import (
	"context"
	"database/sql"
	"fmt"
	"maps"

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
		Key: l.Spec.Key, Label: l.Spec.Label, Notices: r.notices, Already: r.already, News: r.news, Spec: l.Spec}
	for _, a := range l.Attrs {
		i.Columns = append(i.Columns, a.Column)
	}
	return i
}

// Counts implements engine.Review.
func (r *Review) Counts(ctx context.Context) (engine.Counts, error) {
	if r.counts != nil {
		c := *r.counts
		c.Kinds = maps.Clone(c.Kinds)
		return c, nil
	}
	c := engine.Counts{Kinds: map[engine.Kind]int64{}, Rows: r.rows, Absent: r.absent}
	listed := int64(0)
	add := func(kind string, parked bool, n int64) {
		k := engine.ParseKind(kind)
		c.Kinds[k] += n
		listed += n
		switch {
		case parked:
			c.Parked += n
		case !k.Quiet() && k != engine.Rejected:
			c.Taken += n
		}
	}
	for k, n := range r.streamed {
		add(k.String(), false, n)
	}
	if r.counted() {
		return c, nil
	}
	err := r.w.query(ctx, "SELECT _kind, _parked, count(*) FROM change GROUP BY ALL UNION ALL SELECT _kind, false, count(*) FROM plain GROUP BY _kind", func(rows *sql.Rows) error {
		var kind string
		var parked bool
		var n int64
		err := rows.Scan(&kind, &parked, &n)
		add(kind, parked, n)
		return err
	})
	if unchanged := r.rows + r.absent - listed; unchanged > 0 {
		c.Kinds[engine.Unchanged] += unchanged
	}
	if err != nil {
		return c, wrap(err, "cannot count the changes")
	}
	kept := c
	kept.Kinds = maps.Clone(c.Kinds)
	r.counts = &kept
	return c, nil
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
