package duck

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/gofrs/flock"
)

// findings are what a home found when it was attached, until somebody is told.
type findings struct {
	said  []string
	notes []*flock.Flock // of commits that are told of, locked: they are removed when that is done
	given int            // so many of them are in what news has given
}

func (f *findings) say(format string, args ...any) {
	f.said = append(f.said, fmt.Sprintf(format, args...))
}

// news gives what was found, once.
func (f *findings) news() []string {
	said := f.said
	f.said, f.given = nil, len(f.notes)
	return said
}

// told ends what news has given; who calls has told it.
func (f *findings) told() {
	for _, note := range f.notes[:f.given] {
		discard(note.Path(), note)
		note.Unlock()
	}
	f.notes, f.given = f.notes[f.given:], 0
}

// letGo leaves what nobody was told of to be found again.
func (f *findings) letGo() {
	for _, note := range f.notes {
		note.Unlock()
	}
	f.notes, f.given = nil, 0
}

// lookBack finds the commits whose programs were killed before they could tell what became of them, and says it, once: those
// that are in the journal stand, and of the others a parked file is put back. The home is attached. settled is the commit of
// which the home itself has told already.
func (f *findings) lookBack(ctx context.Context, w *workspace, h home, settled int64) error {
	notes := orphans(h)
	if len(notes) == 0 {
		return nil
	}
	looked := 0
	defer func() { // where looking failed, the others stay to be found again
		for _, n := range notes[looked:] {
			n.held.Unlock()
		}
	}()
	j, err := openJournal(ctx, w, h)
	if err != nil {
		return err
	}
	for _, n := range notes {
		what, made, err := j.about(ctx, n.Commit)
		if err != nil {
			return err
		}
		switch {
		case made:
			n.Park.letGo()
			if n.Commit != settled {
				f.say("commit %d, %s, was made without its end being seen: the program that made it was stopped before it could say so", n.Commit, what)
			}
		case n.Commit != 0:
			parked := n.Park.takeBack(ctx)
			if n.Commit != settled || parked != "" {
				f.say("the commit %s was cut off before it was made, and nothing of it is in the dimension%s", n.what(), parked)
			}
		}
		f.notes = append(f.notes, n.held)
		looked++
	}
	return nil
}

// about says of what, by whom and when a commit was made, if it is in the journal.
func (j *journal) about(ctx context.Context, id int64) (what string, made bool, err error) {
	if !j.exists {
		return "", false, nil
	}
	var batch, by string
	var undoes int64
	var at time.Time
	err = j.w.one(ctx, fmt.Sprintf("SELECT coalesce(batch, ''), coalesce(undoes, 0), coalesce(made_by, ''), made_at FROM %s.commits WHERE id = %d", j.schema, id), &batch, &undoes, &by, &at)
	if err == sql.ErrNoRows {
		return "", false, nil
	}
	return (&intent{Batch: batch, Undoes: undoes, By: by, Begun: at}).what(), err == nil, wrap(err, "cannot read the journal")
}

// what says of what, by whom and when.
func (n *intent) what() string {
	of := "of " + n.Batch
	if n.Undoes > 0 {
		of = fmt.Sprintf("the undo of commit %d", n.Undoes)
	}
	return of + " by " + n.By + " at " + n.Begun.Local().Format("2006-01-02 15:04:05")
}
