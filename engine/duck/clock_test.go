package duck

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"dimdesk/engine"
)

// TestClockGoesBackwards commits in June and then, by a clock that has gone back, in May: numbers tell the order of commits, and
// the last is undone first, whatever the times say; that the clock is behind is said before and after.
func TestClockGoesBackwards(t *testing.T) {
	const behind = "the clock says 2026-05-01"
	at := func(o Options, day, batch string) Options {
		o.AsOf = ""
		o.Now = func() time.Time {
			now, err := time.Parse(time.DateOnly, day)
			done(t, err)
			return now.Add(12 * time.Hour)
		}
		o.Batch = put(t, folder(o), day+".csv", batch)
		return o
	}
	for kind, o := range map[string]Options{
		"csv":    files(t, threeMembers, "", plainSpec),
		"duckdb": tables(t, "", plainSpec, "CREATE TABLE dim AS "+threeRows),
	} {
		t.Run(kind, func(t *testing.T) {
			june, may := at(o, "2026-06-01", "id,city\nA,Delhi\n"), at(o, "2026-05-01", "id,city\nA,Kyiv\nB,Bari\n")
			commit(t, june, nothingAllowed)
			r := review(t, may)
			if notices := strings.Join(r.Info().Notices, "\n"); !strings.Contains(notices, behind) || r.Info().AsOf != "2026-05-01" {
				t.Errorf("as of %s; the review says %s", r.Info().AsOf, notices)
			}
			// Seen from May, what begins in June is planned, and a change before it is not late.
			same(t, "the plan", listing(t, r), "A changed taken\nB changed taken")
			done(t, r.Close())
			commit(t, may, nothingAllowed)

			d := opened(t, may)
			log, err := d.Log(context.Background())
			done(t, err)
			if len(log) != 2 || log[0].ID != 2 || log[1].ID != 1 || !log[0].At.Before(log[1].At) || log[1].UndoneBy != 0 {
				t.Fatalf("the log is %+v", log)
			}
			if zone := log[0].At.Location(); zone != time.Local {
				t.Errorf("the log tells the time of %s, and not of here", zone)
			}
			first, err := d.Undo(context.Background(), 0, engine.CommitRequest{})
			done(t, err)
			if !slices.ContainsFunc(first.Notices, func(n string) bool { return strings.Contains(n, behind) }) {
				t.Errorf("the undo says %q", first.Notices)
			}
			if log, err = d.Log(context.Background()); err != nil || log[1].UndoneBy != first.ID || log[2].UndoneBy != 0 {
				t.Fatalf("the first undo has undone another than the last commit: %+v, %v", log, err)
			}
			_, err = d.Undo(context.Background(), 0, engine.CommitRequest{})
			done(t, err)
			m, err := d.History(context.Background(), []string{"A"})
			if done(t, err); len(m.Before) != 1 || m.Before[0].Values[0].Text != "Pune" {
				t.Errorf("after both undos A is %+v", m.Before)
			}
			done(t, d.Close())
		})
	}
}

// TestClockGoesBackwardsForASnapshot is stopped: a snapshot of today, when today is before a snapshot that was applied, would undo
// what is newer.
func TestClockGoesBackwardsForASnapshot(t *testing.T) {
	o := files(t, threeMembers, "id,city\nA,Delhi\nB,Rome\nC,Oslo\n", snapshotSpec)
	o.AsOf = ""
	o.Now = func() time.Time { return time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC) }
	commit(t, o, nothingAllowed)
	after := text(t, o.Dimension)
	o.Now = func() time.Time { return time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC) }
	o.Batch = put(t, folder(o), "may.csv", "id,city\nA,Pune\nB,Rome\nC,Oslo\n")
	r := review(t, o)
	_, err := r.Commit(context.Background(), nothingAllowed, nil)
	refused(t, err, engine.CodeBrake, "2026-05-01")
	same(t, "the dimension", text(t, o.Dimension), after)
}
