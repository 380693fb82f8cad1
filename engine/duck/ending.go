package duck

import (
	"errors"
	"fmt"
	"strings"

	"dimdesk/engine"
)

// ending is what became of a commit. That it failed after it was made is no failure: it is done, and remark says what is not.
type ending struct {
	made    bool
	unknown bool // the journal could not be looked at, or holds a commit that has not reached its file
	remark  string
	err     error
}

// endingOf tells it by the journal, when COMMIT has answered with err: it may have failed and be done, or the other way round.
func endingOf(j *journal, id int64, err error) ending {
	done, look := j.has(id)
	pending, stuck := errors.AsType[*stuckCommit](err)
	switch {
	case done && stuck:
		return ending{made: true, unknown: true, err: pending.told()}
	case look != nil && err != nil:
		return ending{made: true, unknown: true, err: errors.Join(wrap(err, "the commit failed"), wrap(look, "and the journal could not be read: dimdesk log tells whether it is done"))}
	case look != nil:
		return ending{made: true, remark: fmt.Sprintf("commit %d is done, but could not be looked up in the journal: %s", id, firstLine(look.Error()))}
	case !done && err != nil:
		return ending{err: notDone(err)}
	case !done:
		return ending{err: engine.Errorf(engine.CodeFailed, "the commit is not in the journal: nothing was changed").Help("this should not happen; please report it")}
	case err != nil:
		return ending{made: true, remark: fmt.Sprintf("commit %d is done, but not all that follows it: %s", id, firstLine(err.Error()))}
	}
	return ending{made: true}
}

// notDone says of an error that nothing was changed, unless it says so itself.
func notDone(err error) error {
	e, ok := errors.AsType[*engine.Error](err)
	switch {
	case !ok:
		failed := wrap(err, "the commit failed; nothing was changed")
		if e, ok := errors.AsType[*engine.Error](failed); ok {
			e.Msg = strings.Replace(e.Msg, "TransactionContext Error: Failed to commit: ", "", 1)
		}
		return failed
	case e.Code != engine.CodeFailed || strings.Contains(e.Error(), "nothing was changed"):
		return err
	}
	return &engine.Error{Code: e.Code, Msg: "the commit failed; nothing was changed: " + e.Msg, Hint: e.Hint, Err: err}
}

// stuckCommit is the error of a commit that is in the journal, but not in its file, and could not be taken out of the journal.
type stuckCommit struct {
	id   int64
	file string
	err  error
}

func (s *stuckCommit) Error() string { return s.err.Error() }
func (s *stuckCommit) Unwrap() error { return s.err }

func (s *stuckCommit) told() error {
	return engine.Errorf(engine.CodeFailed, "commit %d is in the journal, but did not reach %s: %w", s.id, s.file, s.err).
		Help("look after the disk; whoever opens the dimension next finishes the commit, or drops it, and says which")
}
