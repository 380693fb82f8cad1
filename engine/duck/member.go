package duck

import (
	"context"
	"database/sql"
	"fmt"
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
	if err := r.numberNewKeys(ctx); err != nil {
		return m, err
	}
	var id sql.NullInt64
	if err := r.w.one(ctx, fmt.Sprintf("SELECT _m FROM change WHERE _id = %d", change), &id); err != nil && err != sql.ErrNoRows {
		return m, wrap(err, "cannot find the member")
	}
	if !id.Valid {
		return r.plainMember(ctx, change, m)
	}
	if err := r.identify(ctx, id.Int64, &m); err != nil {
		return m, err
	}
	var err error
	if m.Before, err = r.versions(ctx, r.layout.StoredVersions(fmt.Sprintf("h._m = %d", id.Int64))); err != nil {
		return m, err
	}
	m.After = m.Before
	if m.Fault == "" {
		if m.After, err = r.versions(ctx, r.layout.FinalVersions(fmt.Sprintf("_m = %d", id.Int64))); err != nil {
			return m, err
		}
	}
	if m.Changes, err = r.readFrom(ctx, "change", fmt.Sprintf("c._m = %d", id.Int64), engine.Filter{Kinds: engine.Kinds}); err != nil {
		return m, err
	}
	m.Summary = summarise(m, change)
	return m, nil
}

// plainMember is the member of a row that is plainly unchanged, or that has no readable key: the review keeps no history of it.
func (r *Review) plainMember(ctx context.Context, change int64, m engine.Member) (engine.Member, error) {
	changes, err := r.read(ctx, fmt.Sprintf("c._id = %d", change), engine.Filter{Kinds: engine.Kinds})
	if err != nil || len(changes) == 0 {
		return m, err
	}
	m.Changes, m.Key, m.Label = changes, changes[0].Key, changes[0].Label
	m.Summary = changes[0].Kind.String()
	if changes[0].Kind == engine.Unchanged {
		m.Summary = "unchanged: equal to the version in force"
	}
	return m, nil
}

func (r *Review) identify(ctx context.Context, id int64, m *engine.Member) error {
	keys := make([]string, len(r.layout.Keys))
	for i := range keys {
		keys[i] = fmt.Sprintf("m.k%d::VARCHAR", i)
	}
	return r.w.query(ctx, fmt.Sprintf("SELECT coalesce(f._label, (SELECT any_value(_label) FROM change WHERE _m = %[1]d), ''), coalesce(f._fault, ''), %[2]s FROM member m JOIN fact f USING (_m) WHERE m._m = %[1]d", id, strings.Join(keys, ", ")), func(rows *sql.Rows) error {
		raw := make([]sql.NullString, len(keys))
		dest := []any{&m.Label, &m.Fault}
		for i := range raw {
			dest = append(dest, &raw[i])
		}
		err := rows.Scan(dest...)
		m.Key = values(raw)
		return err
	})
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
