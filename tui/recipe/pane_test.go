package recipe

import (
	"fmt"
	"strings"
	"testing"

	"dimdesk/engine/recipe"
	"dimdesk/tui/cell"
	"dimdesk/tui/styles"
	"dimdesk/tui/tuitest"

	"github.com/charmbracelet/x/ansi"
)

func two() []recipe.Recipe {
	long := "WHEN MATCHED"
	for i := range 40 {
		long += fmt.Sprintf("\n  AND t.column_%d IS NOT DISTINCT FROM u.column_%d", i, i)
	}
	return []recipe.Recipe{
		{Dialect: recipe.Dialect{Name: "delta", Title: "Spark with Delta", Evidence: "run on Spark 4", Source: "https://docs.delta.io"},
			Clauses: []recipe.Clause{{SQL: "MERGE INTO dim AS t\n", Says: "One statement."}, {SQL: long + "\n", Says: "It has changed."}, {SQL: "THEN UPDATE SET valid_to = u.valid_from;\n", Says: "Ends it."}},
			Breaks:  []recipe.Break{{Rule: "late rows", Says: "are applied as if they were new"}}},
		{Dialect: recipe.Dialect{Name: "snowflake", Title: "Snowflake"}, Clauses: []recipe.Clause{{SQL: "BEGIN;", Says: "Begins a transaction."}}},
	}
}

func drawn(t *testing.T, p *Pane, w, h int) string {
	t.Helper()
	st := styles.New(true)
	lines := p.View(&st, w, h)
	if len(lines) != h {
		t.Errorf("%d lines, not %d", len(lines), h)
	}
	for i, l := range lines {
		if cell.Width(l) != w {
			t.Errorf("line %d has %d columns, not %d: %q", i, cell.Width(l), w, ansi.Strip(l))
		}
	}
	return ansi.Strip(strings.Join(lines, "\n"))
}

func TestTheClauseUnderTheCursorIsExplained(t *testing.T) {
	var p Pane
	p.Set(two())
	for _, size := range [][2]int{{80, 20}, {120, 30}, {200, 50}} {
		p.Home()
		got := drawn(t, &p, size[0], size[1])
		for _, want := range []string{"▌ MERGE INTO dim AS t", "One statement.", "run on Spark 4", "! late rows: are applied as if they were new"} {
			if !strings.Contains(got, want) {
				t.Errorf("%v: %q is missing:\n%s", size, want, got)
			}
		}
		if all := size[0] >= listFrom; strings.Contains(got, "Snowflake") != all {
			t.Errorf("%v: the list of all is there: %v", size, !all)
		}
		p.Pressed(tuitest.Key("j"))
		if got := drawn(t, &p, size[0], size[1]); !strings.Contains(got, "It has changed.") || !strings.Contains(got, "▌   AND t.column_0") {
			t.Errorf("%v:\n%s", size, got)
		}
	}
}

func TestALongClauseIsReadLineByLine(t *testing.T) {
	var p Pane
	p.Set(two())
	drawn(t, &p, 80, 20)
	seen := map[string]bool{}
	for range 60 {
		for _, l := range strings.Split(drawn(t, &p, 80, 20), "\n") {
			seen[strings.TrimSpace(strings.TrimLeft(l, "▌ "))] = true
		}
		p.Pressed(tuitest.Key("j"))
	}
	for i := range 40 {
		if l := fmt.Sprintf("AND t.column_%d IS NOT DISTINCT FROM u.column_%d", i, i); !seen[l] {
			t.Errorf("%q was never seen", l)
		}
	}
	if got := drawn(t, &p, 80, 20); !strings.Contains(got, "▌ THEN UPDATE") || !strings.Contains(got, "Ends it.") {
		t.Errorf("the last clause is not reached:\n%s", got)
	}
	for range 60 {
		p.Pressed(tuitest.Key("k"))
	}
	if got := drawn(t, &p, 80, 20); !strings.Contains(got, "▌ MERGE INTO") {
		t.Errorf("the first clause is not reached:\n%s", got)
	}
}

func TestOtherRecipesAndTheOneThatIsKept(t *testing.T) {
	var p Pane
	p.Set(two())
	p.Pressed(tuitest.Key("]"))
	if got := drawn(t, &p, 80, 20); !strings.Contains(got, "2 of 2  Snowflake") || p.Text() != "BEGIN;" {
		t.Errorf("%s", got)
	}
	all := two()
	all[0], all[1] = all[1], all[0]
	p.Set(all)
	if p.Name() != "snowflake" {
		t.Errorf("%q is read now", p.Name())
	}
	p.Set(nil)
	drawn(t, &p, 80, 20)
	p.Pressed(tuitest.Key("]"))
	p.Pressed(tuitest.Key("j"))
	p.End()
}

func TestALineThatIsTooLongGoesOnIndented(t *testing.T) {
	if got := strings.Join(broken("    AND city IS DISTINCT FROM 'a  b' AND segment IS NULL", 30), "|"); got != "    AND city IS DISTINCT FROM|      'a b' AND segment IS|      NULL" {
		t.Errorf("%q", got)
	}
}
