package duck

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// noticesOfData says what the data itself gives occasion to mention. The home is attached.
func (r *Review) noticesOfData(ctx context.Context) ([]string, error) {
	var out []string
	news := r.home.news()
	r.news, out = append(r.news, news...), append(out, news...)
	if r.batch.rows == 0 {
		out = append(out, r.batch.name+" has no rows")
	}
	if r.layout.Batch.Parked {
		out = append(out, "this is a file of parked rows: it is read as a delta, each row as of the time it was parked with")
	}
	before, err := r.journalNotices(ctx)
	if err != nil {
		return nil, err
	}
	out = append(out, before...)
	if n := r.typed1(); n != "" {
		out = append(out, n)
	}
	nulls, sentinels, err := mixedEnds(ctx, r.w, r.layout)
	if err != nil {
		return nil, err
	}
	if nulls > 0 && sentinels > 0 {
		out = append(out, fmt.Sprintf("%d open ends are NULL and %d are %s: both mean open, and %[3]s is what is written", nulls, sentinels, r.layout.Spec.Period.Open))
	}
	var type0, late int64
	if !r.placed {
		return out, nil
	}
	if err := r.w.one(ctx, r.layout.NotTaken(), &type0, &late); err != nil {
		return nil, err
	}
	if type0 > 0 {
		out = append(out, fmt.Sprintf("%s in type 0 columns shown, not taken: type 0 keeps the original", differences(type0)))
	}
	if late > 0 {
		out = append(out, fmt.Sprintf("%s of late rows in type 1 or 3 columns shown, not taken: what is known now is newer", differences(late)))
	}
	return out, nil
}

// mixedEnds counts the open ends that are NULL and those that are the sentinel, where there is one.
func mixedEnds(ctx context.Context, w *workspace, l *sqlgen.Layout) (nulls, sentinels int64, err error) {
	if l.Spec.Period.Open != "" {
		err = w.one(ctx, l.MixedEnds(), &nulls, &sentinels)
	}
	return nulls, sentinels, err
}

func differences(n int64) string {
	if n == 1 {
		return "1 difference"
	}
	return fmt.Sprintf("%d differences", n)
}

// journalNotices say what the journal knows of this batch before anybody looks at it.
func (r *Review) journalNotices(ctx context.Context) ([]string, error) {
	j, err := openJournal(ctx, r.w, r.home)
	if err != nil {
		return nil, err
	}
	if r.o.Apply {
		r.journal = j
		return j.clock(), nil // a commit says the rest itself
	}
	done, err := r.appliedBefore(ctx, j)
	if err != nil {
		return nil, err
	}
	r.already = done.Already
	if done.Already > 0 {
		return append(j.clock(), fmt.Sprintf("this batch was already applied as commit %d: a commit would do nothing", done.Already)), nil
	}
	older, err := r.older(ctx, j)
	return append(j.clock(), older...), err
}

// typed1 says which of the two policies for values without history is in use.
func (r *Review) typed1() string {
	var names []string
	for _, n := range r.supply {
		if a := r.layout.Attrs[n]; a.Type == engine.Type1 {
			names = append(names, a.Name)
		}
	}
	switch {
	case len(names) == 0:
		return ""
	case r.layout.Spec.Type1 == "current":
		return "type 1 (" + strings.Join(names, ", ") + ") overwrites the newest version only, as type1: current says"
	}
	return "type 1 (" + strings.Join(names, ", ") + ") overwrites every version of a member"
}

// annotate adds the notes that take more than the change itself: what else a type 1 change overwrites, planned versions that a
// delete leaves alone, and late rows that would not be late again. Each is only looked for where there can be one.
func (r *Review) annotate(ctx context.Context, changes []engine.Change) error {
	at := map[int64]*engine.Change{}
	note := func(query func(cond string) string, say func(*sql.Rows) (int64, string, error), kinds ...engine.Kind) error {
		var ids []int64
		for i := range changes {
			if c := &changes[i]; slices.Contains(kinds, c.Kind) {
				at[c.ID] = c
				ids = append(ids, c.ID)
			}
		}
		q := query(near("c._id", ids))
		if len(ids) == 0 || q == "" {
			return nil
		}
		return r.w.query(ctx, q, func(rows *sql.Rows) error {
			id, text, err := say(rows)
			if c := at[id]; c != nil {
				c.Notes = append(c.Notes, text)
			}
			return err
		})
	}
	named := map[string]bool{}
	for _, c := range changes {
		for _, col := range c.Columns {
			named[col.Name] = true
		}
	}
	also := func(cond string) string {
		return r.layout.AlsoOverwrites(cond, func(attr int) bool { return named[r.layout.Attrs[attr].Name] })
	}
	err := note(also, func(rows *sql.Rows) (id int64, text string, err error) {
		var attr int
		var n int64
		var held string
		err = rows.Scan(&id, &attr, &n, &held)
		versions := "versions that hold"
		if n == 1 {
			versions = "version that holds"
		}
		return id, fmt.Sprintf("%s also overwrites %d %s %s", r.layout.Attrs[attr].Name, n, versions, held), err
	}, engine.Changed, engine.Corrected)
	if err == nil {
		err = note(r.layout.Planned, func(rows *sql.Rows) (id int64, planned string, err error) {
			err = rows.Scan(&id, &planned)
			return id, "the planned version of " + planned + " is left alone", err
		}, engine.Deleted)
	}
	if err == nil {
		err = note(r.layout.MovesNewest, func(rows *sql.Rows) (id int64, _ string, err error) {
			err = rows.Scan(&id)
			return id, "the newest version begins earlier now; applied once more, this row would not be late, and its type 1 values would be taken", err
		}, engine.Late)
	}
	return wrap(err, "cannot annotate the changes")
}

// near is a condition that holds for these numbers; where they are many, for all between the least and the greatest of them too.
func near(x string, numbers []int64) string {
	const many = 500
	if len(numbers) > many {
		return fmt.Sprintf("%s BETWEEN %d AND %d", x, slices.Min(numbers), slices.Max(numbers))
	}
	return among(x, numbers)
}

// among is the condition that a number is one of these.
func among(x string, numbers []int64) string {
	if len(numbers) == 0 {
		return "false"
	}
	texts := make([]string, len(numbers))
	for i, n := range numbers {
		texts[i] = fmt.Sprint(n)
	}
	return x + " IN (" + strings.Join(texts, ", ") + ")"
}
