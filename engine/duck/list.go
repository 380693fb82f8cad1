package duck

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"dimdesk/engine"
)

// slotTable is the table of a list in order, each change with its id and its place in the table change (_r; NULL for a row that
// is not in it). It is replaced when the slot is selected again.
func slotTable(slot int) string { return fmt.Sprintf("list_%d", slot) }

// Select implements engine.Review.
func (r *Review) Select(ctx context.Context, slot int, f engine.Filter) (engine.List, error) {
	from, place := "change", "c.rowid"
	if wants(f, engine.Unchanged) {
		from, place = "(SELECT *, rowid AS _r FROM change UNION ALL BY NAME "+r.layout.UnchangedRows()+")", "c._r"
	}
	q := fmt.Sprintf("CREATE OR REPLACE TABLE %s AS SELECT c._id, %s AS _r FROM %s c WHERE %s ORDER BY %s", slotTable(slot), place, from, r.filter(f), r.order(f))
	if _, err := r.w.exec(ctx, q); err != nil {
		return engine.List{}, wrap(err, "cannot list the changes")
	}
	n, err := r.w.count(ctx, "SELECT count(*) FROM "+slotTable(slot))
	return engine.List{Slot: slot, Filter: f, Total: n}, err
}

// Count implements engine.Review.
func (r *Review) Count(ctx context.Context, f engine.Filter) (int64, error) {
	n, err := r.w.count(ctx, fmt.Sprintf("SELECT count(*) FROM %s c WHERE %s", r.allChanges(f), r.filter(f)))
	return n, wrap(err, "cannot count the changes")
}

// Window implements engine.Review.
func (r *Review) Window(ctx context.Context, l engine.List, from, n int64) ([]engine.Change, error) {
	at := map[int64]int{} // positions by id
	var ids, places []int64
	err := r.w.query(ctx, fmt.Sprintf("SELECT _id, _r FROM %s WHERE rowid BETWEEN %d AND %d ORDER BY rowid", slotTable(l.Slot), from, from+n-1), func(rows *sql.Rows) error {
		var id int64
		var place sql.NullInt64
		err := rows.Scan(&id, &place)
		at[id] = len(at)
		if place.Valid {
			places = append(places, place.Int64)
		} else {
			ids = append(ids, id)
		}
		return err
	})
	if err != nil {
		return nil, wrap(err, "cannot read the list")
	}
	out := make([]engine.Change, len(at))
	scan := r.scanner()
	for _, part := range []string{r.atPlaces(places), r.unchanged(ids)} {
		if part == "" {
			continue
		}
		err := r.w.query(ctx, "SELECT "+r.changeRow()+" FROM ("+r.layout.Listing(part)+") c", func(rows *sql.Rows) error {
			c, err := scan.next(rows)
			out[at[c.ID]] = c
			return err
		})
		if err != nil {
			return nil, wrap(err, "cannot read the list")
		}
	}
	return out, r.annotate(ctx, out)
}

// atPlaces is the part of change with these places; "" for none. Where they lie close, only what is between them is looked
// through, and where they are all over the table, a join costs least.
func (r *Review) atPlaces(places []int64) string {
	if len(places) == 0 {
		return ""
	}
	first, last := slices.Min(places), slices.Max(places)
	if last-first < 100*int64(len(places)) {
		return fmt.Sprintf("change c WHERE c.rowid BETWEEN %d AND %d AND %s", first, last, among("c.rowid", places))
	}
	return "change c SEMI JOIN " + numbers(places) + " p ON p.n = c.rowid"
}

// unchanged is the part of the batch with these numbers, of rows that are plainly unchanged; "" for none.
func (r *Review) unchanged(ids []int64) string {
	if len(ids) == 0 {
		return ""
	}
	return "(" + r.layout.UnchangedAt(slices.Min(ids), slices.Max(ids), numbers(ids)) + ") c"
}

// numbers is a table of numbers (n).
func numbers(of []int64) string {
	lines := make([]string, len(of))
	for i, n := range of {
		lines[i] = fmt.Sprintf("(%d)", n)
	}
	return "(SELECT * FROM (VALUES " + strings.Join(lines, ", ") + ") v(n))"
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
