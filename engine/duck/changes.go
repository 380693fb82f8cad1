package duck

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// changeRow selects what a Change is made of, from a row c of the table change.
func (r *Review) changeRow() string {
	l := r.layout
	keys := make([]string, len(l.Keys))
	for i := range l.Keys {
		keys[i] = fmt.Sprintf("c.k%d::VARCHAR", i)
	}
	if len(r.supply) > 0 {
		keys = append(keys, l.ChangeColumns())
	}
	return "c._id, coalesce(c._row, 0), coalesce(c._line, 0), coalesce(c._label, ''), c._kind, c._parked, coalesce(c._reason, ''), coalesce(c._why, ''), coalesce(" + l.ShowMoment("c._at") + ", ''), coalesce(" +
		l.ShowMoment("c._claims") + ", ''), coalesce(" + l.ShowMoment("c._since") + ", ''), c._del, c._m IS NOT NULL, coalesce(c._late, false), " + strings.Join(keys, ", ")
}

// scanChange reads what changeRow selects.
func (r *Review) scanChange(rows *sql.Rows) (engine.Change, error) {
	var c engine.Change
	var kind, park, why, claims, since string
	var parked, del, placed, late bool
	nk := len(r.layout.Keys)
	keys := make([]sql.NullString, nk)
	shown := make([]bool, len(r.supply))
	before := make([]sql.NullString, len(r.supply))
	after := make([]sql.NullString, len(r.supply))
	dest := []any{&c.ID, &c.Row, &c.Line, &c.Label, &kind, &parked, &park, &why, &c.Effective, &claims, &since, &del, &placed, &late}
	for i := range keys {
		dest = append(dest, &keys[i])
	}
	for i := range r.supply {
		dest = append(dest, &shown[i], &before[i], &after[i])
	}
	if err := rows.Scan(dest...); err != nil {
		return c, err
	}
	c.Kind, c.Key = engine.ParseKind(kind), values(keys)
	if !c.Kind.Quiet() && c.Kind != engine.Rejected {
		c.Decision = engine.Taken
		if parked {
			c.Decision = engine.Parked
		}
	}
	if code, sentence, ok := strings.Cut(why, sqlgen.Sep); ok {
		if code == "ragged" && r.batch.json {
			code = "json"
		}
		c.Reason, c.Hint = sentence, hints[code]
	}
	if parked && park != "" {
		c.Reason = park
	}
	for i, n := range r.supply {
		if !shown[i] {
			continue
		}
		a := r.layout.Attrs[n]
		cc := engine.ColumnChange{Name: a.Name, Type: a.Type, Before: values(before[i : i+1])[0], After: values(after[i : i+1])[0], Taken: true}
		switch {
		case a.Type == engine.Type0 && c.Kind != engine.New:
			cc.Taken, cc.Note = false, "type 0 keeps the original"
		case a.Overwrites() && late && c.Kind != engine.Rejected:
			cc.Taken, cc.Note = false, fmt.Sprintf("a late row never overwrites type %s", a.Type)
		case c.Kind == engine.Rejected:
			cc.Taken = false
		}
		c.Columns = append(c.Columns, cc)
	}
	if claims != "" && (c.Kind == engine.Changed || c.Kind == engine.Corrected || c.Kind == engine.Returned || c.Kind == engine.Deleted) {
		c.Notes = append(c.Notes, fmt.Sprintf("dated %s, but stored otherwise since %s; taken as of %s", claims, since, c.Effective))
	}
	return c, nil
}

// hints say what would help, by the code of a rejection's reason.
var hints = map[string]string{
	"ragged":            "quote fields that hold the delimiter or a quote, and send the row again",
	"json":              "write one JSON object with every field on each line, null where there is no value",
	"key_null":          "a row without its whole key belongs to no member; complete it at the source",
	"key_cast":          "correct the key at the source, or say batch: {nulls: […]} if this text means NULL",
	"effective_null":    "complete the date at the source, or leave batch.effective out of the spec to date rows by the as-of time",
	"effective":         "say how dates are written with batch: {dates: \"%d/%m/%Y\"} in the spec, or correct it at the source",
	"sequence":          "correct it at the source: a sequence is compared as its first value reads",
	"cast":              "correct it at the source, or say batch: {nulls: […]} if this text means NULL",
	"future":            "park it until then, or say batch: {future: accept} in the spec",
	"tie":               "name a column that orders them in batch.sequence, or keep one of them",
	"same_key":          "say batch: {same_key: in_order} to apply them in order, or keep one of them",
	"fault":             "dimdesk verify lists what is wrong; repair that history first",
	"late":              "say batch: {late: split} in the spec to let it change history",
	"same_moment":       "say batch: {same_moment: replace} in the spec to overwrite that version in place",
	"inclusive":         "delete from the next day, or use half-open periods",
	"delete_unknown":    "check the key; there is nothing to delete",
	"absent_unreadable": "repair the row whose key cannot be read, and send the snapshot again",
}

// Each implements engine.Streamer: pages of changes with the operations that follow from them.
func (r *Review) Each(ctx context.Context, f engine.Filter, fn func(engine.Change, []engine.Operation) error) error {
	if err := r.numberNewKeys(ctx); err != nil {
		return err
	}
	const page = 50000
	last := r.rows + r.absent
	for from := int64(1); from <= last; from += page {
		changes, err := r.read(ctx, fmt.Sprintf("c._id BETWEEN %d AND %d", from, from+page-1), f)
		if err != nil {
			return err
		}
		ops, err := r.operations(ctx, fmt.Sprintf("_id BETWEEN %d AND %d", from, from+page-1),
			r.layout.HistoriesOf(fmt.Sprintf("SELECT _m FROM change WHERE _id BETWEEN %d AND %d", from, from+page-1)))
		if err != nil {
			return err
		}
		for _, c := range changes {
			if err := fn(c, ops[c.ID]); err != nil {
				return err
			}
		}
	}
	return nil
}

// read reads the changes that a condition on c._id and a filter select, in order of id. Rows that are plainly unchanged
// are not in the table change; they are made up from the batch where the filter wants them.
func (r *Review) read(ctx context.Context, cond string, f engine.Filter) ([]engine.Change, error) {
	return r.readFrom(ctx, r.allChanges(f), cond, f)
}

// readFrom is read from a given relation. Of a member that is in the table change, every row is.
func (r *Review) readFrom(ctx context.Context, from, cond string, f engine.Filter) ([]engine.Change, error) {
	var out []engine.Change
	q := "SELECT " + r.changeRow() + " FROM " + from + " c WHERE " + cond + " AND " + r.filter(f) + " ORDER BY c._id"
	err := r.w.query(ctx, q, func(rows *sql.Rows) error {
		c, err := r.scanChange(rows)
		out = append(out, c)
		return err
	})
	if err != nil {
		return nil, wrap(err, "cannot read the changes")
	}
	return out, r.annotate(ctx, out)
}

// allChanges is the table change, and where the filter wants unchanged rows, those that it leaves out.
func (r *Review) allChanges(f engine.Filter) string {
	if !wants(f, engine.Unchanged) {
		return "change"
	}
	return "(SELECT * FROM change UNION ALL BY NAME " + r.layout.UnchangedRows() + ")"
}

func wants(f engine.Filter, k engine.Kind) bool {
	for _, x := range f.Kinds {
		if x == k {
			return true
		}
	}
	return false
}
