package duck

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"slices"

	"dimdesk/engine"
)

// History implements engine.Review.
func (r *Review) History(ctx context.Context, change int64) (m engine.Member, err error) {
	m, err = r.Member(ctx, change)
	kept := m.Before != nil || m.After != nil
	if err != nil || kept || len(m.Changes) == 0 || slices.ContainsFunc(m.Key, func(v engine.Value) bool { return v.Null }) {
		return m, err
	}
	key := make([]string, len(m.Key))
	for i, v := range m.Key {
		key[i] = v.Text
	}
	if err := r.home.attach(ctx, r.w, false); err != nil {
		return m, err
	}
	defer func() {
		if d := r.home.detach(r.w); err == nil {
			err = d
		}
	}()
	var places []int64
	if !r.o.Apply && m.Changes[0].Kind == engine.Unchanged && stampOf(r.home) == r.stamp {
		if places, err = r.placesOf(ctx, m.Changes[0].Row); err != nil {
			return m, err
		}
	}
	m.Before, err = r.versions(ctx, r.layout.VersionsOf(key, places))
	m.After = m.Before
	r.name(&m)
	return m, err
}

// placesOf are the places of the stored versions of an unchanged row's member, as they were when the batch's keys were looked
// for: as long as nobody has written to the dimension, they are there still.
func (r *Review) placesOf(ctx context.Context, row int64) (places []int64, err error) {
	err = r.w.query(ctx, fmt.Sprintf("SELECT _rid FROM look SEMI JOIN (SELECT _place FROM batch_row WHERE _row = %d) USING (_place)", row), func(rows *sql.Rows) error {
		var place int64
		err := rows.Scan(&place)
		places = append(places, place)
		return err
	})
	return places, wrap(err, "cannot find the member")
}

// plainMember is the member of a row that is plainly unchanged, or that cannot be read: the review keeps no history of it.
func (r *Review) plainMember(ctx context.Context, change int64, m engine.Member) (engine.Member, error) {
	var err error
	if m.Changes, err = r.readFrom(ctx, "change", fmt.Sprintf("c._id = %d", change), engine.Filter{Kinds: engine.Kinds}); err == nil && len(m.Changes) == 0 {
		m.Changes, err = r.readFrom(ctx, "("+r.layout.UnchangedAt(change, change, numbers([]int64{change}))+")", "true", engine.Filter{Kinds: engine.Kinds})
	}
	if err != nil || len(m.Changes) == 0 {
		return m, err
	}
	m.Key, m.Label = m.Changes[0].Key, m.Changes[0].Label
	m.Summary = m.Changes[0].Kind.String()
	if m.Changes[0].Kind == engine.Unchanged {
		m.Summary = "unchanged: equal to the version in force"
	}
	return m, nil
}

// stampOf tells whether the files of a dimension are those that they were: it differs as soon as somebody has written to one.
func stampOf(h home) string {
	s := ""
	for _, f := range h.files() {
		for _, name := range []string{f, f + ".wal"} {
			if info, err := os.Stat(name); err == nil {
				s += fmt.Sprintf("%d %d\n", info.Size(), info.ModTime().UnixNano())
			}
		}
	}
	return s
}
