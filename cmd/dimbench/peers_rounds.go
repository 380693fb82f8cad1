package main

import (
	"context"
	"fmt"
	"io"
	"slices"
)

// inTurns runs the entrants with the batch of no rows and then with the batch, in every second round the other way
// round, and does not count the first. One that fails is left out from then on, but for the first, which the others are
// measured against.
func inTurns(ctx context.Context, all []*entrant, runs int, talk io.Writer) error {
	for round := 0; round <= runs; round++ {
		order := slices.Clone(all)
		if round%2 == 1 {
			slices.Reverse(order)
		}
		for _, pick := range []func(*entrant) *contender{
			func(e *entrant) *contender { return e.empty },
			func(e *entrant) *contender { return e.full },
		} {
			for _, e := range order {
				if e.failed != nil {
					continue
				}
				c := pick(e)
				m, err := c.run(ctx)
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err != nil && e == all[0] {
					return err
				}
				if err != nil {
					e.failed = err
					fmt.Fprintf(talk, "%s is left out: %v\n", e.name, err)
					continue
				}
				what := "the batch"
				if c == e.empty {
					what = "no rows"
				}
				fmt.Fprintf(talk, "round %d of %d: %s, %s: %.2f s\n", round, runs, e.name, what, seconds(m))
				if round > 0 {
					c.measured = append(c.measured, m)
				}
			}
		}
	}
	return nil
}

// compareAll holds what each entrant has stored against what the first has.
func compareAll(ctx context.Context, all []*entrant, talk io.Writer) error {
	for _, e := range all {
		if e.failed != nil {
			continue
		}
		v, err := e.left(ctx)
		if err == nil {
			e.outcome, err = compare(ctx, all[0].full.file, v)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil && e == all[0] {
			return err
		}
		if err != nil {
			e.failed = err
			fmt.Fprintf(talk, "%s is left out: %v\n", e.name, err)
		}
	}
	return nil
}
