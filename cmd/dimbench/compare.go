package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"dimdesk/engine"
	"dimdesk/sampledata"
)

// versions are the stored rows that a program left, in the columns of the generated dimension: a relation, and the
// statement that makes it readable, if it needs one.
type versions struct {
	attach, from string
	surrogate    bool // they have customer_sk
}

func inDatabase(file string) versions {
	return versions{attach: "ATTACH " + literal(file) + " AS other (READ_ONLY)", from: "other." + sampledata.GeneratedTable, surrogate: true}
}

// outcome is how the versions that another program left differ from those of the hand-written SQL: how many there are,
// how many of each only one of the two has, and how many surrogate keys the other one used again.
type outcome struct{ hand, other, missing, added, twice int64 }

func (o outcome) same() bool { return o == outcome{hand: o.hand, other: o.hand} }

// compare holds versions against those in the file that the hand-written SQL left: key, attributes, period and current
// flag, each version as often as it is there. Surrogate keys may be given in another order, but must be unique.
func compare(ctx context.Context, hand string, v versions) (outcome, error) {
	columns := []string{"customer_id"}
	for _, a := range sampledata.Attributes {
		columns = append(columns, a.Name)
	}
	list, stored := strings.Join(append(columns, "valid_from", "valid_to", "is_current"), ", "), "hand."+sampledata.GeneratedTable
	less := func(a, b string) string {
		return fmt.Sprintf("(SELECT count(*) FROM (SELECT %s FROM %s EXCEPT ALL SELECT %s FROM %s))", list, a, list, b)
	}
	twice := "0"
	if v.surrogate {
		twice = fmt.Sprintf("(SELECT count(*) - count(DISTINCT customer_sk) FROM %s)", v.from)
	}
	query := fmt.Sprintf("SELECT (SELECT count(*) FROM %s), (SELECT count(*) FROM %s), %s, %s, %s",
		stored, v.from, less(stored, v.from), less(v.from, stored), twice)
	var o outcome
	err := withConn(ctx, func(conn *sql.Conn) error {
		for _, attach := range []string{"ATTACH " + literal(hand) + " AS hand (READ_ONLY)", v.attach} {
			if attach == "" {
				continue
			}
			if _, err := conn.ExecContext(ctx, attach); err != nil {
				return engine.Errorf(engine.CodeFailed, "cannot read what a program left: %w", err)
			}
		}
		if v.surrogate {
			rows, err := sameDigest(ctx, conn, stored, v.from, list)
			if err != nil {
				return engine.Errorf(engine.CodeFailed, "cannot compare the outcomes: %w", err)
			}
			if rows >= 0 {
				o = outcome{hand: rows, other: rows}
				return nil
			}
		}
		if err := conn.QueryRowContext(ctx, query).Scan(&o.hand, &o.other, &o.missing, &o.added, &o.twice); err != nil {
			return engine.Errorf(engine.CodeFailed, "cannot compare the outcomes: %w", err)
		}
		return nil
	})
	return o, err
}

// sameRows checks that dimdesk ended with the same versions as the hand-written SQL.
func sameRows(ctx context.Context, hand, desk string) error {
	o, err := compare(ctx, hand, inDatabase(desk))
	if err != nil {
		return err
	}
	if !o.same() {
		return engine.Errorf(engine.CodeFailed, "the outcomes differ: %d and %d rows, %d only in the hand-written one, %d only in dimdesk's, %d surrogate keys used again",
			o.hand, o.other, o.missing, o.added, o.twice)
	}
	return nil
}

// sameDigest counts the rows of two relations if both have the same ones, and no surrogate key twice; otherwise it gives -1. It
// looks at sums of hashes, which takes no memory: at tens of millions of rows a comparison row by row does not end.
func sameDigest(ctx context.Context, conn *sql.Conn, stored, other, columns string) (rows int64, err error) {
	digest := func(from string) string {
		return fmt.Sprintf("(SELECT count(*) AS n, sum(hash(%s)::HUGEINT) AS digest FROM %s)", columns, from)
	}
	err = conn.QueryRowContext(ctx, fmt.Sprintf("SELECT CASE WHEN h.n = d.n AND h.digest = d.digest AND k.n = d.n THEN h.n ELSE -1 END FROM %s h, %s d, (SELECT count(DISTINCT customer_sk) AS n FROM %s) k",
		digest(stored), digest(other), other)).Scan(&rows)
	return rows, err
}
