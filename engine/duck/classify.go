package duck

import (
	"context"
	"fmt"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// classify runs the stages from batch_row to after.
func (r *Review) classify(ctx context.Context) error {
	l := r.layout
	if _, err := r.w.exec(ctx, l.BatchRows()); err != nil {
		return err
	}
	look := l.Look()
	good, err := r.run(ctx, look[0])
	if err != nil {
		return err
	}
	if _, err := r.run(ctx, look[1:]...); err != nil {
		return err
	}
	var twice bool
	if err := r.w.one(ctx, sqlgen.OpenTwice, &twice); err != nil {
		return err
	}
	if twice {
		if _, err := r.run(ctx, sqlgen.Step{SQL: sqlgen.MoreSpecial}); err != nil {
			return err
		}
	}
	compared, err := r.run(ctx, l.Compared())
	if err != nil {
		return err
	}
	if r.o.Apply { // in a large batch the rest is room that the commit needs
		if _, err := r.run(ctx, sqlgen.Narrowed()...); err != nil {
			return err
		}
	}
	if err := r.tellPlain(ctx); err != nil {
		return err
	}
	var touched int64
	if !r.brief() || r.plain < compared || l.Snapshot() {
		if touched, err = r.run(ctx, l.Touched(r.plain, compared)); err != nil {
			return err
		}
		if r.absent, err = r.run(ctx, l.Absent()); err != nil {
			return err
		}
	}
	if r.placed = !r.brief() || touched > 0 || r.absent > 0; r.placed {
		if err := r.place(ctx); err != nil {
			return err
		}
	} else if _, err := r.run(ctx, l.UnreadableChanges(good < r.rows)); err != nil {
		return err
	}
	if !r.o.Count && (l.Snapshot() || l.Spec.Limits.Changed >= 0) {
		if r.inForce, err = r.w.count(ctx, l.InForceMembers()); err != nil {
			return fmt.Errorf("counting the members in force: %w", err)
		}
	}
	return r.mention(ctx)
}

// mention adds what the data gives occasion to say.
func (r *Review) mention(ctx context.Context) error {
	more, err := r.noticesOfData(ctx)
	r.notices = append(r.notices, more...)
	return err
}

// run carries out steps, tells of those that have a name, and gives the rows of the last one's table.
func (r *Review) run(ctx context.Context, steps ...sqlgen.Step) (rows int64, err error) {
	for _, s := range steps {
		if s.What != "" {
			r.stage++
			r.progress(engine.Progress{What: s.What, Step: min(r.stage, planSteps), Steps: planSteps, Total: r.rows})
		}
		if rows, err = r.w.made(ctx, s.SQL); err != nil {
			return 0, err
		}
	}
	return rows, nil
}

// tellPlain makes plain.
func (r *Review) tellPlain(ctx context.Context) error {
	l := r.layout
	if !l.PlainPossible() || r.o.Count && l.ShowsType0() {
		_, err := r.run(ctx, sqlgen.Step{SQL: sqlgen.NoPlain})
		return err
	}
	if _, err := r.run(ctx, l.KeyFacts()); err != nil {
		return err
	}
	many, err := r.w.count(ctx, "SELECT count(*) FROM keyfact WHERE _many")
	if err == nil && many > 0 {
		_, err = r.run(ctx, sqlgen.Step{SQL: sqlgen.Overlaps})
	}
	if err != nil {
		return err
	}
	r.plain, err = r.run(ctx, sqlgen.Plain())
	return err
}

// place runs the stages that place rows in the histories of their members, from member to after. In a review plain rows are
// listed with the others, and from then on are changes like these.
func (r *Review) place(ctx context.Context) (err error) {
	l := r.layout
	if r.ordered, err = r.memberOrder(ctx); err != nil {
		return err
	}
	listed := !r.brief()
	steps := l.Members(r.ordered, listed)
	steps = append(steps, l.Facts())
	steps = append(steps, l.Contest()...)
	steps = append(steps, l.Judge()...)
	steps = append(steps, l.Brought())
	steps = append(steps, l.Resolution(false)...)
	steps = append(steps, l.Changes(listed)...)
	if _, err := r.run(ctx, steps...); err != nil {
		return err
	}
	if listed {
		r.plain = 0
	}
	n, err := r.w.count(ctx, "SELECT count(*) FROM chained")
	r.chained = n > 0
	return err
}
