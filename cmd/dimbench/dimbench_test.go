package main

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dimdesk/engine"
	"dimdesk/sampledata"
)

func TestSpread(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   spread
	}{
		{[]float64{3, 1, 2}, spread{2, 1, 3}},
		{[]float64{4, 1, 3, 2}, spread{2.5, 1, 4}},
		{[]float64{7}, spread{7, 7, 7}},
	} {
		if got := spreadOf(c.values); got != c.want {
			t.Errorf("%v: %v", c.values, got)
		}
	}
}

func TestReportEndsWithTheRatioOfTheRounds(t *testing.T) {
	ms := func(walls ...int) *contender {
		c := &contender{name: "c"}
		for _, w := range walls {
			c.measured = append(c.measured, measurement{wall: time.Duration(w) * time.Millisecond, peak: 5e6})
		}
		return c
	}
	var out strings.Builder
	if err := report(&out, sampledata.Generator{Members: 1000}, "both did", ms(100, 200, 100), ms(150, 240, 200)); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(out.String(), "\nratio 1.50 (min 1.20, max 2.00)\n") {
		t.Error(out.String())
	}
	if !strings.Contains(out.String(), "0.10    0.10    0.20") {
		t.Error(out.String())
	}
}

func TestHandLoadsWhatTheGeneratorMakes(t *testing.T) {
	for _, text := range []bool{false, true} {
		t.Run(fmt.Sprintf("text=%v", text), func(t *testing.T) {
			ctx, dir := context.Background(), t.TempDir()
			g := sampledata.Generator{Members: 2000, TextKey: text}
			data, err := prepare(ctx, dir, g, generate, io.Discard)
			if err != nil {
				t.Fatal(err)
			}
			hand, untouched := filepath.Join(dir, "hand.duckdb"), filepath.Join(dir, "untouched.duckdb")
			for _, to := range []string{hand, untouched} {
				if err := copyFile(data.base, to); err != nil {
					t.Fatal(err)
				}
			}
			if err := execute(ctx, handSQL(hand, data.batch, g)); err != nil {
				t.Fatal(err)
			}
			// 3000 versions; of 200 rows 40 have moved and 20 are new.
			got := counts(t, hand)
			if want := "3060 2020 40 60"; got != want {
				t.Errorf("versions, open, closed now, opened now: %s, want %s", got, want)
			}
			if err := sameRows(ctx, hand, untouched); engine.CodeOf(err) != engine.CodeFailed || !strings.Contains(err.Error(), "3060 and 3000 rows, 100 only in the hand-written one, 40 only in dimdesk's") {
				t.Errorf("a load that did nothing: %v", err)
			}
			if err := sameRows(ctx, hand, hand); err != nil {
				t.Error(err)
			}
		})
	}
}

func counts(t *testing.T, file string) (s string) {
	t.Helper()
	err := withConn(context.Background(), func(conn *sql.Conn) error {
		if _, err := conn.ExecContext(context.Background(), "ATTACH "+literal(file)+" AS d (READ_ONLY)"); err != nil {
			return err
		}
		return conn.QueryRowContext(context.Background(), fmt.Sprintf(
			"SELECT concat_ws(' ', count(*), count(*) FILTER (is_current), count(*) FILTER (valid_to = DATE '%s'), count(*) FILTER (valid_from = DATE '%s')) FROM d.%s",
			sampledata.GeneratedAsOf, sampledata.GeneratedAsOf, sampledata.GeneratedTable)).Scan(&s)
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPrepareMakesDataOnce(t *testing.T) {
	dir, g := t.TempDir(), sampledata.Generator{Members: 100}
	first, err := prepare(context.Background(), dir, g, generate, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	mark := time.Now().Add(-time.Hour).Truncate(time.Second)
	if err := os.Chtimes(first.base, mark, mark); err != nil {
		t.Fatal(err)
	}
	if _, err := prepare(context.Background(), dir, g, generate, io.Discard); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(first.base); err != nil || !info.ModTime().Equal(mark) {
		t.Errorf("made again: %v", err)
	}
	g.Seed = 1
	if other, err := prepare(context.Background(), dir, g, generate, io.Discard); err != nil || other.base == first.base {
		t.Errorf("another seed took the same data: %v", err)
	}
}
