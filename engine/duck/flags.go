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

// flagTexts are the spellings of false and true that are recognised in a flag column.
var flagTexts = [][2]string{{"false", "true"}, {"False", "True"}, {"FALSE", "TRUE"}, {"0", "1"}, {"N", "Y"}, {"n", "y"}, {"No", "Yes"}, {"no", "yes"}, {"NO", "YES"}, {"f", "t"}, {"F", "T"}}

// setFlags finds out how the flags are spelled where the spec does not say.
func setFlags(ctx context.Context, w *workspace, l *sqlgen.Layout) error {
	if f := l.Spec.Current; f.Open != "" {
		l.Styles.Current = [2]string{f.Closed, f.Open}
	} else if err := flagStyle(ctx, w, l, l.Current, &l.Styles.Current); err != nil {
		return err
	}
	return flagStyle(ctx, w, l, l.Deleted, &l.Styles.Deleted)
}

func flagStyle(ctx context.Context, w *workspace, l *sqlgen.Layout, c sqlgen.Stored, style *[2]string) error {
	if c.Name == "" || c.Type == "BOOLEAN" {
		return nil
	}
	var seen []string
	q := fmt.Sprintf("SELECT DISTINCT %[1]s::VARCHAR FROM %[2]s WHERE %[1]s IS NOT NULL LIMIT 3", sqlgen.Ident(c.Name), l.Home)
	err := w.query(ctx, q, func(r *sql.Rows) error {
		var s string
		defer func() { seen = append(seen, s) }()
		return r.Scan(&s)
	})
	if err != nil {
		return err
	}
	for _, pair := range flagTexts {
		numeric := c.Type != "VARCHAR"
		if numeric && pair[0] != "0" {
			continue
		}
		if !slices.ContainsFunc(seen, func(s string) bool { return s != pair[0] && s != pair[1] }) {
			*style = pair
			return nil
		}
	}
	return engine.Errorf(engine.CodeFailed, "%s holds %s, and it isn't plain which means open", c.Name, strings.Join(seen, ", ")).
		Help("store it as a boolean or, for the current flag, write in the spec: current: {column: %s, open: …, closed: …}", c.Name)
}
