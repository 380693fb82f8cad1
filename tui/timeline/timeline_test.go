package timeline

import (
	"strings"
	"testing"

	"dimdesk/tui/styles"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
)

func draw80(lanes ...Lane) string {
	st := styles.New(true)
	return ansi.Strip(strings.Join(Render(&st, lanes, 12, 80), "\n")) + "\n"
}

func TestLateChangeSplitsAVersion(t *testing.T) {
	golden.RequireEqual(t, draw80(
		Lane{"city before", []Span{{"2024-03-01", "2025-06-01", "Pune", false}, {"2025-06-01", "", "Mumbai", false}}},
		Lane{"after", []Span{{"2024-03-01", "2024-04-02", "Pune", true}, {"2024-04-02", "2025-06-01", "Delhi", true}, {"2025-06-01", "", "Mumbai", false}}},
	))
}

func TestGapEmptyPeriodAndEnd(t *testing.T) {
	golden.RequireEqual(t, draw80(
		Lane{"before", []Span{{"2020-01-01", "2021-01-01", "Oslo", false}, {"2022-01-01", "2023-06-01", "東京都", false}}},
		Lane{"after", []Span{{"2020-01-01", "2021-01-01", "Oslo", false}, {"2022-01-01", "2022-01-01", "x", true}}},
	))
}

func TestOverlapTakesAnotherRow(t *testing.T) {
	golden.RequireEqual(t, draw80(Lane{"before", []Span{{"2020-01-01", "", "Oslo", false}, {"2021-01-01", "", "Rome", false}}}))
}

func TestManyVersionsInOneColumn(t *testing.T) {
	spans := []Span{{"1990-01-01", "2020-01-01", "a long time", false}}
	for _, day := range []string{"01", "02", "03", "04"} {
		spans = append(spans, Span{"2020-01-" + day, "2020-01-0" + string(day[1]+1), "v" + day, false})
	}
	golden.RequireEqual(t, draw80(Lane{"before", append(spans, Span{"2020-01-05", "", "now", false})}))
}

func TestEveryScaleFitsItsWidth(t *testing.T) {
	st := styles.New(true)
	for _, end := range []string{"", "2024-01-01 00:00:01", "2024-01-01 08:00:00", "2024-01-05", "2024-03-01", "2026-01-01", "2090-01-01", "9999-12-30"} {
		for _, width := range []int{30, 60, 80, 200} {
			for _, line := range Render(&st, []Lane{{"x", []Span{{"2024-01-01", end, "value", true}, {end, "", "next", false}}}}, 8, width) {
				if got := ansi.StringWidth(line); got != width {
					t.Errorf("until %q at %d: a line of %d columns: %q", end, width, got, ansi.Strip(line))
				}
			}
		}
	}
}

func TestNothingToDraw(t *testing.T) {
	st := styles.New(true)
	if got := Render(&st, []Lane{{"x", nil}}, 8, 80); got != nil {
		t.Errorf("no spans: %q", got)
	}
	if got := Render(&st, []Lane{{"x", []Span{{"soon", "", "v", false}}}}, 8, 80); got != nil {
		t.Errorf("a bound that is not a time: %q", got)
	}
}

func TestLanesWithinTheSameTimeHaveTheSameScale(t *testing.T) {
	st := styles.New(true)
	draw := func(spans ...Span) []string {
		return RenderWithin(&st, []Lane{{"city", spans}}, "2024-01-01", "2024-06-30", 8, 80)
	}
	one := draw(Span{"2024-01-01", "", "Leeds", false})
	two := draw(Span{"2024-01-01", "2024-03-01", "Leeds", false}, Span{"2024-03-01", "", "York", false})
	if len(one) != 2 || len(two) != 2 || one[0] != two[0] {
		t.Errorf("%q\n%q", ansi.Strip(strings.Join(one, "\n")), ansi.Strip(strings.Join(two, "\n")))
	}
	if got := ansi.Strip(one[0]); !strings.Contains(got, "2024-06") {
		t.Errorf("the axis ends early: %q", got)
	}
}
