package duck

import (
	"context"
	"database/sql"
	"errors"
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

// changeScan reads rows of what changeRow selects, one after the other.
type changeScan struct {
	r                              *Review
	c                              engine.Change
	kind, park, why, claims, since string
	parked, del, placed, late      bool
	keys, before, after            []sql.NullString
	shown                          []bool
	dest                           []any
}

func (r *Review) scanner() *changeScan {
	n := len(r.supply)
	s := &changeScan{r: r, keys: make([]sql.NullString, len(r.layout.Keys)), shown: make([]bool, n), before: make([]sql.NullString, n), after: make([]sql.NullString, n)}
	s.dest = []any{&s.c.ID, &s.c.Row, &s.c.Line, &s.c.Label, &s.kind, &s.parked, &s.park, &s.why, &s.c.Effective, &s.claims, &s.since, &s.del, &s.placed, &s.late}
	for i := range s.keys {
		s.dest = append(s.dest, &s.keys[i])
	}
	for i := range s.shown {
		s.dest = append(s.dest, &s.shown[i], &s.before[i], &s.after[i])
	}
	return s
}

// next reads the row that rows is at.
func (s *changeScan) next(rows *sql.Rows) (engine.Change, error) {
	s.c = engine.Change{}
	if err := rows.Scan(s.dest...); err != nil {
		return s.c, err
	}
	return s.change(), nil
}

// change makes a change of what was read.
func (s *changeScan) change() engine.Change {
	r, c := s.r, s.c
	c.Kind, c.Key = engine.ParseKind(s.kind), values(s.keys)
	if !c.Kind.Quiet() && c.Kind != engine.Rejected {
		c.Decision = engine.Taken
		if s.parked {
			c.Decision = engine.Parked
		}
	}
	if code, sentence, ok := strings.Cut(s.why, sqlgen.Sep); ok {
		if code == "ragged" && r.batch.json {
			code = "json"
		}
		c.Reason, c.Hint = sentence, hints[code]
	}
	if s.parked && s.park != "" {
		c.Reason = s.park
	}
	for i, n := range r.supply {
		if !s.shown[i] {
			continue
		}
		a := r.layout.Attrs[n]
		cc := engine.ColumnChange{Name: a.Name, Type: a.Type, Before: values(s.before[i : i+1])[0], After: values(s.after[i : i+1])[0], Taken: true}
		switch {
		case a.Type == engine.Type0 && c.Kind != engine.New:
			cc.Taken, cc.Note = false, "type 0 keeps the original"
		case a.Overwrites() && s.late && c.Kind != engine.Rejected:
			cc.Taken, cc.Note = false, fmt.Sprintf("a late row never overwrites type %s", a.Type)
		case c.Kind == engine.Rejected:
			cc.Taken = false
		}
		c.Columns = append(c.Columns, cc)
	}
	if s.claims != "" && (c.Kind == engine.Changed || c.Kind == engine.Corrected || c.Kind == engine.Returned || c.Kind == engine.Deleted) {
		c.Notes = append(c.Notes, fmt.Sprintf("dated %s, but stored otherwise since %s; taken as of %s", s.claims, s.since, c.Effective))
	}
	return c
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

// Each implements engine.Streamer: pages of changes with the operations that follow from them. These are laid out at once for all
// pages, so that none looks through the histories of the others.
func (r *Review) Each(ctx context.Context, f engine.Filter, fn func(engine.Change, []engine.Operation) error) (err error) {
	if err := r.numberNewKeys(ctx); err != nil {
		return err
	}
	ops, err := r.storeOperations(ctx)
	defer func() { err = errors.Join(err, ops.drop(r.w)) }()
	if err != nil {
		return err
	}
	const page = 50000
	last := r.rows + r.absent
	changes := make([]engine.Change, 0, min(page, last))
	for from := int64(1); from <= last; from += page {
		if changes, err = r.page(ctx, changes[:0], from, from+page-1, f); err != nil {
			return err
		}
		of, err := r.operations(ctx, fmt.Sprintf("_id BETWEEN %d AND %d", from, from+page-1), ops)
		if err != nil {
			return err
		}
		for _, c := range changes {
			if err := fn(c, of[c.ID]); err != nil {
				return err
			}
		}
	}
	return nil
}

// page adds the changes from one number to another that pass a filter, in order of id. Rows that are plainly unchanged are not in
// the table change; they are made up from the batch where the filter wants them.
func (r *Review) page(ctx context.Context, out []engine.Change, first, last int64, f engine.Filter) ([]engine.Change, error) {
	between := fmt.Sprintf("_id BETWEEN %d AND %d", first, last)
	from := "change"
	if wants(f, engine.Unchanged) {
		from = "(SELECT * FROM change WHERE " + between + " UNION ALL BY NAME " + r.layout.UnchangedBetween(first, last) + ")"
	}
	return r.addFrom(ctx, out, from, "c."+between, f)
}

// readFrom reads the changes of a relation that a condition on c and a filter select, in order of id. Of a member that is in the
// table change, every row is.
func (r *Review) readFrom(ctx context.Context, from, cond string, f engine.Filter) ([]engine.Change, error) {
	return r.addFrom(ctx, nil, from, cond, f)
}

// addFrom adds to out what readFrom reads.
func (r *Review) addFrom(ctx context.Context, out []engine.Change, from, cond string, f engine.Filter) ([]engine.Change, error) {
	q := "SELECT " + r.changeRow() + " FROM (" + r.layout.Listing(from+" c WHERE "+cond+" AND "+r.filter(f)) + ") c ORDER BY c._id"
	scan := r.scanner()
	err := r.w.query(ctx, q, func(rows *sql.Rows) error {
		c, err := scan.next(rows)
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
