package duck

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// Member implements engine.Review.
func (r *Review) Member(ctx context.Context, change int64) (engine.Member, error) {
	m := engine.Member{}
	for _, a := range r.layout.Attrs {
		m.Columns, m.Types = append(m.Columns, a.Name), append(m.Types, a.Type)
	}
	var id sql.NullInt64
	if err := r.w.one(ctx, fmt.Sprintf("SELECT _m FROM change WHERE _id = %d", change), &id); err != nil && err != sql.ErrNoRows {
		return m, wrap(err, "cannot find the member")
	}
	if !id.Valid {
		return r.plainMember(ctx, change, m)
	}
	var err error
	if m.Changes, err = r.readFrom(ctx, "change", fmt.Sprintf("c._m = %d", id.Int64), engine.Filter{Kinds: engine.Kinds}); err != nil {
		return m, err
	}
	if err := r.identify(ctx, id.Int64, &m); err != nil {
		return m, err
	}
	if m.Before, err = r.versions(ctx, r.layout.StoredVersions(fmt.Sprintf("h._m = %d", id.Int64))); err != nil {
		return m, err
	}
	r.name(&m)
	m.After = m.Before
	if slices.ContainsFunc(m.Changes, func(c engine.Change) bool { return c.Decision == engine.Taken }) {
		h, err := r.historyOf(ctx, id.Int64)
		if err != nil {
			return m, err
		}
		if m.After, err = r.versions(ctx, r.layout.FinalVersions(h)); err != nil {
			return m, err
		}
	}
	m.Summary = summarise(m, change)
	return m, nil
}

// identify reads a member's key, and what is wrong with its history.
func (r *Review) identify(ctx context.Context, id int64, m *engine.Member) error {
	keys := make([]string, len(r.layout.Keys))
	for i := range keys {
		keys[i] = fmt.Sprintf("m.k%d::VARCHAR", i)
	}
	q := fmt.Sprintf("SELECT coalesce(f._fault, ''), %[2]s FROM (SELECT * FROM member WHERE _m = %[1]d) m LEFT JOIN (SELECT * FROM fact WHERE _m = %[1]d) f USING (_m)", id, strings.Join(keys, ", "))
	err := r.w.query(ctx, q, func(rows *sql.Rows) error {
		raw := make([]sql.NullString, len(keys))
		dest := []any{&m.Fault}
		for i := range raw {
			dest = append(dest, &raw[i])
		}
		err := rows.Scan(dest...)
		m.Key = values(raw)
		return err
	})
	return wrap(err, "cannot find the member")
}

// name gives a member the label that its stored versions have, the last of them first, or else its rows.
func (r *Review) name(m *engine.Member) {
	at := slices.IndexFunc(r.layout.Attrs, func(a sqlgen.Attr) bool { return a.Name == r.layout.Spec.Label })
	for _, v := range m.Before {
		if at >= 0 && !v.Values[at].Null {
			m.Label = v.Values[at].Text
		}
	}
	for _, c := range m.Changes {
		m.Label = cmp.Or(m.Label, c.Label)
	}
}

// versions reads what sqlgen's StoredVersions and FinalVersions select.
func (r *Review) versions(ctx context.Context, q string) ([]engine.Version, error) {
	return readVersions(ctx, r.w, r.layout, q)
}

func readVersions(ctx context.Context, w *workspace, l *sqlgen.Layout, q string) ([]engine.Version, error) {
	var out []engine.Version
	err := w.query(ctx, q, func(rows *sql.Rows) error {
		var v engine.Version
		var was engine.Bounds
		var moved bool
		var edited string
		vals := make([]sql.NullString, len(l.Attrs))
		dest := []any{&v.SurrogateKey, &v.From, &v.To, &v.Empty, &v.Current, &v.Deleted, &v.Opens, &moved, &was.From, &was.To, &edited}
		for i := range vals {
			dest = append(dest, &vals[i])
		}
		if err := rows.Scan(dest...); err != nil {
			return err
		}
		v.Values = values(vals)
		if moved {
			v.Was = &was
		}
		for _, n := range strings.Split(edited, sqlgen.Sep) {
			if n != "" {
				v.Edited = append(v.Edited, n)
			}
		}
		out = append(out, v)
		return nil
	})
	return out, wrap(err, "cannot read the history")
}

// summarise says in a sentence what the change at hand does to the member.
func summarise(m engine.Member, change int64) string {
	var c engine.Change
	for _, x := range m.Changes {
		if x.ID == change {
			c = x
		}
	}
	splits, joins := "", ""
	for _, v := range m.After {
		switch {
		case v.Was != nil && v.Was.From == v.From && v.To != "" && v.To == c.Effective:
			splits = v.From
		case v.Was != nil && v.From == c.Effective && v.From < v.Was.From:
			joins = v.Was.From
		}
	}
	if c.Decision == engine.Parked {
		return "parked: nothing of this row is applied"
	}
	switch c.Kind {
	case engine.New:
		return "new: opens the member's first version"
	case engine.Changed:
		if joins != "" {
			return "changed: the planned version of " + joins + " begins now"
		}
		return "changed: closes the version of " + splits + " and opens the next"
	case engine.Corrected:
		return "corrected: overwritten in place, no new version"
	case engine.Late:
		switch {
		case joins != "":
			return "late: the version of " + joins + " began earlier"
		case splits != "":
			return "late: splits the version of " + splits
		}
		return "late: changes history before the newest version"
	case engine.Returned:
		return "returned: opens a version after a gap"
	case engine.Deleted:
		return "deleted: closes the version in force"
	case engine.Superseded, engine.Rejected:
		return c.Kind.String() + ": " + c.Reason
	}
	return "unchanged: no row operation follows"
}
