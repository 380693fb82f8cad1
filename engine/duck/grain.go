package duck

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// machineZone is the IANA name of the machine's zone, as far as it can be told; UTC otherwise.
func machineZone() string {
	if tz := os.Getenv("TZ"); tz != "" {
		if _, err := time.LoadLocation(strings.TrimPrefix(tz, ":")); err == nil {
			return strings.TrimPrefix(tz, ":")
		}
	}
	if p, err := filepath.EvalSymlinks("/etc/localtime"); err == nil {
		if _, name, ok := strings.Cut(p, "zoneinfo/"); ok {
			return name
		}
	}
	return "UTC"
}

// setGrain tells what the period columns hold: by their type, or in a text dimension by what is written in them.
func setGrain(ctx context.Context, w *workspace, h home, l *sqlgen.Layout) error {
	if !l.Text {
		for _, c := range []sqlgen.Stored{l.From, l.To} {
			if c.Type != "DATE" && !strings.HasPrefix(c.Type, "TIMESTAMP") {
				return engine.Errorf(engine.CodeFailed, "%s is a %s; a period column must be a DATE or a TIMESTAMP", c.Name, c.Type).Help("change its type, or name another column as period in the spec")
			}
		}
		if from, to := clockIn(l.From.Type), clockIn(l.To.Type); from != to && !(from == engine.Dates && to == engine.Timestamps) {
			return engine.Errorf(engine.CodeFailed, "%s is a %s and %s a %s, which do not tell time alike", l.From.Name, l.From.Type, l.To.Name, l.To.Type).Help("give both columns one type")
		}
		l.Grain = clockIn(l.From.Type)
		units := []string{l.From.Type, l.To.Type}
		switch {
		case l.Grain == engine.Dates: // a day is coarser than either
		case slices.Contains(units, "TIMESTAMP_S"):
			l.Unit, l.AsOf.Moment = "second", l.AsOf.Moment.Truncate(time.Second)
		case slices.Contains(units, "TIMESTAMP_MS"):
			l.Unit, l.AsOf.Moment = "millisecond", l.AsOf.Moment.Truncate(time.Millisecond)
		}
		if l.Grain != engine.Dates && l.Inclusive() {
			return engine.Errorf(engine.CodeFailed, `bounds "[]" are for dates, and %s is a %s`, l.From.Name, l.From.Type)
		}
		return nil
	}
	if f := l.Spec.Period.Dates; f != "" {
		if strings.Contains(f, "%H") || strings.Contains(f, "%I") {
			l.Grain = engine.Timestamps
		}
	} else if err := textGrain(ctx, w, l); err != nil {
		return err
	}
	if s := l.Spec.Period.Open; s != "" && l.Spec.Period.Dates == "" {
		l.Styles.OpenText = s // of spellings that are as frequent, the last: so it is written by now
		q := fmt.Sprintf("SELECT %[1]s FROM %[2]s WHERE %[1]s LIKE %[3]s GROUP BY 1 ORDER BY count(*) DESC, max(rowid) DESC LIMIT 1", sqlgen.Ident(l.To.Name), l.Home, sqlgen.Lit(s+"%"))
		if err := w.one(ctx, q, &l.Styles.OpenText); err != nil && err != sql.ErrNoRows {
			return err
		}
	}
	var rid int64
	var col, text string
	err := w.one(ctx, l.UnreadableMoments(), &rid, &col, &text)
	if err == sql.ErrNoRows {
		return nil
	}
	if err != nil {
		return err
	}
	return engine.Errorf(engine.CodeFailed, "%s: record %d: %s %q is not a date or time that can be read", h.path(), rid+1, col, text).
		Help("dates are ISO unless period.dates in the spec gives their form, as in dates: \"%%d/%%m/%%Y\"")
}

// clockIn is what a period column of a type tells.
func clockIn(typ string) engine.Grain {
	switch typ {
	case "DATE":
		return engine.Dates
	case "TIMESTAMP WITH TIME ZONE":
		return engine.TimestampsTZ
	}
	return engine.Timestamps
}

func textGrain(ctx context.Context, w *workspace, l *sqlgen.Layout) error {
	q := fmt.Sprintf("SELECT coalesce(max(length(x)), 0), coalesce(bool_or(substr(x, 11, 1) = 'T'), false), coalesce(bool_or(x LIKE '%%Z'), false), coalesce(bool_or(regexp_matches(substr(x, 12), '%s')), false) FROM (SELECT %s AS x FROM %s UNION ALL SELECT %s FROM %s)",
		sqlgen.Offset, sqlgen.Ident(l.From.Name), l.Home, sqlgen.Ident(l.To.Name), l.Home)
	var longest int
	var t, z, offset bool
	if err := w.one(ctx, q, &longest, &t, &z, &offset); err != nil {
		return err
	}
	if longest <= 10 {
		return nil
	}
	l.Grain = engine.Timestamps
	l.Styles.Moment = " "
	if t {
		l.Styles.Moment = "T"
	}
	if offset {
		l.Grain = engine.TimestampsTZ
		if z {
			l.Styles.Moment += "Z"
		}
	}
	return nil
}
