package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"dimdesk/engine"
	"dimdesk/sampledata"
)

// sameRows checks that both programs ended with the same versions, surrogate keys aside: these may be given in another
// order, but must be unique.
func sameRows(ctx context.Context, hand, desk string) error {
	columns := []string{"customer_id"}
	for _, a := range sampledata.Attributes {
		columns = append(columns, a.Name)
	}
	list := strings.Join(append(columns, "valid_from", "valid_to", "is_current"), ", ")
	less := func(a, b string) string {
		return fmt.Sprintf("(SELECT count(*) FROM (SELECT %s FROM %s.%s EXCEPT ALL SELECT %s FROM %s.%s))",
			list, a, sampledata.GeneratedTable, list, b, sampledata.GeneratedTable)
	}
	query := fmt.Sprintf("SELECT h.n, d.n, d.n - d.keys, %s, %s FROM (SELECT count(*) AS n FROM hand.%s) AS h, "+
		"(SELECT count(*) AS n, count(DISTINCT customer_sk) AS keys FROM desk.%s) AS d",
		less("hand", "desk"), less("desk", "hand"), sampledata.GeneratedTable, sampledata.GeneratedTable)
	return withConn(ctx, func(conn *sql.Conn) error {
		for name, file := range map[string]string{"hand": hand, "desk": desk} {
			if _, err := conn.ExecContext(ctx, fmt.Sprintf("ATTACH %s AS %s (READ_ONLY)", literal(file), name)); err != nil {
				return engine.Errorf(engine.CodeFailed, "cannot read what %s left: %w", name, err)
			}
		}
		var inHand, inDesk, twice, missing, added int64
		if err := conn.QueryRowContext(ctx, query).Scan(&inHand, &inDesk, &twice, &missing, &added); err != nil {
			return engine.Errorf(engine.CodeFailed, "cannot compare the outcomes: %w", err)
		}
		if inHand != inDesk || missing+added+twice > 0 {
			return engine.Errorf(engine.CodeFailed, "the outcomes differ: %d and %d rows, %d only in the hand-written one, %d only in dimdesk's, %d surrogate keys used again",
				inHand, inDesk, missing, added, twice)
		}
		return nil
	})
}
