package duck

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"unicode"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// sameColumns refuses to write where the dimension has other columns than it had when it was read.
func sameColumns(ctx context.Context, w *workspace, h home, then []engine.ColumnInfo) error {
	now, err := h.describe(ctx, w)
	if err != nil || slices.Equal(now, then) {
		return err
	}
	return engine.Errorf(engine.CodeMoved, "the columns of %s are no longer those that were read, and nothing was changed", h.name()).
		Help("read it again: plan again, which keeps the decisions, or open it again")
}

// stale refuses a commit if a member moved since the plan was made.
func (r *Review) stale(ctx context.Context) error {
	if !r.placed {
		return nil // only plain rows, of a dimension that has been held since it was read
	}
	if !r.o.Apply {
		if err := sameColumns(ctx, r.w, r.home, r.columns); err != nil {
			return err
		}
	}
	for _, q := range []string{r.layout.LiveMembers(), r.layout.Fresh("fresh")} {
		if _, err := r.w.exec(ctx, q); err != nil {
			return wrap(err, "cannot read the histories again")
		}
	}
	if r.o.Apply {
		return nil // held since it was read
	}
	keys, n, err := keysOf(ctx, r.w, r.layout.Moved(), len(r.layout.Keys))
	if err != nil || n == 0 {
		return err
	}
	return movedError(keys, n, "since the plan was made", "committed").Help("plan again: every decision on the others is kept")
}

func movedError(keys []string, n int64, since, undone string) *engine.Error {
	what := "members have"
	if n == 1 {
		what = "member has"
	}
	return engine.Errorf(engine.CodeMoved, "%d %s changed %s, and nothing was %s: %s", n, what, since, undone, strings.Join(keys, ", "))
}

// keysOf reads the keys that a query selects, the first ten of them, and how many there are.
func keysOf(ctx context.Context, w *workspace, q string, width int) (keys []string, n int64, err error) {
	err = w.query(ctx, q, func(rows *sql.Rows) error {
		vals, err := scanTexts(rows, width)
		if n++; n <= 10 {
			keys = append(keys, keyText(vals))
		}
		return err
	})
	if n > 10 {
		keys = append(keys, "…")
	}
	return keys, n, err
}

// keyText is a business key in one line, fit to be printed.
func keyText(key []engine.Value) string {
	parts := make([]string, len(key))
	for i, v := range key {
		parts[i] = strings.Map(func(r rune) rune {
			if !unicode.IsPrint(r) {
				return '·'
			}
			return r
		}, v.Show())
	}
	return strings.Join(parts, " / ")
}

// check runs the checks of a proof; the first that fails names its members.
func check(ctx context.Context, w *workspace, checks []sqlgen.Check, width int) error {
	for _, c := range checks {
		keys, n, err := keysOf(ctx, w, c.SQL, width)
		if err != nil {
			return err
		}
		if n > 0 {
			return engine.Errorf(engine.CodeFailed, "the proof failed, and everything was rolled back: it does not hold that %s, for %s", c.Holds, strings.Join(keys, ", ")).
				Help("this is a fault of dimdesk or a change made meanwhile; nothing was changed")
		}
	}
	return nil
}
