package duck

import (
	"context"
	"testing"
	"time"

	"dimdesk/engine"
)

func at(o Options, asOf string) Options { o.AsOf = asOf; return o }

// TestOlderSnapshotNeedsAgain applies a snapshot as of a time before that of one that was applied, and not undone.
func TestOlderSnapshotNeedsAgain(t *testing.T) {
	t.Parallel()
	o := files(t, threeMembers, "id,city\nA,Delhi\nB,Rome\nC,Oslo\n", snapshotSpec)
	newer := commit(t, at(o, "2025-06-01"), nothingAllowed)
	older := at(o, "2025-05-31")
	older.Batch = put(t, folder(o), "older.csv", "id,city\nA,Pune\nB,Lima\nC,Oslo\n")
	_, err := review(t, older).Commit(context.Background(), nothingAllowed, nil)
	refused(t, err, engine.CodeBrake, "--again")
	if got := lifts(t, at(older, "2025-06-01")); got != "" {
		t.Errorf("as of the same day it is stopped: %s", got)
	}
	takeBack(t, o, 2)
	takeBack(t, o, newer.ID)
	if got := lifts(t, older); got != "" {
		t.Errorf("when the newer one is undone, it is stopped: %s", got)
	}
}

// TestAgainLiftsTheOlderSnapshot and nothing else.
func TestAgainLiftsTheOlderSnapshot(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	o := files(t, threeMembers, "id,city\nA,Delhi\nB,Rome\nC,Oslo\n", snapshotSpec)
	commit(t, at(o, "2025-06-01"), nothingAllowed)
	older := at(o, "2025-05-31")
	older.Batch = put(t, folder(o), "older.csv", "id,city\nA,Pune\n")
	again := nothingAllowed
	again.Again = true
	_, err := review(t, older).Commit(ctx, again, nil)
	refused(t, err, engine.CodeBrake, "say --allow deleted=2")
	again.Allow.Deleted = 2
	if _, err := review(t, older).Commit(ctx, again, nil); err != nil {
		t.Error(err)
	}
}

// TestSameFileAsOfAnotherDay applies a file without an effective column a second time: the day is that of the dimension's zone.
func TestSameFileAsOfAnotherDay(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	zoned := "key: id\nsurrogate_key: sk\nperiod: {from: valid_from, to: valid_to, zone: America/New_York}\ncolumns: {city: 2}\n"
	o := files(t, "sk,id,city,valid_from,valid_to\n1,A,Pune,2024-01-01T00:00:00Z,\n", "id,city\nA,Delhi\n", zoned)
	commit(t, at(o, "2025-06-01 12:00:00"), nothingAllowed)
	other := at(o, "2025-06-01 15:00:00")
	other.Batch = put(t, folder(o), "other.csv", "id,city\nA,Lima\n")
	commit(t, other, nothingAllowed)
	// In UTC this is the next day.
	commit(t, at(o, "2025-06-01 21:00:00"), nothingAllowed)
	commit(t, at(other, "2025-06-01 22:00:00"), nothingAllowed)
	next := review(t, at(o, "2025-06-02 01:00:00"))
	_, err := next.Commit(ctx, nothingAllowed, nil)
	refused(t, err, engine.CodeBrake, "--again")
	again := nothingAllowed
	again.Again = true
	if _, err := next.Commit(ctx, again, nil); err != nil {
		t.Error(err)
	}
	// The same file changes nothing on yet another day, so nothing stops it.
	if out := commit(t, at(o, "2025-06-05"), nothingAllowed); out.Already != 0 || out.ID == 0 {
		t.Errorf("%+v", out)
	}
}

// TestAlreadyAppliedWithoutAsOf applies a batch twice on one day, in a dimension of dates, at two times; and on the next day.
func TestAlreadyAppliedWithoutAsOf(t *testing.T) {
	t.Parallel()
	clock := func(o Options, text string) Options {
		o.AsOf, o.Now = "", func() time.Time {
			moment, err := time.Parse(time.RFC3339, text)
			if err != nil {
				t.Fatal(err)
			}
			return moment
		}
		return o
	}
	zoned := "key: id\nsurrogate_key: sk\nperiod: {from: valid_from, to: valid_to, zone: Asia/Kolkata}\ncolumns: {city: 2}\n"
	o := files(t, threeMembers, "id,city\nA,Delhi\n", zoned)
	first := commit(t, clock(o, "2025-06-01T02:00:00Z"), nothingAllowed)
	applied := text(t, o.Dimension)
	for _, now := range []string{"2025-06-01T02:00:01Z", "2025-06-01T18:29:59Z"} {
		if out := commit(t, clock(o, now), nothingAllowed); out.Already != first.ID || out.ID != 0 {
			t.Errorf("at %s: %+v", now, out)
		}
	}
	if out := commit(t, at(o, "2025-06-01"), nothingAllowed); out.Already != first.ID {
		t.Errorf("as of that day: %+v", out)
	}
	// In Kolkata the next day has begun.
	if out := commit(t, clock(o, "2025-06-01T18:30:00Z"), nothingAllowed); out.Already != 0 {
		t.Errorf("on the next day: %+v", out)
	}
	same(t, "the dimension", text(t, o.Dimension), applied)
}
